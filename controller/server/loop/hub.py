"""What a desk may do: look at the table, let an event happen, say something, count something."""

from typing import Protocol

from controller.facts.kinds import Answer
from controller.protocol.message import Message
from controller.protocol.public import TableNow
from controller.server.loop.counters import Counters
from controller.server.loop.news import TurnNews
from controller.server.loop.outbox import Outbox
from controller.server.loop.ports import Arrival, Peer, Store, Who
from controller.server.loop.public_views import PublicViews
from controller.server.loop.troubles import Trouble
from controller.table.events import Command, Event
from controller.table.state import Table
from controller.table.wishes import Wishes


class TableAtHand(Protocol):
    """The table and the time of this turn: all of the loop that some need."""

    @property
    def table(self) -> Table:
        """The table as it is now."""

    @property
    def now(self) -> int:
        """The time of this turn, in milliseconds."""

    def apply(self, event: Event) -> None:
        """Let this happen."""


class Hub(TableAtHand, Protocol):
    """The loop, as the desks see it. Whatever is said here goes out after the turn's commit."""

    @property
    def wishes(self) -> Wishes:
        """What it wants of the world now."""

    @property
    def counters(self) -> Counters:
        """Where things are counted."""

    @property
    def public_views(self) -> PublicViews:
        """The table in the words of the wire."""

    @property
    def ready(self) -> bool:
        """Whether the unit has answered since the start, and recovery is over."""

    @property
    def outbox(self) -> Outbox:
        """What is on its way out."""

    @property
    def store(self) -> Store:
        """Where events are kept."""

    def clock(self) -> int:
        """The table's clock, by which players' sessions are measured, as it is now."""

    def table_now(self) -> TableNow:
        """What everybody may see now."""

    def reaches(self, peer: Peer) -> bool:
        """Whether this peer's connection still stands."""

    def stands(self, who: Who) -> bool:
        """Whether this key still belongs to this role and seat."""

    def command(self, command: Command, peer: Peer, desk: "Desk") -> None:
        """Let a peer's command happen; the desk gets its answer once it is on disk."""

    def begin_series(self, client: str) -> None:
        """Let this client's commands count from 1 again."""

    def say(self, peer: Peer, message: Message) -> None:
        """To this peer alone."""

    def not_taken(self, arrival: Arrival, trouble: Trouble, reason: str) -> None:
        """Count, log and answer a message that is not taken."""


class Watch(Protocol):
    """Something of the machine itself that is looked at; nobody speaks with it."""

    def look(self, hub: Hub) -> None:
        """Several times a second."""


class Actor(Protocol):
    """Who does what the table wants before anything is said: in each turn, when all was heard, until nobody does."""

    def act(self, hub: Hub) -> None:
        """Apply what is due."""


class Desk(Protocol):
    """Who speaks with the peers of one role."""

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message of a peer whose role has been checked."""

    def look_around(self, hub: Hub) -> None:
        """Several times a second: who has gone silent, what has to be said again?"""

    def gone(self, hub: Hub, peer: Peer) -> None:
        """This peer has no connection any more, or no right to one."""

    def answer(self, hub: Hub, peer: Peer, answer: Answer) -> None:
        """What became of a command of this peer."""

    def tell(self, hub: Hub, news: TurnNews) -> None:
        """The turn's events are on disk: tell the peers of this role what concerns them."""

    def caught_up(self, hub: Hub, peer: Peer) -> None:
        """This peer had fallen behind and reads again."""
