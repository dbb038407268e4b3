"""The unit's end of the line: cuts what the host sends into requests, and frames what the unit says."""

from cobs import cobs

PROTOCOL = 1
POLYNOMIAL = 0x1021

HELLO, STATUS, SHAKE, RESULT, ABORT, CLEAR, LAMP, SELF_TEST, ACK = 1, 2, 3, 4, 5, 6, 7, 8, 0x10
ROLLED, FAULT, LID, BOOT = 0x91, 0x92, 0x93, 0x94
ANSWER = 0x80

PAYLOADS = {HELLO: 0, STATUS: 0, SHAKE: 19, RESULT: 8, ABORT: 8, CLEAR: 2, LAMP: 4, SELF_TEST: 0, ACK: 2}
"""Request → bytes of its payload; anything else is dropped and counted."""
TOO_LONG = 96


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, bit by bit."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1) ^ (POLYNOMIAL if value & 0x8000 else 0)
            value &= 0xFFFF
    return value


def framed(kind: int, number: int, payload: bytes, protocol: int = PROTOCOL) -> bytes:
    """What the unit puts on the line for one message."""
    body = bytes([protocol, kind, number]) + payload
    stuffed: bytes = cobs.encode(body + crc16(body).to_bytes(2, "big"))
    return stuffed + b"\0"


class Ear:
    """Listens to the host; what it cannot understand it counts."""

    def __init__(self) -> None:
        self.errors = 0
        self._heard = b""
        self._lost = False

    def hear(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """The requests that end in `data`: kind, number, payload."""
        requests = []
        self._heard += data
        while b"\0" in self._heard:
            stuffed, self._heard = self._heard.split(b"\0", 1)
            request = None if self._lost else self._understand(stuffed)
            if request is not None:
                requests.append(request)
            elif stuffed:
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
        if len(data) < 5 or crc16(data) != 0 or data[0] != PROTOCOL:  # a CRC over itself leaves nothing
            return None
        kind, payload = data[1], data[3:-2]
        return (kind, data[2], payload) if PAYLOADS.get(kind) == len(payload) else None
