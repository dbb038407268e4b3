"""Bytes ⇄ frames of a unit's serial line. Pure, and never surprised: any bytes at all are read to the end.

A frame is `COBS(version · type · seq · payload ‖ crc) 0x00`. What is not one is dropped and counted by its reason; the
next 0x00 begins anew, so noise costs the frame it fell into and no other.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from cobs import cobs

VERSION = 1
LONGEST_PAYLOAD = 64
LONGEST_ENCODED = 96
"""Bytes before the 0x00. What is longer is no frame, and is not kept while its end is awaited."""

HEAD = 3
CRC = 2
END = 0


class FrameFault(StrEnum):
    """Why bytes were no frame, or a frame no message."""

    TOO_LONG = "longer than a frame"
    BAD_COBS = "bad COBS"
    BAD_CRC = "bad CRC"
    UNKNOWN_VERSION = "unknown version"
    UNKNOWN_TYPE = "unknown type"
    WRONG_LENGTH = "payload of the wrong length"


@dataclass(frozen=True, slots=True)
class Frame:
    """One good frame: its type, its sequence number, its payload."""

    type: int
    seq: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was read instead of a frame. `raw` is what there was of it, without the 0x00."""

    fault: FrameFault
    raw: bytes
    version: int | None = None  # of a frame sound in all else


def crc_of(body: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(body, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, 0x00 included."""
    assert len(frame.payload) <= LONGEST_PAYLOAD
    body = bytes((VERSION, frame.type, frame.seq)) + frame.payload
    encoded: bytes = cobs.encode(body + crc_of(body).to_bytes(CRC, "big"))
    return encoded + bytes((END,))


def decode(encoded: bytes) -> Frame | Dropped:
    """What the bytes before a 0x00 are."""
    if len(encoded) > LONGEST_ENCODED:
        return Dropped(FrameFault.TOO_LONG, encoded[:LONGEST_ENCODED])
    try:
        data = cobs.decode(encoded)
    except cobs.DecodeError:
        return Dropped(FrameFault.BAD_COBS, encoded)
    body, crc = data[:-CRC], data[-CRC:]
    if crc_of(body) != int.from_bytes(crc, "big") or len(data) < CRC:
        return Dropped(FrameFault.BAD_CRC, encoded)
    if len(body) < HEAD or len(body) > HEAD + LONGEST_PAYLOAD:
        return Dropped(FrameFault.WRONG_LENGTH, encoded)
    if body[0] != VERSION:
        return Dropped(FrameFault.UNKNOWN_VERSION, encoded, version=body[0])
    return Frame(body[1], body[2], body[HEAD:])


class FrameReader:
    """Cuts a stream of bytes into frames. Holds at most one unfinished frame."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Frame | Dropped]:
        """The frames that end in `data`, good and dropped, in order."""
        *ends, rest = data.split(bytes((END,)))
        for piece in ends:
            self._keep(piece)
            if self._too_long:
                yield Dropped(FrameFault.TOO_LONG, bytes(self._kept))
            elif self._kept:  # a 0x00 after a 0x00 is an idle line, not a frame
                yield decode(bytes(self._kept))
            self.clear()
        self._keep(rest)

    def clear(self) -> None:
        """Forget the unfinished frame: the line was opened anew."""
        self._kept.clear()
        self._too_long = False

    def _keep(self, piece: bytes) -> None:
        room = LONGEST_ENCODED - len(self._kept)
        self._too_long = self._too_long or len(piece) > room
        self._kept += piece[:room]
