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
from controller.protocol.message import BadMessage, Message
from controller.protocol.stations.hardware import TerminalsSeen
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.answers import NotTaken, answer_bytes
from controller.server.connections.connections import PeerConnection, PeerConnections
from controller.server.connections.seats.care_views import CareTold
from controller.server.connections.seats.cash_views import CashTold
from controller.server.connections.seats.hellos import Hellos
from controller.server.connections.seats.jackpot_views import jackpot_part
from controller.server.connections.seats.screen_tests import ScreenTests
from controller.server.connections.seats.seat_views import SeatsTold
from controller.server.connections.seats.series import goes_on
from controller.server.connections.seats.terminal_health import LinkedTerminal, terminals_seen
from controller.server.connections.seats.versions import read
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer, Who
from controller.server.loop.troubles import Trouble
from controller.table.commands import clients
from controller.table.events import FromSeat, SeatJoined, SeatLeft, ServiceCalled

HEARTBEAT_MS = 1000
LOST_AFTER_MS = 3000

SecondProcess = Literal["refuse", "take_over"]

log = structlog.get_logger()


def client_of(seat: int) -> str:
    """The name under which a seat's commands are numbered, whichever terminal sends them."""
    return f"seat-{seat}"


class Terminals:
    """All terminals."""

    def __init__(self, local_seats: frozenset[int], second_process: SecondProcess) -> None:
        self._second_process = second_process
        self._connections = PeerConnections()
        self._hellos = Hellos(local_seats)
        self._at: dict[int, PeerConnection] = {}
        self._seat: dict[Peer, int] = {}
        self._version: dict[Peer, int] = {}
        """Of the wire, as the connection's hello said."""
        self._linked: dict[int, LinkedTerminal] = {}
        """What the terminal of a seat says of itself."""
        self._seats, self._cash, self._care = SeatsTold(), CashTold(), CareTold()
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
                self._linked[seat].pages_open(hub, seat, pages)
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
        said = answer_bytes(answer.id, answer.ok, answer.code, answer.reason, answer.details, purse, series)
        hub.outbox.post(peer, said)

    # ---- hello ----

    def _hello(self, hub: Hub, arrival: Arrival, who: Who, hello: wire.Hello) -> None:
        seat, peer = hello.seat, arrival.peer
        refused = self._hellos.why_not(hub, who, seat) or self._second(hub, peer, seat)
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
            self._cash.say(hub, peer, seat)
            self._care.say(hub, peer, seat)
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
            you=self._seats.now(hub.table, seat),
        )
        if version == 1:
            return welcome
        return second.Welcome(**{**dict(welcome), "v": 2}, series=clients.series_of(table, client))

    def _second(self, hub: Hub, peer: Peer, seat: int) -> tuple[Trouble, str] | None:
        """Somebody else acts for this seat: are they still there, and who goes?"""
        other = self._at.get(seat)
        if other is None or other.peer == peer:
            return None
        if self._second_process == "refuse" and hub.reaches(other.peer):
            return Trouble.SEAT_TAKEN, f"another terminal acts for seat {seat}"
        text = f"another terminal has taken over seat {seat}; do not come back by yourself"
        hub.say(other.peer, NotTaken(code="taken_over", reason=text))
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
                    hub.say(self._at[seat].peer, self._seats.settled(hub.table, ending, seat))
                    told.add(seat)
        concerned = set(news.seats)
        if news.everybody:
            concerned.update(seat for seat in self._at if hub.table.game.has_wagers(seat))
        concerned |= {seat for seat in news.own if self._seats.may_something_else(hub.table, seat)}
        for seat in sorted(concerned - told):
            if seat in self._at:
                hub.say(self._at[seat].peer, self._seats.now(hub.table, seat))
        self._cash.tell(hub, news, self._of_2)
        for fact in news.pots:  # after the seat, which has it already
            peer = self._of_2(fact.seat)
            if peer is not None:
                hub.say(peer, jackpot_part(fact, hub.table))
        self._care.tell(hub, self._of_2)
        self._screens.tell(hub)

    def _of_2(self, seat: int) -> Peer | None:
        """The terminal of this seat, if it speaks version 2."""
        at = self._at.get(seat)
        return at.peer if at is not None and self._version[at.peer] == 2 else None

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
        hub.say(peer, self._seats.now(hub.table, seat))
        if self._version[peer] == 2:
            self._cash.say(hub, peer, seat)
            self._care.say(hub, peer, seat)

    # ---- gone ----

    def look_around(self, hub: Hub) -> None:
        """Who has not been heard for too long is lost; whose key is revoked is out, though it says nothing."""
        for seat, linked in self._linked.items():
            linked.find_dark(hub, seat)
        for guest in self._connections.silent(hub.now, LOST_AFTER_MS):
            seat = self._seat[guest.peer]
            hub.counters.trouble(
                Trouble.TERMINAL_LOST, f"seat {seat}", f"not heard for {LOST_AFTER_MS} ms", hub.now, seat=seat
            )
            self.gone(hub, guest.peer)
        for guest in list(self._connections.by_peer.values()):
            if not hub.stands(guest.who):
                self.gone(hub, guest.peer)

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
