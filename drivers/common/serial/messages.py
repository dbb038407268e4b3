"""Frames ⇄ what they mean: the messages that all our units share, and how a unit's own are added to them.

Only the length is checked here, as the interface documents ask; what a sound unit would never say is judged where it
matters. A roll of dice, a spin of a wheel and a job of a printer are each a *play*: `id` is which one.
"""

import struct
from dataclasses import astuple, dataclass
from typing import ClassVar, Self, TypeAlias

from drivers.common.serial.codec import Dropped, Frame, FrameFault, encode

REPLY = 0x80
UNKNOWN_PLAY = 0xFF
PLAY_UNDER_WAY = 0xFE
MAC_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message: its fields are those of its layout, in order."""

    type: ClassVar[int]
    layout: ClassVar[struct.Struct] = struct.Struct("")

    def packed(self) -> bytes:
        """Its payload."""
        return self.layout.pack(*astuple(self))

    @classmethod
    def unpacked(cls, payload: bytes) -> Self | None:
        """The message with this payload; None where the length is wrong."""
        return cls(*cls.layout.unpack(payload)) if len(payload) == cls.layout.size else None


@dataclass(frozen=True, slots=True)
class OfPlay(Spoken):
    """A message about one play."""

    layout = struct.Struct(">Q")
    id: int


# ---- requests, host → unit -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello(Spoken):
    type = 0x01


@dataclass(frozen=True, slots=True)
class Status(Spoken):
    type = 0x02


@dataclass(frozen=True, slots=True)
class Start(OfPlay):
    """Shake, spin or print: each unit has its own."""

    @property
    def nonce_sent(self) -> bytes:
        """What must stay the same for the same play: of one that is drawn by lot the nonce, which comes last."""
        return self.packed()[-8:]


@dataclass(frozen=True, slots=True)
class Result(OfPlay):
    type = 0x04


@dataclass(frozen=True, slots=True)
class Abort(OfPlay):
    type = 0x05


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
class StatusReply(Spoken):
    """What every unit says of itself first; each adds its own."""

    type = Status.type | REPLY
    state: int
    faults: int

    @property
    def last_play(self) -> int:
        """The highest id that the unit has taken on."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class StatusNow(StatusReply):
    """Of a unit that plays under a lid or cover."""

    layout = struct.Struct(">BHBQbII")
    open: int  # lid or cover
    last: int  # play
    temperature: int
    plays: int
    link_errors: int

    @property
    def last_play(self) -> int:
        return self.last


@dataclass(frozen=True, slots=True)
class Verdict(OfPlay):
    layout = struct.Struct(">QB")
    verdict: int


@dataclass(frozen=True, slots=True)
class StartVerdict(Verdict):
    """The answer to a unit's own Start."""


@dataclass(frozen=True, slots=True)
class AbortVerdict(Verdict):
    type = Abort.type | REPLY


@dataclass(frozen=True, slots=True)
class Found(OfPlay):
    """What became of a play: the layout that RESULT's reply and the report share. A MAC, if any, comes last."""

    nothing: ClassVar[bytes] = b""
    """What follows the outcome where it stands for no result: unknown play, or under way."""
    outcome: int

    def tells(self, outcome: int) -> bool:
        """Whether it is this answer, which is no result; a result with such an outcome has a MAC at least."""
        return self.outcome == outcome and self.packed()[9:] == self.nothing

    @property
    def lasting(self) -> bytes:
        """What is the same each time that the unit tells of this play; all of it, as a rule."""
        return self.packed()

    @property
    def signed(self) -> bytes:
        """The bytes that the unit made its MAC over."""
        return self.packed()[:-MAC_LENGTH]

    @property
    def signature(self) -> bytes:
        return self.packed()[-MAC_LENGTH:]


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


# ---- reports, unit → host: each unit has its own types of them -----------------------------------


@dataclass(frozen=True, slots=True)
class FaultReport(Spoken):
    layout = struct.Struct(">H")
    faults: int


@dataclass(frozen=True, slots=True)
class OpenReport(Spoken):
    """Of lid or cover."""

    layout = struct.Struct(">B")
    open: int


@dataclass(frozen=True, slots=True)
class BootReport(Spoken):
    layout = struct.Struct(">I")
    boot_id: int


Kinds: TypeAlias = "tuple[type[Spoken], ...]"
UNDER_A_LID: Kinds = (Abort, Lamp)
UNDER_A_LID_REPLIES: Kinds = (StatusNow, AbortVerdict, LampLit)
"""What dice unit and wheel are asked and answer beyond every unit."""


class Vocabulary:
    """Everything that host and unit may say: what all units share, and what one kind adds."""

    def __init__(self, requests: Kinds, replies: Kinds, reports: Kinds) -> None:
        """Each kind has its own STATUS reply among its `replies`."""
        self.reports = reports
        self.replies: Kinds = (Identity, StillLatched, SelfTested, *replies)
        asked: Kinds = (Hello, Status, Result, Clear, SelfTest, Ack, *requests)
        self.by_type: dict[int, type[Spoken]] = {one.type: one for one in (*asked, *self.replies, *reports)}

    def read(self, frame: Frame) -> Spoken | Dropped:
        """The message in a frame, or why there is none."""
        kind = self.by_type.get(frame.type)
        if kind is None:
            return Dropped(FrameFault.UNKNOWN_TYPE, encode(frame)[:-1])
        return kind.unpacked(frame.payload) or Dropped(FrameFault.WRONG_LENGTH, encode(frame)[:-1])


def to_bytes(message: Spoken, seq: int) -> bytes:
    """A message as the bytes of its frame."""
    return encode(Frame(message.type, seq, message.packed()))
