"""ID-003 on the wire: SYNC, the length of the whole frame, a command or status, its data, and the CRC low byte first.

The CRC is the one called Kermit: that of `crc_hqx` from 0, with bits in the other order. So the bits of each byte are
turned before and after, and the bytes come out low byte first by themselves (decision 207).
"""

from binascii import crc_hqx

SYNC = 0xFC
BARE = 5
"""Bytes of a frame without data."""
SILENCE = 0.1
"""Seconds of silence after which what was heard is no frame's beginning."""
TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

STATUS_REQUEST = 0x11
RESET, STACK_1, STACK_2, RETURN, HOLD, WAIT, ACK = 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x50
ENABLES, SECURITY, MODE, INHIBIT, DIRECTIONS, OPTIONS, BARCODE, BARCODE_INHIBIT = range(0xC0, 0xC8)
ASKED = 0x40
"""Less than the command that sets it: the number that asks for a setting."""
VERSION, BOOT_VERSION, CURRENCIES = 0x88, 0x89, 0x8A

IDLING, ACCEPTING, ESCROW, STACKING, VEND_VALID, STACKED = range(0x11, 0x17)
REJECTING, RETURNING, HOLDING, DISABLED, INITIALIZE = range(0x17, 0x1C)
POWER_UP, BILL_IN_ACCEPTOR, BILL_IN_STACKER = range(0x40, 0x43)
STACKER_FULL, STACKER_OPEN, JAM_IN_ACCEPTOR, JAM_IN_STACKER, PAUSE, CHEATED, FAILURE = range(0x43, 0x4A)
INVALID_COMMAND = 0x4B

FIRST_NOTE, TICKET_CODE = 0x61, 0x6F
"""What ESCROW says of type 1, the next ones counting up, and of a ticket."""


def crc(data: bytes) -> bytes:
    """Kermit's CRC as it stands on the wire."""
    return crc_hqx(data.translate(TURNED), 0).to_bytes(2, "big").translate(TURNED)


def framed(command: int, data: bytes = b"") -> bytes:
    """A frame as it goes out."""
    frame = bytes([SYNC, BARE + len(data), command]) + data
    return frame + crc(frame)


class Ear:
    """Listens to the host; what it cannot understand is as if it had not been said."""

    def __init__(self) -> None:
        self._heard, self._last = b"", 0.0

    def hear(self, data: bytes, now: float) -> list[tuple[int, bytes]]:
        """The frames that end in `data`: command and data."""
        self._heard = data if now - self._last > SILENCE else self._heard + data
        self._last, frames = now, []
        while (start := self._heard.find(SYNC)) >= 0 and len(self._heard) > start + 1:
            self._heard = self._heard[start:]
            length = self._heard[1]
            if length >= BARE and len(self._heard) < length:
                break
            frame = self._heard[:length]
            sound = length >= BARE and crc(frame[:-2]) == frame[-2:]
            if sound:
                frames.append((frame[2], frame[3:-2]))
            self._heard = self._heard[length if sound else 1 :]
        return frames
