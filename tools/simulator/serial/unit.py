"""An emulated unit at its end of a line: bytes are under way for a while, and it wakes when it has something to do."""

from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.serial.alarm import Alarm

LINE_MS = 2
MISBEHAVES_FOR = 4000
"""Milliseconds after which a unit told to misbehave is well again."""


class Speaking(Protocol):
    """What all emulated units have."""

    def hear(self, data: bytes, now: float) -> None:
        """Bytes from the host."""

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""

    def next_time(self) -> float:
        """When `tick` next has something to do."""

    def host_left(self) -> None:
        """Nobody has the port open."""

    def cut_power(self, seconds: float, now: float) -> None:
        """Nothing works for so long."""


Unit = TypeVar("Unit", bound=Speaking)


class UnitAtLine(ABC, Generic[Unit]):
    """Unit and cable. Who has put another unit in its place lets it `tick`."""

    unit: Unit

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self._alarm = Alarm(agenda, self.tick)
        self.cable_in = True

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self._agenda.time / 1000

    def to_unit(self, data: bytes) -> None:
        """Bytes of the driver, on their way."""
        unit = self.unit
        if self.cable_in:
            self._agenda.after(LINE_MS, lambda: self._hear(unit, data))

    def _hear(self, unit: Unit, data: bytes) -> None:
        if self.cable_in and unit is self.unit:
            unit.hear(data, self.now)
            self.tick()

    def tick(self) -> None:
        """Let the unit do what is due, and be woken for what comes next."""
        data = self.unit.tick(self.now)
        if data and self.cable_in:
            self._agenda.after(LINE_MS, lambda: self._arrives(data))
        self._alarm.set(max(self.unit.next_time(), self.now + 0.001))

    @abstractmethod
    def _arrives(self, data: bytes) -> None:
        """What the unit has said is at the driver's end."""

    def host_left(self) -> None:
        """What the unit would say is lost until a driver speaks to it."""
        self.unit.host_left()

    def pull_cable(self, milliseconds: int) -> None:
        """For so long nothing comes through."""
        self.cable_in = False
        self._agenda.after(milliseconds, self.plug_in)

    def plug_in(self) -> None:
        """The cable is in again."""
        self.cable_in = True

    def cut_power(self, milliseconds: int) -> None:
        """The unit's own power."""
        self.unit.cut_power(milliseconds / 1000, self.now)
        self.tick()
