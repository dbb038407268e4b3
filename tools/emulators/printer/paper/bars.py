"""Interleaved 2 of 5: eighteen digits as bars and spaces.

Digits go in pairs: the five bars are the first, the five spaces between them the second; two of each five are wide.
"""

from itertools import chain
from typing import NamedTuple

WIDE = {
    "0": "nnwwn",
    "1": "wnnnw",
    "2": "nwnnw",
    "3": "wwnnn",
    "4": "nnwnw",
    "5": "wnwnn",
    "6": "nwwnn",
    "7": "nnnww",
    "8": "wnnwn",
    "9": "nwnwn",
}
START, STOP = "nnnn", "wnn"
RATIO = 3
"""A wide one is so many narrow ones."""
QUIET = 10
"""Narrow ones of white that a reader needs at either end."""


class Bar(NamedTuple):
    """Where a bar begins and how wide it is, in narrow ones."""

    at: int
    width: int


def elements(digits: str) -> str:
    """Bars and spaces by turns, `n` or `w` each; the first and the last are bars."""
    if len(digits) % 2 or not set(digits) <= set(WIDE):
        raise ValueError(f"{digits}: an even number of digits is wanted")
    pairs = zip(digits[::2], digits[1::2], strict=True)
    woven = (bar + space for first, second in pairs for bar, space in zip(WIDE[first], WIDE[second], strict=True))
    return "".join(chain(START, woven, STOP))


def bars(digits: str) -> list[Bar]:
    """The bars of these digits, from the start of the symbol on."""
    found, at = [], 0
    for place, element in enumerate(elements(digits)):
        width = RATIO if element == "w" else 1
        if place % 2 == 0:
            found.append(Bar(at, width))
        at += width
    return found
