"""This cabinet's own authority: it answers from the book that the journal keeps, one ask after the other.

Its answer is applied before it looks at the next ask, so that of two seats with the same number only one is granted.
"""

from collections.abc import Callable, Iterator

from controller.server.cash.authority import AuthorityNews
from controller.table.cash.events import AuthorityAnswered, TicketExpired
from controller.table.cash.seat import AuthorityAsk
from controller.vault.books.tickets import DEMO, TicketBook

LOOKS_EVERY = 60
"""Seconds between two looks for tickets that are valid no more."""


class LocalAuthority:
    """Over the tickets of one journal."""

    def __init__(self, book: Callable[[], TicketBook], seconds: Callable[[], int], demo: Callable[[], bool]) -> None:
        """`seconds`: since 1970, by the clock that tickets are dated with."""
        self._book, self._seconds, self._demo = book, seconds, demo
        self._asked: dict[tuple[str, str], AuthorityAsk] = {}
        self._looked = 0

    def asked(self, ask: AuthorityAsk) -> None:
        self._asked[ask.do, ask.request] = ask

    def waits(self) -> bool:
        return bool(self._asked)

    def last_sequence(self) -> int:
        """The journal that it is kept from has the sequence itself."""
        return self._book().last

    def news(self) -> Iterator[AuthorityNews]:
        while self._asked:
            ask = self._asked.pop(next(iter(self._asked)))
            yield AuthorityAnswered(ask.do, ask.request, *self._verdict(ask))
        now = self._seconds()
        if abs(now - self._looked) >= LOOKS_EVERY:
            self._looked = now
            for number, amount in self._book().lapsed(now):
                yield TicketExpired(number, amount)

    def _verdict(self, ask: AuthorityAsk) -> tuple[str, int]:
        """A demo's number is nothing to a cabinet that is played for money, and the other way round."""
        if ask.do == "lock" and ask.number.startswith(DEMO) != self._demo():
            return "unknown", 0
        return self._book().answer(ask.do, ask.request, ask.number, self._seconds())
