"""Where people come in: a name, a PIN, a key turned in the cabinet.

Working out a PIN takes a tenth of a second, so it happens beside the loop; what follows from it happens when the loop
next looks around, if whoever asked may still ask it then.
"""

from collections.abc import Callable
from typing import Any

from controller.facts.kinds import Answer as Answered
from controller.protocol.stations import session
from controller.protocol.stations import version_2 as wire_2
from controller.server.connections.seats.series import goes_on
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Peer, Who
from controller.server.loop.troubles import Trouble
from controller.server.staff.acts.offers import client_of
from controller.server.staff.acts.with_pins import StationDesk, pins_of
from controller.server.staff.pin_work import PinWork, Told
from controller.server.staff.pins import Pins, is_short, why_weak
from controller.server.staff.sessions import CabinetPanel, Sessions, locked_out, way_in
from controller.table.commands import clients
from controller.table.events import StationNews
from controller.table.staff.act import OperatorAct
from controller.table.staff.acts import FirstSupervisor
from controller.table.staff.people import has_supervisor
from controller.table.staff.state import Person
from controller.table.state import REFUSALS_RECORDED

WITHOUT_KEY = {
    "dead": "without a key, the panel being dead",
    "none": "without a key, there being no key panel",
}
"""How the record says that no key was turned."""


class Reception:
    """Lets people in, or says why not."""

    def __init__(
        self, sessions: Sessions, pins: Pins, keys: Callable[[], CabinetPanel], desk: StationDesk, pin_work: PinWork
    ) -> None:
        self._sessions, self._pins, self._keys, self._desk, self._pin_work = sessions, pins, keys, desk, pin_work
        self._first: dict[tuple[str, int], tuple[Peer, Who]] = {}
        self._made: list[tuple[Peer, Who, str]] = []
        """First supervisors who are on record now, and are let in."""

    # ---- the way in ----

    def entry(self, hub: Hub, who: Who) -> session.WaysIn:
        """How one may come in at this station now."""
        cabinet, first = self._keys(), self._nobody_can(hub)
        way = way_in(cabinet, who)
        says, code = way.says, way.code
        if way.open and first:
            code, says = "first_supervisor", "this machine has no supervisor yet: say who is to be the first"
        return session.WaysIn(
            keys=cabinet.keys,
            panel=cabinet.panel,
            open=way.open,
            code=code,
            says=says[:300],
            first_supervisor=first,
            names=tuple(sorted(hub.table.people)) if way.open else (),
        )

    def _nobody_can(self, hub: Hub) -> bool:
        """Whether there is no supervisor who could come in: none was made, or the PINs are lost."""
        people = hub.table.people.values()
        return not any(person.role == "supervisor" and self._pins.has(person.pin) for person in people)

    # ---- signing in ----

    def sign_in(self, hub: Hub, peer: Peer, who: Who, asked: session.SignIn) -> None:
        """A name and a PIN."""
        person, why = hub.table.people.get(asked.name), self._why_not_in(hub, who, asked.name)
        if why is not None:
            self._turn_away(hub, peer, who, asked.name, why)
            return

        def then(hub: Hub, is_pin: bool) -> None:
            if is_pin:
                self._see_its_length(hub, who, asked)
                self._let_in(hub, peer, who, asked.name, asked)
            else:
                self._wrong_pin(hub, peer, who, asked.name)

        digest = None if person is None else person.pin
        tries = (asked.name, who)
        self._pin_work.begin(hub, lambda: self._pins.check(digest, asked.pin), then, _tell(peer), tries)

    def _see_its_length(self, hub: Hub, who: Who, asked: session.SignIn) -> None:
        """Nobody but who types it knows how long it is: a supervisor's that is too short is changed first."""
        person = hub.table.people.get(asked.name)
        if person is not None and is_short(asked.pin, person.role) and not person.must_change:
            hub.apply(StationNews("short_pin", asked.name, who.name, "a supervisor's has six digits or more"))

    def _why_not_in(self, hub: Hub, who: Who, name: str, tried: bool = False) -> session.SignInRefused | None:
        """`tried`: the PIN was looked at, and locks nobody out who gave the right one."""
        cabinet = self._keys()
        way, person = way_in(cabinet, who), hub.table.people.get(name)
        if not way.open:
            return _no(way.code, way.says)
        if self._nobody_can(hub):
            return _no("first_supervisor", "this machine has no supervisor yet: make the first one")
        wait = 0 if tried else self._sessions.wait_of(name, person, hub.now)
        if wait:
            return _no("locked_out", locked_out(name, wait), wait)
        if cabinet.panel != "alive" and person is not None and person.role != "supervisor":
            return _no("supervisor_only", f"{way.says}; {name} is {person.role}")
        return None

    def _let_in(self, hub: Hub, peer: Peer, who: Who, name: str, asked: session.SignIn | None = None) -> None:
        """Everything is looked at again: a tenth of a second is long enough for a key to be turned back."""
        why, person = self._why_not_in(hub, who, name, asked is not None), hub.table.people.get(name)
        if why is not None or person is None:
            self._turn_away(hub, peer, who, name, why or _no("wrong_pin", "the name or the PIN is wrong"))
            return
        for other in (self._sessions.of(name), self._sessions.at(peer)):
            if other is not None:
                self._desk.end(hub, other, "elsewhere", f"{name} has signed in at {who.name}")
        wanted = asked.series if isinstance(asked, wire_2.SignIn) else None
        goes_on(hub, client_of(name), wanted, isinstance(asked, wire_2.SignIn))
        self._sessions.open(name, person, who, peer, hub.now, self._keys())
        how = WITHOUT_KEY.get(self._keys().panel) or " and ".join(self._keys().keys)
        hub.apply(StationNews("signed_in", name, who.name, f"{person.role}, {how}", _how_in(person, self._keys())))

    def _wrong_pin(self, hub: Hub, peer: Peer, who: Who, name: str) -> None:
        person = hub.table.people.get(name)
        if person is not None or hub.table.other_refusals < REFUSALS_RECORDED:
            hub.apply(StationNews("wrong_pin", name, who.name, "the name or the PIN is wrong"))
        wait = self._sessions.lock_after_enough(name, hub.table.people.get(name), hub.now)
        hub.counters.trouble(
            Trouble.WRONG_PIN, who.name, f"{name} gave a wrong PIN", hub.now, station=who.name, name=name
        )
        text = "the name or the PIN is wrong"
        hub.say(peer, _no("wrong_pin", f"{text}; {locked_out(name, wait)}" if wait else text, wait))

    def _turn_away(self, hub: Hub, peer: Peer, who: Who, name: str, why: session.SignInRefused) -> None:
        if hub.table.other_refusals < REFUSALS_RECORDED:
            hub.apply(StationNews("turned_away", name, who.name, why.reason[:300], {"code": why.code}))
        about = {"station": who.name, "name": name, "code": why.code}
        hub.counters.trouble(Trouble.TURNED_AWAY, who.name, f"{name}: {why.reason}", hub.now, **about)
        hub.say(peer, why)

    # ---- the first supervisor ----

    def first_supervisor(self, hub: Hub, peer: Peer, who: Who, asked: session.FirstSupervisorNamed) -> None:
        """The machine cannot be looked after before there is one."""
        why = self._why_no_first(hub, who)
        weak = why_weak(asked.pin, "supervisor")
        if why is None and weak is not None:
            why = _no("weak_pin", weak)
        if why is not None:
            self._turn_away(hub, peer, who, asked.name, why)
            return

        def then(hub: Hub, digest: str) -> None:
            late = self._why_no_first(hub, who)
            if late is not None:
                self._turn_away(hub, peer, who, asked.name, late)
                return
            client = client_of(asked.name)
            if clients.is_used_up(hub.table, client):
                hub.begin_series(client)
            id = clients.last_id(hub.table, client) + 1
            self._first[client, id] = (peer, who)
            act = FirstSupervisor(name=asked.name, pin=digest, pins_lost=has_supervisor(hub.table.people))
            hub.command(OperatorAct(client, id, asked.name, "supervisor", act), peer, self._desk)

        self._pin_work.begin(hub, lambda: self._pins.make(asked.pin, pins_of(hub)), then, _tell(peer))

    def _why_no_first(self, hub: Hub, who: Who) -> session.SignInRefused | None:
        cabinet = self._keys()
        way = way_in(cabinet, who)
        if not self._nobody_can(hub):
            return _no("supervisor_exists", "this machine has a supervisor, who adds others")
        if not way.open:
            return _no(way.code, way.says)
        if cabinet.panel == "alive" and "operator" not in cabinet.keys:
            return _no("operator_key", "the first supervisor is made with the OPERATOR key turned")
        return None

    def answered(self, hub: Hub, peer: Peer, answer: Answered) -> bool:
        """Whether this was the making of the first supervisor, who is then let in at once."""
        first = self._first.pop((answer.client, answer.id), None)
        if first is None:
            return False
        if answer.ok:
            self._made.append((peer, first[1], answer.client.removeprefix(client_of(""))))
        else:
            hub.say(peer, _no(answer.code, answer.reason))
        return True

    # ---- beside the loop ----

    def look_around(self, hub: Hub) -> None:
        """First supervisors who are on record by now are let in, and what has been worked out is done."""
        made, self._made = self._made, []
        for peer, who, name in made:
            self._let_in(hub, peer, who, name)
        self._pin_work.look_around(hub)


def _how_in(person: Person, cabinet: CabinetPanel) -> dict[str, Any]:
    """For a page: in which role, with which keys, or why without one."""
    without = {"panel": cabinet.panel} if cabinet.panel in WITHOUT_KEY else {"keys": list(cabinet.keys)}
    return {"role": person.role, **without}


def _tell(peer: Peer) -> Told:
    """How whoever wants to come in is told that their PIN cannot be looked at now."""
    return lambda hub, code, reason: hub.say(peer, _no(code, reason, 1000))


def _no(code: str, reason: str, wait_ms: int = 0) -> session.SignInRefused:
    return session.SignInRefused(code=code, reason=reason[:300], wait_ms=wait_ms)
