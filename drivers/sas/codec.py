"""Bytes of SAS: digits, the seal, the marked first byte. Pure."""

from typing import NamedTuple

from drivers.common.serial.kermit import CRC, crc_of

ALL = 0
"""The address of nobody in particular: everybody hears it, nobody answers."""
GENERAL = 0x80
"""Added to an address, a poll for whatever there is to tell; to nothing, the host's beat."""
NONE = b"\x00"
NACK = 0x80


class ByteHeard(NamedTuple):
    """A byte of the line. `mark`: whether it carried the wake-up bit; None where the line cannot tell."""

    value: int
    mark: bool | None


class Said(NamedTuple):
    """Bytes for the line, without the wake-up bit, or with it, as a chirp has it."""

    data: bytes
    mark: bool = False


def sealed(body: bytes) -> bytes:
    """With its CRC."""
    return body + crc_of(body)


def is_sound(message: bytes) -> bool:
    """Whether the CRC at its end is its own."""
    return len(message) > CRC and crc_of(message[:-CRC]) == message[-CRC:]


def bcd(number: int, size: int) -> bytes:
    """Two digits a byte; a meter that is full begins again."""
    return bytes.fromhex(f"{number % 100**size:0{2 * size}d}")


def from_bcd(data: bytes) -> int | None:
    """The number, or None where these are no digits."""
    digits = data.hex()
    return int(digits) if digits.isdecimal() else None
