"""Frames ⇄ what the wheel unit says and is told: the messages of its interface document that other units have not.

The frame itself and what every unit says are `drivers.common.serial`. Nothing is judged here but the length.
"""

import struct
from dataclasses import dataclass

from drivers.common.serial.messages import (
    REPLY,
    UNDER_A_LID,
    UNDER_A_LID_REPLIES,
    BootReport,
    FaultReport,
    Found,
    OfPlay,
    OpenReport,
    Result,
    Start,
    StartVerdict,
    Vocabulary,
)


@dataclass(frozen=True, slots=True)
class Spin(Start):
    type = 0x0A
    layout = struct.Struct(">QbBH8s")
    rotor: int  # rpm, plus is clockwise
    launch: int
    hold_ms: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class SpinVerdict(StartVerdict):
    type = Spin.type | REPLY


@dataclass(frozen=True, slots=True)
class Landing(Found):
    """What became of a spin."""

    layout = struct.Struct(">QBBBbbHB8s")
    nothing = b"\xff" + bytes(14)
    number: int
    revolutions: int
    ball: int
    rotor: int
    elapsed_ms: int
    flags: int
    mac: bytes


@dataclass(frozen=True, slots=True)
class ResultNow(Landing):
    type = Result.type | REPLY


@dataclass(frozen=True, slots=True)
class Spun(Landing):
    type = 0xA1


@dataclass(frozen=True, slots=True)
class Faulted(FaultReport):
    type = 0xA2


@dataclass(frozen=True, slots=True)
class Cover(OpenReport):
    type = 0xA3


@dataclass(frozen=True, slots=True)
class Booted(BootReport):
    type = 0xA4


@dataclass(frozen=True, slots=True)
class Ball(OfPlay):
    """Where the ball is. It carries no MAC."""

    type = 0xA5
    layout = struct.Struct(">QBB")
    stage: int
    revolutions: int


VOCABULARY = Vocabulary(
    (Spin, *UNDER_A_LID), (SpinVerdict, ResultNow, *UNDER_A_LID_REPLIES), (Spun, Faulted, Cover, Booted, Ball)
)
