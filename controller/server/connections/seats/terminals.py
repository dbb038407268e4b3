"""The desk of the players' terminals: hello and heartbeat, commands and answers, what concerns one seat.

One connection at a time acts for a seat. A terminal that is not heard for a stated time is lost: the seat keeps its
wagers and credits and waits. Coming back, the terminal says hello, gets the whole truth of its seat, and the answers
to the commands it lists as unfinished.
"""

from collections import Counter
from itertools import dropwhile
from typing import Literal

import structlog

from controller.facts.kinds import Answer as Answered
from controller.games.interface import Allowed
from controller.games.registry import table_row
from controller.protocol.message import BadMessage, Message
from controller.protocol.stations.hardware import TerminalsSeen
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.server.connections.allowance import Allowance
from controller.server.connections.connections import PeerConnection, PeerConnections
from controller.server.connections.seats import care_views, cash_views
from controller.server.connections.seats.jackpot_views import jackpot_part
from controller.server.connections.seats.screen_tests import ScreenTests
from controller.server.connections.seats.series import goes_on
from controller.server.connections.seats.terminal_health import LinkedTerminal, terminals_seen
from controller.server.connections.seats.versions import read
from controller.server.loop.hub import Hub
from controller.server.loop.news import EndedRound, TurnNews
from controller.server.loop.ports import Arrival, Peer, Who
from controller.server.loop.public_views import seat_now
from controller.server.loop.troubles import Trouble
from controller.table.commands import clients
from controller.table.events import FromSeat, ScreenSeen, SeatJoined, SeatLeft, ServiceCalled

HELLOS_AT_ONCE, HELLOS_A_SECOND = 128, 2
"""Of one seat: each hello after a goodbye, and the goodbye, is an entry in the journal."""
HEARTBEAT_MS = 1000
LOST_AFTER_MS = 3000
DARK_AFTER_MS = 10_000
"""Without a page."""

SecondProcess = Literal["refuse", "take_over"]

log = structlog.get_logger()


def client_of(seat: int) -> str:
    """The name under which a seat's commands are numbered, whichever terminal sends them."""
    return f"seat-{seat}"


class Terminals:
    """All terminals."""

    def __init__(self, local_seats: frozenset[int], second_process: SecondProcess) -> None:
        self._local_seats = local_seats
        self._second_process = second_process
        self._connections = PeerConnections()
        self._hellos = Allowance(HELLOS_AT_ONCE, HELLOS_A_SECOND)
        self._at: dict[int, PeerConnection] = {}
        self._seat: dict[Peer, int] = {}
        self._version: dict[Peer, int] = {}
        """Of the wire, as the connection's hello said."""
        self._linked: dict[int, LinkedTerminal] = {}
        """What the terminal of a seat says of itself."""
        self._allowed: dict[int, Allowed] = {}
        """What each seat was last told that it may do."""
        self._cash: dict[int, cash_views.Seen | None] = {}
        """What the terminal of a seat was last told of its notes and tickets."""
        self._cash_of: object = None
        """The state that this was told of."""
        self._care: dict[int, care_views.KnownSession] = {}
        """What the terminal of a seat was last told of its player's session from."""
        self._care_of: tuple[object, object] | None = None
        """The sessions and settings that this was told of."""
        self._presses: Counter[int] = Counter()
        """Of REPEAT and CLEAR, seat by seat, since the start."""
        self._screens = ScreenTests(self._say_at, self._speaks)

    # ---- heard ----

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        assert arrival.who is not None
        try:
            message = read(arrival.data, self._version.get(arrival.peer), wire.FROM_TERMINAL, second.FROM_TERMINAL)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, wire.Hello):
            self._hello(hub, arrival, arrival.who, message)
            return
        peer = arrival.peer
        if self._connections.heard(peer, arrival.who, hub.now) is None:
            hub.not_taken(arrival, Trouble.HELLO_FIRST, "this connection has not said hello, or has been lost since")
            return
        self._take(hub, peer, self._seat[peer], message)

    def _take(self, hub: Hub, peer: Peer, seat: int, message: wire.FromTerminal | second.FromTerminal) -> None:
        match message:
            case second.Heartbeat(n=n):
                hub.say(peer, wire.Heartbeat(n=n))
            case wire.Heartbeat():
                hub.say(peer, message)
            case wire.TerminalHealth():
                self._linked[seat].health = message
            case second.PagesOpen(pages=pages):
                self._pages(hub, seat, pages)
            case wire.FieldsTouched() | second.TouchSet() | second.TouchNotSet():
                self._screens.hear(hub, seat, message)
            case wire.SnapshotWanted():
                self._snapshot(hub, peer, seat)
            case wire.BookWanted():
                hub.say(peer, hub.public_views.book(hub.table))
            case wire.CallService():
                hub.apply(ServiceCalled(seat))
                hub.say(peer, wire.ServiceCalled())
            case wire.Goodbye():
                self.gone(hub, peer)
            case wire.Hello():
                raise AssertionError("a hello is heard before")
            case _:
                self._command(hub, peer, seat, message)

    def _pages(self, hub: Hub, seat: int, pages: int) -> None:
        """How many pages are open at this seat. Time goes by before none counts as dark: a page that is loaded anew is
        away for a moment."""
        linked = self._linked[seat]
        if pages:
            linked.dark_since = None
            if hub.table.seats[seat].screen is not True:
                hub.apply(ScreenSeen(seat, True))
        elif linked.dark_since is None:
            linked.dark_since = hub.now

    def _command(self, hub: Hub, peer: Peer, seat: int, message: wire.Command | second.Command) -> None:
        """Version 2 names the series; what belongs to one that is closed is too late for ever."""
        client, over = client_of(seat), None
        if isinstance(message, second.Command):
            over = clients.of_another_series(hub.table, client, message.id, message.series)
        if over is None:
            asked = message.asked if isinstance(message, wire.WagerAlone) else message
            hub.command(FromSeat(seat, client, message.id, asked), peer, self)
        else:
            hub.counters.counts[f"refused.{over.code}"] += 1
            self._say_answer(hub, peer, seat, over)

    def answer(self, hub: Hub, peer: Peer, answer: Answered) -> None:
        """What became of a command."""
        seat = self._seat.get(peer)
        if seat is not None:
            self._say_answer(hub, peer, seat, answer)

    def _say_answer(self, hub: Hub, peer: Peer, seat: int, answer: Answered) -> None:
        purse = hub.table.game.money(seat)._asdict()
        series = clients.series_of(hub.table, client_of(seat)) if self._version[peer] == 2 else None
        said = wire.answer_bytes(answer.id, answer.ok, answer.code, answer.reason, answer.details, purse, series)
        hub.outbox.post(peer, said)

    # ---- hello ----

    def _hello(self, hub: Hub, arrival: Arrival, who: Who, hello: wire.Hello) -> None:
        seat, peer = hello.seat, arrival.peer
        refused = self._why_not(hub, who, seat) or self._too_often(hub, seat) or self._second(hub, peer, seat)
        if refused is not None:
            hub.not_taken(arrival, *refused)
            return
        before = self._seat.get(peer)
        if before is not None and before != seat:
            self.gone(hub, peer)
        self._at[seat] = self._connections.welcome(peer, who, hub.now)
        self._seat[peer], self._version[peer] = seat, hello.v
        self._linked[seat] = LinkedTerminal.now(hello, who, hub.now)
        log.info("terminal here", seat=seat, key=who.name, software=hello.software)
        if not hub.table.seats[seat].linked:
            hub.apply(SeatJoined(seat))
        wanted = hello.series if isinstance(hello, second.HelloInSeries) else None
        still = goes_on(hub, client_of(seat), wanted, hello.v == 2)
        client = hub.table.clients.get(client_of(seat))
        known = {id: client.answers.get(id) if client else None for id in hello.unfinished if still}
        hub.say(peer, self._welcome(hub, seat, hello.v, [id for id, answer in known.items() if answer is None]))
        if hello.v == 2:
            self._cash_now(hub, peer, seat, again=True)
            self._care_now(hub, peer, seat, again=True)
        for answer in known.values():
            if answer is not None:
                self.answer(hub, peer, answer)
        self._screens.welcome(hub, seat)

    def _welcome(self, hub: Hub, seat: int, version: int, unknown: list[int]) -> wire.Welcome:
        client, table = client_of(seat), hub.table
        welcome = wire.Welcome(
            seat=seat,
            epoch=hub.public_views.epoch,
            last_id=clients.last_id(table, client),
            unknown=tuple(unknown),
            heartbeat_ms=HEARTBEAT_MS,
            lost_after_ms=LOST_AFTER_MS,
            table=hub.table_now(),
            you=self._seat_now(hub, seat),
        )
        if version == 1:
            return welcome
        return second.Welcome(**{**dict(welcome), "v": 2}, series=clients.series_of(table, client))

    def _why_not(self, hub: Hub, who: Who, seat: int) -> tuple[Trouble, str] | None:
        if seat not in hub.table.seats:
            return Trouble.NO_SUCH_SEAT, f"this table has no seat {seat}"
        if who.seat is not None and who.seat != seat:
            return Trouble.WRONG_SEAT, f"the key {who.name} is for seat {who.seat}, not for seat {seat}"
        if who.seat is None and seat not in self._local_seats:
            return (
                Trouble.WRONG_SEAT,
                f"seat {seat} has no local terminal; `terminals.local_seats` names those that have",
            )
        return None

    def _too_often(self, hub: Hub, seat: int) -> tuple[Trouble, str] | None:
        if self._hellos.take(seat, hub.now):
            return None
        return Trouble.FLOOD, f"seat {seat} says hello more often than it may; wait a second"

    def _second(self, hub: Hub, peer: Peer, seat: int) -> tuple[Trouble, str] | None:
        """Somebody else acts for this seat: is he still there, and who goes?"""
        other = self._at.get(seat)
        if other is None or other.peer == peer:
            return None
        if self._second_process == "refuse" and hub.reaches(other.peer):
            return Trouble.SEAT_TAKEN, f"another terminal acts for seat {seat}"
        text = f"another terminal has taken over seat {seat}; do not come back by yourself"
        hub.say(other.peer, wire.NotTaken(code="taken_over", reason=text))
        hub.counters.trouble(
            Trouble.TAKEN_OVER, f"seat {seat}", "a second terminal took over from the first", hub.now, seat=seat
        )
        self._forget(other.peer)
        return None

    # ---- told ----

    def tell(self, hub: Hub, news: TurnNews) -> None:
        """To each seat what concerns it, and to no other."""
        told: set[int] = set()
        for ending in news.endings:
            for seat in ending.rows.keys() | ending.returned.keys():
                if seat in self._at:
                    hub.say(self._at[seat].peer, _settled(hub, ending, self._seat_now(hub, seat)))
                    told.add(seat)
        concerned = set(news.seats)
        if news.everybody:
            concerned.update(seat for seat in self._at if hub.table.game.has_wagers(seat))
        concerned |= {seat for seat in news.own if self._may_something_else(hub, seat)}
        for seat in sorted(concerned - told):
            if seat in self._at:
                hub.say(self._at[seat].peer, self._seat_now(hub, seat))
        if (hub.table.cash or news.papers) and hub.table is not self._cash_of:
            self._cash_of = hub.table
            self._tell_cash(hub, news)
        self._tell_pots(hub, news)
        self._tell_care(hub)
        self._screens.tell(hub)

    def _tell_cash(self, hub: Hub, news: TurnNews) -> None:
        """How it stands, before the word that it has moved."""
        for seat, connection in self._at.items():
            if self._version[connection.peer] == 2:
                self._cash_now(hub, connection.peer, seat)
        for fact in news.papers:
            at, moved = self._at.get(fact.seat), cash_views.cash_moved(fact)
            if at is not None and moved is not None and self._version[at.peer] == 2:
                hub.say(at.peer, moved)

    def _tell_pots(self, hub: Hub, news: TurnNews) -> None:
        """After the seat, which has it already."""
        for fact in news.pots:
            at = self._at.get(fact.seat)
            if at is not None and self._version[at.peer] == 2:
                hub.say(at.peer, jackpot_part(fact, hub.table))

    def _cash_now(self, hub: Hub, peer: Peer, seat: int, again: bool = False) -> None:
        """Said when it is another than it was; `again`: to one that may have missed it."""
        seen = cash_views.cash_seen(hub.table, seat)
        if seen is not None and (again or seen != self._cash.get(seat)):
            hub.say(peer, cash_views.cash_now(seen))
        self._cash[seat] = seen

    def _tell_care(self, hub: Hub) -> None:
        of = (hub.table.care, hub.table.settings)
        if self._care_of is None or any(was is not now for was, now in zip(self._care_of, of, strict=True)):
            self._care_of = of
            for seat, connection in self._at.items():
                if self._version[connection.peer] == 2:
                    self._care_now(hub, connection.peer, seat)

    def _care_now(self, hub: Hub, peer: Peer, seat: int, again: bool = False) -> None:
        """Said when more than time has changed."""
        known = care_views.known(hub.table, seat)
        if again or known != self._care.get(seat):
            hub.say(peer, care_views.care_now(hub.table, seat, hub.clock()))
        self._care[seat] = known

    def _seat_now(self, hub: Hub, seat: int) -> wire.SeatNow:
        """What the seat is told of itself, remembered as far as its own terminal could not say it."""
        view = hub.table.game.seat_view(seat)
        self._allowed[seat] = view.allowed
        return seat_now(hub.table, seat, view)

    def _may_something_else(self, hub: Hub, seat: int) -> bool:
        """Whether its own wagers opened, closed or marked something: odds on a line, a bet that may be off."""
        return hub.table.game.seat_view(seat).allowed != self._allowed.get(seat)

    def _say_at(self, hub: Hub, seat: int, message: Message) -> None:
        """To the terminal of this seat, where there is one."""
        if seat in self._at:
            hub.say(self._at[seat].peer, message)

    def _speaks(self, seat: int) -> int | None:
        """The version of the wire."""
        return self._version[self._at[seat].peer] if seat in self._at else None

    def press(self, hub: Hub, seat: int, button: wire.SeatButton) -> None:
        """REPEAT or CLEAR of this seat's panel; with no terminal there it is counted and no more."""
        connection = self._at.get(seat)
        if connection is not None:
            self._presses[seat] += 1
            hub.say(
                connection.peer, wire.ButtonPressed(button=button, press=self._presses[seat], round=hub.table.round)
            )

    def seen(self, hub: Hub, first: int | None) -> TerminalsSeen:
        """The terminals as they are now, from this seat on."""
        seats = list(dropwhile(lambda seat: first is not None and seat != first, hub.table.seats))
        heard = {seat: hub.now - connection.heard for seat, connection in self._at.items()}
        return terminals_seen(seats, self._linked, heard, self._screens.seat, hub.now)

    def caught_up(self, hub: Hub, peer: Peer) -> None:
        """It has missed things; now it gets the whole truth instead."""
        seat = self._seat.get(peer)
        if seat is not None:
            hub.counters.counts["caught_up"] += 1
            self._snapshot(hub, peer, seat)
            self._screens.again(hub, seat)

    def _snapshot(self, hub: Hub, peer: Peer, seat: int) -> None:
        hub.say(peer, hub.table_now())
        hub.say(peer, self._seat_now(hub, seat))
        if self._version[peer] == 2:
            self._cash_now(hub, peer, seat, again=True)
            self._care_now(hub, peer, seat, again=True)

    # ---- gone ----

    def look_around(self, hub: Hub) -> None:
        """Who has not been heard for too long is lost; whose key is revoked is out, though it says nothing."""
        self._find_dark(hub)
        for guest in self._connections.silent(hub.now, LOST_AFTER_MS):
            seat = self._seat[guest.peer]
            hub.counters.trouble(
                Trouble.TERMINAL_LOST, f"seat {seat}", f"not heard for {LOST_AFTER_MS} ms", hub.now, seat=seat
            )
            self.gone(hub, guest.peer)
        for guest in list(self._connections.by_peer.values()):
            if not hub.stands(guest.who):
                self.gone(hub, guest.peer)

    def _find_dark(self, hub: Hub) -> None:
        """A line that stands says nothing of what a player sees."""
        for seat, linked in self._linked.items():
            dark = linked.dark_since is not None and hub.now - linked.dark_since >= DARK_AFTER_MS
            if dark and hub.table.seats[seat].screen:
                text = f"no page is open at seat {seat}"
                hub.counters.trouble(Trouble.SCREEN_DARK, f"seat {seat}", text, hub.now, seat=seat)
                hub.apply(ScreenSeen(seat, False))

    def gone(self, hub: Hub, peer: Peer) -> None:
        """The seat keeps what it has and waits."""
        seat = self._seat.get(peer)
        if seat is not None:
            self._forget(peer)
            hub.apply(SeatLeft(seat))

    def _forget(self, peer: Peer) -> None:
        seat = self._seat.pop(peer)
        del self._version[peer]
        del self._connections.by_peer[peer], self._at[seat], self._linked[seat]


def _settled(hub: Hub, ending: EndedRound, you: wire.SeatNow) -> wire.Settled:
    rows, returned = ending.rows.get(you.seat, []), ending.returned.get(you.seat, [])
    return wire.Settled(
        round=ending.ended.round,
        how=ending.ended.how,
        rows=tuple(wire.SettledRow.model_validate(row, from_attributes=True) for row in rows),
        returned=tuple(wire.ReturnedRow.model_validate(row, from_attributes=True) for row in returned),
        you=you,
        **table_row(hub.table.game.name).outcome_view(ending.ended.details),
    )
