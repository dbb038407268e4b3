"""The turn that is open, as the desks work in it (`hub.Hub`): the table, the time, and what gathers until the commit.

An event happens at once and is committed with those of its turn. Who is to be answered is noted, and what is said
waits: nothing of it goes out before the commit, after which the desks make the answers.
"""

import time

from controller.protocol.message import Message, cut, encode
from controller.protocol.public import TableNow
from controller.protocol.terminals.answers import NotTaken
from controller.server.connections.allowance import Allowance
from controller.server.loop.counters import Counters
from controller.server.loop.hub import Desk
from controller.server.loop.news import News
from controller.server.loop.outbox import PROBE, Outbox
from controller.server.loop.pending_commands import PendingCommands
from controller.server.loop.ports import Arrival, Peer, Store, Transport, Who
from controller.server.loop.public_views import PublicViews
from controller.server.loop.troubles import Trouble
from controller.table.events import Command, Event, SeriesWanted
from controller.table.state import Table
from controller.table.wishes import Wishes, wishes

COMMANDS_AT_ONCE, COMMANDS_A_SECOND = 4096, 16
"""Of one seat or person, kept in the journal whether taken or not: no finger is faster, and no disk is full by it."""

SLOW_COMMIT_US = 500_000
"""Microseconds; a disk that needs longer is told as a trouble. Nobody is told anything before it has written."""


class OpenTurn:
    """Of one table; it is opened again by the next turn's time."""

    def __init__(self, now: int, store: Store, transport: Transport, public_views: PublicViews) -> None:
        self.store, self._transport = store, transport
        self.public_views = public_views
        self.counters = Counters()
        self.outbox = Outbox(transport)
        self._news = News()
        self._allowance = Allowance(COMMANDS_AT_ONCE, COMMANDS_A_SECOND)
        self._wishes_of, self._wishes = store.table, wishes(store.table)
        self.now = self._known_at = now
        """The time of this turn, and the time that the table knows of."""
        self._taken = 0
        self._pending = PendingCommands()
        self.ready = False
        """Whether the unit has answered since the start, and recovery is over."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.store.table

    @property
    def wishes(self) -> Wishes:
        """What it wants of the world now: worked out once a state, for whoever asks."""
        if self._wishes_of is not self.table:
            self._wishes_of, self._wishes = self.table, wishes(self.table)
        return self._wishes

    def apply(self, event: Event) -> None:
        """Let this happen; what is due by now has happened before."""
        elapsed, self._known_at = self.now - self._known_at, self.now
        self._taken += 1
        self.store.take(event, elapsed)

    def command(self, command: Command, peer: Peer, desk: Desk) -> None:
        """Let a peer's command happen; the desk gets its answer after the commit. One too many is taken later."""
        if not self._allowance.take(command.client, self.now):
            self._turned_away(Trouble.FLOOD, command.client, "has more kept than it may; some of it has to wait")
            text = "you do more than is kept of one peer; wait, then send it again"
            self.say(peer, NotTaken(code="flood", reason=text))
            return
        self._pending.add(command, peer, desk)
        self.apply(command)

    def begin_series(self, client: str) -> None:
        """Let this client count from 1 again; its commands of this turn are answered before, under the old numbers."""
        if self._pending.has_of(client):
            self._commit()
        self.apply(SeriesWanted(client))

    def say(self, peer: Peer, message: Message) -> None:
        """To this peer alone, after the commit."""
        self.outbox.post(peer, encode(message))

    def not_taken(self, arrival: Arrival, trouble: Trouble, reason: str) -> None:
        """Count, log and answer a message that is not taken."""
        source = arrival.who.name if arrival.who else arrival.peer.socket
        self._turned_away(trouble, source, reason, words=reason)
        self.say(arrival.peer, NotTaken(code=trouble.code, reason=cut(reason)))

    def _turned_away(self, trouble: Trouble, peer: str, text: str, **about: str) -> None:
        self.counters.counts[f"not_taken.{trouble.code}"] += 1
        self.counters.trouble(trouble, peer, text, self.now, peer=peer, **about)

    def clock(self) -> int:
        """The table's clock now: with what has passed since an event was kept last."""
        return self.table.clock + self.store.unkept() + self.now - self._known_at

    def table_now(self) -> TableNow:
        """What everybody may see now."""
        due_in = self.store.due_in()
        if due_in is not None:
            due_in = max(0, due_in - (self.now - self._known_at))
        return self.public_views.table(self.table, due_in, self.store.history)

    def reaches(self, peer: Peer) -> bool:
        """Whether this peer's connection still stands: a heartbeat that means nothing finds out."""
        return self._transport.send(peer, PROBE) != "gone"

    def stands(self, who: Who) -> bool:
        """Whether this key still belongs to this role and seat."""
        return self._transport.stands(who)

    def _commit(self) -> None:
        """All of the turn onto the disk, and then into words."""
        if not self._taken:
            return
        began = time.perf_counter_ns()
        committed = self.store.commit()
        took = (time.perf_counter_ns() - began) // 1000
        self.counters.latencies["commit"].count(took)
        if took >= SLOW_COMMIT_US:
            text = f"a commit took {took // 1000} ms: wagers wait for the disk; look at it before it fails"
            self.counters.trouble(Trouble.SLOW_DISK, "journal", text, self.now, waited=took // 1000)
        self.counters.counts["events"] += self._taken
        self._taken = 0
        for told in committed:
            seat = self._pending.answer(self, told.answer) if told.answer is not None else None
            self._news.note(told.decisions, seat)
        self._pending.clear()
