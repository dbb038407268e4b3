"""Bugs that are planted into what is done with notes and tickets, as those of `planted` are into the rest."""

from typing import Any

import pytest

from controller.server.connections.cash.bills_desk import AcceptorDesk
from controller.table.cash.events import RouteMeant
from controller.table.event_rows import EVENTS
from controller.table.paper import keeping, papers, printers
from controller.table.paper.keeping import put, seat_of
from controller.table.paper.tickets import tickets_in, tickets_out
from controller.vault.books.tickets import EXPIRED, ISSUED, LOCKED, REDEEMED, Ticket, TicketBook
from tests.faults.planted import Bug


def _credit_before_stacked(patch: pytest.MonkeyPatch) -> None:
    """The order to stack a note counts as the note."""
    whole = EVENTS[RouteMeant]

    def route_meant(work: Any, event: RouteMeant) -> None:
        whole.handle(work, event)
        if seat_of(work.table, event.seat).acceptor.routed:
            papers.done(work, event.seat)

    patch.setitem(EVENTS, RouteMeant, whole._replace(handle=route_meant))


def _the_unknown_is_printed_again(patch: pytest.MonkeyPatch) -> None:
    """A ticket that came out in part, or nobody knows how, is printed once more."""
    whole = tickets_out.turn

    def turn(work: Any, number: int, why: str, payable: bool) -> None:
        out = seat_of(work.table, number).out
        if out is not None and why in ("in_part", "power_lost"):
            put(work, number, out=out._replace(stage="queued", job=0, known=False))
            tickets_out.print_next(work, number)
        else:
            whole(work, number, why, payable)

    patch.setattr(printers, "turn", turn)


def _the_counter_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Whenever an acceptor is spoken with anew, it is as if nothing of its events had ever been taken in."""
    whole = AcceptorDesk._wish

    def wish(self: AcceptorDesk, hub: Any, wanted: Any) -> Any:
        return whole(self, hub, wanted).model_copy(update={"mark": None})

    patch.setattr(AcceptorDesk, "_wish", wish)


def _request_numbers_are_not_remembered(patch: pytest.MonkeyPatch) -> None:
    """Each ticket is asked about under the name of the first."""
    whole = keeping.put_acceptor

    def put_acceptor(work: Any, number: int, **changes: Any) -> Any:
        changes.pop("tickets", None)
        return whole(work, number, **changes)

    patch.setattr(tickets_in, "put_acceptor", put_acceptor)


def _a_number_is_good_twice(patch: pytest.MonkeyPatch) -> None:
    """The cabinet's own authority does not look whether a ticket was redeemed."""
    whole = TicketBook._lock

    def lock(self: TicketBook, request: str, ticket: Ticket | None, now: int) -> tuple[str, int]:
        forgotten = ticket is not None and ticket.state in (LOCKED, REDEEMED)
        return whole(self, request, ticket._replace(state=ISSUED) if ticket and forgotten else ticket, now)

    patch.setattr(TicketBook, "_lock", lock)


def _a_lapsed_ticket_is_good(patch: pytest.MonkeyPatch) -> None:
    """The house has what it stood for, and pays it all the same."""
    whole = TicketBook._lock

    def lock(self: TicketBook, request: str, ticket: Ticket | None, now: int) -> tuple[str, int]:
        lapsed = ticket is not None and ticket.state == EXPIRED
        return whole(self, request, ticket._replace(state=ISSUED, until=now + 1) if ticket and lapsed else ticket, now)

    patch.setattr(TicketBook, "_lock", lock)


def _what_lapses_is_owed_for_ever(patch: pytest.MonkeyPatch) -> None:
    """The book forgets that a ticket has lapsed, and finds it again."""
    whole = TicketBook.take

    def take(self: TicketBook, fact: Any, seq: int = 0) -> None:
        if fact["type"] != "TicketLapsed":
            whole(self, fact, seq)

    patch.setattr(TicketBook, "take", take)


CASH_BUGS: dict[str, Bug] = {
    "credit before stacked": Bug(_credit_before_stacked, {"credit"}, (), slots=2),
    "the unknown is printed again": Bug(_the_unknown_is_printed_again, {"reprint"}, ("printers",), slots=2),
    "the counter is forgotten": Bug(
        _the_counter_is_forgotten, {"kept", "credit"}, ("controller", "slot drivers", "slot lines"), slots=2
    ),
    "request numbers are not remembered": Bug(_request_numbers_are_not_remembered, {"request"}, (), slots=2),
    "a number is good twice": Bug(_a_number_is_good_twice, {"paid twice"}, (), slots=2),
    "a lapsed ticket is good": Bug(_a_lapsed_ticket_is_good, {"paid twice"}, (), slots=2),
    "what lapses is owed for ever": Bug(_what_lapses_is_owed_for_ever, {"ticket", "owed"}, (), slots=2),
}
