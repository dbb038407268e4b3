"""An emulated ticket printer at a real pty, with a raw host at the other end and a simulated clock: no test waits."""

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.drivers.printer.emulator.client import (
    ACK,
    AT_MOST,
    HELLO,
    PRINT,
    PRINTED,
    REPORTS,
    RESULT,
    STATUS,
    TEXT,
    TEXTS,
    Heard,
    Port,
    Wish,
    frame,
    id_of,
    parsed,
    text,
)
from tools.emulators.common.cable import Cable
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.orders import follow
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import REAL
from tools.emulators.printer.unit import Unit

LONGEST = 200.0
LONGEST_STEP = 0.5
SERIAL = 3001


class Bench:
    """The unit, the line and a host that acknowledges what it hears unless told otherwise."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.papers = folder / "papers"
        self.now = 100.0
        self.unit = Unit(Shelf(folder / "memory"), Tray(self.papers), REAL, self.now, SERIAL, "TICKET-P", Random(seed))
        self.unit.trouble.chance = Random(seed)
        self._cable = Cable(folder / "unit")
        self._port = Port(folder / "unit")
        self.heard: list[Heard] = []
        self.raw = b""
        self.not_understood: list[bytes] = []
        self.acknowledges = True
        self.version = 1
        self._seq = 0
        self._rest = b""

    def close(self) -> None:
        """Both ends of the line."""
        self._port.close()
        self._cable.unplug()

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
        said = self.unit.tick(self.now)
        self._cable.write(said)
        data = self._port.exactly(len(said))
        self.raw += data
        *stuffed, self._rest = (self._rest + data).split(b"\0")
        for one in stuffed:
            self._take(one)

    def _take(self, stuffed: bytes) -> None:
        heard = parsed(stuffed, self.now, self.version)
        if heard is None:
            self.not_understood.append(stuffed)
            return
        self.heard.append(heard)
        if self.acknowledges and heard.kind in REPORTS:
            self.send(ACK, bytes([heard.kind, heard.seq]))

    # ---- what the host does -----------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Bytes to the unit, through the pty."""
        self._port.write(data)
        came = b""
        while len(came) < len(data):
            assert select.select([self._cable], [], [], AT_MOST)[0]
            came += self._cable.read()
        self.unit.hear(came, self.now)

    def send(self, kind: int, payload: bytes = b"") -> int:
        """A request; its number."""
        self._seq = (self._seq + 1) & 0xFF
        self.write(frame(kind, self._seq, payload))
        return self._seq

    def ask(self, kind: int, payload: bytes = b"", patience: float = 0.05) -> Heard | None:
        """The reply to a request, if one comes in time."""
        asked, seq = self.now, self.send(kind, payload)
        self.listen()
        while not (found := [one for one in self.replies(kind, seq) if one.at >= asked]):
            if self.now >= asked + patience:
                return None
            self.step(asked + patience)
        return found[0]

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

    # ---- what is asked again and again ------------------------------------------------------------------------------

    def greet(self) -> None:
        """HELLO and the texts, as the document wants it, once the unit is up."""
        self.until(lambda: self.status("state") != 0, "the end of booting")
        self.answer(HELLO)
        for slot, words in enumerate(TEXTS):
            assert self.answer(TEXT, text(slot, words))["verdict"] == 0

    def status(self, field: str) -> int:
        return int(self.answer(STATUS)[field])

    def verdict(self, wish: Wish) -> int:
        reply = self.answer(PRINT, wish.payload())
        assert reply["job"] == wish.job
        return int(reply["verdict"])

    def result(self, job: int) -> tuple[int, int]:
        """Outcome and taken, as RESULT tells them."""
        reply = self.answer(RESULT, id_of(job))
        assert reply["job"] == job
        return reply["outcome"], reply["taken"]

    def printed(self, job: int) -> list[tuple[int, int]]:
        """The same, as PRINTED told them."""
        return [(heard["outcome"], heard["taken"]) for heard in self.reports(PRINTED) if heard["job"] == job]

    def print(self, wish: Wish) -> tuple[int, int]:
        """One job to its end."""
        assert self.verdict(wish) == 0
        return self.end(wish.job)

    def end(self, job: int) -> tuple[int, int]:
        """What PRINTED says of a job under way, as soon as it does."""
        self.until(lambda: self.printed(job), f"PRINTED of {job}")
        return self.printed(job)[0]

    def take(self) -> None:
        """Somebody takes the paper, and the unit says so."""
        self.order("take")
        self.listen()

    def back(self) -> None:
        """Power is back after a cut, and the host has greeted the unit again."""
        self.until(lambda: self.unit.is_dead(self.now), "the power cut")
        self.until(lambda: not self.unit.is_dead(self.now), "power")
        self.greet()

    def pictures(self) -> list[Path]:
        return sorted(self.papers.glob("*.svg"))

    def lines(self) -> list[dict[str, str]]:
        """What the list of papers says, field by field."""
        file = self.papers / "prints.txt"
        found = file.read_text().splitlines() if file.exists() else []
        return [dict(word.split("=", 1) for word in line.split()[1:]) for line in found]


@contextmanager
def at_a_pty(folder: Path, seed: int = 1) -> Iterator[Bench]:
    """A printer that has just been switched on."""
    bench = Bench(folder, seed)
    try:
        yield bench
    finally:
        bench.close()
