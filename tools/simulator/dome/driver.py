"""The driver of a unit: the shipped link and session; port and process of it are played.

Whoever kills it takes all its memory along. It wakes when there is something to do, and not before.
"""

from collections.abc import Callable
from typing import Protocol

from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message, WhoIsThere, decode, encode
from controller.server.loop.ports import Who
from drivers.common.serial.link import Link
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from tools.emulators.common.reports import FOREVER
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.dome.kind import UnitKind

PORT = "/dev/simulated"
HEALTH_EVERY = 1000
REOPEN = 250


class Port(Protocol):
    """Where the unit is plugged in."""

    cable_in: bool

    def to_unit(self, data: bytes) -> None:
        """Bytes of the driver, on their way."""

    def host_left(self) -> None:
        """Nobody has the port open any more."""


class Driver:
    """A driver process, from its start to its death."""

    def __init__(self, kind: UnitKind, port: Port, agenda: Agenda, network: Network, seq: int) -> None:
        self._kind, self._port, self._agenda = kind, port, agenda
        self.link = Link(Statistics(), kind.words.vocabulary, seq)
        self.session = UnitSession(self.link, PORT, ExpectedUnit(), kind.words)
        self._network = network
        self._connection = network.connect(Who(f"local {kind.name}", kind.name), self._hear)
        self._announced: object = None
        self.alive = True
        self.frozen = False
        self._open = False
        self._missed: list[Callable[[], None]] = []
        self._wake_at = FOREVER
        self._next_health = agenda.time
        agenda.after(1, self.open)
        agenda.after(5, self._beat)

    def die(self) -> None:
        """Killed: no word, and nothing is remembered."""
        self.alive = False
        self._network.close(self._connection)
        self._port.host_left()

    def freeze(self) -> None:
        """Stopped; what comes in meanwhile waits."""
        self.frozen = True

    def thaw(self) -> None:
        """Goes on as if nothing had been."""
        self.frozen = False
        missed, self._missed = self._missed, []
        for act in missed:
            act()
        self._turn()

    @property
    def _now(self) -> float:
        return self._agenda.time / 1000

    def open(self) -> None:
        """Open the port, if the cable is in."""
        if not self.alive:
            return
        if not self._port.cable_in:
            self._lose(LinkDown(port=PORT, why="port", text="no such device"))
            return
        self._open = True
        self.session.opened(self._now)
        self._turn()

    def feed(self, data: bytes) -> None:
        """Bytes from the unit."""
        if not self.alive or not self._open:
            return
        if self.frozen:
            self._missed.append(lambda: self.feed(data))
            return
        self._down(self.session.handle(self.link.feed(data, self._now), self._now))
        self._turn()

    def _hear(self, data: bytes) -> None:
        if self.frozen:
            self._missed.append(lambda: self._hear(data))
            return
        message = decode(self._kind.told, data)
        if isinstance(message, WhoIsThere):
            self._announced = None
            self._announce()
        else:
            self.session.told(message, self._now)
        self._turn()

    def _beat(self) -> None:
        if not self.alive:
            return
        if not self.frozen:
            self._say(self.link.statistics.health(self.session.unit))
        self._agenda.after(HEALTH_EVERY, self._beat)

    def _turn(self) -> None:
        """Whatever is due: asked again, written, said."""
        if self.frozen or not self.alive:
            return
        if self._open:
            self.session.due(self._now)
            self._down(self.session.handle(self.link.due(self._now), self._now))
        if self._open and (output := self.link.take_output()):
            self._port.to_unit(output)
        said, self.session.said = self.session.said, []
        for message in said:
            self._say(message)
        self._sleep()

    def _sleep(self) -> None:
        deadline = self.session.deadline() if self._open else FOREVER
        if deadline == FOREVER or (deadline == self._wake_at and deadline > self._now):
            return
        self._wake_at = deadline
        self._agenda.after(max(1, int(deadline * 1000) + 1 - self._agenda.time), lambda: self._wake(deadline))

    def _wake(self, deadline: float) -> None:
        if self._wake_at == deadline:
            self._wake_at = FOREVER
            self._turn()

    def _down(self, down: LinkDown | None) -> None:
        if down is not None:
            self._lose(down)

    def _lose(self, why: LinkDown) -> None:
        self._open = False
        self.session.lost(why)
        self._port.host_left()
        self._agenda.after(REOPEN, self.open)

    def cable_pulled(self) -> None:
        """The port has gone from under us."""
        if self.alive and self._open and not self.frozen:
            self._lose(LinkDown(port=PORT, why="port", text="the port has gone"))
            self._turn()

    def _announce(self) -> None:
        """The first thing that a controller hears of us, each time the connection is a new one."""
        if self._announced == self._connection.peer or not self._network.up:
            return
        self._announced = self._connection.peer
        self._connection.say(encode(self._kind.words.here(PORT, emulated=True)))
        standing = self.session.standing()
        if standing is not None:
            self._connection.say(encode(standing))

    def _say(self, message: Message) -> None:
        self._announce()
        self._connection.say(encode(message))
