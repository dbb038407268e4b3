"""A host of the ticket printer for tests, written from the interface document: its own frame, CRC, layouts and names.

Nothing here comes from the emulator or from a driver, so it cannot share their mistakes.
"""

import os
import select
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.drivers.ptys import open_alone

HELLO, STATUS, RESULT, CLEAR, SELF_TEST, TEXT, PRINT, ACK = 0x01, 0x02, 0x04, 0x06, 0x08, 0x0B, 0x0C, 0x10
PRINTED, FAULT, PAPER, BOOT, TAKEN = 0xB1, 0xB2, 0xB3, 0xB4, 0xB5
REPORTS = (PRINTED, FAULT, PAPER, BOOT, TAKEN)

RESULT_FIELDS = (">QBB", "job outcome taken")
LAYOUTS = {
    0x81: (">8sIHHI", "model serial major minor boot_id"),
    0x82: (">BHBBQII", "state faults paper bezel last_job printed link_errors"),
    0x84: RESULT_FIELDS,
    0x86: (">H", "faults"),
    0x88: (">H", "results"),
    0x8B: (">BB", "slot verdict"),
    0x8C: (">QB", "job verdict"),
    PRINTED: RESULT_FIELDS,
    FAULT: (">H", "faults"),
    PAPER: (">B", "state"),
    BOOT: (">I", "boot_id"),
    TAKEN: (">Q", "job"),
}
TEXTS = ("The House", "12 Ferry Street", "A-0107", "$", "dollar", "dollars")
NUMBER = "010107000001712345"
AT_MOST = 120.0
"""Seconds for bytes to come through a pty of this machine: a bound on a hang."""


@dataclass(frozen=True)
class Heard:
    """One frame of the unit."""

    at: float
    kind: int
    seq: int
    payload: bytes

    @property
    def fields(self) -> dict[str, Any]:
        layout, names = LAYOUTS[self.kind]
        return dict(zip(names.split(), struct.unpack(layout, self.payload), strict=True))

    def __getitem__(self, field: str) -> Any:
        return self.fields[field]


@dataclass(frozen=True)
class Wish:
    """A PRINT, field by field as the document lists them."""

    job: int
    template: int = 0
    amount: int = 12_540
    exponent: int = 2
    language: bytes = b"en"
    number: bytes = bytes.fromhex(NUMBER)
    time: int = 1_795_000_000
    zone: int = 480
    days: int = 30
    sequence: int = 17
    flags: int = 0

    def payload(self) -> bytes:
        return struct.pack(">QBQB2s9sIhHIB", *(getattr(self, field) for field in self.__dataclass_fields__))

    def but(self, **fields: Any) -> "Wish":
        return replace(self, **fields)


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, as its definition has it."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021) & 0xFFFF if value & 0x8000 else value << 1
    return value


def frame(kind: int, seq: int, payload: bytes = b"", version: int = 1) -> bytes:
    """A request on the line; none here is long enough to need COBS's longest block."""
    body = bytes([version, kind, seq]) + payload
    parts = (body + crc(body).to_bytes(2, "big")).split(b"\0")
    return b"".join(bytes([len(part) + 1]) + part for part in parts) + b"\0"


def parsed(stuffed: bytes, at: float = 0.0, version: int = 1) -> Heard | None:
    """A frame between two zeros, or None if it is none."""
    data = b""
    while stuffed:
        length = stuffed[0]
        if length > len(stuffed):
            return None
        data += stuffed[1:length] + b"\0"
        stuffed = stuffed[length:]
    body, check = data[:-3], data[-3:-1]
    if len(body) < 3 or body[0] != version or crc(body).to_bytes(2, "big") != check:
        return None
    return Heard(at, body[1], body[2], body[3:])


def id_of(job: int) -> bytes:
    """What RESULT carries."""
    return struct.pack(">Q", job)


def text(slot: int, words: str | bytes) -> bytes:
    """What TEXT carries."""
    return bytes([slot]) + (words.encode() if isinstance(words, str) else words)


class Port:
    """The host's end of the pty: bytes out, bytes in."""

    def __init__(self, path: Path) -> None:
        self._port = open_alone(path)

    def write(self, data: bytes) -> None:
        """All of it."""
        assert os.write(self._port, data) == len(data)

    def read(self, patience: float) -> bytes:
        """What has come, or comes in so many seconds."""
        return os.read(self._port, 4096) if select.select([self._port], [], [], patience)[0] else b""

    def exactly(self, count: int) -> bytes:
        """So many bytes, which are on their way."""
        data = b""
        while len(data) < count:
            came = self.read(AT_MOST)
            assert came, f"{len(data)} of {count} bytes came"
            data += came
        return data

    def close(self) -> None:
        """As a host that ends."""
        os.close(self._port)
