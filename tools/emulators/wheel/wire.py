"""The wheel unit's messages: types, layouts, and the result of a spin as bytes."""

import hashlib
import hmac
import struct
from dataclasses import astuple, dataclass

HELLO, STATUS, RESULT, ABORT, CLEAR, LAMP, SELF_TEST, SPIN, ACK = 1, 2, 4, 5, 6, 7, 8, 0x0A, 0x10
SPUN, FAULT, COVER, BOOT, BALL = 0xA1, 0xA2, 0xA3, 0xA4, 0xA5
REPORTS = {"spun": SPUN, "fault": FAULT, "cover": COVER, "boot": BOOT, "ball": BALL}

ID = struct.Struct(">Q")
SPIN_LAYOUT = struct.Struct(">QbBH8s")
RESULT_LAYOUT = struct.Struct(">QBBBbbHB")
BALL_LAYOUT = struct.Struct(">QBB")
STATUS_LAYOUT = struct.Struct(">BHBQbII")
HELLO_LAYOUT = struct.Struct(">8sIHHI")
VERDICT_LAYOUT = struct.Struct(">QB")
MAC_BYTES = 8

PAYLOADS = {
    HELLO: 0,
    STATUS: 0,
    RESULT: ID.size,
    ABORT: ID.size,
    CLEAR: 2,
    LAMP: 4,
    SELF_TEST: 0,
    SPIN: SPIN_LAYOUT.size,
    ACK: 2,
}
"""Request → bytes of its payload; anything else is dropped and counted."""

NO_NUMBER = 0xFF
UNKNOWN_SPIN, UNDER_WAY = 0xFF, 0xFE


@dataclass(frozen=True)
class Spun:
    """What a spin came to, field by field as it is reported."""

    spin_id: int
    outcome: int
    number: int = NO_NUMBER
    revolutions: int = 0
    ball: int = 0
    rotor: int = 0
    elapsed: int = 0
    flags: int = 0

    def packed(self) -> bytes:
        """The payload of a SPUN, without its MAC."""
        return RESULT_LAYOUT.pack(*astuple(self))

    def signed(self, key: bytes, nonce: bytes) -> bytes:
        """The payload of a SPUN."""
        payload = self.packed()
        return payload + hmac.new(key, nonce + payload, hashlib.sha256).digest()[:MAC_BYTES]


def unpacked(payload: bytes) -> Spun:
    """The fields of a SPUN."""
    return Spun(*RESULT_LAYOUT.unpack(payload[: RESULT_LAYOUT.size]))
