"""Craps in the words of the wire: what everybody is told of its table besides what every table tells."""

from typing import Any

from controller.games.craps.at_the_table import CrapsAtTheTable
from controller.games.craps.history import Details, Hands
from controller.protocol.public import BestHand, DayNow, Faces, HandNow, PastRoll, TallyNow


def table_view(game: CrapsAtTheTable, hands: Hands) -> dict[str, Any]:
    """The puck and the hand, the last rolls, and of the gaming day the totals and the longest hands."""
    return {
        "hand": _hand(game.common_data()),
        "closed": game.closed(),
        "past": tuple(PastRoll(faces=roll.faces, did=roll.did) for roll in hands.rolls),
        "totals": tuple(hands.totals),
        "day": DayNow(
            hands=hands.hands[0],
            rolls=hands.hands[1],
            since={f"hard:{total}": rolls for total, rolls in hands.since.items()},
        ),
        "best_hands": tuple(BestHand(rolls=hand.rolls, shooter=hand.shooter) for hand in hands.best),
    }


def outcome_view(details: Details) -> dict[str, Any]:
    """The dice that decided a round, if any did."""
    return {"faces": _faces(details)}


def ended_view(details: Details) -> dict[str, Any]:
    """The same, and how many rolls the hand had with this one."""
    return {"faces": _faces(details), "roll_count": details.get("roll_count")}


def _faces(details: Details) -> Faces | None:
    faces = details.get("faces")
    return (faces[0], faces[1]) if faces else None


def _tally(kept: dict[str, Any] | None) -> TallyNow | None:
    if kept is None:
        return None
    times, made = ({int(number): often for number, often in kept[name].items()} for name in ("times", "made"))
    return TallyNow(doubles=tuple(kept["doubles"]), times=times, made=made)


def _hand(common: dict[str, Any]) -> HandNow:
    return HandNow(
        point=common["point"],
        rolls=common["rolls"],
        points_made=tuple(common["points_made"]),
        numbers=tuple(common["numbers"]),
        tally=_tally(common.get("tally")),
    )
