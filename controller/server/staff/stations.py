"""The desk of the operators' stations: who comes in, what they may do, and that it is done.

A station is a place and is believed nothing: the person's name and PIN are checked where they come in, the session
and the station itself with all that is asked here. What is refused is answered with a code and stands in the event log.
"""

from typing import Any

from config.text.sentence import about_of
from config.text.words import printable
from controller.facts.kinds import Answer as Answered
from controller.protocol.message import BadMessage, Message
from controller.protocol.stations import session, views
from controller.protocol.stations import version_1 as wire
from controller.protocol.stations import version_2 as second
from controller.protocol.status import StatusWanted
from controller.protocol.terminals.answers import LONGEST_REASON, Answer
from controller.protocol.terminals.version_1 import BookWanted, Heartbeat, SnapshotWanted
from controller.protocol.terminals.version_2 import AnswerInSeries as Answer2
from controller.server.connections.connections import PeerConnections
from controller.server.connections.displays import answer_question
from controller.server.connections.seats.versions import read
from controller.server.host.machine_status import MachineStatus
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer, Who
from controller.server.loop.troubles import Trouble
from controller.server.staff.acts.offers import client_of, on_paper, session_now
from controller.server.staff.acts.station_acts import StationActs
from controller.server.staff.acts.with_pins import ActsWithPins
from controller.server.staff.looks import Hardware, StationLooks
from controller.server.staff.pin_work import PinWork
from controller.server.staff.pins import Pins
from controller.server.staff.reception import Reception
from controller.server.staff.sessions import CabinetPanel, NotYours, Patience, Sessions, StaffSession
from controller.server.staff.settings.cap_check import CapCheck
from controller.server.staff.settings.pending_previews import PendingPreviews
from controller.server.staff.settings.preview import SettingsPreview, refused
from controller.table.commands import clients
from controller.table.events import StationNews
from controller.table.state import REFUSALS_RECORDED

HEARTBEAT_MS = 1000
STATION_LOST_AFTER_MS = 5000


class Stations:
    """Operators' stations: service menus and consoles."""

    def __init__(
        self, machine_status: MachineStatus, cap_check: CapCheck, pins: Pins, hardware: Hardware, patience: Patience
    ) -> None:
        self._connections = PeerConnections()
        self._version: dict[Peer, int] = {}
        """Of the wire, as the station's hello said."""
        self._machine_status = machine_status
        self._keys = hardware.keys
        self._sessions = Sessions(patience)
        pin_work = PinWork()
        self._reception = Reception(self._sessions, pins, hardware.keys, self, pin_work)
        self._looks = StationLooks(self._sessions, hardware)
        settings_preview = SettingsPreview(cap_check)
        self._previews = PendingPreviews(settings_preview)
        with_pins = ActsWithPins(self._sessions, pins, hardware.keys, self, pin_work)
        self._acts = StationActs(self, hardware.keys, machine_status, settings_preview, with_pins)
        self._told: dict[Peer, Message] = {}
        self._looked: tuple[object, ...] = ()
        self._entries: dict[Peer, Message] = {}

    # ---- heard ----

    def hear(self, hub: Hub, arrival: Arrival) -> None:
        """One message."""
        who, peer = arrival.who, arrival.peer
        assert who is not None
        try:
            message = read(arrival.data, self._version.get(peer), wire.FROM_OPERATOR, second.FROM_OPERATOR)
        except BadMessage as error:
            hub.not_taken(arrival, Trouble.BAD_MESSAGE, str(error))
            return
        if isinstance(message, wire.StationHello):
            self._version[peer] = message.v
            self._hello(hub, peer, who)
        elif self._connections.heard(peer, who, hub.now) is None:
            hub.not_taken(arrival, Trouble.HELLO_FIRST, "this connection has not said hello, or has been lost since")
        else:
            self._take(hub, peer, who, message)

    def _hello(self, hub: Hub, peer: Peer, who: Who) -> None:
        self._connections.welcome(peer, who, hub.now)
        entry = self._reception.entry(hub, who)
        self._entries[peer] = entry
        hub.say(
            peer,
            wire.StationWelcome(
                epoch=hub.public_views.epoch,
                station=who.name,
                heartbeat_ms=HEARTBEAT_MS,
                lost_after_ms=STATION_LOST_AFTER_MS,
                table=hub.table_now(),
                entry=entry,
                machine=hub.public_views.machine(hub.table),
            ),
        )

    def _take(self, hub: Hub, peer: Peer, who: Who, message: wire.FromOperator | second.FromOperator) -> None:
        match message:
            case session.SignIn():
                self._reception.sign_in(hub, peer, who, message)
            case session.FirstSupervisorNamed():
                self._reception.first_supervisor(hub, peer, who, message)
            case session.SignOut():
                found = self._sessions.find(message.session, who, peer)
                if isinstance(found, StaffSession):
                    self.end(hub, found, "signed_out", f"{found.name} signed out")
            case session.StillHere():
                found = self._standing(hub, peer, who, message.session, "still_here")
                if isinstance(found, StaffSession):
                    found.touched = hub.now
            case wire.ActWanted():
                self._act(hub, peer, who, message)
            case views.Look():
                self._look(hub, peer, who, message)
            case views.PreviewWanted():
                self._preview(hub, peer, who, message)
            case StatusWanted():
                hub.say(peer, self._machine_status.now(hub))
            case Heartbeat(n=n):
                hub.say(peer, Heartbeat(n=n))
            case SnapshotWanted() | BookWanted():
                answer_question(hub, peer, message)

    # ---- a session is checked ----

    def _standing(self, hub: Hub, peer: Peer, who: Who, token: str, what: str) -> StaffSession | NotYours:
        """The session that this came with, if it stands; else it is on record, and over where it must be."""
        found = self._sessions.find(token, who, peer)
        if isinstance(found, StaffSession):
            found = self._sessions.check(found, hub.table.people, self._keys(), hub.now) or found
        if isinstance(found, NotYours):
            known = self._sessions.by_token(token)
            self.on_record(hub, known.name if known else "", who, f"{what}: {found.reason}", code=found.code)
            if known is not None and found.ends:
                self.end(hub, known, found.code, found.reason)
        return found

    def on_record(self, hub: Hub, name: str, who: Who, why: str, **about: object) -> None:
        """`about`: the same in fields."""
        why = printable(why)
        hub.counters.trouble(
            Trouble.ACT_REFUSED, who.name, f"{name or 'somebody'}: {why}", hub.now, station=who.name, name=name, **about
        )
        if hub.table.other_refusals < REFUSALS_RECORDED:
            hub.apply(StationNews("refused", name, who.name, why[:300], about))

    def end(self, hub: Hub, over: StaffSession, code: str, reason: str, tell: bool = True) -> None:
        """This session is over: its station is told, if it is there, and it is on record."""
        self._sessions.end(over)
        self._told.pop(over.peer, None)
        hub.apply(StationNews("signed_out", over.name, over.who.name, code, {"ended": code}))
        if tell:
            hub.say(over.peer, session.SessionEnded(session=over.token, code=code, reason=reason[:300]))

    # ---- acts ----

    def _act(self, hub: Hub, peer: Peer, who: Who, act: wire.ActWanted) -> None:
        found = self._standing(hub, peer, who, act.session, act.act)
        if isinstance(found, NotYours):
            self.refuse(hub, peer, act.id, found.code, found.reason)
        else:
            self._acts.take(hub, found, act)

    def refuse(
        self, hub: Hub, peer: Peer, id: int, code: str, reason: str, details: dict[str, Any] | None = None
    ) -> None:
        """Not an answer of the table: sent again, it is looked at again."""
        hub.counters.counts[f"refused.{code}"] += 1
        self._say_answer(hub, peer, Answered("", id, False, code, reason, details or about_of(reason)))

    def answer(self, hub: Hub, peer: Peer, answer: Answered) -> None:
        """What became of an act, or of the making of the first supervisor."""
        if not self._reception.answered(hub, peer, answer):
            self._say_answer(hub, peer, answer)

    def _say_answer(self, hub: Hub, peer: Peer, answer: Answered) -> None:
        """In the version of the wire that this peer speaks."""
        _, id, ok, code, reason, details = answer
        said = Answer(id=id, ok=ok, code=code, reason=reason[:LONGEST_REASON], details=details)
        if self._version.get(peer) == 2:
            known = self._sessions.at(peer)
            series = clients.series_of(hub.table, client_of(known.name)) if known else 0
            said = Answer2(**{**dict(said), "v": 2}, series=series)
        hub.say(peer, said)

    # ---- looks ----

    def _look(self, hub: Hub, peer: Peer, who: Who, look: views.Look) -> None:
        found = self._standing(hub, peer, who, look.session, f"look at {look.what}")
        if isinstance(found, NotYours):
            hub.say(peer, views.LookRefused(what=look.what, code=found.code, reason=found.reason[:300]))
        else:
            hub.say(peer, self._looks.answer(hub, found, look))

    def _preview(self, hub: Hub, peer: Peer, who: Who, wanted: views.PreviewWanted) -> None:
        found = self._standing(hub, peer, who, wanted.session, "look at settings")
        if isinstance(found, NotYours):
            hub.say(peer, refused(found.code, found.reason))
            return
        found.touched = hub.now
        self._previews.begin(hub, peer, found, self._keys(), wanted)

    # ---- told ----

    def roles_here(self) -> set[str]:
        """Of those who are signed in."""
        return {session.role for session in self._sessions.all()}

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """What may be done now, where that has changed. It turns on little of a table, so little is looked at."""
        table, cabinet = hub.table, self._keys()
        looked = (table.phase, tuple(table.holds), table.result, table.unit_found, table.people, table.alarms, cabinet)
        if looked == self._looked:
            return
        self._looked = looked
        for known in self._sessions.all():
            person = table.people.get(known.name)
            if person is not None:
                known.must_change = person.must_change
                self._say_session(hub, known, cabinet)
        for peer, connection in self._connections.by_peer.items():
            entry = self._reception.entry(hub, connection.who)
            if self._entries.get(peer) != entry:
                self._entries[peer] = entry
                hub.say(peer, entry)

    def _say_session(self, hub: Hub, known: StaffSession, cabinet: CabinetPanel) -> None:
        """When something in it has changed; counting on does not count."""
        version, series = self._version.get(known.peer, 1), clients.series_of(hub.table, client_of(known.name))
        paper = on_paper(hub.store, hub.public_views.machine(hub.table))
        now = session_now(known, hub.table, cabinet, self._sessions.patience.idle_ms, paper, version)
        if version == 2:
            now = second.SessionNow(**{**dict(iter(now)), "v": 2}, series=series)  # `keys` is a field of it
        seen = now.model_copy(update={"last_id": 0, "paper": paper.model_copy(update={"clock": 0})})
        if self._told.get(known.peer) != seen:
            self._told[known.peer] = seen
            hub.say(known.peer, now)

    def look_around(self, hub: Hub) -> None:
        """What was worked out beside the loop; whose session is over; who is silent for long, or has lost its key."""
        self._looked = ()
        self._looks.waits(hub)
        self._reception.look_around(hub)
        self._previews.look_around(hub)
        for known in self._sessions.all():
            over = self._sessions.check(known, hub.table.people, self._keys(), hub.now)
            if over is not None:
                self.end(hub, known, over.code, over.reason)
        for connection in list(self._connections.by_peer.values()):
            if hub.now - connection.heard > STATION_LOST_AFTER_MS or not hub.stands(connection.who):
                self.gone(hub, connection.peer)

    def gone(self, hub: Hub, peer: Peer) -> None:
        """It has no connection any more, and whoever stood there is gone too."""
        self._connections.by_peer.pop(peer, None)
        self._version.pop(peer, None)
        self._entries.pop(peer, None)
        for known in self._sessions.all():
            if known.peer == peer:
                self.end(hub, known, "station_lost", "the station was lost", tell=False)

    def caught_up(self, hub: Hub, peer: Peer) -> None:  # noqa: ARG002
        """It has missed answers; what it asks again it gets again."""
        self._told.pop(peer, None)
        self._entries.pop(peer, None)
