"""Reports of a serial unit: each is repeated until it is acknowledged, or until there is newer of its type."""

from collections.abc import Iterator
from dataclasses import dataclass

REPEAT = 0.2
FOREVER = float("inf")


@dataclass
class Report:
    """One report that is not acknowledged yet."""

    number: int
    payload: bytes
    again: float


class Reports:
    """Everything the unit has still to report, and its own counter."""

    def __init__(self) -> None:
        self._number = 0
        self._open: dict[int, Report] = {}

    def add(self, kind: int, payload: bytes, due: float = 0.0) -> None:
        """Report this from `due` on; it takes the place of an older report of its type."""
        self._number = (self._number + 1) & 0xFF
        self._open[kind] = Report(self._number, payload, due)

    def acknowledge(self, kind: int, number: int) -> None:
        """The host has this one; an acknowledgement of anything else changes nothing."""
        if kind in self._open and self._open[kind].number == number:
            del self._open[kind]

    def due(self, now: float) -> Iterator[tuple[int, int, bytes]]:
        """What is to be sent now, for the first time or again: type, number, payload."""
        for kind, report in self._open.items():
            if now >= report.again:
                report.again = now + REPEAT
                yield kind, report.number, report.payload

    def next_time(self) -> float:
        """When the next one is due."""
        return min((report.again for report in self._open.values()), default=FOREVER)
