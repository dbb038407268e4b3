"""The driver of a unit: the shipped link and session."""

from collections.abc import Iterator
from typing import Protocol

from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message
from drivers.common.serial.link import Link
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from tools.emulators.common.reports import FOREVER
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.dome.kind import UnitKind
from tools.simulator.serial.driver import PlayedDriver

PORT = "/dev/simulated"
REOPEN = 250


class Port(Protocol):
    """Where the unit is plugged in."""

    cable_in: bool

    def to_unit(self, data: bytes) -> None:
        """Bytes of the driver, on their way."""

    def host_left(self) -> None:
        """Nobody has the port open any more."""


class Driver(PlayedDriver):
    """Of one unit."""

    def __init__(self, kind: UnitKind, port: Port, agenda: Agenda, network: Network, seq: int) -> None:
        self._words, self._port = kind.words, port
        self.link = Link(Statistics(), kind.words.vocabulary, seq)
        self.session = UnitSession(self.link, PORT, ExpectedUnit(), kind.words)
        self._is_open = False
        super().__init__(kind.name, kind.told, agenda, network)
        agenda.after(1, self.open)

    def open(self) -> None:
        """Open the port, if the cable is in."""
        if not self.alive:
            return
        if not self._port.cable_in:
            self._lose(LinkDown(port=PORT, why="port", text="no such device"))
            return
        self._is_open = True
        self.session.opened(self._now)
        self._turn()

    def feed(self, data: bytes) -> None:
        """Bytes from the unit."""
        if not self.alive or not self._is_open:
            return
        if self.frozen:
            self._missed.append(lambda: self.feed(data))
            return
        self._down(self.session.handle(self.link.feed(data, self._now), self._now))
        self._turn()

    def cable_pulled(self) -> None:
        """The port has gone from under us."""
        if self.alive and self._is_open and not self.frozen:
            self._lose(LinkDown(port=PORT, why="port", text="the port has gone"))
            self._turn()

    def _down(self, down: LinkDown | None) -> None:
        if down is not None:
            self._lose(down)

    def _lose(self, why: LinkDown) -> None:
        self._is_open = False
        self.session.lost(why)
        self._leave()
        self._agenda.after(REOPEN, self.open)

    # ---- the process ----

    def _told(self, message: Message) -> None:
        self.session.told(message, self._now)

    def _due(self) -> Iterator[Message]:
        if self._is_open:
            self.session.due(self._now)
            self._down(self.session.handle(self.link.due(self._now), self._now))
        if self._is_open and (output := self.link.take_output()):
            self._port.to_unit(output)
        said, self.session.said = self.session.said, []
        yield from said

    def _deadline(self) -> float:
        return self.session.deadline() if self._is_open else FOREVER

    def _here(self) -> Iterator[Message]:
        yield self._words.here(PORT, emulated=True)
        standing = self.session.standing()
        if standing is not None:
            yield standing

    def _health(self) -> Message:
        return self.link.statistics.health(self.session.unit)

    def _leave(self) -> None:
        self._port.host_left()
