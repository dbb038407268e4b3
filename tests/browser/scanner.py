"""A scanner held before the screen: it sees the dots of a picture, and nothing of what drew them."""

import struct
import zlib
from itertools import groupby

from tests.drivers.printer.emulator.reader import both_ways

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Bytes of a dot, by the colour type of a PNG with eight bits for each."""
DARK = 128
EVERY = 8
"""Lines between two looks."""


def numbers_on(png: bytes) -> set[str]:
    """Every number that is read along a level line, forwards or backwards."""
    found: set[str] = set()
    for line in _lines(png)[::EVERY]:
        runs = [(dark, len(list(run))) for dark, run in groupby(dot < DARK for dot in line)]
        found.update(both_ways(runs))
    return found


def _lines(png: bytes) -> list[bytes]:
    """The green of every dot, line by line: ink is black, paper is white."""
    assert png.startswith(SIGNATURE)
    width, _, depth, colours = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    wide = CHANNELS[colours]
    data = zlib.decompress(b"".join(body for kind, body in _chunks(png) if kind == b"IDAT"))
    length, above, lines = width * wide + 1, bytes(width * wide), []
    for at in range(0, len(data), length):
        above = _unfiltered(data[at], data[at + 1 : at + length], above, wide)
        lines.append(above[1::wide])
    return lines


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def _unfiltered(how: int, line: bytes, above: bytes, wide: int) -> bytes:
    """As the specification of PNG has its five filters: each byte is told against its left and upper neighbours."""
    made = bytearray(line)
    for at in range(len(made)):
        left = made[at - wide] if at >= wide else 0
        corner = above[at - wide] if at >= wide else 0
        guess = (0, left, above[at], (left + above[at]) // 2, _nearest(left, above[at], corner))[how]
        made[at] = (made[at] + guess) & 0xFF
    return bytes(made)


def _nearest(left: int, up: int, corner: int) -> int:
    wanted = left + up - corner
    return min((left, up, corner), key=lambda one: abs(wanted - one))
