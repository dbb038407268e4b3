"""What everybody at a table likes to know of the past: the last rolls, and of the gaming day the
longest hands and how often each total has come.

The clerk keeps it with its books, so a restart knows it again without reading the day once more. It is for show alone:
nothing is decided or proved by it.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

LAST_ROLLS = 20
BEST_HANDS = 5
TOTALS = range(2, 13)

Did = Literal["", "point", "made", "out"]
Details = Mapping[str, Any]


class PastDice(NamedTuple):
    """Dice that decided a round, and what they did to the puck."""

    faces: tuple[int, int]
    did: Did


class PastHand(NamedTuple):
    """A hand at its seven-out; None: nobody had the dice."""

    rolls: int
    shooter: int | None


class Hands:
    """Both lists, as rounds end and days close."""

    def __init__(self) -> None:
        self.rolls: tuple[PastDice, ...] = ()
        self.best: tuple[PastHand, ...] = ()
        self.totals = [0] * len(TOTALS)
        """How often 2, 3 … 12 have come today."""

    def take(self, details: Details) -> None:
        """The details of a round that has ended. Of hands of one length the earlier stands first."""
        faces = details.get("faces")
        if not faces:
            return
        self.rolls = (*self.rolls, PastDice((faces[0], faces[1]), did_to_the_puck(details)))[-LAST_ROLLS:]
        self.totals[faces[0] + faces[1] - TOTALS[0]] += 1
        if details.get("seven_out"):
            hand = PastHand(details["roll_count"], details.get("shooter"))
            self.best = tuple(sorted([*self.best, hand], key=lambda other: -other.rolls)[:BEST_HANDS])

    def new_day(self) -> None:
        """The best of yesterday are history."""
        self.best = ()
        self.totals = [0] * len(TOTALS)

    def plain(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "rolls": [[*roll.faces, roll.did] for roll in self.rolls],
            "best": [list(hand) for hand in self.best],
            "totals": list(self.totals),
        }


def hands_of(data: Details) -> Hands:
    """What `plain` gave; a snapshot of an older Boxcars has none."""
    hands = Hands()
    hands.rolls = tuple(PastDice((a, b), did) for a, b, did in data.get("rolls", ()) if did in get_args(Did))
    hands.best = tuple(PastHand(rolls, shooter) for rolls, shooter in data.get("best", ()))
    hands.totals = list(data.get("totals", hands.totals))
    return hands


def did_to_the_puck(details: Details) -> Did:
    """By the details of a round that was settled."""
    if details.get("seven_out"):
        return "out"
    if details.get("come_out"):
        return "point" if details.get("point") is not None else ""
    return "made" if details.get("point") is None else ""
