"""A host of the wheel unit for tests, written from the interface document: its own frame, CRC, layouts and names.

Nothing here comes from the emulator or from a driver, so it cannot share their mistakes.
"""

import hashlib
import hmac
import struct
from dataclasses import dataclass
from typing import Any

KEY = bytes(range(16))
NONCE = bytes.fromhex("a1b2c3d4e5f60718")

HELLO, STATUS, RESULT, ABORT, CLEAR, LAMP, SELF_TEST, SPIN, ACK = 0x01, 0x02, 0x04, 0x05, 0x06, 0x07, 0x08, 0x0A, 0x10
SPUN, FAULT, COVER, BOOT, BALL = 0xA1, 0xA2, 0xA3, 0xA4, 0xA5

RESULT_FIELDS = (">QBBBbbHB8s", "spin_id outcome number revolutions ball rotor elapsed flags mac")
VERDICT_FIELDS = (">QB", "spin_id verdict")
LAYOUTS = {
    0x81: (">8sIHHI", "model serial major minor boot_id"),
    0x82: (">BHBQbII", "state faults cover_open last_spin temperature spins link_errors"),
    0x84: RESULT_FIELDS,
    0x85: VERDICT_FIELDS,
    0x86: (">H", "faults"),
    0x87: (">", ""),
    0x88: (">H", "results"),
    0x8A: VERDICT_FIELDS,
    SPUN: RESULT_FIELDS,
    FAULT: (">H", "faults"),
    COVER: (">B", "open"),
    BOOT: (">I", "boot_id"),
    BALL: (">QBB", "spin_id stage revolutions"),
}


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


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, as its definition has it."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021) & 0xFFFF if value & 0x8000 else value << 1
    return value


def frame(kind: int, seq: int, payload: bytes = b"", version: int = 1) -> bytes:
    """A request on the line."""
    body = bytes([version, kind, seq]) + payload
    stuffed = b"".join(bytes([len(part) + 1]) + part for part in (body + crc(body).to_bytes(2, "big")).split(b"\0"))
    return stuffed + b"\0"


def parsed(stuffed: bytes, at: float, version: int = 1) -> Heard | None:
    """A frame between two zeros, or None if it is none."""
    data = b""
    while stuffed:
        length = stuffed[0]
        if length == 0 or length > len(stuffed):
            return None
        data += stuffed[1:length] + b"\0"
        stuffed = stuffed[length:]
    body, check = data[:-3], data[-3:-1]
    if len(body) < 3 or body[0] != version or crc(body).to_bytes(2, "big") != check:
        return None
    return Heard(at, body[1], body[2], body[3:])


def id_of(spin_id: int) -> bytes:
    """What RESULT and ABORT carry."""
    return struct.pack(">Q", spin_id)


def spin_payload(spin_id: int, rotor: int = -18, strength: int = 180, hold: int = 0, nonce: bytes = NONCE) -> bytes:
    """What a SPIN carries."""
    return struct.pack(">QbBH8s", spin_id, rotor, strength, hold, nonce)


def authentic(spun: Heard, nonce: bytes = NONCE, key: bytes = KEY) -> bool:
    """Whether a result carries the unit's MAC."""
    return hmac.new(key, nonce + spun.payload[:-8], hashlib.sha256).digest()[:8] == spun.payload[-8:]


def malfunctions(spun: Heard) -> list[str]:
    """The contradictions of the interface document that a SPUN has, by its words."""
    outcome, number, turns, ball, rotor = (spun[name] for name in ("outcome", "number", "revolutions", "ball", "rotor"))
    same_way = ball * rotor > 0
    return [
        words
        for words, is_so in {
            "0 with number above 36": outcome == 0 and number > 36,
            "0 with under four revolutions": outcome == 0 and turns < 4,
            "0 with ball and rotor the same way": outcome == 0 and same_way,
            "0 with ball 0": outcome == 0 and ball == 0,
            "0 with rotor 0": outcome == 0 and rotor == 0,
            "above 13": outcome > 13,
            "number not 0xFF": outcome != 0 and number != 0xFF,
            "ball not -1, 0 or 1": ball not in (-1, 0, 1),
            "1 not the same way": outcome == 1 and not same_way,
            "3 with four revolutions": outcome == 3 and turns >= 4,
            "2 with ball": outcome == 2 and ball != 0,
        }.items()
        if is_so
    ]
