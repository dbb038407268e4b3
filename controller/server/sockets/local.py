"""Connections of peers on this machine: what each says, and what waits to be written to it."""

import socket
from collections import deque
from select import EPOLLIN, EPOLLOUT, epoll
from typing import Literal

from controller.server.sockets.zmtp import BadPeer, Conversation, SocketKind

PEER_QUEUE = 64
"""Messages that wait here for one peer that does not read; more wait in the outbox, or at the peer itself."""
PEER_BYTES = 128 * 1024
"""Of these messages; one more may be begun. What the kernel holds comes on top."""
LISTENER_QUEUE = 32
"""Broadcasts for one listener; who does not read misses some and sees that by their number."""
READ_AT_ONCE = 64 * 1024
"""Bytes taken from a peer before all that they held was dealt with."""
LISTENER_BYTES = 1024 * 1024
"""The same bytes wait for all of them."""
LISTENER_READ = 4096
LISTENER_A_SECOND = 16 * 1024
"""Bytes that a listener may say in a second. It has nothing to say but a subscription and pings."""

Sent = Literal["sent", "full", "gone"]


class Gone(Exception):
    """The other end has closed."""


class Stream:
    """A socket that never waits, and what waits for it."""

    __slots__ = ("_all", "_out", "_size", "_socket", "fd")

    def __init__(self, found: socket.socket, all_of_them: epoll) -> None:
        self._socket, self._all = found, all_of_them
        self.fd = found.fileno()
        self._out: deque[bytes] = deque()
        self._size = 0
        all_of_them.register(self.fd, EPOLLIN)

    def room(self, most: int = PEER_QUEUE, most_bytes: int = PEER_BYTES) -> bool:
        """Whether one more may wait."""
        return len(self._out) < most and self._size < most_bytes

    def read(self, most: int) -> bytes:
        """What has come; nothing where nothing has. Gone: nothing will."""
        try:
            data = self._socket.recv(most)
        except BlockingIOError:
            return b""
        except OSError:
            raise Gone from None
        if not data:
            raise Gone
        return data

    def put(self, data: bytes) -> bool:
        """Written, or as much of it as goes; the rest waits. False: the other end has closed."""
        if not self._out:
            sent = self._write(data)
            if sent == len(data):
                return True
            if sent < 0:
                return False
            data = data[sent:]
            self._all.modify(self.fd, EPOLLIN | EPOLLOUT)
        self._out.append(data)
        self._size += len(data)
        return True

    def flush(self) -> None:
        """It takes more now."""
        while self._out:
            data = self._out[0]
            sent = self._write(data)
            if sent < 0:
                raise Gone
            self._size -= sent
            if sent < len(data):
                self._out[0] = data[sent:]
                return
            self._out.popleft()
        self._all.modify(self.fd, EPOLLIN)

    def close(self) -> None:
        """No more of it."""
        self._socket.close()

    def _write(self, data: bytes) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return -1


class Connection(Stream):
    """One peer at one socket."""

    __slots__ = ("conversation", "said", "since")

    def __init__(self, found: socket.socket, all_of_them: epoll, kind: SocketKind, now: float) -> None:
        super().__init__(found, all_of_them)
        self.since = now
        self.said = 0
        """Bytes, since it came."""
        self.conversation = Conversation(kind)
        self.put(self.conversation.to_write())

    def hear(self, most: int = READ_AT_ONCE) -> list[bytes]:
        """What has come, whole messages alone. Gone or BadPeer: it is to be closed."""
        data = self.read(most)
        self.said += len(data)
        found = self.conversation.feed(data)
        reply = self.conversation.to_write()
        if reply and not self._out:  # who does not read gets no answers to pings
            self.put(reply)
        return found


class Listener:
    """Somebody who only listens, and how much it says all the same."""

    __slots__ = ("_said_before", "_second", "connection")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._second = self._said_before = 0

    def hear(self, now: float) -> bool:
        """Nothing of it is kept. Whether it has just come in. BadPeer: it says more than a listener has to say."""
        connection = self.connection
        if int(now) != self._second:
            self._second, self._said_before = int(now), connection.said
        was_open = connection.conversation.open
        connection.hear(LISTENER_READ)
        if connection.said - self._said_before > LISTENER_A_SECOND:
            raise BadPeer("a listener that does not stop speaking")
        return connection.conversation.open and not was_open

    def tell(self, data: bytes) -> bool:
        """This broadcast, unless too many wait. False: it has gone."""
        return not self.connection.room(LISTENER_QUEUE, LISTENER_BYTES) or self.connection.put(data)
