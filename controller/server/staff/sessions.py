"""Who is signed in, where, and whether what comes in that name may be done: checked anew for every act.

A session belongs to one person, one key or local socket, and one connection. A person has one at a time; signing in
elsewhere ends the other. Sessions live in this process alone: after a restart everybody signs in again.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from controller.protocol.stations.session import Key, OperatorRole
from controller.server.loop.ports import Peer, Who
from controller.table.staff.people import LOCKED_AFTER
from controller.table.staff.state import Person

IDLE_MS, LOCKED_MS = 180_000, 300_000
LONGEST_MS = 12 * 3600 * 1000
"""A shift is not longer."""
CONSOLE = "console"
KEYS: tuple[Key, ...] = ("attendant", "operator")

Panel = Literal["alive", "dead", "none"]


class Patience(NamedTuple):
    """How long the house waits, as `cabinet.toml` says under `[stations]`."""

    idle_ms: int = IDLE_MS
    """Without an act or a touch for so long, whoever is signed in has gone away."""
    locked_ms: int = LOCKED_MS
    """How long wrong PINs lock a person out; a restart of the controller begins it anew."""


class CabinetPanel(NamedTuple):
    """What the cabinet's own panel says now."""

    panel: Panel
    keys: tuple[Key, ...]


class WayIn(NamedTuple):
    """Whether somebody may come in at a station now, and why or why not, in a code and in a sentence."""

    open: bool
    code: str
    says: str


@dataclass(slots=True)
class StaffSession:
    """One person at one station."""

    token: str
    name: str
    role: OperatorRole
    who: Who
    peer: Peer
    began: int
    touched: int
    without_key: bool
    must_change: bool


class NotYours(NamedTuple):
    """An act or a look that is not done: why, and what becomes of the session it came with."""

    code: str
    reason: str
    ends: bool = False


def way_in(cabinet: CabinetPanel, who: Who) -> WayIn:
    """By the keys; with the panel dead, from a console alone."""
    if cabinet.panel == "alive":
        if cabinet.keys:
            turned = " and ".join(key.upper() for key in cabinet.keys)
            return WayIn(True, "ok", f"{turned} turned: say who you are")
        return WayIn(False, "key_needed", "turn the ATTENDANT or the OPERATOR key first")
    dead = "the cabinet's panel does not answer" if cabinet.panel == "dead" else "this cabinet has no key panel"
    if who.role == CONSOLE:
        return WayIn(True, "ok", f"{dead}: a supervisor may come in from here, and that is put on record")
    return WayIn(False, "console_only", f"{dead}: only a supervisor may come in, and only from a console")


class Sessions:
    """All of them, and who is locked out."""

    def __init__(self, patience: Patience = Patience()) -> None:  # noqa: B008 - it cannot change
        self.patience = patience
        self._by_token: dict[str, StaffSession] = {}
        self._locked_until: dict[str, int] = {}

    def all(self) -> list[StaffSession]:
        """In the order in which they were opened."""
        return list(self._by_token.values())

    def by_token(self, token: str) -> StaffSession | None:
        """The session of this token, wherever it is used."""
        return self._by_token.get(token)

    def at(self, peer: Peer) -> StaffSession | None:
        """The session of this connection."""
        return next((session for session in self._by_token.values() if session.peer == peer), None)

    def of(self, name: str) -> StaffSession | None:
        """The session of this person."""
        return next((session for session in self._by_token.values() if session.name == name), None)

    def open(self, name: str, person: Person, who: Who, peer: Peer, now: int, cabinet: CabinetPanel) -> StaffSession:
        """This person is here now."""
        role: OperatorRole = person.role  # type: ignore[assignment]  # the table takes no other
        token, without_key = secrets.token_hex(16), cabinet.panel != "alive"
        session = StaffSession(token, name, role, who, peer, now, now, without_key, person.must_change)
        self._by_token[token] = session
        return session

    def end(self, session: StaffSession) -> None:
        """Nothing is done under it any more."""
        self._by_token.pop(session.token, None)

    def wait_of(self, name: str, person: Person | None, now: int) -> int:
        """Milliseconds for which this person is locked out; a new process counts anew."""
        if person is None or person.failures < LOCKED_AFTER:
            self._locked_until.pop(name, None)
            return 0
        return max(0, self._locked_until.setdefault(name, now + self.patience.locked_ms) - now)

    def lock_after_enough(self, name: str, person: Person | None, now: int) -> int:
        """Milliseconds for which one more wrong PIN locks this person out; 0: it does not yet."""
        if person is None or person.failures < LOCKED_AFTER:
            return 0
        self._locked_until[name] = now + self.patience.locked_ms  # the time begins again
        return self.wait_of(name, person, now)

    def find(self, token: str, who: Who, peer: Peer) -> StaffSession | NotYours:
        """The session of this token, if it is used where it was opened."""
        session = self._by_token.get(token)
        if session is None:
            return NotYours("no_session", "there is no such session, or it is over: sign in")
        if session.peer != peer or session.who != who:
            text = f"this session was opened at another station, {session.who.name}; it is over for both"
            return NotYours("stolen_session", text, ends=True)
        return session

    def check(
        self, session: StaffSession, people: Mapping[str, Person], cabinet: CabinetPanel, now: int
    ) -> NotYours | None:
        """Whether this session still stands: the person, the key, the time."""
        person = people.get(session.name)
        if person is None:
            return NotYours("removed", f"{session.name} works here no more", ends=True)
        if person.role != session.role:
            return NotYours("role_changed", f"{session.name} is {person.role} now: sign in again", ends=True)
        gone = _why_closed(session, cabinet)
        if gone is not None:
            return gone
        if now - session.touched >= self.patience.idle_ms:
            seconds = self.patience.idle_ms // 1000
            return NotYours("idle", f"nothing was touched for {seconds} seconds: sign in again", ends=True)
        if now - session.began >= LONGEST_MS:
            return NotYours("too_long", "a session lasts twelve hours: sign in again", ends=True)
        return None


def _why_closed(session: StaffSession, cabinet: CabinetPanel) -> NotYours | None:
    """The way by which the person came in is closed now."""
    if cabinet.panel == "alive":
        if cabinet.keys:
            return None
        if session.without_key:
            return NotYours("panel_back", "the cabinet's panel answers again: turn a key and sign in", ends=True)
        return NotYours("key_turned_back", "the key was turned back", ends=True)
    if session.who.role != CONSOLE or session.role != "supervisor":
        return NotYours("panel_dead", "the cabinet's panel does not answer, so no key can be read", ends=True)
    session.without_key = True
    return None


def locked_out(name: str, wait: int) -> str:
    """For whoever stands there."""
    text = f"{name} has given {LOCKED_AFTER} wrong PINs; try again in {-(-wait // 60_000)} minutes"
    return f"{text}, or ask a supervisor to unlock you"
