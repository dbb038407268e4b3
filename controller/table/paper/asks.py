"""What an authority is asked, and is asked until it has answered: kept with the seat, so that no restart forgets it."""

from controller.table.cash.seat import Ask
from controller.table.paper.keeping import put, seat_of
from controller.table.state import Table
from controller.table.work import Work

FOLLOWS: dict[str, tuple[str, ...]] = {
    "redeem": ("lock",),
    "cancel": ("lock",),
    "issue": ("reserve", "void"),
    "void": ("reserve", "issue"),
}
"""An ask, and which earlier ones of the same request it makes idle."""


def ask_for(work: Work, seat: int, do: str, request: str, number: str, amount: int = 0) -> None:
    """From now on this is asked."""
    idle = (do, *FOLLOWS.get(do, ()))
    asks = seat_of(work.table, seat).asks
    left = tuple(ask for ask in asks if ask.request != request or ask.do not in idle)
    put(work, seat, asks=(*left, Ask(do, request, number, amount)))


def answered(work: Work, seat: int, ask: Ask) -> None:
    """And no more."""
    put(work, seat, asks=tuple(other for other in seat_of(work.table, seat).asks if other != ask))


def asked(table: Table, do: str, request: str) -> tuple[int, Ask] | None:
    """The seat that waits for this answer, and its ask; None where nobody does."""
    every = ((seat, ask) for seat, of in table.cash.items() for ask in of.asks)
    return next(((seat, ask) for seat, ask in every if (ask.do, ask.request) == (do, request)), None)
