"""The wheel: 37 compartments, their colours, and how they lie on the rotor."""

from typing import Literal

Colour = Literal["red", "black", "green"]

ZERO = 0
NUMBERS = range(37)

RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
BLACK = frozenset(NUMBERS) - RED - {ZERO}

ROTOR = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""Clockwise from the zero."""

PLACE = {number: place for place, number in enumerate(ROTOR)}


def colour(number: int) -> Colour:
    """Of a compartment."""
    if number in RED:
        return "red"
    return "black" if number in BLACK else "green"


def run(first: int, length: int) -> tuple[int, ...]:
    """So many neighbours on the rotor, clockwise from this number."""
    return tuple(ROTOR[(PLACE[first] + step) % len(ROTOR)] for step in range(length))
