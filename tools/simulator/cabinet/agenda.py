"""The one clock: what is to happen when, in milliseconds, and nothing happens by itself."""

from collections.abc import Callable
from heapq import heappop, heappush

Act = Callable[[], None]


class Agenda:
    """Acts in the order of their time; those of the same time in the order in which they were put down."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.time = now
        self._acts: list[tuple[int, int, Act]] = []
        self._count = 0

    def now(self) -> int:
        """The time; with this the agenda is the loop's clock."""
        return self.time

    def after(self, milliseconds: int, act: Act) -> None:
        """Let this happen so much later."""
        self._count += 1
        heappush(self._acts, (self.time + milliseconds, self._count, act))

    def next_time(self) -> int:
        """When the next act is due. Somebody's heartbeat always is."""
        return self._acts[0][0]

    def step(self) -> None:
        """Turn the clock to the next act, and let it happen."""
        time, _, act = heappop(self._acts)
        self.time = max(self.time, time)
        act()
