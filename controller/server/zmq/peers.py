"""Who is connected to the sockets: local peers that speak or listen, and the edge's line."""

from collections import deque

from controller.server.loop.ports import ROLES, Peer, Who
from controller.server.sockets.doors import ListeningSocket
from controller.server.sockets.link import EdgeLine, Heard
from controller.server.sockets.local import Connection, Listener


class Inside:
    """A local peer that was let in."""

    __slots__ = ("connection", "door", "user")

    def __init__(self, connection: Connection, door: ListeningSocket, user: int) -> None:
        self.connection, self.door, self.user = connection, door, user


class SpeakingPeer(Inside):
    """At a door for commands."""

    __slots__ = ("messages", "peer")

    def __init__(self, connection: Connection, door: ListeningSocket, user: int, peer: Peer) -> None:
        super().__init__(connection, door, user)
        self.peer = peer
        self.messages: deque[bytes] = deque()


class Ear(Inside):
    """At the door for listeners."""

    __slots__ = ("listener",)

    def __init__(self, connection: Connection, door: ListeningSocket, user: int) -> None:
        super().__init__(connection, door, user)
        self.listener = Listener(connection)


class EdgePeer:
    """The edge's line, and what came by it and is to be dealt with."""

    __slots__ = ("door", "line", "messages")

    def __init__(self, line: EdgeLine, door: ListeningSocket) -> None:
        self.line, self.door = line, door
        self.messages: deque[Heard] = deque()


LOCAL = {role: Who(f"local {role}", role) for role in ROLES}
"""Who comes by a local socket."""


def is_local(who: Who) -> bool:
    """Whether this came by a local socket, whose directory vouches for the role."""
    return LOCAL.get(who.role) == who
