"""The desk of the uplink: it is told what the floor is asked, on every change and once a second, and says the answers;
and how the pots of the floor stand.

Nothing rests on it: what was asked and has no answer stands in the journal, and is told to whichever uplink is here.
"""

import structlog

from controller.facts.kinds import Answer
from controller.protocol.message import BadMessage, WhoIsThere, decode
from controller.protocol.tickets import MOST_TOGETHER
from controller.protocol.uplink import FROM_UPLINK, FloorAsks, PotsTold, UplinkHere
from controller.server.cash.floor import FloorAuthority
from controller.server.cash.pots import Pots
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer
from controller.server.loop.troubles import Trouble

SAID_AGAIN_MS = 1000

log = structlog.get_logger()


class UplinkDesk:
    """One uplink; the last one to come is it."""

    def __init__(self, authority: FloorAuthority, pots: Pots) -> None:
        self._authority, self._pots = authority, pots
        self._peer: Peer | None = None
        self._say_at = 0

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(FROM_UPLINK, arrival.data)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, UplinkHere):
            if arrival.peer != self._peer:
                log.info("uplink here")
            self._peer, self._say_at = arrival.peer, hub.now
        elif arrival.peer != self._peer:
            hub.say(arrival.peer, WhoIsThere())
        elif isinstance(message, PotsTold):
            self._pots.heard(hub, message)
        else:
            self._authority.answered(message)

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """After the commit: what is asked is on the disk, and the uplink can read it there."""
        hub.public_views.pots_are(self._pots.shown(hub), self._pots.won(hub))
        if self._peer is None:
            return
        question = self._pots.question(hub)
        if question is not None:
            hub.say(self._peer, question)
        if not (self._authority.changed or hub.now >= self._say_at):
            return
        self._authority.changed, self._say_at = False, hub.now + SAID_AGAIN_MS
        asks = self._authority.asks()
        decision, hash = self._authority.heard()
        for first in range(0, len(asks), MOST_TOGETHER):
            some = asks[first : first + MOST_TOGETHER]
            hub.say(self._peer, FloorAsks(asks=some, heard=decision, hash=hash))

    def look_around(self, hub: Hub) -> None:
        """Whether the floor is heard, the uplink's status says."""

    def gone(self, hub: Hub, peer: Peer) -> None:  # noqa: ARG002
        """Its connection has ended."""
        if peer == self._peer:
            self._peer = None

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:
        """It sends no commands."""

    def caught_up(self, hub: Hub, peer: Peer) -> None:  # noqa: ARG002
        """It reads again."""
        self._say_at = hub.now
