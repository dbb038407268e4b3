"""An emulated line that carries the mark.

A stream socket, Unix or TCP. Every byte of the line is two bytes of the stream: first 0x01 if its ninth bit is set and
0x00 if not, then the byte. Both ways are the same. Any other first byte is no line of this kind.
"""

import socket
import time
from collections.abc import Sequence
from pathlib import Path

from tools.sas_host.lines.line import Heard, LineLost, has_come

PATIENCE = 10.0
"""Seconds for the other end to be there."""
RETRY = 0.05
CHUNK = 4096


class Place:
    """Where the other end is, or comes to: `unix:PATH` or `tcp:HOST:PORT`, and who of the two waits."""

    def __init__(self, words: str, listens: bool) -> None:
        kind, _, rest = words.partition(":")
        host, _, port = rest.rpartition(":")
        if kind == "unix" and rest:
            self.family, self.address = socket.AF_UNIX, rest
        elif kind == "tcp" and host and port.isdecimal():
            self.family, self.address = socket.AF_INET, (host, int(port))
        else:
            raise ValueError(f"{words}: a line is unix:PATH or tcp:HOST:PORT")
        self.words, self.listens = words, listens
        self._server: socket.socket | None = None

    family: socket.AddressFamily
    address: str | tuple[str, int]

    def open(self, patience: float = PATIENCE) -> socket.socket:
        """The other end, waited for; LineLost if it does not come."""
        return self._accepted(patience) if self.listens else self._connected(patience)

    def close(self) -> None:
        """No longer wait for anybody."""
        if self._server:
            self._server.close()
            if self.family == socket.AF_UNIX:
                Path(str(self.address)).unlink(missing_ok=True)

    def _accepted(self, patience: float) -> socket.socket:
        if not self._server:
            self._server = socket.socket(self.family, socket.SOCK_STREAM)
            if self.family == socket.AF_UNIX:
                Path(str(self.address)).unlink(missing_ok=True)
            else:
                self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._server.bind(self.address)
            self._server.listen(1)
        self._server.settimeout(patience)
        try:
            return self._server.accept()[0]
        except TimeoutError as error:
            raise LineLost(f"{self.words}: nobody came in {patience:g} s") from error

    def _connected(self, patience: float) -> socket.socket:
        end = time.monotonic() + patience
        while True:
            stream = socket.socket(self.family, socket.SOCK_STREAM)
            try:
                stream.connect(self.address)
            except OSError as error:
                stream.close()
                if time.monotonic() >= end:
                    raise LineLost(f"{self.words}: nobody is there: {error.strerror or error}") from error
                time.sleep(RETRY)
            else:
                return stream


class SocketLine:
    """A line over such a stream."""

    def __init__(self, place: Place, patience: float = PATIENCE) -> None:
        self._place, self._patience = place, patience
        self._stream: socket.socket | None = None
        self._half = b""
        self._open()

    def now(self) -> float:
        """The machine's own monotonic clock."""
        return time.monotonic()

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        """Both bytes of each, in one go."""
        pairs = zip(marks, data, strict=True)
        try:
            self._there().sendall(bytes(part for mark, value in pairs for part in (mark, value)))
        except OSError as error:
            self._lose(error)

    def hear(self, until: float) -> list[Heard]:
        """Whole pairs; half of one waits for its other half."""
        stream = self._there()
        while True:
            if not has_come(stream.fileno(), until - self.now()):
                return []
            try:
                data = stream.recv(CHUNK)
            except OSError as error:
                self._lose(error)
            if not data:
                self._lose(ConnectionResetError("it hung up"))
            if heard := self._pairs(self._half + data):
                return heard

    def _pairs(self, data: bytes) -> list[Heard]:
        at, whole = self.now(), len(data) // 2 * 2
        self._half = data[whole:]
        heard = [Heard(data[index + 1], bool(data[index]), at) for index in range(0, whole, 2)]
        if any(mark > 1 for mark in data[:whole:2]):
            raise LineLost(f"{self._place.words}: {data[:whole].hex()} has marks other than 00 and 01")
        return heard

    def reopen(self) -> None:
        """A new stream; what was half heard is forgotten."""
        self._drop()
        self._open()

    def close(self) -> None:
        """Hang up, and wait for nobody."""
        self._drop()
        self._place.close()

    def _open(self) -> None:
        self._half = b""
        self._stream = self._place.open(self._patience)
        if self._place.family == socket.AF_INET:
            self._stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _there(self) -> socket.socket:
        if not self._stream:
            raise LineLost(f"{self._place.words}: it was cut")
        return self._stream

    def _drop(self) -> None:
        if self._stream:
            self._stream.close()
        self._stream = None

    def _lose(self, error: OSError) -> None:
        self._drop()
        raise LineLost(f"{self._place.words}: {error.strerror or error}") from error
