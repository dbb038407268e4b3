"""The floor of the house as an authority: what it is asked goes out by the uplink, and its answers come back by it.

A ticket belongs to the authority that was asked about it first: what stands in the journal as asked of the floor is,
all else is this cabinet's own.
"""

from collections.abc import Callable, Iterator

from controller.protocol.uplink import FloorAnswered, FloorAsk
from controller.server.cash.authority import Authority, AuthorityNews
from controller.table.cash.events import AuthorityAnswered
from controller.table.cash.seat import AuthorityAsk
from controller.vault.books.tickets import TicketBook, name_of_ask


class FloorAuthority:
    """Asks the floor, and for everything else another authority."""

    def __init__(self, book: Callable[[], TicketBook], own: Authority) -> None:
        self._book, self._own = book, own
        self._asked: dict[str, FloorAsk] = {}
        self._answers: list[AuthorityAnswered] = []
        self._last = 0
        self.changed = False
        """Whether something is asked that the uplink has not been told."""

    def asked(self, ask: AuthorityAsk) -> None:
        name = name_of_ask(ask.do, ask.request)
        entry = self._book().asked.get(name)
        if entry is None:
            self._own.asked(ask)
        elif name not in self._asked:
            self._asked[name] = FloorAsk.model_validate({"entry": entry, "do": ask.do, "request": ask.request})
            self.changed = True

    def asks(self) -> list[FloorAsk]:
        """All that is still asked of the floor."""
        known = self._book().asked
        self._asked = {name: ask for name, ask in self._asked.items() if known.get(name) == ask.entry}
        return list(self._asked.values())

    def heard(self) -> tuple[int, str]:
        """The floor's last decision that is in the journal."""
        return self._book().heard

    def answered(self, said: FloorAnswered) -> None:
        """By the uplink, which believes nobody but the floor."""
        self._last = max(self._last, said.last)
        self._answers.append(
            AuthorityAnswered(said.do, said.request, said.verdict, said.amount, decision=said.decision, hash=said.hash)
        )

    def news(self) -> Iterator[AuthorityNews]:
        while self._answers:
            yield self._answers.pop(0)
        yield from self._own.news()

    def waits(self) -> bool:
        return bool(self._answers) or self._own.waits()

    def last_sequence(self) -> int:
        return max(self._last, self._own.last_sequence())
