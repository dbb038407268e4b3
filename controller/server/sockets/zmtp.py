"""ZeroMQ's protocol (ZMTP 3.1, mechanism NULL) from the end that was connected to. Bytes in, messages out; no I/O.

libzmq itself ends its process when a peer that is not read from pings and vanishes, keeps whatever anybody subscribes
to, and ends when descriptors run out. What a local peer can say is so little that it is read here instead, and every
bound is ours. https://rfc.zeromq.org/spec/37/
"""

from typing import NamedTuple

GREETING_LENGTH = 64
_SIGNATURE = b"\xff" + bytes(8) + b"\x7f"
_MECHANISM = b"NULL".ljust(20, b"\x00")
GREETING = (_SIGNATURE + b"\x03\x01" + _MECHANISM).ljust(GREETING_LENGTH, b"\x00")
OLDEST = 3
"""The major version below which a peer is not understood: those libraries are from before 2013."""
MORE, LONG, COMMAND = 1, 2, 4
LARGEST_SHORT = 255
LARGEST_PING_CONTEXT = 16
READY, ERROR, PING, PONG = b"\x05READY", b"\x05ERROR", b"\x04PING", b"\x04PONG"


class BadPeer(Exception):
    """What it says is no ZMTP, or more than it may say: it is let go."""


class SocketKind(NamedTuple):
    """What a socket of ours is, in ZeroMQ's words, and who may connect to it."""

    own: bytes
    peers: frozenset[bytes]
    largest: int
    """Bytes of one frame."""


def frame(data: bytes, flags: int = 0) -> bytes:
    """As it goes over the wire."""
    size = len(data)
    if size <= LARGEST_SHORT:
        return bytes((flags, size)) + data
    return bytes((flags | LONG,)) + size.to_bytes(8) + data


def ready(own: bytes) -> bytes:
    """The command with which a peer is let in."""
    return frame(READY + b"\x0bSocket-Type" + len(own).to_bytes(4) + own + b"\x08Identity" + bytes(4), COMMAND)


class Conversation:
    """One connection. After it was fed, what is `to_write` goes back."""

    __slots__ = ("_kind", "_pong", "_reply", "_rest", "_several", "_step", "named", "open")

    def __init__(self, kind: SocketKind) -> None:
        self._kind = kind
        self._rest = b""
        self._several = False
        self._step = self._greeting
        self.open = False
        """Whether both have said who they are."""
        self.named = False
        """Whether it chose an address of its own. One chosen by the peer could be another peer's."""
        self._reply = GREETING
        self._pong = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are whole now. One of several frames is no message of ours: it comes as nothing at all."""
        self._rest = self._rest + data if self._rest else data
        if not self.open and not self._step():
            return []
        return self._frames()

    def to_write(self) -> bytes:
        """Said once. A ping is answered once for all that came together."""
        reply = self._reply + self._pong
        self._reply = self._pong = b""
        return reply

    # ---- coming in ----

    def _greeting(self) -> bool:
        said = self._rest
        if said[:1] not in (b"", b"\xff") or (len(said) > 9 and not said[9] & 1):
            raise BadPeer("no greeting of ZeroMQ")
        if len(said) > 10 and said[10] < OLDEST:
            raise BadPeer("a ZeroMQ of before version 3 of its protocol")
        if len(said) < GREETING_LENGTH:
            return False
        if said[12:32] != _MECHANISM:
            raise BadPeer("another mechanism than NULL")
        self._rest = said[GREETING_LENGTH:]
        self._reply += ready(self._kind.own)
        self._step = self._ready
        return self._ready()

    def _ready(self) -> bool:
        found = self._next(0)
        if found is None:
            return False
        flags, begin, end = found
        body, self._rest = self._rest[begin:end], self._rest[end:]
        if not flags & COMMAND or not body.startswith(READY):
            raise BadPeer("something else than READY")
        said = _properties(body[len(READY) :])
        if said.get(b"socket-type") not in self._kind.peers:
            raise BadPeer("a socket of a type that has no business here")
        self.named = bool(said.get(b"identity"))
        self.open = True
        return True

    # ---- from then on ----

    def _next(self, at: int) -> tuple[int, int, int] | None:
        """Flags, beginning and end of the frame that begins here; None while it is not whole."""
        data = self._rest
        if len(data) - at < 2:
            return None
        flags = data[at]
        if flags > MORE + LONG + COMMAND or flags & (MORE + COMMAND) == MORE + COMMAND:
            raise BadPeer("a frame with flags that nobody has agreed on")
        begin = at + 2
        size = data[at + 1]
        if flags & LONG:
            begin = at + 9
            if len(data) < begin:
                return None
            size = int.from_bytes(data[at + 1 : begin])
        if size > self._kind.largest:
            raise BadPeer("a frame that is larger than it may be")
        end = begin + size
        return (flags, begin, end) if len(data) >= end else None

    def _frames(self) -> list[bytes]:
        found: list[bytes] = []
        at = 0
        while (next_one := self._next(at)) is not None:
            flags, begin, at = next_one
            if flags & COMMAND:
                self._command(self._rest[begin:at])
            elif flags & MORE:
                self._several = True
            else:
                found.append(b"" if self._several else self._rest[begin:at])
                self._several = False
        self._rest = self._rest[at:]
        return found

    def _command(self, body: bytes) -> None:
        """Subscriptions too are commands; nothing is kept of them."""
        if body.startswith(PING):
            self._pong = frame(PONG + body[len(PING) + 2 :][:LARGEST_PING_CONTEXT], COMMAND)
        elif body.startswith(ERROR):
            raise BadPeer("it gave up")


def _properties(data: bytes) -> dict[bytes, bytes]:
    """Name (in small letters) → value, of a READY command."""
    found: dict[bytes, bytes] = {}
    at = 0
    while at < len(data):
        name_end = at + 1 + data[at]
        value_at = name_end + 4
        value_end = value_at + int.from_bytes(data[name_end:value_at])
        if value_end > len(data) or value_at > len(data):
            raise BadPeer("a READY that ends in the middle of a word")
        found[data[at + 1 : name_end].lower()] = data[value_at:value_end]
        at = value_end
    return found
