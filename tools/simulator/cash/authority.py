"""Who knows which ticket is worth what, and its moods: the cabinet's own, or one outside with a book of its own.

An ask is acted on once and answered as often as it is asked. It may arrive late or not at all; what the one outside
answers may come late too, twice, or not at all, and what has been answered once may be contradicted afterwards.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from controller.server.cash.authority import Authority, AuthorityNews
from controller.server.cash.local import LocalAuthority
from controller.table.cash.events import AuthorityAnswered
from controller.table.cash.seat import AuthorityAsk
from controller.vault.books.tickets import TicketBook
from tools.simulator.cabinet.agenda import Agenda

MOODS = ("slow", "silent", "deaf", "late", "twice", "contradicts")
TAKES = {"slow": (800, 2600), "late": (2000, 9000)}
"""Milliseconds from and to, in such a mood."""
AS_A_RULE = 5, 60
MUCH_LATER = 9_000
SEQUENCE = slice(6, 13)
"""Where it stands in a number."""
VALID = 2 * 24 * 60 * 60
"""Seconds, in the book of the one outside."""
NO_ANSWER = ("granted", "redeemed", "voided", "unknown", "nonsense")
"""What it says when it contradicts itself."""


class Moody:
    """Asks on their way to an authority. Who asked may be gone when they arrive."""

    def __init__(self, agenda: Agenda, seed: int) -> None:
        self._agenda, self._random = agenda, Random(f"{seed}/authority")
        self._mood, self._until = "", 0
        self._life = 0

    def be(self, mood: str, milliseconds: int) -> None:
        """So for a while."""
        self._mood, self._until = mood, self._agenda.time + milliseconds

    def calm(self) -> None:
        """As it should be."""
        self._mood = ""

    def controller_went(self) -> None:
        """Who waited for answers waits no more."""
        self._life += 1

    def of_journal(self, book: Callable[[], TicketBook], seconds: Callable[[], int]) -> None:
        """A controller has opened its journal, with a book of tickets in it."""

    def asked(self, ask: AuthorityAsk) -> None:
        """It is on its way, unless nobody listens."""
        mood, life = self._mood if self._agenda.time < self._until else "", self._life
        if mood != "deaf":
            after = self._random.randrange(*TAKES.get(mood, AS_A_RULE))
            self._agenda.after(after, lambda: self._arrives(ask, mood) if life == self._life else None)

    def _arrives(self, ask: AuthorityAsk, mood: str) -> None:
        raise NotImplementedError


class Near(Moody):
    """The cabinet's own: it answers from the journal, and its answers are not on the way anywhere."""

    def __init__(self, agenda: Agenda, seed: int) -> None:
        super().__init__(agenda, seed)
        self.own: Authority | None = None
        self._owed: Callable[[], int] = lambda: 0

    def of_journal(self, book: Callable[[], TicketBook], seconds: Callable[[], int]) -> None:
        """It answers from that one."""
        self.own = LocalAuthority(book, seconds, lambda: True)
        self._owed = lambda: book().outstanding()

    def _arrives(self, ask: AuthorityAsk, mood: str) -> None:
        if mood != "silent" and self.own is not None:
            self.own.asked(ask)

    def news(self) -> Iterable[AuthorityNews]:
        """What it answers."""
        return () if self.own is None else self.own.news()

    def waits(self) -> bool:
        """Whether it has something to say."""
        return self.own is not None and self.own.waits()

    def owed(self) -> int:
        """What its book stands for."""
        return self._owed()

    def last_sequence(self) -> int:
        """As it knows."""
        return 0 if self.own is None else self.own.last_sequence()


@dataclass
class Ticket:
    """One number in the book of the one outside."""

    amount: int
    state: str = "reserved"
    request: str = ""
    """That has reserved or locked it."""
    until: int = 0
    """Second from which on it is worth nothing; 0: it was never issued."""


class Outside(Moody):
    """One with a book of its own, which no power cut of ours reaches."""

    def __init__(self, agenda: Agenda, seed: int) -> None:
        super().__init__(agenda, seed)
        self.tickets: dict[str, Ticket] = {}
        self._seconds: Callable[[], int] = lambda: 0
        self._cancelled: set[str] = set()
        self._answers: list[AuthorityAnswered] = []

    def controller_went(self) -> None:
        """Who waited for answers waits no more."""
        super().controller_went()
        self._answers.clear()

    def of_journal(self, book: Callable[[], TicketBook], seconds: Callable[[], int]) -> None:  # noqa: ARG002
        """It goes by the same calendar."""
        self._seconds = seconds

    def owed(self) -> int:
        """What its book still stands for; a ticket that lapsed here is one when somebody asks."""
        return sum(ticket.amount for ticket in self.tickets.values() if ticket.state in ("issued", "locked", "expired"))

    def _arrives(self, ask: AuthorityAsk, mood: str) -> None:
        verdict, amount = DOES[ask.do](self, ask)
        answer = AuthorityAnswered(ask.do, ask.request, verdict, amount)
        if mood != "silent":
            self._answers.append(answer)
        if mood == "twice":
            self._say_later(answer)
        if mood == "contradicts":
            self._say_later(answer._replace(verdict=self._random.choice(NO_ANSWER)))

    def _say_later(self, answer: AuthorityAnswered) -> None:
        """After the first has been heard."""
        life = self._life
        after = self._random.randrange(500, MUCH_LATER)
        self._agenda.after(after, lambda: self._answers.append(answer) if life == self._life else None)

    def news(self) -> Iterable[AuthorityNews]:
        """What has come in."""
        while self._answers:
            yield self._answers.pop(0)

    def waits(self) -> bool:
        """Whether something has."""
        return bool(self._answers)

    def last_sequence(self) -> int:
        """The largest that it has ever seen."""
        return max((int(number[SEQUENCE]) for number in self.tickets), default=0)

    # ---- its book ----

    def _reserve(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.setdefault(ask.number, Ticket(ask.amount, request=ask.request))
        return ("reserved", 0) if (ticket.state, ticket.request) == ("reserved", ask.request) else ("refused", 0)

    def _issue(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.get(ask.number)
        if ticket is None:
            return "unknown", 0
        if ticket.state == "reserved":
            ticket.state, ticket.request = "issued", ""
            ticket.until = self._seconds() + VALID
        return ticket.state, 0

    def _void(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.setdefault(ask.number, Ticket(ask.amount))
        if ticket.state in ("reserved", "issued"):
            ticket.state = "voided"
        return ticket.state, 0

    def _lock(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.get(ask.number)
        if ask.request in self._cancelled:
            return "cancelled", 0
        if ticket is None:
            return "unknown", 0
        if ticket.state == "issued" and ticket.until <= self._seconds():
            ticket.state = "expired"
        if ticket.state == "issued":
            ticket.state, ticket.request = "locked", ask.request
        if (ticket.state, ticket.request) == ("locked", ask.request):
            return "granted", ticket.amount
        return ("not_issued" if ticket.state == "reserved" else ticket.state), 0

    def _redeem(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.get(ask.number)
        if ticket is None:
            return "unknown", 0
        if ticket.request == ask.request and ticket.state == "locked":
            ticket.state = "redeemed"
        return (ticket.state, 0) if ticket.request == ask.request or ticket.state != "redeemed" else ("locked", 0)

    def _cancel(self, ask: AuthorityAsk) -> tuple[str, int]:
        ticket = self.tickets.get(ask.number)
        self._cancelled.add(ask.request)
        if ticket is not None and ticket.request == ask.request:
            if ticket.state == "redeemed":
                return "redeemed", 0
            if ticket.state == "locked":
                ticket.state, ticket.request = "issued", ""
        return "cancelled", 0


DOES: dict[str, Callable[[Outside, AuthorityAsk], tuple[str, int]]] = {
    "reserve": Outside._reserve,
    "issue": Outside._issue,
    "void": Outside._void,
    "lock": Outside._lock,
    "redeem": Outside._redeem,
    "cancel": Outside._cancel,
}
