"""What the host asks of a line. The line also has the clock, so that a line of a test can have its own."""

from collections.abc import Sequence
from math import ceil
from select import POLLIN, poll
from typing import NamedTuple, Protocol


class LineLost(OSError):
    """The other end is gone; `reopen` tries again."""


class Heard(NamedTuple):
    """A byte that came, its ninth bit where the line shows it, and when."""

    value: int
    mark: bool | None
    at: float


class Line(Protocol):
    """A line that was opened."""

    def now(self) -> float:
        """Seconds of a clock that only goes forward."""

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        """Send these bytes, each with its ninth bit; returns when they are out."""

    def hear(self, until: float) -> list[Heard]:
        """What came, as soon as anything did, or nothing once that time has come."""

    def reopen(self) -> None:
        """Cut the line and open it anew, or LineLost."""

    def close(self) -> None:
        """For good."""


def has_come(descriptor: int, seconds: float) -> bool:
    """Whether anything is there to be read, or its end, waited for so long; of any number, as `select` is not."""
    looks = poll()
    looks.register(descriptor, POLLIN)
    return bool(looks.poll(ceil(1000 * max(0.0, seconds))))
