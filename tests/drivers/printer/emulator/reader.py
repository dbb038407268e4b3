"""A reader of Interleaved 2 of 5, as a scanner is one: it sees black and white along a line, and nothing else.

Written from the definition of the symbology. It knows no module width and no place: it looks for a quiet zone, a start,
pairs of five and a stop, and reads the line the other way round as well.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
QUIET = 10
"""Narrow ones of white before and after a symbol."""
WEIGHTS = (1, 2, 4, 7, 0)
"""Of the five elements of a digit; two are wide, and their weights add up to it, 11 being 0."""


class Box(NamedTuple):
    """A black box of the drawing."""

    x: float
    y: float
    width: float
    height: float

    def covers(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Picture:
    """The boxes of a drawing, and how far it reaches."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.width, self.height = (float(word) for word in root.attrib["viewBox"].split()[2:])
        boxes = [box for box in root.iter(f"{SVG}rect") if box.attrib["fill"] == "black"]
        self.boxes = [Box(*(float(box.attrib[name]) for name in ("x", "y", "width", "height"))) for box in boxes]
        self.words = [element.text or "" for element in root.iter(f"{SVG}text")]

    def line(self, left: float, right: float) -> list[tuple[bool, int]]:
        """Black or white and for how long, along the line from the left edge at one height to the right at another."""
        steps = int(self.width)
        low, high = sorted((left, right))
        crossed = [box for box in self.boxes if box.y <= high and low < box.y + box.height]
        places = ((x + 0.5, left + (right - left) * x / steps) for x in range(steps))
        seen = (any(box.covers(x, y) for box in crossed) for x, y in places)
        return [(black, len(list(run))) for black, run in groupby(seen)]

    def read(self) -> set[str]:
        """Every number that is found on any level line, forwards or reversed."""
        return {found for y in range(0, int(self.height), 10) for found in both_ways(self.line(y, y))}


def both_ways(line: list[tuple[bool, int]]) -> list[str]:
    """What is read along a line and back again."""
    return [found for way in (line, line[::-1]) for found in symbols(way)]


def symbols(line: list[tuple[bool, int]]) -> Iterator[str]:
    """Numbers in a line: a quiet zone, bars and spaces, a quiet zone."""
    for at, (black, length) in enumerate(line):
        if black:
            continue
        widths: list[int] = []
        for other_black, width in line[at + 1 :]:
            if not other_black and width >= QUIET * min(widths):
                found = number(widths)
                if found is not None and length >= QUIET * min(widths):
                    yield found
                break
            widths.append(width)


def number(widths: list[int]) -> str | None:
    """The digits of bars and spaces, or None if that is no symbol."""
    middle = (min(widths) + max(widths)) / 2
    marks = "".join("w" if width > middle else "n" for width in widths)
    whole = re.fullmatch("nnnn((?:[nw]{10})+)wnn", marks)
    if whole is None:
        return None
    pairs = [whole[1][at : at + 10] for at in range(0, len(whole[1]), 10)]
    digits = [digit(five) for pair in pairs for five in (pair[::2], pair[1::2])]
    return None if None in digits else "".join(map(str, digits))


def digit(five: str) -> int | None:
    """By weight: two of five are wide."""
    if five.count("w") != 2:
        return None
    weight = sum(weight for weight, element in zip(WEIGHTS, five, strict=True) if element == "w")
    return 0 if weight == 11 else weight
