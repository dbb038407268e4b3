"""An acceptor on its port: opened, and opened again with a growing pause for as long as it takes.

Whoever turns the line decides how to wait.
"""

import select
import time
from collections.abc import Callable

from drivers.cash.acceptor import Acceptor, Lost, Ready, Told
from drivers.common.serial.port import NoPort, OpenPort, Port, PortName

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0


class AcceptorLine:
    """One acceptor at one port."""

    def __init__(
        self,
        name: PortName,
        acceptor: Acceptor,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        self.acceptor = acceptor
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
        return self.acceptor.deadline() if self._port else self._open_at

    def turn(self) -> list[Told]:
        """Read, think, write, reopen: whatever is due now. Returns what there is to tell."""
        try:
            if self._port is None and self._now() >= self._open_at:
                self._port = self._open_port(self._name, self.acceptor.baud, self.acceptor.parity)
                self.acceptor.opened(self._now())
            if self._port is not None:
                self._converse(self._port)
        except NoPort as error:
            self.acceptor.lost(str(error))
            self._down()
        said = self.acceptor.take_said()
        if any(isinstance(told, Ready) for told in said):
            self._pause = FIRST_PAUSE
        if self._port is not None and any(isinstance(told, Lost) for told in said):
            self._down()
        return said

    def wait(self, at_most: float) -> None:
        """Until there is something to read or to do, for tools that wait for nothing else."""
        pause = max(0.0, min(self.deadline() - self._now(), at_most))
        number = self.fileno()
        select.select([number] if number is not None else [], [], [], pause)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _converse(self, port: Port) -> None:
        if data := port.read():
            self.acceptor.feed(data, self._now())
        self.acceptor.due(self._now())
        if output := self.acceptor.take_output():
            port.write(output)

    def _down(self) -> None:
        self.close()
        self._open_at = self._now() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
