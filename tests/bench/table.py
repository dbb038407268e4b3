"""How fast the round is: rounds a second of wall time, with and without the digest after every event.

A round here is: every player lays three wagers and says that he is done (so bets close), chance is drawn, the shooter
presses, the dice are reported, the result is settled and its time passes. It is no timed test.
"""

import time
from collections.abc import Iterable
from typing import Any

from controller.books import load_book
from controller.table.digest import Digester
from controller.table.events import Drawn, Event, Thrown, TimePassed, UnitFound
from controller.table.machine import step
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.staff.said import act_said
from controller.table.state import Table
from controller.table.wishes import wishes
from tests.asked import done, shoot, wager

WAGERS = ("pass_line", "field", "any_seven")
AGAIN = ("field", "any_seven", "hard:8")
"""While a point stands, the line takes no wager."""
DICE = ((1, 3), (6, 4), (2, 2), (5, 6), (3, 5), (3, 4))
GOAL = 2000

Result = dict[str, Any]


class Bench:
    """One table with many players who always bet."""

    def __init__(self, seats: int, digest: bool) -> None:
        self.table: Table = open_game("craps", load_book("electronic"), range(1, seats + 1))
        self._digester = Digester(self.table) if digest else None
        self._ids = dict.fromkeys(range(seats + 1), 0)
        self.events = 0
        self._happens(UnitFound(1, 0))
        for seat in self.table.seats:
            self._happens(act_said("menu", self._next(0), "ann", "attendant", "credit", seat=seat, amount=10_000_000))

    def _next(self, seat: int) -> int:
        self._ids[seat] += 1
        return self._ids[seat]

    def _happens(self, event: Event, elapsed: int = 0) -> None:
        done = step(self.table, event, elapsed)
        assert done.answer is None or done.answer.ok, done.answer  # a refusal costs less than what it is for
        self.table = done.table
        self.events += 1
        if self._digester is not None:
            self._digester.after(self.table, done.touched)

    def round(self, dice: tuple[int, int]) -> None:
        """One round from the open window to the next."""
        for event in self._bets():
            self._happens(event)
        if self.table.phase is Phase.BETTING:
            self._happens(TimePassed(), 25_000)
        draw = wishes(self.table).draw
        assert draw is not None
        self._happens(Drawn(draw.roll_id, "00" * 8, {"any_seven": "low"}))
        shooter = wishes(self.table).shoot_lamp
        if shooter is not None:
            self._happens(shoot(shooter, f"t{shooter}", self._next(shooter), self.table.round))
        self._happens(Thrown(draw.roll_id, "ok", {"faces": list(dice)}, True))
        self._happens(TimePassed(), 5000)

    def _bets(self) -> Iterable[Event]:
        round = self.table.round
        names = WAGERS if self.table.game.common_data()["point"] is None else AGAIN
        for seat in self.table.seats:
            for bet in names:
                yield wager(seat, f"t{seat}", self._next(seat), round, "place", bet, 100)
        for seat in self.table.seats:  # with the last of them bets close
            yield done(seat, f"t{seat}", self._next(seat), round)


def measure() -> list[Result]:
    """Four players, which has a goal, and as many as there can be; with and without the digest."""
    return [_result(seats, rounds, digest) for seats, rounds in ((4, 2000), (512, 16)) for digest in (False, True)]


def report(results: list[Result]) -> None:
    """For people."""
    print("the round: bets, close, draw, press, throw, settlement")
    for result in results:
        what = f"{result['seats']} players, {'with the digest of each event' if result['digest'] else 'without digest'}"
        goal = f"   goal {GOAL}" if result["seats"] == 4 else ""
        print(f"  {what:<44} {result['rounds_a_second']:7.0f} rounds/s {result['us_an_event']:6.1f} µs/event{goal}")


def _result(seats: int, rounds: int, digest: bool) -> Result:
    bench = Bench(seats, digest)
    bench.round(DICE[-1])
    events, start = bench.events, time.perf_counter()
    for number in range(rounds):
        bench.round(DICE[number % len(DICE)])
    took = time.perf_counter() - start
    return {
        "seats": seats,
        "digest": digest,
        "rounds_a_second": round(rounds / took, 1),
        "us_an_event": round(took / (bench.events - events) * 1e6, 2),
    }


if __name__ == "__main__":
    report(measure())
