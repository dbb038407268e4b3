"""Frames ⇄ what they mean: every message of the interface document, both ways, as one table.

Only the length is checked here, as the document asks; what a sound unit would never say is judged where it matters
(`session`).
"""

import struct
from dataclasses import astuple, dataclass
from typing import ClassVar

from drivers.dice.codec import Dropped, Frame, FrameFault, encode

REPLY = 0x80
ROLL_UNKNOWN = 0xFF
ROLL_UNDER_WAY = 0xFE


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message: its fields are those of its layout, in order."""

    type: ClassVar[int]
    layout: ClassVar[struct.Struct] = struct.Struct("")


# ---- requests, host → unit -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello(Spoken):
    type = 0x01


@dataclass(frozen=True, slots=True)
class Status(Spoken):
    type = 0x02


@dataclass(frozen=True, slots=True)
class Shake(Spoken):
    type = 0x03
    layout = struct.Struct(">QHB8s")
    roll_id: int
    duration_ms: int
    strength: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Result(Spoken):
    type = 0x04
    layout = struct.Struct(">Q")
    roll_id: int


@dataclass(frozen=True, slots=True)
class Abort(Spoken):
    type = 0x05
    layout = struct.Struct(">Q")
    roll_id: int


@dataclass(frozen=True, slots=True)
class Clear(Spoken):
    type = 0x06
    layout = struct.Struct(">H")
    mask: int


@dataclass(frozen=True, slots=True)
class Lamp(Spoken):
    type = 0x07
    layout = struct.Struct(">BBBB")
    red: int
    green: int
    blue: int
    pattern: int


@dataclass(frozen=True, slots=True)
class SelfTest(Spoken):
    type = 0x08


@dataclass(frozen=True, slots=True)
class Ack(Spoken):
    """Host → unit, for every report; never answered."""

    type = 0x10
    layout = struct.Struct(">BB")
    report_type: int
    report_seq: int


# ---- replies, unit → host ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Identity(Spoken):
    type = Hello.type | REPLY
    layout = struct.Struct(">8sIHHI")
    model: bytes
    serial: int
    major: int
    minor: int
    boot_id: int


@dataclass(frozen=True, slots=True)
class StatusNow(Spoken):
    type = Status.type | REPLY
    layout = struct.Struct(">BHBQbII")
    state: int
    faults: int
    lid_open: int
    last_roll: int
    temperature: int
    shakes: int
    link_errors: int


@dataclass(frozen=True, slots=True)
class ShakeVerdict(Spoken):
    type = Shake.type | REPLY
    layout = struct.Struct(">QB")
    roll_id: int
    verdict: int


@dataclass(frozen=True, slots=True)
class Roll(Spoken):
    """What became of a roll: the layout that RESULT's reply and ROLLED share."""

    layout = struct.Struct(">QBBBBHB8s")
    roll_id: int
    outcome: int
    die_a: int
    die_b: int
    attempts: int
    elapsed_ms: int
    flags: int
    mac: bytes


@dataclass(frozen=True, slots=True)
class ResultNow(Roll):
    type = Result.type | REPLY


@dataclass(frozen=True, slots=True)
class AbortVerdict(Spoken):
    type = Abort.type | REPLY
    layout = struct.Struct(">QB")
    roll_id: int
    verdict: int


@dataclass(frozen=True, slots=True)
class StillLatched(Spoken):
    type = Clear.type | REPLY
    layout = struct.Struct(">H")
    faults: int


@dataclass(frozen=True, slots=True)
class LampLit(Spoken):
    type = Lamp.type | REPLY


@dataclass(frozen=True, slots=True)
class SelfTested(Spoken):
    type = SelfTest.type | REPLY
    layout = struct.Struct(">H")
    results: int


# ---- reports, unit → host ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rolled(Roll):
    type = 0x91


@dataclass(frozen=True, slots=True)
class Faulted(Spoken):
    type = 0x92
    layout = struct.Struct(">H")
    faults: int


@dataclass(frozen=True, slots=True)
class Lid(Spoken):
    type = 0x93
    layout = struct.Struct(">B")
    open: int


@dataclass(frozen=True, slots=True)
class Booted(Spoken):
    type = 0x94
    layout = struct.Struct(">I")
    boot_id: int


REQUESTS = (Hello, Status, Shake, Result, Abort, Clear, Lamp, SelfTest, Ack)
REPLIES = (Identity, StatusNow, ShakeVerdict, ResultNow, AbortVerdict, StillLatched, LampLit, SelfTested)
REPORTS = (Rolled, Faulted, Lid, Booted)
BY_TYPE: dict[int, type[Spoken]] = {spoken.type: spoken for spoken in (*REQUESTS, *REPLIES, *REPORTS)}

Request = Hello | Status | Shake | Result | Abort | Clear | Lamp | SelfTest
Report = Rolled | Faulted | Lid | Booted


def to_bytes(message: Spoken, seq: int) -> bytes:
    """A message as the bytes of its frame."""
    return encode(Frame(message.type, seq, message.layout.pack(*astuple(message))))


def from_frame(frame: Frame) -> Spoken | Dropped:
    """The message in a frame, or why there is none."""
    spoken = BY_TYPE.get(frame.type)
    if spoken is None:
        return Dropped(FrameFault.UNKNOWN_TYPE, encode(frame)[:-1])
    if len(frame.payload) != spoken.layout.size:
        return Dropped(FrameFault.WRONG_LENGTH, encode(frame)[:-1])
    return spoken(*spoken.layout.unpack(frame.payload))
