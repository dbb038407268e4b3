"""What the loop stands on: a clock, a store, a transport. A simulator drives the same loop through others."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from config.devices import DEVICES
from controller.facts.kinds import Answer, Decision
from controller.games.interface import History
from controller.server.loop.troubles import Trouble
from controller.server.sockets.local import Sent as Sent
from controller.table.events import Event
from controller.table.state import Table
from controller.vault.books.tickets import TicketBook
from controller.vault.counts.meters import MeterBook

Role = str
ROLES: tuple[Role, ...] = ("terminal", "display", "operator", "console", *DEVICES, "records", "floor")
"""Who may speak with the controller; a key, or a local socket, belongs to one of these."""


class Peer(NamedTuple):
    """Where a message came from and an answer goes to: one connection at one socket."""

    socket: str
    address: bytes


class Who(NamedTuple):
    """Whose key, or which role's local socket, a message came by. `seat` is None where the key is bound to none."""

    name: str
    role: Role
    seat: int | None = None


class Arrival(NamedTuple):
    """One message. `who` is looked up for each: None is a key that is not, or no longer, ours."""

    peer: Peer
    who: Who | None
    data: bytes


class TransportTrouble(NamedTuple):
    """Something that a person should know of: which, where it came from, and what it is in words."""

    trouble: Trouble
    source: str
    text: str


class StoreFailed(Exception):
    """What was appended is not on disk, and is never tried again: the process ends, recovers and holds."""


class Clock(Protocol):
    """Time that only goes forward, in milliseconds from anywhere."""

    def now(self) -> int:
        """Now."""


class CommittedStep(Protocol):
    """What may be told of one event, now that it is kept."""

    @property
    def decisions(self) -> list[Decision]: ...
    @property
    def answer(self) -> Answer | None: ...


class Store(Protocol):
    """A table whose every step is kept before anybody hears of it."""

    @property
    def table(self) -> Table:
        """After the last event taken, committed or not."""

    @property
    def history(self) -> History:
        """What people like to know of the rounds that are over."""

    def due_in(self) -> int | None:
        """Milliseconds until something is due, as of the last time given; None while nothing is."""

    def unkept(self) -> int:
        """Milliseconds since the last event that was kept, as of the last time given."""

    def take(self, event: Event, elapsed: int = 0) -> None:
        """Apply an event, `elapsed` milliseconds after the one before. What is due by then is applied before it."""

    def commit(self) -> Sequence[CommittedStep]:
        """All that was taken is on disk, and may be told; or StoreFailed."""

    def rest(self) -> None:
        """A quiet moment, for work that nobody waits for."""

    def facts(self) -> dict[str, int | str | bool]:
        """What a person wants to know of it at a glance."""

    @property
    def tickets(self) -> TicketBook:
        """Every ticket of this cabinet, as its own authority knows them."""

    @property
    def meters(self) -> MeterBook:
        """What was counted, as of the last event taken."""

    @property
    def drawn_before(self) -> int:
        """The largest sequence of a ticket that the second place knew of at the start."""

    @property
    def demo(self) -> bool:
        """Whether it is played for nothing."""

    def wall_clock(self) -> int:
        """The machine's clock, UTC in milliseconds: for paper, never decided by."""

    def day_running(self) -> str | None:
        """The gaming day that could be closed now; None if it has been closed before its time."""


class Transport(Protocol):
    """Messages in and out. Nothing here waits for a peer."""

    def wait(self, milliseconds: int) -> None:
        """Until something has arrived, but no longer than this."""

    def arrived(self, most: int) -> Sequence[Arrival]:
        """Up to so many messages, taken from the peers in turn."""

    def send(self, peer: Peer, data: bytes) -> Sent:
        """Hand a message over, if the peer is there and its queue has room."""

    def broadcast(self, data: bytes) -> None:
        """Tell everybody who listens, and everybody who begins to listen before the next broadcast."""

    def flush(self) -> None:
        """All that was handed over leaves now."""

    def troubles(self) -> Sequence[TransportTrouble]:
        """Who was let go or turned away since this was asked last."""

    def keys_changed(self) -> bool:
        """Whether keys were added or revoked since this was asked last."""

    def stands(self, who: Who) -> bool:
        """Whether this key, or local socket, still belongs to this role and seat."""


class Dealt(NamedTuple):
    """A draw as the loop hands it to the table."""

    nonce: str
    levels: dict[str, str]


class Chance(Protocol):
    """Where draws come from."""

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> Dealt:
        """A nonce, and a level for some of these spots by the chances in the game's settings."""
