"""A row of the report: what was measured, beside what, against which goal."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

Progress = Callable[[float], None]
"""Told how much of a row is done, from 0 to 1."""


@dataclass(frozen=True)
class Row:
    """One figure."""

    what: str
    ours: float
    unit: str
    goal: str
    reached: bool
    floor: float | None = None
    ratio: float | None = None
    note: str = ""

    def plain(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


@dataclass(frozen=True)
class NotMeasured:
    """A figure that cannot be had here, and why."""

    what: str
    why: str

    def plain(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


Measured = Row | NotMeasured
Measure = Callable[[Progress], Iterator[Measured]]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of all does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def at_most(what: str, ours: float, unit: str, limit: float, note: str = "") -> Row:
    """A figure that must not exceed a limit."""
    return Row(what, ours, unit, f"≤ {limit:g} {unit}", ours <= limit, note=note)


def times_floor(what: str, ours: float, floor: float, unit: str, most: float, note: str = "") -> Row:
    """A figure that must not exceed so many times its floor."""
    ratio = ours / floor if floor else math.inf
    return Row(what, ours, unit, f"≤ {most:g} × its floor", ratio <= most, floor, ratio, note)
