"""An emulated wheel unit and a host on one simulated clock: minutes of spins in milliseconds."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.drivers.wheel.reader import ACK, HELLO, KEY, SPIN, SPUN, STATUS, Heard, frame, parsed, spin_payload
from tools.emulators.wheel.fate import Fate, Fates
from tools.emulators.wheel.memory import Shelf
from tools.emulators.wheel.orders import follow
from tools.emulators.wheel.unit import Unit
from tools.emulators.wheel.wheel import REAL, Pace

LONGEST = 200.0
LONGEST_STEP = 0.05


class Bench:
    """The unit, the line and a host that acknowledges what it hears unless told otherwise."""

    def __init__(
        self, seed: int = 1, memory: Path | None = None, pace: Pace = REAL, script: list[Fate] | None = None
    ) -> None:
        self.now = 100.0
        self.unit = Unit(KEY, Fates(seed, script), Shelf(memory), pace, self.now, 2001, "WHEEL-37", Random(seed))
        self.unit.trouble.chance = Random(seed)
        self.heard: list[Heard] = []
        self.raw = b""
        self.not_understood: list[bytes] = []
        self.acknowledges = True
        self.version = 1
        self._seq = 0
        self._rest = b""
        self.wait(1.0)

    # ---- time -------------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        while self.now < end:
            self.step(end)

    def until(self, happened: Callable[[], object], what: str = "it") -> None:
        """Let time pass until something has happened."""
        end = self.now + LONGEST
        while not happened():
            assert self.now < end, f"{what} never happened; heard {self.heard[-6:]}"
            self.step(end)

    def step(self, end: float) -> None:
        """To the next thing that the unit has to do, or a little further."""
        self.now = min(max(self.unit.next_time(), self.now + 0.0005), self.now + LONGEST_STEP, end)
        self.listen()

    def listen(self) -> None:
        """Take in what the unit says now."""
        data = self.unit.tick(self.now)
        self.raw += data
        self._rest += data
        while b"\0" in self._rest:
            stuffed, self._rest = self._rest.split(b"\0", 1)
            self._take(stuffed)

    def _take(self, stuffed: bytes) -> None:
        heard = parsed(stuffed, self.now, self.version)
        if heard is None:
            self.not_understood.append(stuffed)
            return
        self.heard.append(heard)
        if self.acknowledges and heard.kind & 0xE0 == 0xA0:
            self.send(ACK, bytes([heard.kind, heard.seq]))

    # ---- what the host does -----------------------------------------------------------------------------------------

    def send(self, kind: int, payload: bytes = b"") -> int:
        """A request; its number."""
        self._seq = (self._seq + 1) & 0xFF
        self.unit.hear(frame(kind, self._seq, payload), self.now)
        return self._seq

    def ask(self, kind: int, payload: bytes = b"", patience: float = 0.05) -> Heard | None:
        """The reply to a request, if one comes in time."""
        asked, seq = self.now, self.send(kind, payload)
        self.listen()
        while (
            not (found := [one for one in self.replies(kind, seq) if one.at >= asked]) and self.now < asked + patience
        ):
            self.step(asked + patience)
        return found[0] if found else None

    def answer(self, kind: int, payload: bytes = b"", patience: float = 0.05) -> Heard:
        """The reply to a request, which has to come."""
        reply = self.ask(kind, payload, patience)
        assert reply is not None, f"no reply to {kind:#04x}"
        return reply

    def replies(self, kind: int, seq: int) -> list[Heard]:
        return [heard for heard in self.heard if heard.kind == kind | 0x80 and heard.seq == seq]

    def reports(self, kind: int) -> list[Heard]:
        return [heard for heard in self.heard if heard.kind == kind]

    def order(self, words: str) -> None:
        follow(self.unit, words.split(), self.now)

    def start(self, spin_id: int, rotor: int = -18, strength: int = 180, hold: int = 0) -> None:
        """Ask for a spin, which has to be accepted."""
        assert self.answer(SPIN, spin_payload(spin_id, rotor, strength, hold))["verdict"] == 0

    def reach(self, stage: int) -> None:
        """Let the spin under way come to this stage."""
        self.until(lambda: self.unit.wheel.stage() == stage, f"stage {stage}")

    def result(self, spin_id: int) -> Heard:
        """The SPUN of a spin, as soon as it comes."""
        self.until(lambda: self.spun(spin_id), f"SPUN of {spin_id}")
        return self.spun(spin_id)[0]

    def spun(self, spin_id: int) -> list[Heard]:
        return [heard for heard in self.reports(SPUN) if heard["spin_id"] == spin_id]

    def spin(self, spin_id: int, rotor: int = -18) -> Heard:
        """One spin, from the asking to its result."""
        self.start(spin_id, rotor)
        return self.result(spin_id)


def greeted() -> Bench:
    """A unit that has said all it had to say."""
    bench = Bench()
    bench.answer(HELLO)
    bench.wait(0.5)
    bench.heard.clear()
    return bench


def state(bench: Bench) -> int:
    """As STATUS tells it."""
    return int(bench.answer(STATUS)["state"])
