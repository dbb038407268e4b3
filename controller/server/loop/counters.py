"""Counts, durations and troubles of a run. Volatile: what must last is in the journal."""

from bisect import bisect_left
from collections import Counter
from datetime import UTC, datetime
from typing import Any, NamedTuple

import structlog

from config.text.words import printable
from controller.protocol import status as wire
from controller.server.loop.troubles import Trouble

BOUNDS_US = (100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000)
LOGGED_AGAIN_AFTER = 1000
"""Milliseconds between two log lines about the same trouble of the same peer; the count goes on."""
MOST_TROUBLES = wire.MOST_TROUBLES
LONGEST_TEXT = 200

log = structlog.get_logger()


class Durations:
    """A histogram that costs one step to count into."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_US) + 1)
        self.total = 0

    def count(self, microseconds: int, times: int = 1) -> None:
        """One thing, or several, took so long."""
        self.counts[bisect_left(BOUNDS_US, microseconds)] += times
        self.total += microseconds * times

    def told(self) -> wire.Histogram:
        """As it goes over the wire."""
        return wire.Histogram(bounds=BOUNDS_US, counts=tuple(self.counts), total_us=self.total)


class KnownTrouble(NamedTuple):
    """A trouble from one source."""

    text: str
    times: int
    last: str
    about: dict[str, Any]


class Counters:
    """Everything that is counted. Names are bounded: codes and roles are ours, never a peer's words."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.health: tuple[wire.HealthReading, ...] = ()
        """How the PC is, as it was read last."""
        self.latencies = {name: Durations() for name in ("answer", "commit", "turn")}
        self._troubles: dict[tuple[str, str], KnownTrouble] = {}
        self._logged: dict[tuple[str, str], int] = {}

    def trouble(self, trouble: Trouble, source: str, text: str, now: int, /, **about: object) -> None:
        """Something a person should know: counted, logged (not faster than a log can bear), shown in the status.

        `about`: source and text in fields, for a page that says them in any language; `words` are somebody else's.
        """
        text, key = printable(text)[:LONGEST_TEXT], (trouble.code, printable(source))
        before = self._troubles.pop(key, None)
        times = before.times + 1 if before else 1
        last = datetime.now(UTC).isoformat(timespec="seconds")
        self._troubles[key] = KnownTrouble(text, times, last, {name: _plain(of) for name, of in about.items()})
        if len(self._troubles) > MOST_TROUBLES:
            oldest = next(iter(self._troubles))
            del self._troubles[oldest]
            self._logged.pop(oldest, None)
        if now - self._logged.get(key, -LOGGED_AGAIN_AFTER) >= LOGGED_AGAIN_AFTER:
            self._logged[key] = now
            log.warning(trouble.code, source=source, text=text, times=times)

    def troubles(self) -> tuple[wire.TroubleTold, ...]:
        """The latest first."""
        rows = reversed(list(self._troubles.items()))
        return tuple(
            wire.TroubleTold(
                code=code, text=f"{source}: {one.text}"[:300], times=one.times, last=one.last, about=one.about
            )
            for (code, source), one in rows
        )


def _plain(value: object) -> object:
    return printable(value)[:LONGEST_TEXT] if isinstance(value, str) else value
