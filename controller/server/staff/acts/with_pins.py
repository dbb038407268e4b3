"""Acts that bring a PIN: a new one for somebody, or that of a second person who stands by.

Working out a PIN takes a tenth of a second, so it happens beside the loop; what follows is done if the session stands.
"""

from collections.abc import Callable
from typing import Any, Protocol

from controller.protocol.stations import version_1 as wire
from controller.server.loop.hub import Desk, Hub
from controller.server.loop.ports import Peer, Who
from controller.server.loop.troubles import Trouble
from controller.server.staff.acts.offers import why_not_second
from controller.server.staff.pin_work import PinWork, Told
from controller.server.staff.pins import Pins, why_weak
from controller.server.staff.sessions import CabinetPanel, Sessions, StaffSession, locked_out
from controller.table.events import StationNews
from controller.table.staff.act import OperatorAct
from controller.table.staff.people import LOCKED_AFTER


class StationDesk(Desk, Protocol):
    """The desk of the stations, as reception and acts use it."""

    def end(self, hub: Hub, over: StaffSession, code: str, reason: str) -> None:
        """A session is over."""

    def refuse(
        self, hub: Hub, peer: Peer, id: int, code: str, reason: str, details: dict[str, Any] | None = None
    ) -> None:
        """An act does not come to the table."""

    def on_record(self, hub: Hub, name: str, who: Who, why: str, **about: object) -> None:
        """Something was refused; `about`: the same in fields."""


class ActsWithPins:
    """The table is told a digest of a PIN's hash, or a name, and never the PIN."""

    def __init__(
        self, sessions: Sessions, pins: Pins, keys: Callable[[], CabinetPanel], desk: StationDesk, pin_work: PinWork
    ) -> None:
        self._sessions, self._pins, self._keys, self._desk, self._pin_work = sessions, pins, keys, desk, pin_work

    def change_pin(self, hub: Hub, found: StaffSession, act: wire.ActWanted, event: OperatorAct) -> None:
        """The table is told the digest of the new PIN's hash, never the PIN."""
        tell, person = self._tell(found, act), hub.table.people[found.name]
        if act.act == "change_pin" and act.old_pin is None:
            tell(hub, "pin_missing", "say the PIN that you have now, too")
            return
        weak = why_weak(act.pin or "", _role_of_whom(hub, found, act))
        if weak is not None or act.pin is None or act.pin == act.old_pin:
            tell(hub, "weak_pin", weak or "the new PIN is the old one")
            return
        pin = act.pin

        def make(hub: Hub, is_pin: bool) -> None:
            if not is_pin:
                self._wrong_old_pin(hub, found, act)
                return
            self._pin_work.begin(hub, lambda: self._pins.make(pin, pins_of(hub)), put, tell)

        def put(hub: Hub, digest: str) -> None:
            if self._sessions.by_token(found.token) is None:
                tell(hub, "no_session", "the session was over before the PIN was worked out")
                return
            hub.command(event.with_more(pin=digest), found.peer, self._desk)

        if act.act == "change_pin":
            old = act.old_pin or ""
            self._pin_work.begin(hub, lambda: self._pins.check(person.pin, old), make, tell, (found.name, found.who))
        else:
            make(hub, True)

    def _wrong_old_pin(self, hub: Hub, found: StaffSession, act: wire.ActWanted) -> None:
        """Whoever stands there may not be who signed in; after too many wrong PINs they are signed out."""
        about = {"act": "change_pin"}
        hub.apply(StationNews("wrong_pin", found.name, found.who.name, "the old PIN, to change it", about))
        wait, text = self._lock_after_enough(hub, found.name), "the PIN that you have now is another one"
        tell = self._tell(found, act)
        tell(hub, "wrong_pin", f"{text}; {locked_out(found.name, wait)}" if wait else text)
        if wait:
            self._desk.end(hub, found, "locked_out", f"{LOCKED_AFTER} wrong PINs")

    def stand_by(self, hub: Hub, found: StaffSession, act: wire.ActWanted, event: OperatorAct) -> None:
        """The second person gives key and PIN as the first did; the table is told the name."""
        tell, second = self._tell(found, act), act.second or ""
        against = why_not_second(hub.table.people.get(second), second, act, found, self._keys())
        wait = self._sessions.wait_of(second, hub.table.people.get(second), hub.now)
        against = against or (("locked_out", locked_out(second, wait)) if wait else None)
        if against is not None:
            tell(hub, *against)
            return
        beside = {"act": act.act, "whom": found.name}

        def then(hub: Hub, is_pin: bool) -> None:
            if not is_pin:
                self._wrong_pin_of_second(hub, found, act)
            elif self._sessions.by_token(found.token) is None:
                tell(hub, "no_session", "the session was over before the PIN was worked out")
            else:
                hub.apply(StationNews("stood_by", second, found.who.name, f"{act.act} of {found.name}", beside))
                hub.command(event._replace(second=second), found.peer, self._desk)

        digest, pin = hub.table.people[second].pin, act.second_pin or ""
        self._pin_work.begin(hub, lambda: self._pins.check(digest, pin), then, tell, (second, found.who))

    def _wrong_pin_of_second(self, hub: Hub, found: StaffSession, act: wire.ActWanted) -> None:
        second, beside = act.second or "", {"act": act.act, "whom": found.name}
        hub.apply(StationNews("wrong_pin", second, found.who.name, f"to stand by: {act.act} of {found.name}", beside))
        hub.counters.trouble(Trouble.WRONG_PIN, found.who.name, f"{second} gave a wrong PIN", hub.now, name=second)
        wait, text = self._lock_after_enough(hub, second), f"that is not the PIN of {second}"
        tell = self._tell(found, act)
        tell(hub, "second_pin", f"{text}; {locked_out(second, wait)}" if wait else text)

    def _lock_after_enough(self, hub: Hub, name: str) -> int:
        return self._sessions.lock_after_enough(name, hub.table.people.get(name), hub.now)

    def _tell(self, found: StaffSession, act: wire.ActWanted) -> Told:
        """How whoever wants this act is refused it."""
        return lambda hub, code, reason: self._desk.refuse(hub, found.peer, act.id, code, reason)


def _role_of_whom(hub: Hub, found: StaffSession, act: wire.ActWanted) -> str:
    """The role of the person whose PIN it will be."""
    if act.act == "change_pin":
        return found.role
    person = hub.table.people.get(act.name or "")
    return act.new_role or (person.role if person is not None else "")


def pins_of(hub: Hub) -> list[str]:
    """Those on record, as digests: a new one has to be another."""
    return [person.pin for person in hub.table.people.values()]
