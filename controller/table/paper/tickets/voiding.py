"""Tickets that are out and are to be worth nothing: two persons say so, and the authority does it, or does not."""

from controller.facts.cash_kinds import TicketVoided
from controller.table.cash.events import AuthorityAnswered
from controller.table.cash.seat import MOST_ASKS, AuthorityAsk
from controller.table.paper.keeping import ask_for, seat_of
from controller.table.state import Table
from controller.table.work import Refuse, Work

BY_STAFF = "void-"
"""What such a request is called; one for a ticket that became a hand-pay is called as its move."""


def ask_to_void(work: Work, seat: int, command: str, number: str) -> str:
    """From now on the authority is asked, under this name."""
    if _under_way(work.table, number):
        raise Refuse("ticket_locked", f"the ticket that ends with {number[-4:]} is on its way in or out")
    if len(seat_of(work.table, seat).asks) >= MOST_ASKS:
        raise Refuse("ticket_locked", f"the authority of seat {seat} answers nothing")
    request = BY_STAFF + command
    ask_for(work, seat, "void", request, number)
    return request


def _under_way(table: Table, number: str) -> bool:
    """What is locked by a request cannot be voided, and what is printed now is not issued yet."""
    seats = table.cash.values()
    out = {seat.out.number for seat in seats if seat.out is not None}
    asked = {ask.number for seat in seats for ask in seat.asks}
    return number in out | asked | {seat.acceptor.ticket for seat in seats}


def is_by_staff(ask: AuthorityAsk) -> bool:
    """Whether persons asked for it."""
    return ask.do == "void" and ask.request.startswith(BY_STAFF)


def answered(work: Work, seat: int, ask: AuthorityAsk, event: AuthorityAnswered) -> None:
    """What was owed on it until now is the house's: nothing if it stays as it is, or had been voided."""
    amount = event.amount if event.verdict == "voided" else 0
    if amount:
        work.post("cash", "ticket", -amount)
        work.post("house", "voided", amount)
    work.decide(TicketVoided(seat, ask.number[-4:], amount, event.verdict))
