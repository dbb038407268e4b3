"""A session on its port: opened, and opened again with a growing pause for as long as it takes.

Driver and tools turn the same line; whoever turns it says what the time is, and decides how to wait.
"""

import os
import time
from collections.abc import Callable

from serial import PARITY_NONE

from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message, cut
from drivers.common.serial.link import Link
from drivers.common.serial.port import BAUD, NoPort, OpenPort, Port, PortName
from drivers.common.serial.reopened import ReopenedPort
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.common.unit.words import Words


class SerialLine(ReopenedPort):
    """One unit at one port."""

    def __init__(
        self,
        name: PortName,
        expected: ExpectedUnit,
        words: Words,
        now: Callable[[], float] = time.monotonic,
        open_port: OpenPort = Port,
    ) -> None:
        super().__init__(name, now, open_port)
        self.statistics = Statistics()
        self.link = Link(self.statistics, words.vocabulary, seq=os.urandom(1)[0])
        self.session = UnitSession(self.link, name.text, expected, words)

    def _next(self) -> float:
        return self.session.deadline()

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
            self._is_well()

    def _down(self, why: LinkDown) -> None:
        self._open_later()
        self.session.lost(why)
        self.statistics.reopens += 1
