"""The one loop. Each turn: drain what has arrived, apply it, commit once, send.

What is due by the clock is applied before any message read after it. What arrives while one commit runs goes into the
next one together. Nothing is said before what it rests on is on disk; when the commit fails the turn ends the
process, and nothing of it has been said.
"""

import time
from collections.abc import Callable, Sequence

import structlog

from config.devices import UNITS
from controller.protocol.message import encode
from controller.protocol.terminals.answers import NotTaken
from controller.server.cash.cashier import Cashier
from controller.server.host.power import GOODBYE_MS
from controller.server.loop.hub import Actor, Desk, Watch
from controller.server.loop.inbox import Inbox
from controller.server.loop.open_turn import OpenTurn
from controller.server.loop.ports import Arrival, Chance, Clock, Peer, Role, Store, StoreFailed, Transport
from controller.server.loop.public_views import PublicViews
from controller.server.loop.troubles import Trouble
from controller.table.events import Drawn, TimePassed
from controller.table.phases import Phase
from controller.table.service.events import ShakeDrawn

MESSAGES_A_TURN = 1024
LONGEST_WAIT = 250
"""Milliseconds: how often the desks look around, for the sake of those who say nothing any more."""
BROADCAST_EVERY = 1000
"""Milliseconds: a listener that hears nothing for long knows that it is alone."""

MOST_ACTS = 8
"""Times in a turn that something may follow from what has just been done; what is left comes with the next."""

MAY_WANT_DRAW = (Phase.CLOSED, Phase.ROLLING, Phase.DRAWING)

log = structlog.get_logger()


class Loop(OpenTurn):
    """A table, driven through three ports."""

    def __init__(
        self,
        clock: Clock,
        store: Store,
        transport: Transport,
        chance: Chance,
        desks: dict[Role, Desk],
        public_views: PublicViews,
        watches: Sequence[Watch],
        actors: Sequence[Actor],
        cashier: Cashier,
    ) -> None:
        super().__init__(clock.now(), store, transport, public_views)
        self._clock, self._chance = clock, chance
        self._desks = desks
        self._watches = watches
        self._cashier = cashier
        self._actors = (*actors, self._cashier)
        self._all_desks = list({id(desk): desk for desk in desks.values()}.values())
        self._inbox = Inbox()
        self._look_at = self._broadcast_at = self.now
        self.stopping = False
        self.ending = ""
        """How the machine is to end once this loop has; a person said so. Empty: nobody did."""
        self._ends_at: int | None = None

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until asked to stop. What has been applied by then is committed and told. `turned` hears of every turn."""
        while not self.stopping:
            self.turn()
            turned()

    def turn(self) -> None:
        """Wait for whatever comes first, and deal with all that is there."""
        self._transport.wait(self.pause())
        began = time.perf_counter_ns()
        arrivals = self._transport.arrived(MESSAGES_A_TURN)
        self.now = self._clock.now()
        taken, flooding = self._inbox.take(arrivals, self.now)
        self._pass_time()
        for arrival in sorted(taken, key=_after_devices):
            self._hear(arrival)
        for peer in flooding:
            self._put_out(peer)
        for seen in self._transport.troubles():
            self.counters.counts[f"let_go.{seen.trouble.code}"] += 1
            self.counters.trouble(*seen, self.now, peer=seen[1], words=seen[2])
        self._draw()
        if self._transport.keys_changed() or self.now >= self._look_at:
            self._look_at = self.now + LONGEST_WAIT
            for desk in self._all_desks:
                desk.look_around(self)
            for watch in self._watches:
                watch.look(self)
            self._see_whether_ready()
        self._act()
        self._commit()
        self._tell()
        self._deliver()
        if self._ends_at is not None and self.now >= self._ends_at:
            self.stopping = True
        if not arrivals:
            self.store.rest()
        took = (time.perf_counter_ns() - began) // 1000
        if taken:
            self.counters.latencies["turn"].count(took)
            self.counters.latencies["answer"].count(took, len(taken))

    def pause(self) -> int:
        """Milliseconds until something is to be done even if nobody says anything."""
        if self._inbox.waits() or self._cashier.waits():
            return 0
        now, due_in = self._clock.now(), self.store.due_in()
        due = None if due_in is None else self._known_at + due_in
        times = [self._look_at, self._ends_at, self.outbox.next_try(), due]
        return max(0, min(moment - now for moment in times if moment is not None))

    def _pass_time(self) -> None:
        """What is due is done before anything that was read."""
        due_in = self.store.due_in()
        if due_in is not None and self.now - self._known_at >= due_in:
            self.apply(TimePassed())

    def _hear(self, arrival: Arrival) -> None:
        """Who is it, and what may they say? An unexpected failure of a desk costs that message alone, as long as
        nothing was taken for it: what is half done is never committed, it ends the process."""
        who = arrival.who
        if who is None:
            self._let_go(arrival.peer)
            self._turned_away(Trouble.NO_KEY, arrival.peer.socket, "its key is revoked or was never ours")
            return
        self.counters.counts[f"messages.{who.role}"] += 1
        taken_before = self._taken
        try:
            self._desks[who.role].hear(self, arrival)
        except Exception as error:
            if self._taken != taken_before or isinstance(error, StoreFailed):
                raise
            log.exception("a message could not be dealt with", source=who.name, size=len(arrival.data))
            self.not_taken(arrival, Trouble.FAILED, f"dealing with it failed: {type(error).__name__}; see the log")

    def _put_out(self, peer: Peer) -> None:
        """It sends more than it may; what it has in flight is lost, and hello begins anew."""
        self._let_go(peer)
        self._turned_away(Trouble.FLOOD, peer.socket, "sends faster than it may, and is put out for a while")
        self.say(peer, NotTaken(code="flood", reason="you send faster than you may; wait a second, then say hello"))

    def _let_go(self, peer: Peer) -> None:
        for desk in self._all_desks:
            desk.gone(self, peer)
        self.outbox.forget(peer)

    def _see_whether_ready(self) -> None:
        table = self.table
        if not self.ready and table.unit is not None and table.unit.linked and table.phase is not Phase.RECOVERY:
            self.ready = True
            log.info("ready", phase=table.phase.value, round=table.round, holds=sorted(table.holds))

    def _draw(self) -> None:
        """Chance, as soon as the table wants it: journalled in the same commit, shown after it."""
        if self.table.trial is not None:
            shake = self.wishes.shake_draw
            if shake is not None:
                self.apply(ShakeDrawn(shake, self._chance.draw((), {}).nonce))
        if self.table.phase not in MAY_WANT_DRAW:
            return
        wanted = self.wishes.draw
        if wanted is not None:
            dealt = self._chance.draw(wanted.spots, self.table.game.settings())
            self.apply(Drawn(wanted.roll_id, dealt.nonce, dealt.levels))

    def _act(self) -> None:
        """What follows from what was taken, in the same commit: what one of them does another may have waited for."""
        if not self._has_actors():
            return
        for _ in range(MOST_ACTS):
            taken = self._taken
            for actor in self._actors:
                actor.act(self)
            if self._taken == taken:
                return

    def _has_actors(self) -> bool:
        """Whether anybody but the players has something to do at this table: devices, authorities, the floor's pots."""
        return bool(self.table.cash or self.table.jackpots.claims or self.table.game.jackpots())

    def _tell(self) -> None:
        """What the turn's decisions mean for seats, for drivers, and for everybody."""
        news = self._news.take()
        self.counters.counts["rolls"] += news.rolls
        if news.ending:
            self.ending, self._ends_at = news.ending, self.now + GOODBYE_MS
        for what in news.accepted:
            self.counters.counts[f"accepted.{what}"] += 1
        for ending in news.endings:
            self.public_views.note(ending.ended, ending.rows)
        if self._has_actors():
            self._cashier.tell(self)
        for desk in self._all_desks:
            desk.tell(self, news)
        if news.public or self.public_views.moved() or self.now >= self._broadcast_at:
            self._broadcast_at = self.now + BROADCAST_EVERY
            self.public_views.seq += 1
            self.outbox.broadcast(encode(self.table_now()))

    def _deliver(self) -> None:
        gone, caught_up = self.outbox.deliver(self.now)
        for peer in gone:
            for desk in self._all_desks:
                desk.gone(self, peer)
        for peer in caught_up:
            for desk in self._all_desks:
                desk.caught_up(self, peer)
        if gone or caught_up:
            self._commit()
            self.outbox.deliver(self.now)


def _after_devices(arrival: Arrival) -> bool:
    return arrival.who is None or arrival.who.role not in UNITS
