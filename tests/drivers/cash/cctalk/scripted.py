"""A ccTalk acceptor of a few lines, and a host on one simulated wire and clock: what it does is said by the test.

It shares nothing with the driver's codec: frames and sums are made here by hand.
"""

from collections.abc import Callable
from typing import TypeVar

from drivers.cash.acceptor import Enable, Lost, Mark, Order, Ready, Told
from drivers.cash.cctalk.codec import Checksum
from drivers.cash.cctalk.session import CcTalkAcceptor
from drivers.cash.cctalk.setup import Expected

NOTES = (100, 200, 500, 1000, 2000)
SERIAL, PRODUCT = 70_001, "BV-TEST"
STICKS = (0, 6)
LONGEST = 60.0
WIRE, PAUSE = 0.02, 0.25
"""Seconds that question and answer take, and before a lost line is opened again."""

Kind = TypeVar("Kind", bound=Told)


def crc_of(data: bytes) -> int:
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def framed(to: int, header: int, data: bytes = b"", *, crc: bool = False, source: int = 40) -> bytes:
    if crc:
        check = crc_of(bytes((to, len(data), header)) + data)
        return bytes((to, len(data), check & 0xFF, header)) + data + bytes((check >> 8,))
    body = bytes((to, len(data), source, header)) + data
    return body + bytes((256 - sum(body) % 256 & 0xFF,))


class Unit:
    """The acceptor: one note after the other, each where it was ordered."""

    def __init__(self, *, crc: bool = False) -> None:
        self.crc = crc
        self.serial, self.product, self.category = SERIAL, PRODUCT, b"Bill Validator"
        self.country, self.scaling = b"US", bytes((100, 0, 2))
        self.notes = [1, 2, 5, 10, 20]
        self.ticket = b""
        self.escrow: int | None = None
        self.box: list[int] = []
        self.back: list[int] = []
        self.stacks_at_once = True
        self.refuses_modes = self.refuses_routes = False
        self.self_check = 0
        self.heard: list[tuple[int, bytes]] = []
        self.boots()

    def boots(self) -> None:
        self.counter, self.events = 0, [(0, 0)] * 5
        self.inhibits, self.master, self.mode = 0, 0, 0
        self.escrow = None

    def tells(self, first: int, second: int) -> None:
        self.counter = self.counter % 255 + 1
        self.events = [(first, second), *self.events[:4]]

    def note(self, type: int) -> None:
        """A note is put in, and comes as far as it is let."""
        if self.master and self.inhibits >> type - 1 & 1:
            self.escrow = type
            self.tells(type, 1)
        else:
            self.back.append(type)
            self.tells(0, 4)

    def finish(self) -> None:
        """The paper that was to be stacked is."""
        assert self.escrow is not None
        self.box.append(self.escrow)
        self.tells(self.escrow, 0)
        self.escrow = None

    def hear(self, sent: bytes) -> bytes | None:
        """The answer to one frame, if there is one."""
        header, data = sent[3], sent[4:-1]
        assert sent == framed(40, header, data, crc=self.crc, source=1), "the host's frame is sound"
        self.heard.append((header, data))
        answer = self._answer(header, data)
        return None if answer is None else framed(1, 0, answer, crc=self.crc)

    def _answer(self, header: int, data: bytes) -> bytes | None:
        told: dict[int, Callable[[], bytes]] = {
            242: lambda: self.serial.to_bytes(3, "little"),
            245: lambda: self.category,
            244: lambda: self.product.encode(),
            157: lambda: self._bill(data[0]),
            156: lambda: self.scaling if data == self.country else bytes(3),
            152: lambda: bytes((self.mode,)),
            230: lambda: self.inhibits.to_bytes(2, "little"),
            227: lambda: bytes((self.master,)),
            159: lambda: bytes((self.counter, *(number for event in self.events for number in event))),
            129: lambda: self.ticket,
            232: lambda: bytes((self.self_check,)),
            154: lambda: self._route(data[0]),
        }
        if header in told:
            return told[header]()
        if header == 153:
            self.mode = 0 if self.refuses_modes else data[0]
        elif header == 231:
            self.inhibits = int.from_bytes(data, "little")
        elif header == 228:
            self.master = data[0]
        else:
            return None
        return b""

    def _bill(self, type: int) -> bytes:
        value = self.notes[type - 1] if type <= len(self.notes) else 0
        return self.country + b"%04dA" % value if value else b"......."

    def _route(self, where: int) -> bytes:
        if self.refuses_routes:
            return b"\xff"
        if where == 255:
            return b""
        if self.escrow is None:
            return b"\xfe"
        if where == 0:
            self.back.append(self.escrow)
            self.escrow = None
            self.tells(0, 1)
        elif self.stacks_at_once:
            self.finish()
        return b""


def expected(**more: object) -> Expected:
    """What the settings say of the unit above."""
    ours = Expected(serial=SERIAL, product=PRODUCT, country="US", notes=NOTES)
    return Expected(**{name: getattr(ours, name) for name in ours.__slots__} | more)


class Bench:
    """Host, wire and unit. A test says which of the host's questions are lost, and the answers to which."""

    def __init__(self, unit: Unit | None = None, wanted: Expected | None = None, mark: Mark | None = None) -> None:
        self.unit = unit or Unit()
        self.wanted = wanted or expected(checksum=Checksum.CRC if self.unit.crc else Checksum.SIMPLE)
        self.now = 100.0
        self.exchanges = 0
        self.lost_questions: set[int] = set()
        self.lost_answers: set[int] = set()
        self.connected = True
        self.wire = WIRE
        self.echoes = True
        self.polls: list[float] = []
        self.said: list[Told] = []
        self.start(mark)

    def start(self, mark: Mark | None) -> None:
        """A host that knows nothing but the mark."""
        self.host = CcTalkAcceptor(self.wanted, mark)
        self.host.opened(self.now)

    def tell(self, order: Order) -> None:
        self.host.told(order, self.now)

    def turn(self) -> list[Told]:
        """One question and its answer, or a moment without."""
        if sent := self.host.take_output():
            self._exchange(sent)
        else:
            self.now = max(self.now, min(self.host.deadline(), self.now + 0.05))
        self.host.due(self.now)
        said = self.host.take_said()
        self.said += said
        if any(isinstance(told, Lost) for told in said):
            self.now += PAUSE
            self.host.opened(self.now)
        return said

    def _exchange(self, sent: bytes) -> None:
        number, self.exchanges = self.exchanges, self.exchanges + 1
        if sent[3] == 159:
            self.polls.append(self.now)
        back = sent if self.echoes else b""
        if self.connected and number not in self.lost_questions:
            answer = self.unit.hear(sent)
            back += answer if answer is not None and number not in self.lost_answers else b""
        self.now += self.wire
        self.host.feed(back, self.now)

    def hears(self, kind: type[Kind], *, since: int = 0) -> Kind:
        """The first of this kind that is told after so many others."""
        end = self.now + LONGEST
        while True:
            for told in self.said[since:]:
                if isinstance(told, kind):
                    return told
            assert self.now < end, f"no {kind.__name__}; told {self.said[-6:]}"
            self.turn()

    def passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.turn()

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [told for told in self.said if isinstance(told, kind)]

    def ready(self, *values: int, tickets: bool = False) -> None:
        """Set up, with these notes let in."""
        since = len(self.said)
        self.hears(Ready, since=since)
        self.tell(Enable(frozenset(values or NOTES), tickets))
        self.passes(0.5)
