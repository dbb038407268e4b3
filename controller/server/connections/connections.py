"""Who is there: connections that have said hello, when each was last heard, and who has been silent for too long."""

from dataclasses import dataclass

from controller.server.loop.ports import Peer, Who


@dataclass(slots=True)
class PeerConnection:
    """One connection of a known peer."""

    peer: Peer
    who: Who
    heard: int


class PeerConnections:
    """The connections at one desk."""

    def __init__(self) -> None:
        self.by_peer: dict[Peer, PeerConnection] = {}

    def welcome(self, peer: Peer, who: Who, now: int) -> PeerConnection:
        """It has said hello."""
        connection = self.by_peer[peer] = PeerConnection(peer, who, now)
        return connection

    def heard(self, peer: Peer, who: Who, now: int) -> PeerConnection | None:
        """The connection that said something, if it is one, and still is who it was."""
        connection = self.by_peer.get(peer)
        if connection is None or connection.who != who:
            return None
        connection.heard = now
        return connection

    def silent(self, now: int, lost_after: int) -> list[PeerConnection]:
        """Who has not been heard for so long that it counts as lost."""
        return [connection for connection in self.by_peer.values() if now - connection.heard > lost_after]
