"""How the unit's link has been of late: the records process looks at the machine every so often, and remembers.

Figures alone, and only since this process began; what happened to the link stands in the event log.
"""

from collections import deque

from controller.protocol.records.machine import MOST_SAMPLES, LinkSample, Trend
from controller.protocol.status import UNIT, LinkStatus, Status

EVERY = 10.0
"""Seconds between two samples; with the bound of the message, two hours. Older ones make way."""

KEPT = ("temperature", "round_trip_ms", "worst_round_trip_ms", "retries", "crc_errors", "reopens", "strays")
"""The rest is only told as it is now."""


class LinkCourse:
    """The samples."""

    def __init__(self) -> None:
        self._samples: deque[LinkSample] = deque(maxlen=MOST_SAMPLES)
        self._due = 0.0

    def see(self, status: Status | None, at: int, now: float) -> None:
        """Whoever looks more often is asked for no more; without an answer of the controller there is no sample.

        `at` is the wall clock in UTC milliseconds; `now`, in seconds, is one that nobody sets.
        """
        unit = None if status is None else next((link for link in status.links if link.name == UNIT), None)
        if unit is None or now < self._due:
            return
        self._due = now + EVERY
        self._samples.append(sample(unit, at))

    def told(self) -> Trend:
        """All of it, oldest first."""
        return Trend(every_ms=int(EVERY * 1000), samples=tuple(self._samples))


def sample(unit: LinkStatus, at: int) -> LinkSample:
    """Its figures, to the thousandth: all samples go into one message."""
    told = {name: unit.details[name] for name in KEPT if name in unit.details}
    figures = {name: round(value, 3) for name, value in told.items() if isinstance(value, int | float)}
    return LinkSample(at=at, up=unit.up, figures=figures)
