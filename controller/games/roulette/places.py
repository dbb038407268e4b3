"""Where each of the 157 spots lies on the felt, as data: a screen draws what stands here and knows no spot of its own.

A plan in sixths of a number's box, so that the middle of a box, an edge of two and a corner of four are all whole. The
numbers stand as the player sees them: zero on the left, the first street next to it with 3 on top, columns and their
bets along the right, dozens and even chances below.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from controller.games.roulette.rules.spots import ACROSS, INSIDE, OUTSIDE, SPOTS, STREETS, Spot
from controller.games.roulette.rules.wheel import colour

BOX = 6
"""Of a number's box, each way."""
ZERO_WIDE, COLUMN_WIDE, ROW_HIGH = 5, 4, 5
"""Less than a number has: the numbers need the room, for a finger on their lines."""
WIDTH, HEIGHT = ZERO_WIDE + STREETS * BOX + COLUMN_WIDE, ACROSS * BOX + 2 * ROW_HIGH
EVENS = ("low", "even", "red", "black", "odd", "high")
"""From left to right, two boxes each."""


class Point(NamedTuple):
    """The middle of a spot."""

    x: int
    y: int


class FeltBox(NamedTuple):
    """The field of a spot that has one to itself."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Point:
        """Where a chip lies."""
        return Point(self.x + self.width // 2, self.y + self.height // 2)


def _number(number: int) -> FeltBox:
    """The box of a number of the streets."""
    street, place = divmod(number - 1, ACROSS)
    return FeltBox(ZERO_WIDE + street * BOX, (ACROSS - 1 - place) * BOX, BOX, BOX)


def _box(spot: Spot) -> FeltBox | None:
    """The field of a spot; none of those that lie on lines."""
    below = ACROSS * BOX
    match spot.kind:
        case "straight":
            (number,) = spot.numbers
            return _number(number) if number else FeltBox(0, 0, ZERO_WIDE, ACROSS * BOX)
        case "column":
            return FeltBox(WIDTH - COLUMN_WIDE, (ACROSS - min(spot.numbers)) * BOX, COLUMN_WIDE, BOX)
        case "dozen":
            wide = STREETS * BOX // 3
            return FeltBox(ZERO_WIDE + (max(spot.numbers) // 12 - 1) * wide, below, wide, ROW_HIGH)
        case kind if kind in OUTSIDE:
            wide = STREETS * BOX // len(EVENS)
            return FeltBox(ZERO_WIDE + EVENS.index(kind) * wide, below + ROW_HIGH, wide, ROW_HIGH)
    return None


def _point(spot: Spot) -> Point:
    """On a line, in the middle of its numbers; a street and a six line at the lower edge, what zero shares at its."""
    middles = [_number(number).middle for number in spot.numbers if number]
    x, y = (sum(of) // len(middles) for of in zip(*middles, strict=True))
    with_zero = 0 in spot.numbers
    at_the_edge = spot.kind == "six_line" or spot.kind == ("corner" if with_zero else "street")
    return Point(ZERO_WIDE if with_zero else x, ACROSS * BOX if at_the_edge else y)


def _place(spot: Spot) -> dict[str, Any]:
    box = _box(spot)
    if box is None:
        return {"at": list(_point(spot))}
    return {"at": list(box.middle), "box": list(box), **_colour(spot)}


def _colour(spot: Spot) -> dict[str, str]:
    """Of a field whose numbers are all of one."""
    colours = {colour(number) for number in spot.numbers}
    return {"colour": colours.pop()} if len(colours) == 1 else {}


PLAN: dict[str, Any] = {
    "size": [WIDTH, HEIGHT],
    "touch": BOX // 2,
    "spots": {name: _place(spot) for name, spot in SPOTS.items()},
}
"""The plan's size, how wide and high a touch on a line is, and spot → the middle of its chip, and of one with
a field of its own its box `[x, y, width, height]` and its colour."""


# ---- a plain felt, in rows, as a screen draws any game -----------------------------------------------------------


def _of_kind(kind: str) -> list[str]:
    return [spot.name for spot in SPOTS.values() if spot.kind == kind]


def _bar(weight: int, names: list[str]) -> dict[str, Any]:
    return {"weight": weight, "spots": names, "shares": [1] * len(names)}


def _numbers_across() -> Iterator[list[str]]:
    """The three rows of numbers, the highest on top."""
    for first in range(ACROSS, 0, -1):
        column = [f"straight:{number}" for number in range(first, ACROSS * STREETS + 1, ACROSS)]
        yield [*column, f"column:{first}"]


PLACES: dict[str, Any] = {
    "numbers": [],
    "bars": [
        _bar(70, ["straight:0"]),
        *(_bar(100, names) for names in _numbers_across()),
        _bar(90, ["low", *_of_kind("dozen"), "high"]),
        _bar(90, ["even", "red", "black", "odd"]),
    ],
    "props": [{"weight": 100, "spots": _of_kind(kind), "many": True} for kind in INSIDE[1:]],
    "plan": PLAN,
}
"""Blocks and rows as those of craps, for a screen that draws rows alone; `plan`: where a drawn felt has each spot."""
