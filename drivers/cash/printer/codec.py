"""Frames ⇄ what the ticket printer says and is told: the messages of its interface document that other units have not.

The frame itself and what every unit says are `drivers.common.serial`. Nothing is judged here but the length.
"""

import struct
from dataclasses import dataclass
from typing import Self

from drivers.common.serial.messages import (
    REPLY,
    BootReport,
    FaultReport,
    Found,
    OfPlay,
    Result,
    Spoken,
    Start,
    StartVerdict,
    StatusReply,
    Vocabulary,
)

LONGEST_TEXT = 48
"""Bytes of UTF-8."""


# ---- requests, host → printer --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text(Spoken):
    """What stands on every ticket. The only message without a length of its own."""

    type = 0x0B
    slot: int
    text: bytes

    def packed(self) -> bytes:
        return bytes((self.slot,)) + self.text

    @classmethod
    def unpacked(cls, payload: bytes) -> Self | None:
        return cls(payload[0], payload[1:]) if 1 <= len(payload) <= 1 + LONGEST_TEXT else None


@dataclass(frozen=True, slots=True)
class Print(Start):
    type = 0x0C
    layout = struct.Struct(">QBQB2s9sIhHIB")
    template: int
    amount: int
    exponent: int
    language: bytes
    number: bytes  # 18 digits, BCD
    time: int
    zone: int  # minutes
    days: int
    sequence: int
    flags: int

    @property
    def nonce_sent(self) -> bytes:
        """The same job is the same bytes, all of them."""
        return self.packed()


# ---- replies, printer → host ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrinterStatusNow(StatusReply):
    layout = struct.Struct(">BHBBQII")
    paper: int
    bezel: int
    last: int  # job
    plays: int  # printed
    link_errors: int

    @property
    def last_play(self) -> int:
        return self.last


@dataclass(frozen=True, slots=True)
class TextVerdict(Spoken):
    type = Text.type | REPLY
    layout = struct.Struct(">BB")
    slot: int
    verdict: int


@dataclass(frozen=True, slots=True)
class PrintVerdict(StartVerdict):
    type = Print.type | REPLY


@dataclass(frozen=True, slots=True)
class Paper(Found):
    """What became of a job. It is not signed."""

    layout = struct.Struct(">QBB")
    taken: int

    def tells(self, outcome: int) -> bool:
        """Of a job that is not known or not done the document does not say what `taken` is."""
        return self.outcome == outcome

    @property
    def lasting(self) -> bytes:
        """All but whether the ticket was taken, which comes later."""
        return self.packed()[:-1]


@dataclass(frozen=True, slots=True)
class ResultNow(Paper):
    type = Result.type | REPLY


# ---- reports, printer → host ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed(Paper):
    type = 0xB1


@dataclass(frozen=True, slots=True)
class Faulted(FaultReport):
    type = 0xB2


@dataclass(frozen=True, slots=True)
class PaperLevel(Spoken):
    type = 0xB3
    layout = struct.Struct(">B")
    paper: int


@dataclass(frozen=True, slots=True)
class Booted(BootReport):
    type = 0xB4


@dataclass(frozen=True, slots=True)
class Taken(OfPlay):
    type = 0xB5


VOCABULARY = Vocabulary(
    (Text, Print),
    (PrinterStatusNow, TextVerdict, PrintVerdict, ResultNow),
    (Printed, Faulted, PaperLevel, Booted, Taken),
)
