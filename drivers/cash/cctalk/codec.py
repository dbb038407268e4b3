"""Bytes ⇄ frames of ccTalk. Pure, and never surprised: any bytes at all are read to the end.

    simple checksum   to · length · from · header · data · sum        all bytes add up to 0
    CRC               to · length · CRC low · header · data · CRC high

An answer has header 0. It does not say what it answers: `messages` reads it by what was asked.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

HOST, ACCEPTOR = 1, 40
"""Addresses."""
ANSWER = 0
HEAD, TAIL = 4, 1
LONGEST_DATA = 252


class Checksum(StrEnum):
    SIMPLE = "simple"
    CRC = "crc"


@dataclass(frozen=True, slots=True)
class CctalkFrame:
    """One good frame. With a CRC nobody says who sent it."""

    to: int
    header: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class CctalkDropped:
    """A byte or more that begin no frame."""

    raw: bytes


def encode(frame: CctalkFrame, checksum: Checksum) -> bytes:
    """The bytes of a frame from the host."""
    assert len(frame.data) <= LONGEST_DATA
    head, rest = bytes((frame.to, len(frame.data))), bytes((frame.header,)) + frame.data
    if checksum is Checksum.CRC:
        low, high = _crc(head + rest)
        return head + low + rest + high
    body = head + bytes((HOST,)) + rest
    return body + bytes((-sum(body) & 0xFF,))


def decode(raw: bytes, checksum: Checksum) -> CctalkFrame | None:
    """The frame that these bytes are; None where its sum is wrong."""
    if len(raw) < HEAD + TAIL or len(raw) != HEAD + raw[1] + TAIL:
        return None
    with_crc = checksum is Checksum.CRC
    sound = (raw[2:3], raw[-1:]) == _crc(raw[:2] + raw[3:-1]) if with_crc else sum(raw) & 0xFF == 0
    return CctalkFrame(raw[0], raw[3], raw[HEAD:-TAIL]) if sound else None


def _crc(data: bytes) -> tuple[bytes, bytes]:
    """CRC-16 of CCITT from 0, low byte first."""
    crc = binascii.crc_hqx(data, 0)
    return bytes((crc & 0xFF,)), bytes((crc >> 8,))


class CctalkReader:
    """Cuts what is heard on the wire into frames. Holds at most one unfinished frame."""

    def __init__(self, checksum: Checksum) -> None:
        self._checksum = checksum
        self._kept = bytearray()

    def feed(self, data: bytes) -> Iterator[CctalkFrame | CctalkDropped]:
        """The frames that end in `data`, and what is none, in order."""
        self._kept += data
        while self._kept:
            if self._kept[0] not in (HOST, ACCEPTOR):
                yield CctalkDropped(self._take(1))
                continue
            size = HEAD + TAIL + (self._kept[1] if len(self._kept) > 1 else 0)
            if len(self._kept) < size:
                return
            frame = decode(bytes(self._kept[:size]), self._checksum)
            yield CctalkDropped(self._take(1)) if frame is None else frame
            if frame is not None:
                self._take(size)

    @property
    def unfinished(self) -> bool:
        return bool(self._kept)

    def ended(self) -> Iterator[CctalkFrame | CctalkDropped]:
        """A pause: the unfinished frame is none, and what stands behind its first byte may be one."""
        while self._kept:
            yield CctalkDropped(self._take(1))
            yield from self.feed(b"")

    def clear(self) -> None:
        """Forget the unfinished frame."""
        self._kept.clear()

    def _take(self, size: int) -> bytes:
        taken = bytes(self._kept[:size])
        del self._kept[:size]
        return taken
