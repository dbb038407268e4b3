"""Eight bytes each way: a board's report, and the lights we send. Pure."""

import binascii
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from controller.protocol.devices.panel import Button, Door, Key, Light, Pattern

LENGTH = 8
CRC = 2
REPORT, LIGHTS = 0x01, 0x02
CLEAR_LATCHES = 0x80

BUTTONS: Final[tuple[Button, ...]] = ("SHOOT", "CASH_OUT", "SERVICE_CALL", "REPEAT", "CLEAR")
KEYS: Final[tuple[Key, ...]] = ("ATTENDANT", "OPERATOR")
DOORS: Final[tuple[Door, ...]] = ("MAIN", "LOGIC", "DROP", "DOME")
TOWER: Final[tuple[Light, ...]] = ("green", "amber", "red", "sounder")
PATTERNS: Final[tuple[Pattern, ...]] = ("steady", "blink")

Word = TypeVar("Word")


class ReportFault(StrEnum):
    """Why bytes were no report."""

    WRONG_LENGTH = "wrong length"
    BAD_CRC = "bad CRC"
    UNKNOWN_TYPE = "unknown type"


@dataclass(frozen=True, slots=True)
class Report:
    """What a board says of itself."""

    seq: int
    buttons: tuple[Button, ...]
    keys: tuple[Key, ...]
    open_doors: tuple[Door, ...]
    latched_doors: tuple[Door, ...]
    supply_percent: int


def crc_of(data: bytes) -> bytes:
    """CRC-16/CCITT-FALSE, big-endian."""
    return binascii.crc_hqx(data, 0xFFFF).to_bytes(CRC, "big")


def parse(data: bytes) -> Report | ReportFault:
    """A report, or why these bytes are none."""
    if len(data) != LENGTH:
        return ReportFault.WRONG_LENGTH
    if crc_of(data[:-CRC]) != data[-CRC:]:
        return ReportFault.BAD_CRC
    kind, seq, buttons, keys, doors, supply = data[:-CRC]
    if kind != REPORT:
        return ReportFault.UNKNOWN_TYPE
    return Report(
        seq, _words(buttons, BUTTONS), _words(keys, KEYS), _words(doors, DOORS), _words(doors >> 4, DOORS), supply
    )


def lights(
    seq: int,
    lamps: tuple[Button, ...] = (),
    pattern: Pattern = "steady",
    tower: tuple[Light, ...] = (),
    *,
    clear_latches: bool = False,
) -> bytes:
    """The frame that lights lamps and tower, and clears the door latches if told to."""
    tower_bits = _bits(tower, TOWER) | (CLEAR_LATCHES if clear_latches else 0)
    body = bytes((LIGHTS, seq & 0xFF, _bits(lamps, BUTTONS), PATTERNS.index(pattern), tower_bits, 0))
    return body + crc_of(body)


def _words(bits: int, names: tuple[Word, ...]) -> tuple[Word, ...]:
    return tuple(name for bit, name in enumerate(names) if bits >> bit & 1)


def _bits(words: tuple[Word, ...], names: tuple[Word, ...]) -> int:
    return sum(1 << bit for bit, name in enumerate(names) if name in words)
