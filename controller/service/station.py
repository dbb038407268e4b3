"""A station at the other end of the operators' wire: says hello, signs a person in, does one thing after the other."""

import math
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

import zmq

from controller.protocol.client import Commands, Line
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.public import TableNow
from controller.protocol.stations import views
from controller.protocol.stations.session import (
    FirstSupervisorNamed,
    OnPaper,
    SessionEnded,
    SessionNow,
    SignIn,
    SignInRefused,
    SignOut,
    WaysIn,
)
from controller.protocol.stations.version_1 import TO_OPERATOR, ActWanted, StationHello, StationWelcome
from controller.protocol.terminals.answers import Answer, NotTaken
from controller.protocol.terminals.version_1 import Heartbeat, SnapshotWanted

PATIENCE = 10.0
"""Seconds for an answer; working out returns takes one or two, a PIN a tenth."""
ASK_AGAIN = 2.0

Kind = TypeVar("Kind", bound=Message)


class CannotServe(Exception):
    """The controller does not answer, or says no; `code` as the wire says it."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Station:
    """One connection, and the session that is open on it."""

    def __init__(self, endpoint: str, software: str, patience: float = PATIENCE) -> None:
        """`patience`: how many seconds an answer may take."""
        self._endpoint, self._software, self._patience = endpoint, software, patience
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.connect(endpoint)
        self._line = Line(hello_again=ASK_AGAIN, lost_after=math.inf)
        """A console does not come back by itself: what it was doing is told to be unsure, and begun anew."""
        self._acts: Commands[ActWanted, None] = Commands()
        self.entry: WaysIn | None = None
        self.life = ""
        """`live` or `demo`: every paper of a demo says so."""
        self.session: SessionNow | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave, and let go of the socket."""
        if self.session is not None:
            self._socket.setsockopt(zmq.LINGER, 500)
            self._say(SignOut(session=self.session.session))
        self._socket.close()
        self._context.term()

    @property
    def paper(self) -> OnPaper | None:
        """What stands on everything that is printed."""
        return None if self.session is None else self.session.paper

    # ---- coming in ----

    def hello(self, patience: float | None = None) -> WaysIn:
        """Say hello; tells how one may come in."""
        self._line.doubt()
        welcome: StationWelcome = self._wait(StationWelcome, patience=patience)
        self.entry, self.life = welcome.entry, "demo" if welcome.table.demo else "live"
        return welcome.entry

    def come_in(self, name: str, pin: str, patience: float | None = None) -> SessionNow:
        """Hello, as soon as a key is turned or none is needed; where nobody is there yet, as the first supervisor."""
        until = time.monotonic() + (patience or self._patience)
        while True:
            try:
                return self._come_through(name, pin, until)
            except CannotServe as refused:
                if refused.code != "hello_first" or time.monotonic() > until:
                    raise  # else this station was silent for too long, on a machine with other work: it comes anew

    def _come_through(self, name: str, pin: str, until: float) -> SessionNow:
        entry = self.hello(max(1.0, until - time.monotonic()))
        while not entry.open:
            if time.monotonic() > until:
                raise CannotServe(entry.code, entry.says)
            time.sleep(0.05)
            self.beat()
            entry = self.entry or entry
        return self.first_supervisor(name, pin) if entry.first_supervisor else self.sign_in(name, pin)

    def sign_in(self, name: str, pin: str) -> SessionNow:
        """Open a session."""
        return self._come_in(SignIn(name=name, pin=pin))

    def first_supervisor(self, name: str, pin: str) -> SessionNow:
        """Make the first supervisor, who is in at once."""
        return self._come_in(FirstSupervisorNamed(name=name, pin=pin))

    def _come_in(self, message: Message) -> SessionNow:
        found: SessionNow | SignInRefused = self._ask(message, SessionNow, SignInRefused, again=False)
        if isinstance(found, SignInRefused):
            raise CannotServe(found.code, found.reason)
        self.session, self._acts = found, Commands()
        self._acts.count_from(found.last_id)
        return found

    def put_out(self, patience: float | None = None) -> None:
        """Until the controller has heard that the key was turned back, and has ended the session."""
        until = time.monotonic() + (patience or self._patience)
        while self.session is not None:
            if time.monotonic() > until:
                raise CannotServe("no_answer", f"{self._endpoint}: the key was turned back, and the session goes on")
            self._speak()
            try:
                if self._socket.poll(100):
                    self._hear()
            except CannotServe as over:
                if over.code not in ("key_turned_back", "hello_first"):
                    raise
                self.session = None  # a line that was silent for too long took its session with it

    # ---- doing ----

    def act(self, act: str, **fields: Any) -> Answer:
        """One act, however often it has to be sent."""
        now, id = self._in(), self._acts.next_id
        message = ActWanted(id=id, session=now.session, operator=now.operator, role=now.role, act=act, **fields)
        self._acts.send(message, None, time.monotonic())
        self._say(message)
        try:
            answer: Answer = self._wait(Answer, fits=lambda found: found.id == id)
        finally:
            self._acts.forget(id)
        self._acts.answered(id, answer.code, answer.details)
        return answer

    def look(self, what: views.What, kind: type[Kind], **fields: Any) -> Kind:
        """See something."""
        look = views.Look(session=self._in().session, what=what, **fields)
        found: Kind | views.LookRefused = self._ask(look, kind, views.LookRefused)
        if isinstance(found, views.LookRefused):
            raise CannotServe(found.code, found.reason)
        return found

    def preview(self, change: dict[str, Any]) -> views.Preview:
        """What a change of settings would do."""
        wanted = views.PreviewWanted(session=self._in().session, change=change)
        preview: views.Preview = self._ask(wanted, views.Preview, again=False)
        return preview

    def table(self) -> TableNow:
        """As everybody sees it."""
        now: TableNow = self._ask(SnapshotWanted(), TableNow)
        return now

    def beat(self) -> None:
        """Say that this station is here, each second; and hear what there is."""
        if self._speak():
            while self._socket.poll(0):
                self._hear()

    def _in(self) -> SessionNow:
        if self.session is None:
            raise CannotServe("no_session", "nobody is signed in here")
        return self.session

    # ---- the wire ----

    def _say(self, message: Message) -> None:
        self._socket.send(encode(message))

    def _speak(self) -> bool:
        """Hello, a heartbeat, or an act without an answer, where it is time for one."""
        now = time.monotonic()
        is_due = self._line.is_due(now)
        if is_due:
            self._say(Heartbeat(n=1) if self._line.up else StationHello(software=self._software))
        for act in self._acts.due(now):
            self._say(act)
        return is_due

    def _ask(self, message: Message, *kinds: type[Any], again: bool = True) -> Any:
        """Say it, and where it may be said twice, again, until one of these kinds comes."""
        self._say(message)
        return self._wait(*kinds, again=message if again else None)

    def _wait(
        self,
        *kinds: type[Any],
        patience: float | None = None,
        again: Message | None = None,
        fits: Callable[[Any], bool] = lambda _: True,
    ) -> Any:
        """Until one of these kinds comes."""
        patience = patience or self._patience
        asked_at = time.monotonic()
        until = asked_at + patience
        while (now := time.monotonic()) < until:
            self._speak()
            if again is not None and now - asked_at > ASK_AGAIN:
                self._say(again)
                asked_at = now
            if not self._socket.poll(100):
                continue
            found = self._hear()
            if isinstance(found, kinds) and fits(found):
                return found
        where = f"{self._endpoint}: no answer within {patience:.0f} seconds; is the controller running?"
        raise CannotServe("no_answer", where)

    def _hear(self) -> Message:
        try:
            found: Message = decode(TO_OPERATOR, self._socket.recv(), LARGEST_TOLD)
        except BadMessage as error:
            raise CannotServe("other_version", f"the controller speaks another version: {error}") from None
        match found:
            case StationWelcome():
                self._line.welcomed(found.epoch)
            case SessionNow():
                self.session = found
            case SessionEnded():
                self.session = None
                raise CannotServe(found.code, found.reason)
            case WaysIn():
                self.entry = found
            case NotTaken() if found.code != "flood":
                raise CannotServe(found.code, found.reason)
        return found
