"""An acceptor on its port: opened, and opened again with a growing pause for as long as it takes.

Whoever turns the line decides how to wait.
"""

import time
from collections.abc import Callable

from drivers.cash.acceptor import Acceptor, Lost, Ready, Told
from drivers.common.serial.port import NoPort, OpenPort, Port, PortName
from drivers.common.serial.reopened import ReopenedPort


class AcceptorLine(ReopenedPort):
    """One acceptor at one port."""

    def __init__(
        self,
        name: PortName,
        acceptor: Acceptor,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        super().__init__(name, now, open_port)
        self.acceptor = acceptor

    def _next(self) -> float:
        return self.acceptor.deadline()

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
            self._open_later()
        said = self.acceptor.take_said()
        if any(isinstance(told, Ready) for told in said):
            self._is_well()
        if self._port is not None and any(isinstance(told, Lost) for told in said):
            self._open_later()
        return said

    def _converse(self, port: Port) -> None:
        if data := port.read():
            self.acceptor.feed(data, self._now())
        self.acceptor.due(self._now())
        if output := self.acceptor.take_output():
            port.write(output)
