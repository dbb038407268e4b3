"""Peers that speak ZeroMQ's protocol byte by byte, or do not speak at all: what no library would do.

Nothing here is taken from the product: the bytes are those of https://rfc.zeromq.org/spec/37/.
"""

import socket
import struct
from pathlib import Path
from typing import Self

MORE, LONG, COMMAND = 1, 2, 4


class Raw:
    """A peer at a local socket."""

    def __init__(self, path: str | Path, kind: bytes = b"DEALER", patience: float = 20.0) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(patience)
        try:
            self.socket.connect(str(path).removeprefix("ipc://"))
        except OSError:
            self.socket.close()
            raise
        self.kind = kind

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def come_in(self, **properties: bytes) -> Self:
        """Greeting and READY, both ways."""
        self.socket.sendall(greeting())
        assert len(self.read(64)) == 64
        self.socket.sendall(ready({b"Socket-Type": self.kind, **{k.encode(): v for k, v in properties.items()}}))
        flags, body = self.frame()
        assert flags & COMMAND, body
        assert body.startswith(b"\x05READY"), body
        return self

    def frame(self) -> tuple[int, bytes]:
        """The next one that comes."""
        flags = self.read(1)[0]
        size = struct.unpack(">Q", self.read(8))[0] if flags & LONG else self.read(1)[0]
        return flags, self.read(size)

    def read(self, count: int) -> bytes:
        """So many bytes; fewer, where the other end has closed."""
        found = b""
        while len(found) < count and (more := self.socket.recv(count - len(found))):
            found += more
        return found

    def is_closed(self) -> bool:
        """Whether the other end lets us go, whatever it still says before."""
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


def greeting(mechanism: bytes = b"NULL", major: int = 3) -> bytes:
    return b"\xff\0\0\0\0\0\0\0\x01\x7f" + bytes((major, 1)) + mechanism.ljust(20, b"\0") + b"\0" * 32


def frame(body: bytes, flags: int = 0) -> bytes:
    if len(body) < 256:
        return bytes((flags, len(body))) + body
    return bytes((flags | LONG,)) + struct.pack(">Q", len(body)) + body


def ready(properties: dict[bytes, bytes]) -> bytes:
    body = b"\x05READY"
    for name, value in properties.items():
        body += bytes((len(name),)) + name + struct.pack(">I", len(value)) + value
    return frame(body, COMMAND)


def ping(context: bytes = b"") -> bytes:
    return frame(b"\x04PING\0\0" + context, COMMAND)


def subscribe(topic: bytes) -> bytes:
    return frame(b"\x09SUBSCRIBE" + topic, COMMAND)
