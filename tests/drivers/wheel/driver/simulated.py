"""The wheel driver's mind and the emulated wheel unit on one simulated line and clock."""

from random import Random

from controller.protocol.devices.authentic.spin import judge_spin
from controller.protocol.devices.unit import LinkUp
from controller.protocol.devices.wheel import SpinRefused, SpinReport, WantedSpin, WheelMalfunction, WheelStatus
from drivers.wheel.words import WORDS
from tests.drivers.simulated import START, SerialLine
from tools.emulators.wheel.fate import Fates
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.orders import follow
from tools.emulators.wheel.unit import Unit
from tools.emulators.wheel.wheel import FAST, Pace

KEY = bytes(range(16))


def wish_of(spin_id: int, *, fresh: bool = False, spin: bool = True, hold_ms: int = 0) -> WantedSpin:
    """A spin as it is always wanted: its nonce follows from its id."""
    return WantedSpin(
        spin_id=spin_id, nonce=f"{spin_id:016x}", rotor=-18, launch=180, hold_ms=hold_ms, fresh=fresh, spin=spin
    )


class World(SerialLine):
    """A wheel unit, and who spins it."""

    def __init__(self, pace: Pace = FAST, seed: int = 1) -> None:
        self.unit = Unit(KEY, Fates(seed), Shelf(None), pace, START, 2001, "WHEEL-37", Random(seed))
        self.unit.trouble.chance = Random(seed)
        super().__init__(self.unit, WORDS)

    def tell(self, spin_id: int, *, hold_ms: int = 0) -> None:
        """Want a spin, and go on wanting it."""
        self.host.session.told(wish_of(spin_id, fresh=True, hold_ms=hold_ms), self.now)
        self.wish, self.told_at = wish_of(spin_id, hold_ms=hold_ms), self.now

    def spin(self, spin_id: int) -> SpinReport | SpinRefused:
        """Want a spin until it has an answer, as a controller does."""
        self.tell(spin_id)
        self.run_until(lambda: self.answers(spin_id) != [])
        self.wish = None
        return self.answers(spin_id)[0]

    def report(self, spin_id: int) -> SpinReport:
        """The report of a spin, which has to come."""
        answer = self.spin(spin_id)
        assert isinstance(answer, SpinReport), answer
        return answer

    def answers(self, spin_id: int) -> list[SpinReport | SpinRefused]:
        return [said for said in self.said if isinstance(said, SpinReport | SpinRefused) and said.spin_id == spin_id]

    def check(self, spin_id: int) -> None:
        """One result for this id, the same however often it was told, signed, and the one in the unit's memory."""
        answers = self.answers(spin_id)
        assert answers
        assert all(answer == answers[0] for answer in answers)
        report = answers[0]
        assert isinstance(report, SpinReport)
        assert judge_spin(report, spin_id=spin_id, nonce=spin_id.to_bytes(8, "big"), key=KEY) == "authentic"
        kept = self.unit.wheel.memory.result(spin_id)
        assert kept is not None
        assert kept.hex() == report.payload + report.mac
        assert self.of(WheelMalfunction) == []

    def order(self, words: str) -> None:
        follow(self.unit, words.split(), self.now)

    def names_on_the_line(self) -> list[str]:
        """What the driver has sent since somebody watched, acknowledgements aside."""
        sent = [type(item.what).__name__ for item in self.host.link.traffic or [] if item.sent]
        return [name for name in sent if name not in ("Ack", "Status")]

    def watch(self) -> None:
        self.host.link.traffic = []


def met(pace: Pace = FAST, seed: int = 1) -> World:
    """A world in which driver and unit have met."""
    world = World(pace, seed)
    world.run_until(lambda: world.of(WheelStatus) != [] and world.of(LinkUp) != [])
    world.run_until(lambda: world.of(WheelStatus)[-1].state == "ready")
    return world
