"""How each kind of fact is counted: one short function each; `controller/facts/table.py` says which."""

from collections.abc import Callable

from controller.vault.counts.meters import SINCE, TABLE, Data, MeterBook, came_back


class RoundSoFar:
    """What counting must know of the round that is being played."""

    def __init__(self) -> None:
        self.levels: dict[str, str] = {}
        self.shooter: int | None = None
        self.playing: list[int] = []
        """The seats with wagers when bets closed."""


Counting = Callable[[MeterBook, Data, Data, RoundSoFar], None]
"""How a fact is counted: the fact, the event it came of, and the round that is being played."""


def settled(meters: MeterBook, row: Data, _event: Data, round: RoundSoFar) -> None:
    """A wager that was decided: what it cost, and what came back."""
    seat, bet, stake, result = row["seat"], row["bet"], row["stake"], row["result"]
    if row["vigorish"]:
        meters.both(seat, "vigorish", row["vigorish"])
    if result == "off":
        return
    back = came_back(row)
    for name, amount in (("wagered", stake), ("won", back)):
        if amount:
            meters.both(seat, name, amount)
            meters.both(seat, f"{name}:{bet}", amount)
    if bet == "hot_shooter" and back:
        meters.both(seat, f"hot_shooter:x{back // stake}")
    if result == "win" and bet in round.levels:
        meters.both(seat, f"power_odds_hit:{round.levels[bet]}")


def posting(meters: MeterBook, row: Data, event: Data, _round: RoundSoFar) -> None:
    """Vigorish that a take-down forfeits goes to the house with no settlement."""
    if row["account"] == "house" and event["type"] in ("Wager", "Wagers"):
        meters.both(event["seat"], "vigorish", row["amount"])


def draw(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What chance gave the spots."""
    for level in row["levels"].values():
        meters.count(TABLE, f"power_odds_shown:{level}")


def result(meters: MeterBook, _row: Data, _event: Data, round: RoundSoFar) -> None:
    """A roll that counts."""
    meters.both(round.shooter, "rolls")


def no_roll(meters: MeterBook, row: Data, _event: Data, round: RoundSoFar) -> None:
    """A throw that does not."""
    meters.both(round.shooter, f"no_rolls:{row['outcome']}")


def result_voided(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A person voided a round whose result was known: counted by person."""
    meters.count(TABLE, "voided_results")
    meters.count(TABLE, meters.of_person("voided_results", row["by"]))


def round_ended(meters: MeterBook, row: Data, _event: Data, round: RoundSoFar) -> None:
    """A round, by how it ended."""
    if row["how"] != "settled":
        name = {"void": "voids", "closed out": "close_outs", "withdrawn": "withdrawals"}.get(row["how"], "voids")
        for scope in (TABLE, *round.playing):
            meters.count(scope, name)
        return
    for scope in (TABLE, *round.playing):
        meters.count(scope, "games")
    for name in SINCE:
        meters.count(TABLE, name)


def door(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """What cannot be read has neither opened nor closed. One that was opened unseen has been both, so the games since
    a door begin with that."""
    door, state, was = row["door"], row["became"], row["was"]
    if was is None:
        _door_then(meters, door, state)
        return
    if state in ("open", "latched") and was != "open":
        meters.count(TABLE, f"door_openings:{door}")
    if state == "latched" or (state == "closed" and was == "open"):
        meters.begin_again("games_since_door")


def _door_then(meters: MeterBook, door: str, state: str) -> None:
    """Older journals counted no opening by a latch, and took for a closing what was none."""
    if state == "open":
        meters.count(TABLE, f"door_openings:{door}")
    else:
        meters.begin_again("games_since_door")


def alarm(meters: MeterBook, row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A door that was opened without key and role."""
    if row["on"]:
        meters.count(TABLE, f"door_alarms:{row['door']}")


def malfunction(meters: MeterBook, _row: Data, _event: Data, _round: RoundSoFar) -> None:
    """A report that cannot be right."""
    meters.count(TABLE, "malfunctions")
