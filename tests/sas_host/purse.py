"""A machine with credits, for transfers: it keeps one purse, the meters of AFT and the last transfer, and nothing else.

Its check sum is worked out in another way than the host's, and its answers are written out byte by byte.
"""

from binascii import crc_hqx
from collections.abc import Sequence

from tests.sas_host.book import BOOK
from tests.sas_host.machines import Answers, Said, WrittenLine, by_book

BOOKED = by_book(BOOK)
CREDITS = 50_000
ALREADY_IN, ALREADY_IN_COUNT = 100_000, 3
BREAK = 0.005


def turned(value: int, bits: int) -> int:
    """The bits in the other order."""
    return int(f"{value:0{bits}b}"[::-1], 2)


def with_sum(words: str) -> bytes:
    """The check sum after them: bit by bit with 0x1021, on bits turned round."""
    data = bytes.fromhex(words)
    return data + turned(crc_hqx(bytes(turned(byte, 8) for byte in data), 0), 16).to_bytes(2, "little")


class Purse:
    """`faults` of it: `twice` moves money again when a poll is repeated, `forgets` says nothing of what it moved."""

    def __init__(self, twice: bool = False, forgets: bool = False) -> None:
        self.credits, self.into, self.out = CREDITS, [0, 0], [0, 0]
        self._twice, self._forgets = twice, forgets
        self._last = "01 72 02 00 ff"
        self._id = b""

    def __call__(self, poll: bytes) -> Said | None:
        match poll[1:2]:
            case b"\x72" if len(poll) > 40 and poll == with_sum(poll[:-2].hex()):
                self._transfer(poll[3:-2])
                return Said(with_sum(self._last))
            case b"\x72" if poll == with_sum("01 72 02 ff 00"):
                return Said(with_sum("01 72 02 00 ff" if self._forgets else self._last))
            case b"\x74" if poll == with_sum("01 74 ff 00 0000"):
                held = f"{self.credits:010d} 0000000000 0000000000"
                return Said(with_sum(f"01 74 23 7b000000 ff 07 00 01 7f {held} 0001000000 00000000 0000"))
            case b"\x6f" if len(poll) > 20 and BOOKED(poll):
                return Said(with_sum(self._meters()))
        return BOOKED(poll)

    def _meters(self) -> str:
        tail = (
            f"a000 05 {ALREADY_IN + self.into[0]:010d} a100 04 {ALREADY_IN_COUNT + self.into[1]:08d}"
            f"b800 05 {self.out[0]:010d} b900 04 {self.out[1]:08d}"
        )
        return f"01 6f 20 0000 {tail}".replace("  ", " ")

    def _transfer(self, body: bytes) -> None:
        kind, cents, size = body[2], int(body[3:8].hex()), body[43]
        name = body[44 : 44 + size]
        if name == self._id and not self._twice:
            self._last = self._told(0x81, kind, cents, name)
            return
        self._id = name
        way, sign = (self.into, 1) if kind == 0 else (self.out, -1)
        way[0] += cents
        way[1] += 1
        self.credits += sign * cents
        self._last = self._told(0, kind, cents, name)

    @staticmethod
    def _told(status: int, kind: int, cents: int, name: bytes) -> str:
        what = f"00 {status:02x} ff {kind:02x} {cents:010d} 0000000000 0000000000 00 7b000000"
        when = "11192026 160000 00000000 0000 00 00 00"
        size = 4 + 15 + 1 + 4 + 1 + len(name) + 4 + 3 + 4 + 2 + 3
        return f"01 72 {size:02x} {what} {len(name):02x} {name.hex()} {when}"


class FramedLine(WrittenLine):
    """A line whose machine frames polls itself: a marked byte begins one, 5 ms without a byte ends it. What was said
    before it was acknowledged it says again, if it `remembers`."""

    def __init__(self, machine: Answers, remembers: bool = True) -> None:
        super().__init__(self._framed)
        self._remembers = remembers
        self._machine, self._poll, self._at = machine, b"", -1.0
        self._said: tuple[bytes, Said | None] = (b"", None)

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        for byte, mark in zip(data, marks, strict=True):
            if not mark and self.now() - self._at > BREAK:
                self._poll = b""
            self._poll = bytes((byte,)) if mark else self._poll + bytes((byte,)) if self._poll else b""
            self._at = self.now()
            if self._poll:
                super().say(self._poll, [True] * len(self._poll))

    def _framed(self, poll: bytes) -> Said | None:
        if poll[0] not in (1, 0x81):
            self._said = (b"", None)
            return None
        if self._remembers and poll == self._said[0]:
            return self._said[1]
        answer = self._machine(poll)
        if answer:
            self._said = (poll, answer)
        return answer

    def reopen(self) -> None:
        super().reopen()
        self._poll = b""
