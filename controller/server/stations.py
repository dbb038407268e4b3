"""The desk of the operators' stations and of the displays, and of those who only watch."""

from concurrent.futures import Future
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from controller.server.cap_check import CapCheck, Found
from controller.server.floor import Floor
from controller.server.guests import Guests
from controller.server.news import Turn
from controller.server.ports import Arrival, Peer, Who
from controller.server.showing import book_now
from controller.server.statusing import Statusing
from controller.table.decisions import Answer as Answered
from controller.table.events import OperatorAct
from controller.table.operating import of_the_game
from controller.wire import operator as wire
from controller.wire.message import BadMessage, decode
from controller.wire.status import StatusWanted
from controller.wire.terminal import (
    FROM_DISPLAY,
    LONGEST_REASON,
    Answer,
    BookWanted,
    Heartbeat,
    SnapshotWanted,
    ToDisplay,
)

STATION_LOST_AFTER_MS = 5000
MOST_CHECKED = 8
"""Changes of settings at one time; a station sends again what had no answer."""


def client_of(who: Who) -> str:
    """The name under which a station's commands are numbered."""
    return f"operator/{who.name}"


class Checking(NamedTuple):
    """A change of settings whose returns are being worked out, for the rules as they were."""

    peer: Peer
    act: OperatorAct
    rules: dict[str, Any]
    found: "Future[Found]"


class Stations:
    """Operators' stations."""

    def __init__(self, statusing: Statusing, cap_check: CapCheck) -> None:
        self._guests = Guests()
        self._statusing = statusing
        self._cap_check = cap_check
        self._checking: dict[tuple[str, int], Checking] = {}

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        who, peer = arrival.who, arrival.peer
        assert who is not None
        try:
            message = decode(wire.FROM_OPERATOR, arrival.data)
        except BadMessage as error:
            floor.not_taken(arrival, "bad_message", str(error))
            return
        if isinstance(message, wire.StationHello):
            self._guests.welcome(peer, who, floor.now)
            floor.say(peer, _welcome(floor, who))
            return
        if self._guests.heard(peer, who, floor.now) is None:
            floor.not_taken(arrival, "hello_first", "this connection has not said hello, or has been lost since")
        elif isinstance(message, wire.Act):
            self._act(floor, peer, _act(who, message))
        elif isinstance(message, StatusWanted):
            floor.say(peer, self._statusing.now(floor))
        else:
            answer_question(floor, peer, message)

    def _act(self, floor: Floor, peer: Peer, act: OperatorAct) -> None:
        """Settings on which returns depend are first worked out; any other act happens at once."""
        known = floor.table.clients.get(act.client)
        sent_before = known is not None and act.id <= known.last_id
        rules = None if act.act != "settings" or sent_before else _rules_wanted(floor, act)
        if rules is None:
            floor.command(act, peer, self)
        elif len(self._checking) < MOST_CHECKED and (act.client, act.id) not in self._checking:
            self._checking[act.client, act.id] = Checking(peer, act, rules, self._cap_check.begin(rules))

    def _see_what_was_found(self, floor: Floor) -> None:
        for key, checking in list(self._checking.items()):
            if not checking.found.done():
                continue
            del self._checking[key]
            wanted = _rules_wanted(floor, checking.act)
            if wanted is not None and wanted != checking.rules:  # the rules have changed meanwhile
                self._act(floor, checking.peer, checking.act)
                continue
            failed = checking.found.exception()
            if failed is not None:
                floor.counting.trouble("cap_check_failed", checking.act.operator, repr(failed), floor.now)
            returns = None if failed is not None else checking.found.result()
            floor.command(checking.act._replace(returns=returns), checking.peer, self)

    def answer(self, floor: Floor, peer: Peer, answer: Answered) -> None:
        """What became of an act."""
        said = Answer(
            id=answer.id, ok=answer.ok, code=answer.code, reason=answer.reason[:LONGEST_REASON], details=answer.details
        )
        floor.say(peer, said)

    def tell(self, floor: Floor, news: Turn) -> None:
        """A station asks for what it wants to see."""

    def look_around(self, floor: Floor) -> None:
        """Who is silent for long, or has lost its key, has to say hello again."""
        self._see_what_was_found(floor)
        for guest in list(self._guests.by_peer.values()):
            if floor.now - guest.heard > STATION_LOST_AFTER_MS or not floor.stands(guest.who):
                self.gone(floor, guest.peer)

    def gone(self, floor: Floor, peer: Peer) -> None:  # noqa: ARG002
        """It has no connection any more."""
        self._guests.by_peer.pop(peer, None)

    def caught_up(self, floor: Floor, peer: Peer) -> None:
        """It has missed answers; what it asks again it gets again."""


class Displays:
    """Displays listen to the broadcasts; here they ask for what they missed."""

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        _question(floor, arrival, FROM_DISPLAY)

    def answer(self, floor: Floor, peer: Peer, answer: Answered) -> None:
        """It sends no commands."""

    def tell(self, floor: Floor, news: Turn) -> None:
        """The broadcasts tell."""

    def look_around(self, floor: Floor) -> None:
        """A display need not be there."""

    def gone(self, floor: Floor, peer: Peer) -> None:
        """Nothing is kept of it."""

    def caught_up(self, floor: Floor, peer: Peer) -> None:
        """The next broadcast is the whole truth."""


class Watchers(Displays):
    """`boxcars status` and the records process: they ask how the machine is."""

    def __init__(self, statusing: Statusing) -> None:
        self._statusing = statusing

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(wire.FROM_WATCHER, arrival.data)
        except BadMessage as error:
            floor.not_taken(arrival, "bad_message", str(error))
            return
        if isinstance(message, BookWanted):
            floor.say(arrival.peer, book_now(floor.table))
        else:
            floor.say(arrival.peer, self._statusing.now(floor))


def answer_question(floor: Floor, peer: Peer, message: SnapshotWanted | BookWanted | Heartbeat) -> None:
    """What anybody may ask."""
    answer: ToDisplay
    match message:
        case SnapshotWanted():
            answer = floor.table_now()
        case BookWanted():
            answer = book_now(floor.table)
        case Heartbeat():
            answer = message
    floor.say(peer, answer)


def _question(floor: Floor, arrival: Arrival, adapter: TypeAdapter[SnapshotWanted | BookWanted | Heartbeat]) -> None:
    try:
        message = decode(adapter, arrival.data)
    except BadMessage as error:
        floor.not_taken(arrival, "bad_message", str(error))
        return
    answer_question(floor, arrival.peer, message)


def _rules_wanted(floor: Floor, act: OperatorAct) -> dict[str, Any] | None:
    """The rules whose returns have to be known before this act can be decided."""
    return floor.table.game.returns_wanted(of_the_game(act.change or {}))


def _welcome(floor: Floor, who: Who) -> wire.StationWelcome:
    client = floor.table.clients.get(client_of(who))
    return wire.StationWelcome(
        epoch=floor.showing.epoch, last_id=client.last_id if client else 0, table=floor.table_now()
    )


def _act(who: Who, act: wire.Act) -> OperatorAct:
    return OperatorAct(
        client=client_of(who),
        id=act.id,
        operator=act.operator,
        role=act.role,
        act=act.act,
        seat=act.seat or 0,
        amount=act.amount or 0,
        reference=act.reference,
        change=act.change,
    )
