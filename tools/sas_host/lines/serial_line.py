"""A real line: 19,200 baud, the ninth bit made of the parity bit. A tty, or `rfc2217://HOST:PORT` through pyserial.

To send a marked byte the parity is MARK, for all others SPACE; between the two the line has to be empty, or the bytes
before would change with it. A tty also shows the marks of the other end: with the parity SPACE a byte whose ninth bit
is set is a parity error, which the kernel puts as FF 00 before it. An RFC 2217 server does not tell.
"""

import contextlib
import termios
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

import serial

from tools.sas_host.lines.line import Heard, LineLost

BAUD = 19_200
BITS_OF_A_BYTE = 11
BYTE_TIME = BITS_OF_A_BYTE / BAUD
INPUT_FLAGS = 0
ESCAPE = 0xFF
CHUNK = 1024


class SerialLine:
    """A line that pyserial opens."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._escapes = Escapes()
        self._port = self._opened()

    def now(self) -> float:
        """The machine's own monotonic clock."""
        return time.monotonic()

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        """Bytes of the same mark together; the parity changes only when the line is empty."""
        with self._noticing():
            for mark, group in groupby(zip(marks, data, strict=True), key=lambda pair: pair[0]):
                part = bytes(value for _, value in group)
                self._set_parity(serial.PARITY_MARK if mark else serial.PARITY_SPACE)
                self._port.write(part)
                self._port.flush()
                if not self._local:  # the server's own buffer cannot be seen; its bytes take this long
                    time.sleep(len(part) * BYTE_TIME)
            self._set_parity(serial.PARITY_SPACE)

    def hear(self, until: float) -> list[Heard]:
        """What is there, waited for."""
        with self._noticing():
            while True:
                self._port.timeout = max(0.0, until - self.now())
                data = self._port.read(1) + self._waiting()
                at = self.now()
                if not data:
                    return []
                pairs = self._escapes.read(data) if self._local else [(value, None) for value in data]
                if pairs:
                    return [Heard(value, mark, at) for value, mark in pairs]

    def reopen(self) -> None:
        """The port closed and opened."""
        self.close()
        self._escapes = Escapes()
        self._port = self._opened()

    def close(self) -> None:
        """Let go of the port."""
        with contextlib.suppress(OSError, serial.SerialException):
            self._port.close()

    @property
    def _local(self) -> bool:
        return "://" not in self._url

    def _waiting(self) -> bytes:
        """What came together with the first byte."""
        self._port.timeout = 0
        return bytes(self._port.read(CHUNK))

    def _opened(self) -> serial.SerialBase:
        try:
            port = serial.serial_for_url(self._url, baudrate=BAUD, parity=serial.PARITY_SPACE, timeout=0)
        except (OSError, ValueError, serial.SerialException) as error:
            raise LineLost(f"{self._url}: {error}") from error
        if self._local:
            _show_marks(port.fileno())
        return port

    def _set_parity(self, parity: str) -> None:
        if self._port.parity != parity:
            self._port.parity = parity
            if self._local:  # pyserial sets all flags anew
                _show_marks(self._port.fileno())

    @contextlib.contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, termios.error, serial.SerialException) as error:
            raise LineLost(f"{self._url}: {error}") from error


def _show_marks(descriptor: int) -> None:
    """Let the kernel put FF 00 before a byte whose parity is wrong, and double a real FF."""
    attributes = termios.tcgetattr(descriptor)
    attributes[INPUT_FLAGS] |= termios.INPCK | termios.PARMRK
    attributes[INPUT_FLAGS] &= ~(termios.IGNPAR | termios.ISTRIP)
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


class Escapes:
    """Reads what such a kernel gives, across the borders of reads."""

    def __init__(self) -> None:
        self._begun = b""

    def read(self, data: bytes) -> list[tuple[int, bool | None]]:
        """Bytes with their marks, as far as they are whole."""
        rest, found = self._begun + data, []
        while rest:
            if rest[0] != ESCAPE:
                found.append((rest[0], False))
                rest = rest[1:]
            elif rest[1:2] == b"\xff":
                found.append((ESCAPE, False))
                rest = rest[2:]
            elif len(rest) > 2:
                found.append((rest[2], True))
                rest = rest[3:]
            else:
                break
        self._begun = rest
        return list(found)
