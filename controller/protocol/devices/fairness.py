"""Do these dice look fair? Face counts and a running chi-square that warns and never decides.

The record belongs to the controller, which keeps it; a change of dice is an operator's act and starts it anew.
"""

from typing import Literal

from pydantic import Field

from controller.protocol.message import U32, Count, Message

FACES = 6
DEGREES_OF_FREEDOM = 10
"""Two dice of six faces, each with five free counts."""

FEWEST_ROLLS = 60
"""Below ten expected counts a face the chi-square distribution is no guide."""

WARNING_ABOVE = 29.588
"""The 0.1 % point of chi-square with ten degrees of freedom: fair dice pass it in one test of a thousand."""

Counts = tuple[Count, Count, Count, Count, Count, Count]
NONE_YET: Counts = (0, 0, 0, 0, 0, 0)


class FaceCounts(Message):
    """What a pair of dice has shown since it was put in."""

    kind: Literal["face_counts"] = "face_counts"
    die_a: Counts = NONE_YET
    die_b: Counts = NONE_YET
    shakes_at_change: U32 = Field(default=0, description="the unit's shake counter when these dice were put in")

    @property
    def rolls(self) -> int:
        return sum(self.die_a)

    @property
    def chi_square(self) -> float:
        """How far the counts are from even, over both dice; 0 is dead even."""
        return _distance(self.die_a) + _distance(self.die_b)

    @property
    def looks_unfair(self) -> bool:
        """Reason to look at the dice; no reason to doubt a single roll."""
        return self.rolls >= FEWEST_ROLLS and self.chi_square > WARNING_ABOVE

    def with_roll(self, die_a: int, die_b: int) -> "FaceCounts":
        """The record after one more authentic roll."""
        return self.model_copy(update={"die_a": _plus(self.die_a, die_a), "die_b": _plus(self.die_b, die_b)})

    def shakes_since_change(self, shakes: int) -> int:
        """How often these dice were shaken, by the unit's own counter (which wraps at 2³²)."""
        return (shakes - self.shakes_at_change) % 2**32


def dice_changed(shakes: int) -> FaceCounts:
    """The record of a new pair, put in when the unit's counter stood at `shakes`."""
    return FaceCounts(shakes_at_change=shakes)


def _plus(counts: Counts, face: int) -> Counts:
    one, two, three, four, five, six = (count + (face == number) for number, count in enumerate(counts, 1))
    return one, two, three, four, five, six


def _distance(counts: Counts) -> float:
    expected = sum(counts) / FACES
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0
