"""What only the dice unit says and is told: the messages of its interface document that other units have not."""

import struct
from dataclasses import dataclass

from drivers.common.serial.messages import (
    REPLY,
    UNDER_A_LID,
    UNDER_A_LID_REPLIES,
    BootReport,
    FaultReport,
    Found,
    OpenReport,
    Result,
    Start,
    StartVerdict,
    Vocabulary,
)


@dataclass(frozen=True, slots=True)
class Shake(Start):
    type = 0x03
    layout = struct.Struct(">QHB8s")
    duration_ms: int
    strength: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class ShakeVerdict(StartVerdict):
    type = Shake.type | REPLY


@dataclass(frozen=True, slots=True)
class Roll(Found):
    """What became of a roll."""

    layout = struct.Struct(">QBBBBHB8s")
    nothing = bytes(14)
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
class Rolled(Roll):
    type = 0x91


@dataclass(frozen=True, slots=True)
class Faulted(FaultReport):
    type = 0x92


@dataclass(frozen=True, slots=True)
class Lid(OpenReport):
    type = 0x93


@dataclass(frozen=True, slots=True)
class Booted(BootReport):
    type = 0x94


VOCABULARY = Vocabulary(
    (Shake, *UNDER_A_LID), (ShakeVerdict, ResultNow, *UNDER_A_LID_REPLIES), (Rolled, Faulted, Lid, Booted)
)
