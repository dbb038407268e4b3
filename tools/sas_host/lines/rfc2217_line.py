"""A line at a serial server, by RFC 2217 through pyserial. The server is told the parity of every byte to go.

pyserial's own way of changing the parity sends all settings and looks for the answer each 50 ms, by which time a
machine takes the poll for broken off. So the order is sent by itself and not waited for: it keeps its place among the
bytes. Whether the server lets one byte leave before it heeds it is its own affair, and it does not tell the marks of
what comes in.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby

import serial
from serial import rfc2217

from tools.sas_host.lines.line import Heard, LineLost

BAUD = 19_200
BYTE_TIME = 11 / BAUD
LOOK = 0.001
CHUNK = 1024


class Rfc2217Line:
    """A line at `rfc2217://HOST:PORT`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._port = self._opened()

    def now(self) -> float:
        """The machine's own monotonic clock."""
        return time.monotonic()

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        """Bytes of the same mark together, and time for them to leave the server."""
        with self._noticing():
            for mark, group in groupby(zip(marks, data, strict=True), key=lambda pair: pair[0]):
                part = bytes(value for _, value in group)
                self._set_parity(mark)
                self._port.write(part)
                time.sleep((len(part) + 1) * BYTE_TIME)
            self._set_parity(False)

    def hear(self, until: float) -> list[Heard]:
        """What is there, looked for each millisecond: a port whose patience is changed sends all settings again."""
        with self._noticing():
            while True:
                if data := self._port.read(CHUNK):
                    at = self.now()
                    return [Heard(value, None, at) for value in data]
                if self.now() >= until:
                    return []

    def reopen(self) -> None:
        """The connection closed and opened."""
        self.close()
        self._port = self._opened()

    def close(self) -> None:
        """Let go of the port."""
        with suppress(OSError, serial.SerialException):
            self._port.close()

    def _opened(self) -> rfc2217.Serial:
        port = rfc2217.Serial(None, baudrate=BAUD, parity=serial.PARITY_SPACE, timeout=LOOK)
        port.port = self._url
        with self._noticing():
            port.open()
        return port

    def _set_parity(self, mark: bool) -> None:
        parity = serial.PARITY_MARK if mark else serial.PARITY_SPACE
        self._port.rfc2217_send_subnegotiation(
            rfc2217.SET_PARITY, rfc2217.RFC2217_PARITY_MAP[parity].to_bytes(1, "big")
        )

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise LineLost(f"{self._url}: {error}") from error
