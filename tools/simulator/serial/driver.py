"""A driver's process, from its start to its death: what is shipped is inside, port and process of it are played.

Whoever kills it takes all its memory along.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import TypeAdapter

from controller.protocol.message import Message, WhoIsThere, decode, encode
from controller.server.loop.ports import Who
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.serial.alarm import Alarm

HEALTH_EVERY = 1000


class PlayedDriver(ABC):
    """Its connection to the controller, and that it can be killed and stopped."""

    def __init__(self, role: str, told: TypeAdapter[Any], agenda: Agenda, network: Network) -> None:
        self._agenda, self._network, self._is_told = agenda, network, told
        self._connection = network.connect(Who(f"local {role}", role), self._hear)
        self._announced: object = None
        self.alive, self.frozen = True, False
        self._missed: list[Callable[[], None]] = []
        self._alarm = Alarm(agenda, self._turn)
        agenda.after(1, self._turn)
        agenda.after(5, self._beat)

    @property
    def _now(self) -> float:
        return self._agenda.time / 1000

    # ---- what is inside ----

    @abstractmethod
    def _told(self, message: Any) -> None:
        """What the controller wants."""

    @abstractmethod
    def _due(self) -> Iterator[Message]:
        """Do what is due; what is to be said of it."""

    @abstractmethod
    def _deadline(self) -> float:
        """When there is next something to do."""

    @abstractmethod
    def _here(self) -> Iterator[Message]:
        """The first things that a controller hears of us."""

    @abstractmethod
    def _health(self) -> Message:
        """How the line is, said each second."""

    @abstractmethod
    def _leave(self) -> None:
        """The port is closed by the kernel."""

    # ---- the process ----

    def die(self) -> None:
        """Killed: no word, and nothing is remembered."""
        self.alive = False
        self._network.close(self._connection)
        self._leave()

    def freeze(self, milliseconds: int) -> None:
        """Stopped for so long; what comes in meanwhile waits."""
        self.frozen = True
        self._agenda.after(milliseconds, self._thaw)

    def _thaw(self) -> None:
        """Goes on as if nothing had been."""
        if not self.alive:
            return
        self.frozen = False
        missed, self._missed = self._missed, []
        for act in missed:
            act()
        self._turn()

    def _turn(self) -> None:
        """Whatever is due: asked again, written, said."""
        if self.frozen or not self.alive:
            return
        for message in self._due():
            self._say(message)
        self._alarm.set(self._deadline())

    def _beat(self) -> None:
        if not self.alive:
            return
        if not self.frozen:
            self._say(self._health())
        self._agenda.after(HEALTH_EVERY, self._beat)

    # ---- the controller ----

    def _hear(self, data: bytes) -> None:
        if self.frozen:
            self._missed.append(lambda: self._hear(data))
            return
        message = decode(self._is_told, data)
        if isinstance(message, WhoIsThere):
            self._announced = None
            self._announce()
        else:
            self._told(message)
        self._turn()

    def _announce(self) -> None:
        """Each time the connection is a new one."""
        if self._announced == self._connection.peer or not self._network.up:
            return
        self._announced = self._connection.peer
        for message in self._here():
            self._connection.say(encode(message))

    def _say(self, message: Message) -> None:
        self._announce()
        self._connection.say(encode(message))
