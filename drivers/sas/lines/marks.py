"""Marked bytes as the kernel hands them to a reader of a port with PARMRK: pure, and any bytes are read.

A byte with the mark (to a port of space parity: with wrong parity) is `FF 00 byte`, a plain `FF` is `FF FF`.
"""

from collections.abc import Iterator

from drivers.sas.codec import ByteHeard

ESCAPE, MARKED = 0xFF, 0x00


class MarkReader:
    """Cuts what was read into bytes with their mark. Holds at most an unfinished one."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes) -> Iterator[ByteHeard]:
        """Those that end in `data`."""
        for value in data:
            self._kept.append(value)
            if self._kept[0] != ESCAPE or (len(self._kept) == 2 and value != MARKED):
                yield self._whole(value, mark=False)
            elif len(self._kept) == 3:
                yield self._whole(value, mark=True)

    def _whole(self, value: int, mark: bool) -> ByteHeard:
        self._kept.clear()
        return ByteHeard(value, mark)
