"""The terminal's heartbeat: its numbers, and how long each took to come back. Pure but for the clock it is given."""

import time
from collections import deque
from collections.abc import Callable

from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals.version_1 import LONGEST_ROUND_TRIP_MS
from controller.protocol.terminals.version_2 import Heartbeat, TerminalHealth

WINDOW = 60
"""Heartbeats, one a second: the longest of a minute is told."""
SAID_EVERY = 5
"""Heartbeats: so often the controller is told how long they take."""
MOST_UNDER_WAY = 8
"""Heartbeats that have not come back; of more the oldest is given up."""


class Pulse:
    """Counts and measures."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = 0
        self._sent: dict[int, float] = {}
        self._took: deque[float] = deque(maxlen=WINDOW)

    def beat(self) -> Heartbeat:
        """The next one, now."""
        self._last += 1
        self._sent[self._last] = self._clock()
        if len(self._sent) > MOST_UNDER_WAY:
            del self._sent[next(iter(self._sent))]
        return Heartbeat(n=self._last)

    def came_back(self, heartbeat: wire.Heartbeat) -> None:
        """The controller gave it back. One that we did not send means nothing."""
        sent = self._sent.pop(heartbeat.n, None)
        if sent is not None:
            self._took.append(min(1000 * (self._clock() - sent), LONGEST_ROUND_TRIP_MS))

    def is_time_to_tell(self) -> bool:
        """Every few heartbeats."""
        return self._last % SAID_EVERY == 0

    def health(self) -> TerminalHealth | None:
        """What there is to tell before the next heartbeat, every few of them."""
        if not self.is_time_to_tell() or not self._took:
            return None
        last, worst = round(self._took[-1], 2), round(max(self._took), 2)
        return TerminalHealth(round_trip_ms=last, worst_round_trip_ms=worst, heartbeats=len(self._took))
