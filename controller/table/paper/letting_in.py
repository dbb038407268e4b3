"""What is let in at a seat now, and why something is not. From `routed` on nobody asks here any more."""

from typing import Literal, NamedTuple

from controller.table.cash.seat import MOST_ASKS
from controller.table.sas.state import of_seat
from controller.table.sas.tickets.validation import is_sas, takes_tickets
from controller.table.state import Table

FOR_EVERY_PAPER = ("main", "drop")
"""Doors behind which a box or an acceptor can be reached; the others hold the table."""

OWN_TROUBLES = frozenset({"tickets_off"})
"""Reasons that hold tickets that come in, and nothing else."""


NotNow = Literal["seat_locked", "seat_closed", "held", "host", "door", "cash_held", "cashing_out", "fault"]
"""Why no paper is taken, whatever it is."""
NotYet = Literal["line", "open_move"]
"""Why none can be: the acceptor has to be heard first."""
NoTicket = Literal["tickets", "tickets_off", "authority"]
"""Why tickets are not taken, though notes may be."""
NotThis = Literal["note", "credit_limit"]
"""Why a note is not."""


class LetIn(NamedTuple):
    """What may come now."""

    notes: frozenset[int]
    """By their values."""
    tickets: bool


NOTHING = LetIn(frozenset(), tickets=False)


def let_in(table: Table, number: int) -> LetIn:
    """Looked at for each state that the table comes to, so nothing is looked at twice."""
    if why_nothing(table, number):
        return NOTHING
    room = room_left(table, number)
    notes = frozenset([value for value in taken_notes(table, number) if value <= room])
    return LetIn(notes, why_no_ticket(table, number) == "")


def taken_notes(table: Table, number: int) -> tuple[int, ...]:
    """What the seat takes: what the settings name, up to the highest, that the acceptor knows and the casino's host
    lets in."""
    seat, hosts = table.cash[number], of_seat(table.sas, number)
    most = seat.setup.highest_note
    known = [v for v in seat.setup.notes if v in seat.acceptor.values and (not most or v <= most)]
    return tuple([v for v in known if all(host.lets_in(v) for host in hosts)])


def why_not_note(table: Table, number: int, value: int) -> NotNow | NotThis | Literal[""]:
    """Why a note at escrow is given back; empty: it is not."""
    return (
        why_not_now(table, number)
        or ("" if value in taken_notes(table, number) else "note")
        or ("" if value <= room_left(table, number) else "credit_limit")
    )


def why_not_ticket(table: Table, number: int) -> NotNow | NoTicket | Literal[""]:
    """The same of a ticket, before its amount is known."""
    return why_not_now(table, number) or why_no_ticket(table, number)


def why_no_ticket(table: Table, number: int) -> NoTicket | Literal[""]:
    """Why tickets are not taken, though notes may be."""
    seat = table.cash[number]
    if not seat.setup.tickets_in:
        return "tickets"
    if "tickets_off" in seat.holds:
        return "tickets_off"
    busy = len(seat.asks) >= MOST_ASKS or (is_sas(table, number) and not takes_tickets(table, number))
    return "authority" if busy else ""


def why_nothing(table: Table, number: int) -> NotNow | NotYet | Literal[""]:
    """Why nothing is let in: also while an acceptor that started anew still has to say what became of a paper."""
    acceptor = table.cash[number].acceptor
    if acceptor.move and (acceptor.power_up or acceptor.unknown or not acceptor.linked):
        return "open_move"
    return "line" if not acceptor.linked else why_not_now(table, number)


def why_not_now(table: Table, number: int) -> NotNow | Literal[""]:
    """Why no paper is taken at this seat now, whatever it is; empty: nothing speaks against it."""
    state, seat = table.seats[number], table.cash[number]
    if state.lock is not None:
        return "seat_locked"
    if not state.open:
        return "seat_closed"
    if table.holds:
        return "held"
    if table.turned_off(number) or any(host.bills_off for host in of_seat(table.sas, number)):
        return "host"
    if any(table.doors[name].is_open for name in FOR_EVERY_PAPER if name in table.doors):
        return "door"
    if seat.holds and not OWN_TROUBLES.issuperset(seat.holds):
        return "cash_held"
    if seat.paying_after:
        return "cashing_out"
    return "fault" if seat.acceptor.faults else ""


def room_left(table: Table, number: int) -> int:
    """How much more may come to the seat's credits, with what is on its way."""
    limit = table.settings.credit_limit
    own = table.cash[number].setup.credit_limit
    coming = [move.amount for move in table.moves.values() if move.seat == number and move.into_seat]
    return min(limit, own or limit) - table.game.money(number).credits - sum(coming)
