"""A port that is opened, and opened again with a growing pause for as long as it takes.

Whoever turns it says what the time is, and decides how to wait.
"""

import select
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from drivers.common.serial.port import OpenPort, Port, PortName

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0


class ReopenedPort(ABC):
    """One port, and when it is to be opened again."""

    def __init__(self, name: PortName, now: Callable[[], float] = time.monotonic, open_port: OpenPort = Port) -> None:
        self._open_port = open_port
        self._name = name
        self._now = now
        self._port: Port | None = None
        self._open_at = now()
        self._pause = FIRST_PAUSE

    def fileno(self) -> int | None:
        """What to wait on, while the port is open."""
        return self._port.fileno() if self._port else None

    def deadline(self) -> float:
        """When to `turn` at the latest, on the clock given."""
        return self._next() if self._port else self._open_at

    @abstractmethod
    def _next(self) -> float:
        """When there is something to do, with the port open."""

    def wait(self, at_most: float) -> None:
        """Until there is something to read or to do, for tools that wait for nothing else."""
        pause = max(0.0, min(self.deadline() - self._now(), at_most))
        number = self.fileno()
        select.select([number] if number is not None else [], [], [], pause)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _is_well(self) -> None:
        """It is spoken to: the next pause is a short one again."""
        self._pause = FIRST_PAUSE

    def _open_later(self) -> None:
        """Closed, and opened again after a pause that grows each time."""
        self.close()
        self._open_at = self._now() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
