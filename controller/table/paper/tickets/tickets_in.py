"""Tickets that come in: read, asked about, and then money like a note; or given back, and the authority told so.

Every request ends with redeemed or cancelled, and its name is never used again.
"""

from controller.facts.cash_kinds import TicketRead
from controller.table.cash import moves
from controller.table.cash.events import TicketOffered
from controller.table.cash.seat import REFUSED_IN_A_ROW
from controller.table.paper.keeping import ask_for, heard, hold, put_acceptor
from controller.table.paper.letting_in import room_left, why_not_now, why_not_ticket
from controller.table.paper.papers import NOTHING_OPEN, TICKET, another_paper, give_back, stands_again, undo
from controller.table.paper.tickets.numbers import is_host_number, read_number
from controller.table.sas.tickets.validation import is_sas
from controller.table.state import Move, Table
from controller.table.work import Refuse, Work

OFF = "tickets_off"


def ticket_offered(work: Work, event: TicketOffered) -> None:
    """A ticket stands at escrow: its authority is asked, under a name of its own."""
    number = event.seat
    acceptor, ticket = heard(work, number, event.mark), _number(work.table, number, event.text)
    if acceptor.back:
        return
    if acceptor.ticket and acceptor.ticket == ticket and not acceptor.unknown:
        stands_again(work, number)
        return
    another_paper(work, number)
    why = "open_move" if work.table.cash[number].acceptor.move else why_not_ticket(work.table, number)
    if why or ticket is None:
        give_back(work, number, TICKET, 0, why or "number")
        if not why:
            _one_more_refused(work, number)
        return
    count = acceptor.tickets + 1
    request = f"ticket-{number}/{count}"
    put_acceptor(
        work, number, **NOTHING_OPEN | {"move": request, "ticket": ticket, "tickets": count, "ack_owed": False}
    )
    work.decide(TicketRead(number, request, ticket))
    ask_for(work, number, "lock", request, ticket)


def _number(table: Table, seat: int, text: str) -> str | None:
    """A host's number has no check digits of ours, so it cannot be told whether it was read the other way round."""
    if is_sas(table, seat):
        return text if is_host_number(text) else None
    return read_number(text)


def granted(work: Work, number: int, amount: int) -> None:
    """The authority keeps it for this request alone; what the table refuses all the same goes back."""
    acceptor = work.table.cash[number].acceptor
    why: str = why_not_now(work.table, number) or ("" if amount <= room_left(work.table, number) else "credit_limit")
    if not why:
        try:
            moves.ask(work, acceptor.move, Move(number, TICKET, amount, True, "asked"))
        except Refuse as refuse:
            why = refuse.code
    if why:
        undo(work, number, why)
        give_back(work, number, TICKET, amount, why)
    else:
        put_acceptor(work, number, granted=amount, refused=0)


def refused(work: Work, number: int, verdict: str) -> None:
    """No money stands behind it, says the authority."""
    undo(work, number, verdict)
    give_back(work, number, TICKET, 0, verdict)
    _one_more_refused(work, number)


def waited(work: Work, number: int, request: str) -> None:
    """The authority has been silent for too long."""
    acceptor = work.table.cash[number].acceptor
    if acceptor.move == request and not acceptor.granted and not acceptor.back:
        undo(work, number, "no_answer")
        give_back(work, number, TICKET, 0, "no_answer")


def _one_more_refused(work: Work, number: int) -> None:
    """Somebody tries numbers: an attendant looks."""
    acceptor = put_acceptor(work, number, refused=work.table.cash[number].acceptor.refused + 1)
    if acceptor.refused >= REFUSED_IN_A_ROW:
        hold(work, number, OFF)
