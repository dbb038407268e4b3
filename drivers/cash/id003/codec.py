"""Bytes ⇄ frames of ID-003. Pure, and never surprised: any bytes at all are read to the end.

A frame is `0xFC · length · code · data · CRC low · CRC high`; the length counts all of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from drivers.common.serial.kermit import CRC, crc_of

SYNC = 0xFC
AROUND = 5
"""Bytes of a frame without data."""
LONGEST = 255


@dataclass(frozen=True, slots=True)
class Id003Frame:
    """One good frame. Which way it goes, it does not say."""

    code: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Id003Dropped:
    """Bytes that begin no frame."""

    raw: bytes


def encode(frame: Id003Frame) -> bytes:
    """The bytes of a frame."""
    body = bytes((SYNC, AROUND + len(frame.data), frame.code)) + frame.data
    return body + crc_of(body)


class Id003Reader:
    """Cuts a stream of bytes into frames. Holds at most one unfinished frame."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes) -> Iterator[Id003Frame | Id003Dropped]:
        """The frames that end in `data`, and what is none, in order."""
        self._kept += data
        while self._kept:
            if junk := self._before_a_frame():
                yield Id003Dropped(self._take(junk))
            elif len(self._kept) < 2 or len(self._kept) < self._kept[1]:
                return
            else:
                yield self._next()

    def clear(self) -> None:
        """Forget the unfinished frame: whoever spoke has fallen silent, or the line was opened anew."""
        self._kept.clear()

    def _before_a_frame(self) -> int:
        """How many bytes cannot be the beginning of one."""
        start = self._kept.find(SYNC)
        if start != 0:
            return len(self._kept) if start < 0 else start
        return 1 if len(self._kept) > 1 and self._kept[1] < AROUND else 0

    def _next(self) -> Id003Frame | Id003Dropped:
        raw = bytes(self._kept[: self._kept[1]])
        if crc_of(raw[:-CRC]) != raw[-CRC:]:
            return Id003Dropped(self._take(1))  # its length may be what is wrong: a frame may begin at any later byte
        self._take(len(raw))
        return Id003Frame(raw[2], raw[3:-CRC])

    def _take(self, count: int) -> bytes:
        taken = bytes(self._kept[:count])
        del self._kept[:count]
        return taken
