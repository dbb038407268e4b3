"""The driver's mind and the emulated unit on one simulated line and clock: hours of rolls in seconds, any byte cut.

The host side is the real `Session` and `Link`, the unit side the real emulated `Unit`; only port, process and clock
are played. Whoever kills the host here takes all its memory with it, as `kill -9` does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.protocol.devices.authentic import judge
from controller.protocol.devices.dice import (
    Malfunction,
    RollRefused,
    RollReport,
    UnitStatus,
    WantedRoll,
)
from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message
from drivers.common.serial.link import Link
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import Session
from drivers.dice.messages import VOCABULARY
from drivers.dice.words import WORDS
from tools.emulators.dice.dice import DiceBox
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import follow
from tools.emulators.dice.unit import FAST, REAL, Pace, Unit

KEY = bytes(range(16))
TICK = 0.005
REOPEN = 0.25
TOLD_EVERY = 1.0
LONGEST = 120.0


@dataclass
class Host:
    """A driver process: alive until it is killed."""

    session: Session
    link: Link
    reopen_at: float = 0.0
    opened: bool = False


@dataclass
class World:
    pace: Pace = REAL
    seed: int = 1
    now: float = 1.0
    said: list[Message] = field(default_factory=list)
    bytes_moved: int = 0
    at_byte: tuple[int, Callable[["World"], None]] | None = None
    cable_in: bool = True
    told_at: float = 0.0
    wanted: WantedRoll | None = None

    def __post_init__(self) -> None:
        self.unit = Unit(KEY, DiceBox(seed=self.seed), Shelf(None), self.pace, self.now, 1001, "BOXDICE1")
        self.host = self.new_host()

    # ---- what happens to them ---------------------------------------------------------------------------------------

    def new_host(self) -> Host:
        link = Link(Statistics(), VOCABULARY, seq=int(self.now * 1000) % 256)
        return Host(Session(link, "/dev/simulated", ExpectedUnit(), WORDS), link, reopen_at=self.now)

    def kill_driver(self) -> None:
        self.host = self.new_host()
        self.unit.host_left()
        self.told_at = 0.0  # the controller sees a new driver and tells it

    def reboot_unit(self) -> None:
        self.unit.cut_power(0.05, self.now)

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
        if self.wanted is not None and self.now - self.told_at >= TOLD_EVERY:
            self.told_at = self.now
            self.host.session.told(self.wanted, self.now)
        self._turn_host()
        self._to_unit(self.host.link.take_output())
        self._to_host(self.unit.tick(self.now))
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
                self.unit.hear(bytes((byte,)), self.now)

    def _to_host(self, data: bytes) -> None:
        host = self.host
        for byte in data:
            if self._moved() and self.host is host and host.opened:
                self._down(host.session.handle(host.link.feed(bytes((byte,)), self.now), self.now))

    def _down(self, down: LinkDown | None) -> None:
        if down is not None:
            self.host.session.lost(down)
            self.host.opened, self.host.reopen_at = False, self.now + REOPEN
            self.unit.host_left()
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

    # ---- rolls ------------------------------------------------------------------------------------------------------

    def roll(self, roll_id: int) -> RollReport | RollRefused:
        """Want a roll until it has an answer, as the controller does."""
        nonce = roll_id.to_bytes(8, "big")
        fresh = WantedRoll(roll_id=roll_id, nonce=nonce.hex(), duration_ms=1000, strength=100, fresh=True)
        self.host.session.told(fresh, self.now)
        self.wanted, self.told_at = fresh.model_copy(update={"fresh": False}), self.now
        self.run_until(lambda: self.answers(roll_id) != [])
        self.wanted = None
        return self.answers(roll_id)[0]

    def answers(self, roll_id: int) -> list[RollReport | RollRefused]:
        return [said for said in self.said if isinstance(said, RollReport | RollRefused) and said.roll_id == roll_id]

    def check(self, roll_id: int) -> None:
        """One result for this id, the same however often it was told, signed, and the one in the unit's memory."""
        answers = self.answers(roll_id)
        assert answers
        assert all(answer == answers[0] for answer in answers)
        report = answers[0]
        assert isinstance(report, RollReport)
        assert judge(report, roll_id=roll_id, nonce=roll_id.to_bytes(8, "big"), key=KEY) == "authentic"
        kept = self.unit.memory.result(roll_id)
        assert kept is not None
        assert kept.hex() == report.payload + report.mac
        assert [said for said in self.said if isinstance(said, Malfunction)] == []


def of(world: World, kind: type) -> list[object]:
    return [said for said in world.said if isinstance(said, kind)]


def met() -> World:
    world = World(FAST)
    world.run_until(lambda: bool(of(world, UnitStatus)))
    return world


A_ROLL = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)


def malfunctions(world: World) -> list[tuple[str, int]]:
    return [(said.what, said.roll_id) for said in of(world, Malfunction)]  # type: ignore[attr-defined]


def order(world: World, words: str) -> None:
    follow(world.unit, words.split(), world.now)
