"""What everybody at a craps table likes to know of the past: the last rolls, and the longest hands of the day.

It is for show alone. After a restart it is read back from the journal's rounds; nothing is decided by it.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from controller.wire.public import BEST_HANDS, PAST_ROLLS, BestHand, PastRoll

Details = Mapping[str, Any]


class Past:
    """Rolls and hands, as rounds ended."""

    def __init__(self) -> None:
        self.rolls: deque[PastRoll] = deque(maxlen=PAST_ROLLS)
        self.best: list[BestHand] = []

    def note(self, details: Details) -> None:
        """The details of a round that has ended."""
        faces = details.get("faces")
        if not faces:
            return
        self.rolls.append(PastRoll(faces=(faces[0], faces[1]), did=_did(details)))
        if details.get("seven_out"):
            hand = BestHand(rolls=details["roll_count"], shooter=details.get("shooter"))
            self.best = sorted([*self.best, hand], key=lambda other: -other.rolls)[:BEST_HANDS]

    def note_all(self, rounds: Iterable[Details]) -> None:
        """Rounds of before the start, oldest first."""
        for details in rounds:
            self.note(details)


def _did(details: Details) -> Literal["", "point", "made", "out"]:
    if details.get("seven_out"):
        return "out"
    if details.get("come_out"):
        return "point" if details.get("point") is not None else ""
    return "made" if details.get("point") is None else ""
