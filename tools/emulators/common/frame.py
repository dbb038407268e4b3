"""The unit's end of a serial line, as the documents of the serial units have it: `COBS(body ‖ crc) 0x00`.

The CRC is CRC-16/CCITT-FALSE, which the standard library has as `crc_hqx` from 0xFFFF (decision 205).
"""

from binascii import crc_hqx
from collections.abc import Mapping

from cobs import cobs

PROTOCOL = 1
ANSWER = 0x80
"""Set in the type of a reply."""
TOO_LONG = 96
SHORTEST = 5


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE; over a body and its own CRC it is 0."""
    return crc_hqx(data, 0xFFFF)


def framed(kind: int, number: int, payload: bytes, protocol: int = PROTOCOL) -> bytes:
    """What the unit puts on the line for one message."""
    body = bytes([protocol, kind, number]) + payload
    stuffed: bytes = cobs.encode(body + crc16(body).to_bytes(2, "big"))
    return stuffed + b"\0"


class Ear:
    """Listens to the host; what it cannot understand it counts."""

    def __init__(self, payloads: Mapping[int, int | range]) -> None:
        """`payloads`: type of a request → how long its payload is, or may be; all else is dropped and counted."""
        self.errors = 0
        self._payloads = payloads
        self._heard = b""
        self._lost = False

    def hear(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """The requests that end in `data`: type, number, payload."""
        requests = []
        self._heard += data
        while b"\0" in self._heard:
            stuffed, self._heard = self._heard.split(b"\0", 1)
            request = None if self._lost else self._understand(stuffed)
            if request is not None:
                requests.append(request)
            elif stuffed or self._lost:
                self.errors += 1
            self._lost = False
        if len(self._heard) > TOO_LONG:
            self._heard, self._lost = b"", True
        return requests

    def _understand(self, stuffed: bytes) -> tuple[int, int, bytes] | None:
        if not stuffed or len(stuffed) > TOO_LONG:
            return None
        try:
            data = cobs.decode(stuffed)
        except cobs.DecodeError:
            return None
        if len(data) < SHORTEST or crc16(data) != 0 or data[0] != PROTOCOL:
            return None
        kind, payload = data[1], data[3:-2]
        wanted = self._payloads.get(kind, -1)
        fits = len(payload) in (wanted if isinstance(wanted, range) else (wanted,))
        return (kind, data[2], payload) if fits else None
