"""Who stands at this station, and what they have asked: words in, words for page and controller out.

The session belongs to the one page that signed in; when that page goes, so does the person. Its token never leaves this
process. A PIN passes through and is kept nowhere: a message that carries one is sent at once or not at all, and is
sent again only from the memory of its own question, which forgets it with the answer.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from controller.protocol.client import Commands, is_old
from controller.protocol.message import Message
from controller.protocol.public import MachineIs, TableNow
from controller.protocol.stations import session, views
from controller.protocol.stations import version_1 as wire
from controller.protocol.status import StatusWanted
from controller.protocol.terminals.answers import Answer, NotTaken
from terminals.common.web import Page
from terminals.menu.questions import LOOKED, PendingQuestion, Told, good, plain, refusal, reply, tagged
from terminals.menu.said import ActSaid, LookSaid, PlainSaid, PreviewSaid, SignInSaid, StatusSaid

MOST_UNDER_WAY = 32
"""Questions without an answer; more are refused until some have come back."""
PATIENCE = 20.0
"""Seconds for an answer; the exact returns of a book take a second or two, on a busy machine longer."""

AtTheDesk = SignInSaid | PlainSaid | ActSaid | LookSaid | PreviewSaid | StatusSaid


class _Ear(Page):
    """Hears an answer as a page would."""

    def __init__(self, hear: Callable[[Told], None]) -> None:
        super().__init__()
        self._hear = hear

    def tell(self, message: Mapping[str, Any]) -> None:
        self._hear(dict(message))


class MenuDesk:
    """One station."""

    def __init__(
        self,
        tell_all: Callable[[Told], None],
        say: Callable[[Message], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell_all` is to every page, `say` to the controller."""
        self._tell_all, self._say, self._clock = tell_all, say, clock
        self.up = False
        self.why_down = ""
        self.table: TableNow | None = None
        self.entry: session.WaysIn | None = None
        self.machine: MachineIs | None = None
        self._owner: Page | None = None
        self._session: session.SessionNow | None = None
        self._acts: Commands[wire.ActWanted, PendingQuestion] = Commands()
        self._questions: list[PendingQuestion] = []

    # ---- the controller ----

    def line(self, up: bool) -> None:
        """The line to the controller came or went; a session does not outlive it."""
        self.up = up
        if not up:
            self._end("line", "the connection to the controller was lost")
            for question in list(self._questions):
                self._answer(question, refusal("no_answer", "the connection was lost before the answer came"))
        self._tell_all(self._link())

    def hear(self, message: wire.ToOperator) -> None:
        """One message of the controller."""
        match message:
            case wire.StationWelcome():
                self._welcome(message)
            case session.WaysIn():
                self.entry = message
                self._tell_all(self._door())
            case session.SessionNow():
                self._signed_in(message)
            case session.SignInRefused(code=code, reason=reason, wait_ms=wait):
                self._answer_to("sign_in", refusal(code, reason, {"wait_ms": wait}))
            case session.SessionEnded(session=token, code=code, reason=reason):
                if self._session is not None and token == self._session.session:
                    self._end(code, reason)
            case Answer():
                self._act_answered(message)
            case views.LookRefused(what=what, code=code, reason=reason):
                self._answer_to(what, refusal(code, reason))
            case TableNow():
                self.see(message)
            case NotTaken(code=code, reason=reason):
                self._not_taken(code, reason)
            case _ if type(message) in LOOKED:
                self._answer_to(LOOKED[type(message)], good(message))
            case _:
                pass

    def see(self, table: TableNow) -> None:
        """The table as everybody sees it."""
        if is_old(table, self.table):
            return
        self.table = table
        self._tell_all(self._table())

    def _welcome(self, welcome: wire.StationWelcome) -> None:
        self.why_down = ""
        self.table = None
        self.entry, self.machine = welcome.entry, welcome.machine
        self._tell_all(self._door())
        self.see(welcome.table)

    def _signed_in(self, now: session.SessionNow) -> None:
        """A new session, or news of the one that is."""
        if self._session is None or self._session.session != now.session:
            question = self._take("sign_in", now.operator)
            if (
                question is None
            ):  # the page has gone meanwhile, was told that nobody answers, or waits for another person
                self._say(session.SignOut(session=now.session))
                return
            self._owner = question.page
            self._acts.under_way.clear()
            self._acts.count_from(now.last_id)
            question.page.tell(tagged(question, {"ok": True, "code": "ok", "reason": "", "details": {}}))
        self._session = now
        self._acts.next_id = max(self._acts.next_id, now.last_id + 1)
        if self._owner is not None:
            self._owner.tell(self._who())

    def _end(self, code: str, reason: str) -> None:
        """Nobody is signed in any more."""
        owner, self._owner, self._session = self._owner, None, None
        if owner is not None:
            owner.tell({"kind": "session", "session": None, "code": code, "reason": reason})

    def _act_answered(self, answer: Answer) -> None:
        found = self._acts.answered(answer.id, answer.code, answer.details)
        if found is not None:
            plain = answer.model_dump(mode="json", include={"ok", "code", "reason", "details"})
            self._answer(found.about, plain)

    def _not_taken(self, code: str, reason: str) -> None:
        """Not one of our questions was understood, or the station itself is not wanted."""
        if code == "bad_message" and self._questions:
            self._answer(self._questions[-1], refusal(code, reason))
        else:
            self.why_down = code
            self._tell_all(self._link())

    # ---- the page ----

    def greet(self) -> list[Told]:
        """The whole truth that is for any page."""
        return [self._link(), self._door(), self._table(), {"kind": "session", "session": None}]

    def gone(self, page: Page) -> None:
        """A page was closed; if it was the one that signed in, the person has left."""
        for question in [one for one in self._questions if one.page is page]:
            self._forget(question)
        if page is self._owner:
            self._leave()

    def who_at(self, page: Page) -> session.SessionNow | None:
        """Who is signed in at this page."""
        return self._session if page is self._owner else None

    def hear_page(self, page: Page, said: AtTheDesk) -> None:
        """What a page asks."""
        if isinstance(said, PlainSaid):
            self._plain(page, said.kind)
        elif not self.up:
            page.tell(reply(said.tag, refusal("line_down", "")))
        elif len(self._questions) >= MOST_UNDER_WAY:
            page.tell(reply(said.tag, refusal("too_many", "")))
        elif isinstance(said, SignInSaid):
            self._sign_in(page, said)
        elif self._session is None or page is not self._owner:
            page.tell(reply(said.tag, refusal("no_session", "nobody is signed in at this page")))
        else:
            self._ask(page, said, self._session)

    def may(self, page: Page, act: str) -> bool:
        """Whether who is signed in at this page is offered the act, now."""
        who = self.who_at(page)
        return who is not None and any(offer.act == act and offer.now for offer in who.acts)

    def do(self, act: ActSaid, answered: Callable[[Told], None]) -> None:
        """An act that this process does for the person, in their name."""
        if self._session is None or not self.up:
            answered(refusal("line", "") if not self.up else refusal("signed_out", ""))
        else:
            self._ask(_Ear(answered), act, self._session)

    def look_around(self) -> None:
        """Acts without an answer are sent again; a question that nobody answers comes back as that."""
        now = self._clock()
        for question in list(self._questions):
            if now - question.asked > PATIENCE:
                self._answer(question, refusal("no_answer", "the controller has not answered"))
        for act in self._acts.due(now):
            self._say(act)

    def _plain(self, page: Page, kind: str) -> None:
        if self._session is None or page is not self._owner:
            return
        if kind == "touched":
            self._say(session.StillHere(session=self._session.session))
        else:
            self._leave()

    def _leave(self) -> None:
        if self._session is not None:
            self._say(session.SignOut(session=self._session.session))
        self._end("signed_out", "")

    def _sign_in(self, page: Page, said: SignInSaid) -> None:
        if self._owner is not None or any(question.about == "sign_in" for question in self._questions):
            page.tell(reply(said.tag, refusal("in_use", "somebody is signed in at another page of this station")))
            return
        kind = session.FirstSupervisorNamed if said.first else session.SignIn
        self._send(page, said.tag, "sign_in", kind(name=said.name, pin=said.pin))

    def _ask(self, page: Page, said: ActSaid | LookSaid | PreviewSaid | StatusSaid, who: session.SessionNow) -> None:
        match said:
            case ActSaid():
                words = said.model_dump(exclude={"kind", "tag"})
                id = self._acts.next_id
                act = wire.ActWanted(id=id, session=who.session, operator=who.operator, role=who.role, **words)
                self._send(page, said.tag, "act", act)
            case LookSaid(what=what):
                look = views.Look(session=who.session, what=what, name=said.name, seat=said.seat)
                self._send(page, said.tag, what, look)
            case PreviewSaid():
                wanted = views.PreviewWanted(session=who.session, change=said.change)
                self._send(page, said.tag, "preview", wanted)
            case StatusSaid():
                self._send(page, said.tag, "status", StatusWanted())

    def _send(self, page: Page, tag: int, about: str, message: Message) -> None:
        question = PendingQuestion(page, tag, about, self._clock())
        self._questions.append(question)
        if isinstance(message, session.SignIn | session.FirstSupervisorNamed):
            question.name = message.name
        if isinstance(message, wire.ActWanted):
            question.act = message.id
            self._acts.send(message, question, question.asked)
        if not self._say(message):
            self._answer(question, refusal("line_down", ""))

    # ---- answers ----

    def _take(self, about: str, name: str = "") -> PendingQuestion | None:
        """The oldest question of this kind, and of this person where one is named."""
        of = (question for question in self._questions if question.about == about)
        found = next((question for question in of if name in ("", question.name)), None)
        if found is not None:
            self._forget(found)
        return found

    def _forget(self, question: PendingQuestion) -> None:
        self._questions.remove(question)
        if question.act is not None:
            self._acts.forget(question.act)

    def _answer_to(self, about: str, told: Told) -> None:
        question = self._take(about)
        if question is not None:
            question.page.tell(tagged(question, told))

    def _answer(self, question: PendingQuestion, told: Told) -> None:
        self._forget(question)
        question.page.tell(tagged(question, told))

    # ---- words for the page ----

    def _link(self) -> Told:
        return {"kind": "link", "up": self.up, "why": self.why_down}

    def _door(self) -> Told:
        machine = self.machine.model_dump(mode="json") if self.machine else None
        return {"kind": "door", "door": plain(self.entry), "machine": machine}

    def _table(self) -> Told:
        return {"kind": "table", "table": plain(self.table)}

    def _who(self) -> Told:
        assert self._session is not None
        plain = self._session.model_dump(mode="json", exclude={"kind", "v", "session", "last_id"})
        return {"kind": "session", "session": plain}
