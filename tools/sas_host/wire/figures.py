"""Figures as bytes: binary-coded decimals with the highest digits first, binary numbers with the lowest byte first."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

Figures: TypeAlias = dict[str, int | str]
"""What an answer says, by name. Bytes that are no number are shown as hexadecimal text."""


class Unreadable(ValueError):
    """Bytes that cannot be what they stand for."""


def to_bcd(value: int, size: int) -> bytes:
    """Two digits in each byte."""
    digits = f"{value:0{2 * size}d}"
    if value < 0 or len(digits) > 2 * size:
        raise ValueError(f"{value} does not fit into {2 * size} digits")
    return bytes.fromhex(digits)


def from_bcd(data: bytes, name: str = "a figure") -> int:
    """The number, or Unreadable: a digit above nine is no digit."""
    digits = data.hex()
    if not digits.isdecimal():
        raise Unreadable(f"{name} is {digits}, which is no decimal")
    return int(digits)


class Field(NamedTuple):
    """A part of an answer that always has the same size."""

    name: str
    size: int
    kind: Literal["bcd", "binary", "text", "hex", "digits"]


def bcd(name: str, size: int) -> Field:
    """Decimal digits that are a number."""
    return Field(name, size, "bcd")


def digits(name: str, size: int) -> Field:
    """Decimal digits of which leading zeros count: a validation number, a date."""
    return Field(name, size, "digits")


def binary(name: str, size: int = 1) -> Field:
    """A number, lowest byte first."""
    return Field(name, size, "binary")


def text(name: str, size: int) -> Field:
    """Characters."""
    return Field(name, size, "text")


def raw(name: str, size: int) -> Field:
    """Bytes, as they are."""
    return Field(name, size, "hex")


def total(fields: Sequence[Field]) -> int:
    """How many bytes they are together."""
    return sum(field.size for field in fields)


def read(fields: Sequence[Field], data: bytes) -> Figures:
    """All of them, from exactly as many bytes."""
    if len(data) != total(fields):
        raise Unreadable(f"{len(data)} bytes where {total(fields)} are said")
    return read_some(fields, data)


def read_some(fields: Sequence[Field], data: bytes) -> Figures:
    """Those that are there whole; bytes that are left over, or begin a field and do not end it, are Unreadable."""
    found: Figures = {}
    for field in fields:
        if not data:
            return found
        part, data = data[: field.size], data[field.size :]
        if len(part) < field.size:
            raise Unreadable(f"{field.name} is cut short")
        found[field.name] = _one(field, part)
    if data:
        raise Unreadable(f"{len(data)} bytes too many")
    return found


def _one(field: Field, part: bytes) -> int | str:
    match field.kind:
        case "bcd":
            return from_bcd(part, field.name)
        case "digits":
            from_bcd(part, field.name)
            return part.hex()
        case "binary":
            return int.from_bytes(part, "little")
        case "text":
            if not all(0x20 <= byte < 0x7F for byte in part):
                raise Unreadable(f"{field.name} is {part.hex()}, which is no text")
            return part.decode("ascii")
        case "hex":
            return part.hex()
