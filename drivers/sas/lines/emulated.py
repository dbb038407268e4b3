"""A line that is a Unix socket, at which whoever plays the host listens: it carries the mark, which a pty does not.

Each byte is two of the stream: 01 if it is marked and 00 if not, then the byte.
"""

import socket
from collections.abc import Iterator

from drivers.common.serial.port import LARGEST_READ, NoPort
from drivers.sas.codec import ByteHeard, Said

PLAIN, MARKED = 0, 1


class PairReader:
    """Cuts what was read into bytes with their mark. Holds at most half of one."""

    def __init__(self) -> None:
        self._mark: int | None = None

    def feed(self, data: bytes) -> Iterator[ByteHeard]:
        """Those that end in `data`; ValueError where it is no such line."""
        for value in data:
            if self._mark is None:
                if value not in (PLAIN, MARKED):
                    raise ValueError(f"{value:02x} is neither a mark nor none")
                self._mark = value
            else:
                yield ByteHeard(value, self._mark == MARKED)
                self._mark = None


def paired(said: Said) -> bytes:
    """The same the other way round."""
    return b"".join(bytes((MARKED if said.mark else PLAIN, value)) for value in said.data)


class EmulatedLine:
    """One connection."""

    def __init__(self, path: str) -> None:
        self._path, self._reader = path, PairReader()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise NoPort(f"emulated:{path}: {error.strerror}; nobody plays the host there") from None
        self._socket.setblocking(False)

    def fileno(self) -> int:
        return self._socket.fileno()

    def read(self) -> list[ByteHeard]:
        try:
            data = self._socket.recv(LARGEST_READ)
        except BlockingIOError:
            return []
        except OSError as error:
            raise NoPort(f"emulated:{self._path}: {error.strerror}") from None
        if not data:
            raise NoPort(f"emulated:{self._path}: the host has gone")
        try:
            return list(self._reader.feed(data))
        except ValueError as error:
            raise NoPort(f"emulated:{self._path}: {error}") from None

    def write(self, said: Said) -> None:
        try:
            self._socket.sendall(paired(said))
        except OSError as error:
            raise NoPort(f"emulated:{self._path}: {error.strerror}") from None

    def close(self) -> None:
        self._socket.close()
