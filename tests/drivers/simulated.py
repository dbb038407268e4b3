"""A driver's mind and an emulated unit on one simulated line and clock: hours of plays in seconds, any byte cut.

The host side is the real `UnitSession` and `Link`, the unit side a real emulated one; only port, process and clock are
played. Whoever kills the host here takes all its memory with it, as `kill -9` does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message
from drivers.common.serial.link import Link
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.common.unit.words import Words

TICK = 0.005
REOPEN = 0.25
TOLD_EVERY = 1.0
LONGEST = 120.0


@dataclass
class Host:
    """A driver process: alive until it is killed."""

    session: UnitSession
    link: Link
    reopen_at: float = 0.0
    opened: bool = False


class Emulated(Protocol):
    """What an emulated unit is to its line."""

    def hear(self, data: bytes, now: float) -> None: ...

    def tick(self, now: float) -> bytes: ...

    def host_left(self) -> None: ...

    def cut_power(self, seconds: float, now: float) -> None: ...


Kind = TypeVar("Kind", bound=Message)
START = 1.0


class SerialLine:
    """A host and a unit, whatever unit it is."""

    def __init__(self, end: Emulated, words: Words) -> None:
        self.end, self.words = end, words
        self.now = START
        self.said: list[Message] = []
        self.bytes_moved = 0
        self.at_byte: tuple[int, Callable[[SerialLine], None]] | None = None
        self.cable_in = True
        self.told_at = 0.0
        self.wish: Message | None = None
        self.host = self.new_host()

    # ---- what happens to them ---------------------------------------------------------------------------------------

    def new_host(self) -> Host:
        link = Link(Statistics(), self.words.vocabulary, seq=int(self.now * 1000) % 256)
        return Host(UnitSession(link, "/dev/simulated", ExpectedUnit(), self.words), link, reopen_at=self.now)

    def kill_driver(self) -> None:
        self.host = self.new_host()
        self.end.host_left()
        self.told_at = 0.0  # the controller sees a new driver and tells it

    def reboot_unit(self) -> None:
        self.end.cut_power(0.05, self.now)

    def pull_cable(self) -> None:
        self.cable_in = False

    # ---- time -------------------------------------------------------------------------------------------------------

    def run_until(self, done: Callable[[], bool], longest: float = LONGEST) -> None:
        end = self.now + longest
        while not done():
            assert self.now < end, f"nothing came of it within {longest} simulated seconds; said: {self.said[-8:]}"
            self.step()

    def run_for(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.step()

    def step(self) -> None:
        self.now += TICK
        if self.wish is not None and self.now - self.told_at >= TOLD_EVERY:
            self.told_at = self.now
            self.host.session.told(self.wish, self.now)
        self._turn_host()
        self._to_unit(self.host.link.take_output())
        self._to_host(self.end.tick(self.now))
        self.said += self.host.session.said
        self.host.session.said = []

    def _turn_host(self) -> None:
        host = self.host
        if not host.opened and self.now >= host.reopen_at:
            host.opened = True
            host.session.opened(self.now)
        if host.opened:
            host.session.due(self.now)
            self._down(host.session.handle(host.link.due(self.now), self.now))

    def _to_unit(self, data: bytes) -> None:
        for byte in data:
            if self._moved():
                self.end.hear(bytes((byte,)), self.now)

    def _to_host(self, data: bytes) -> None:
        host = self.host
        for byte in data:
            if self._moved() and self.host is host and host.opened:
                self._down(host.session.handle(host.link.feed(bytes((byte,)), self.now), self.now))

    def _down(self, down: LinkDown | None) -> None:
        if down is not None:
            self.host.session.lost(down)
            self.host.opened, self.host.reopen_at = False, self.now + REOPEN
            self.end.host_left()
            self.cable_in = True  # somebody plugs it in again meanwhile

    def _moved(self) -> bool:
        """Count a byte; the one that was waited for changes the world before it arrives."""
        if not self.cable_in:
            return False
        self.bytes_moved += 1
        if self.at_byte is not None and self.bytes_moved >= self.at_byte[0]:
            act, self.at_byte = self.at_byte[1], None
            act(self)
            return False
        return True

    def of(self, kind: type[Kind]) -> list[Kind]:
        """What was said of this kind."""
        return [said for said in self.said if isinstance(said, kind)]


DISASTERS: dict[str, Callable[[SerialLine], None]] = {
    "driver killed": SerialLine.kill_driver,
    "unit rebooted": SerialLine.reboot_unit,
    "cable pulled": SerialLine.pull_cable,
}
