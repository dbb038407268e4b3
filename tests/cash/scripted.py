"""Authorities for tests: the cabinet's own, one that does what a script says, and the loop's part between them."""

from collections.abc import Iterator
from typing import Any

from controller.facts.cash_kinds import AuthorityTold, TicketDrawn, TicketLapsed
from controller.server.cash.authority import AuthorityNews
from controller.server.cash.cashier import Cashier
from controller.server.cash.local import LocalAuthority
from controller.server.loop.ports import Dealt
from controller.table.cash.events import AuthorityAnswered
from controller.table.cash.seat import AuthorityAsk
from controller.table.events import Event
from controller.table.records import to_json
from controller.table.state import Table
from controller.table.wishes import Wishes
from controller.vault.books.tickets import TicketBook
from tests.cash.till import Till

BEGAN = 1_700_000_000


class Scripted:
    """Slow, silent, late, contradicting: it answers when and what it is told to."""

    def __init__(self) -> None:
        self.heard: list[AuthorityAsk] = []
        self.says: list[AuthorityNews] = []

    def asked(self, ask: AuthorityAsk) -> None:
        self.heard.append(ask)

    def news(self) -> Iterator[AuthorityNews]:
        while self.says:
            yield self.says.pop(0)

    def waits(self) -> bool:
        return bool(self.says)

    def last_sequence(self) -> int:
        return 0

    def say(self, do: str, verdict: str, amount: int = 0) -> None:
        """An answer to the last ask of this kind, whether or not it was answered before."""
        ask = [ask for ask in self.heard if ask.do == do][-1]
        self.says.append(AuthorityAnswered(do, ask.request, verdict, amount))


class Office:
    """The loop, as far as notes and tickets know it, on a till; with a wall clock that tests turn."""

    def __init__(self, till: Till, authority: Scripted | None = None) -> None:
        self.till, self.book, self.now, self.seconds = till, TicketBook(), 0, BEGAN
        self.drawn_before = 0
        local = LocalAuthority(lambda: self.book, lambda: self.seconds, lambda: True)
        self.cashier = Cashier(authority or local, self)
        self.store: Any = self
        self._folded = 0

    @property
    def table(self) -> Table:
        return self.till.table

    @property
    def wishes(self) -> Wishes:
        return self.till.wishes

    def wall_clock(self) -> int:
        return self.seconds * 1000

    def draw(self, _spots: object, _settings: object) -> Dealt:
        return Dealt("00000000000000c8", {})

    def apply(self, event: Event) -> None:
        self.till.happens(event)
        self.fold()

    def fold(self) -> None:
        """The clerk's part: the book follows on the facts."""
        for fact in self.till.told[self._folded :]:
            if isinstance(fact, (TicketDrawn, TicketLapsed, AuthorityTold)):
                self.book.take(to_json(fact))
        self._folded = len(self.till.told)

    def turn(self, times: int = 6) -> Till:
        """So many turns of the loop, a second each."""
        for _ in range(times):
            self.now += 1000
            self.fold()
            self.cashier.act(self)  # type: ignore[arg-type]  # as much of a hub as it needs
            self.cashier.tell(self)  # type: ignore[arg-type]
        return self.till

    def ticket(self, seat: int = 1) -> str:
        """A ticket from the cash-out to the player's hand; returns its number."""
        self.till.cash_out(seat)
        self.turn()
        number = self.till.job(seat).number
        self.till.job_comes("whole", "taken", seat)
        self.turn()
        return number
