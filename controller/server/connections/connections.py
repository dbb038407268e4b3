"""Who is there: connections that have said hello, when each was last heard, and who has been silent for too long."""

from dataclasses import dataclass

from controller.server.loop.ports import Peer, Who


@dataclass(slots=True)
class Guest:
    """One connection of a known peer."""

    peer: Peer
    who: Who
    heard: int


class Guests:
    """The connections at one desk."""

    def __init__(self) -> None:
        self.by_peer: dict[Peer, Guest] = {}

    def welcome(self, peer: Peer, who: Who, now: int) -> Guest:
        """It has said hello."""
        guest = self.by_peer[peer] = Guest(peer, who, now)
        return guest

    def heard(self, peer: Peer, who: Who, now: int) -> Guest | None:
        """The guest that said something, if it is one, and still is who it was."""
        guest = self.by_peer.get(peer)
        if guest is None or guest.who != who:
            return None
        guest.heard = now
        return guest

    def silent(self, now: int, lost_after: int) -> list[Guest]:
        """Who has not been heard for so long that he counts as lost."""
        return [guest for guest in self.by_peer.values() if now - guest.heard > lost_after]
