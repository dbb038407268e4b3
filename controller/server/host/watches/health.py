"""Looks now and then how the PC is, and tells a person what is wrong with it; play goes on.

A thread reads, one look at a time: a sensor that hangs keeps no player waiting.
"""

import threading
import time
from pathlib import Path

from controller.health import sensors, tools
from controller.health.measures import MEASURES, MeasuredValue
from controller.protocol.status import MOST_READINGS, HealthReading
from controller.server.loop.hub import Hub

EVERY_MS = 10_000
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")


class HealthWatch:
    """Tells each trouble when it comes, and again when it has been gone."""

    def __init__(self, told: Path, sys: Path = sensors.SYS, synchronised: Path = SYNCHRONISED) -> None:
        self._told, self._sys, self._synchronised = told, sys, synchronised
        self._next = 0
        self._thread: threading.Thread | None = None
        self._found: list[MeasuredValue] | None = None
        self._before: dict[tuple[str, str], float] = {}
        self._wrong: set[tuple[str, str]] = set()

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        found, self._found = self._found, None
        if found is not None:
            self._tell(hub, found)
        is_reading = self._thread is not None and self._thread.is_alive()
        if hub.now >= self._next and not is_reading:
            self._next = hub.now + EVERY_MS
            self._thread = threading.Thread(target=self._read, daemon=True)
            self._thread.start()

    def close(self) -> None:
        """The process ends; what hangs is not waited for."""
        if self._thread is not None:
            self._thread.join(1.0)

    def _read(self) -> None:
        found = [*sensors.readings(self._sys), *tools.readings(self._told, time.time())]
        if not any(reading.measure == "clock_synchronised" for reading in found):
            found += tools.timesyncd(self._synchronised)
        self._found = found[:MOST_READINGS]

    def _tell(self, hub: Hub, found: list[MeasuredValue]) -> None:
        wrong = {(one.measure, one.of): one for one in found if one.is_wrong(self._before.get((one.measure, one.of)))}
        for key in wrong.keys() - self._wrong:
            one, row = wrong[key], MEASURES[key[0]]
            about = {"measure": one.measure, "of": one.of, "value": float(one.value)}
            hub.counters.trouble(row.trouble, f"{one.measure} {one.of}", f"{one.value:g}: {row.says}", hub.now, **about)
        self._wrong = set(wrong)
        self._before = {(one.measure, one.of): one.value for one in found}
        hub.counters.health = tuple(
            HealthReading(measure=one.measure, of=one.of[:60], value=float(one.value), wrong=key in wrong)
            for one in found
            for key in [(one.measure, one.of)]
        )
