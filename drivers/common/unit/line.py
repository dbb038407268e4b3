"""A session on its port: opened, and opened again with a growing pause for as long as it takes.

Driver and tools turn the same line; whoever turns it says what the time is, and decides how to wait.
"""

import os
import select
import time
from collections.abc import Callable

from serial import PARITY_NONE

from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message, cut
from drivers.common.serial.link import Link
from drivers.common.serial.port import BAUD, NoPort, OpenPort, Port, PortName
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.common.unit.words import Words

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0


class SerialLine:
    """One unit at one port."""

    def __init__(
        self,
        name: PortName,
        expected: ExpectedUnit,
        words: Words,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        self._open_port = open_port
        self.statistics = Statistics()
        self.link = Link(self.statistics, words.vocabulary, seq=os.urandom(1)[0])
        self.session = UnitSession(self.link, name.text, expected, words)
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
        return self.session.deadline() if self._port else self._open_at

    def turn(self) -> list[Message]:
        """Read, think, write, reopen: whatever is due now. Returns what there is to tell."""
        now = self._now()
        try:
            if self._port is None and now >= self._open_at:
                self._open(now)
            if self._port is not None:
                self._converse(self._port)
        except NoPort as error:
            self._down(LinkDown(port=self._name.text, why="port", text=cut(str(error))))
        said, self.session.said = self.session.said, []
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

    def _open(self, now: float) -> None:
        self._port = self._open_port(self._name, BAUD, PARITY_NONE)
        self.session.opened(now)

    def _converse(self, port: Port) -> None:
        now = self._now()
        self.session.due(now)
        down = self.session.handle(self.link.due(now), now)
        data = port.read() if down is None else b""
        if data:
            down = self.session.handle(self.link.feed(data, now), now)
        if down is not None:
            self._down(down)
            return
        if output := self.link.take_output():
            port.write(output)
        if self.session.up:
            self._pause = FIRST_PAUSE

    def _down(self, why: LinkDown) -> None:
        self.close()
        self.session.lost(why)
        self.statistics.reopens += 1
        self._open_at = self._now() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
