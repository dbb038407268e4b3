"""ccTalk on the wire: destination, length, source, header, data and a checksum.

In the other form there is a CRC over destination, length, header and data, its low byte in the place of the source
and its high byte at the end. It is the CCITT polynomial from 0, which the standard library has as `crc_hqx`.
"""

from binascii import crc_hqx

ADDRESS, HOST = 40, 1
REPLY = 0
BARE = 5
"""Bytes of a frame without data."""
SILENCE = 0.05
"""Seconds of silence after which what was heard is no frame's beginning."""


def framed(data: bytes, to: int, with_crc: bool, source: int = ADDRESS, header: int = REPLY) -> bytes:
    """A frame as it goes out."""
    if with_crc:
        crc = crc_hqx(bytes([to, len(data), header]) + data, 0)
        return bytes([to, len(data), crc & 0xFF, header]) + data + bytes([crc >> 8])
    frame = bytes([to, len(data), source, header]) + data
    return frame + bytes([-sum(frame) & 0xFF])


class Ear:
    """Listens to the host; what it cannot understand is as if it had not been said."""

    def __init__(self) -> None:
        self._heard, self._last = b"", 0.0

    def hear(self, data: bytes, now: float, address: int, with_crc: bool) -> list[tuple[int, int, bytes]]:
        """The requests to this address that end in `data`: who asks, header, data."""
        self._heard = data if now - self._last > SILENCE else self._heard + data
        self._last, requests = now, []
        while len(self._heard) >= BARE + (self._heard[1] if len(self._heard) > 1 else 0):
            end = BARE + self._heard[1]
            frame, self._heard = self._heard[:end], self._heard[end:]
            source = HOST if with_crc else frame[2]
            if frame != framed(frame[4:-1], frame[0], with_crc, source, frame[3]):
                self._heard = b""  # there is no telling where the next frame begins
            elif frame[0] == address:
                requests.append((source, frame[3], frame[4:-1]))
        return requests
