"""Tickets of a seat whose authority is the casino's host: what it is asked, and what it is to be told of them."""

from controller.facts.host_kinds import ExceptionLost, RedemptionEnded, TicketValidated
from controller.facts.kinds import MoveChanged
from controller.table.cash import moves
from controller.table.cash.seat import AuthorityAsk
from controller.table.sas.hosting import put
from controller.table.sas.state import SasHost
from controller.table.sas.tickets.numbers import secure_number
from controller.table.sas.tickets.state import (
    FAILED,
    HAND_PAY,
    MOST_IDENTITIES,
    MOST_RECORDS,
    PENDING,
    REDEEMED,
    REFUSED,
    SECURE,
    TICKET,
    TOO_LATE,
    WAITING,
    WIN_BY_HAND,
    HostTickets,
    Redemption,
    Validation,
)
from controller.table.state import Table
from controller.table.work import Work

SAS = "sas"
LAST_SEQUENCE = 2**24 - 1
BY_HAND = {moves.HAND_PAY: HAND_PAY, moves.JACKPOT: WIN_BY_HAND}
"""Instrument → the kind of its validation."""
ENDS = 4
"""Digits of a number that may be told: who knows all of them can print one."""


def speaks_for(table: Table, seat: int) -> tuple[int, SasHost] | None:
    """The address whose host is the authority over the tickets of this seat."""
    if seat not in table.cash or table.cash[seat].setup.authority != SAS:
        return None
    return next(((at, host) for at, host in table.sas.items() if host.seat == seat and host.tickets.style), None)


def is_sas(table: Table, seat: int) -> bool:
    """Whether a host says what tickets of this seat are worth, there or not."""
    return table.cash[seat].setup.authority == SAS


def change(work: Work, address: int, **changes: object) -> HostTickets:
    """What is kept of its tickets, with some of it changed."""
    tickets = work.table.sas[address].tickets._replace(**changes)  # type: ignore[arg-type]
    return put(work, address, tickets=tickets).tickets


def can_validate(table: Table, seat: int) -> bool:
    """Whether a ticket of this seat can get a number, and be told of when it is out."""
    found = speaks_for(table, seat)
    if found is None:
        return False
    tickets = found[1].tickets
    made = tickets.style != SECURE or (tickets.identity > 0 and tickets.sequence < LAST_SEQUENCE)
    return made and "tickets" not in tickets.off and len(tickets.unread) < MOST_RECORDS


def takes_tickets(table: Table, seat: int) -> bool:
    """One at a time: the host has to know what became of the last one before another comes."""
    found = speaks_for(table, seat)
    if found is None or "redemption" in found[1].tickets.off:
        return False
    return not any(ask.do in ("redeem", "cancel") for ask in table.cash[seat].asks)


def days_of(table: Table, seat: int) -> int:
    """Of validity, where the host has said it; else 0."""
    found = speaks_for(table, seat)
    return found[1].tickets.days if found is not None else 0


def texts_of(table: Table, seat: int) -> tuple[str, str]:
    """House and place on a ticket, where the host has said it; else empty."""
    found = speaks_for(table, seat)
    return (found[1].tickets.location, found[1].tickets.place) if found is not None else ("", "")


def own_number(work: Work, seat: int) -> str:
    """The next number that is made here; empty where the host gives them."""
    found = speaks_for(work.table, seat)
    if found is None or found[1].tickets.style != SECURE:
        return ""
    address, tickets = found[0], found[1].tickets
    sequence = tickets.sequence + 1
    change(work, address, sequence=sequence)
    return secure_number(tickets.identity, sequence)


def identified(tickets: HostTickets, identity: int, sequence: int) -> HostTickets:
    """With an identity of the host's; one that was here before goes on after its last number."""
    used = dict(tickets.used)
    if tickets.identity:
        used[tickets.identity] = tickets.sequence
    sequence = max(sequence, used.pop(identity, 0))
    return tickets._replace(identity=identity, sequence=sequence, used=tuple(used.items())[-MOST_IDENTITIES:])


def asked(work: Work, seat: int, ask: AuthorityAsk) -> None:
    """Something is asked of the host: what it is told of by an exception."""
    found = speaks_for(work.table, seat)
    if found is None:
        return
    address, host = found
    match ask.do:
        case "lock":
            last = host.tickets.redemption
            serial = last.serial + 1 if last is not None else 1
            change(work, address, redemption=Redemption(serial, ask.request, ask.number, 0, WAITING))
        case "redeem":
            _ended(work, address, ask, REDEEMED, ask.amount)
        case "cancel":
            _ended(work, address, ask, FAILED, 0)
        case "issue":
            _came_out(work, address, seat, ask)


def want_validations(work: Work) -> None:
    """A hand-pay that was paid in this step is to be validated, as soon as somebody says what time it is."""
    for fact in list(work.decisions):
        if isinstance(fact, MoveChanged) and fact.instrument in BY_HAND and fact.state == "done":
            found = speaks_for(work.table, fact.seat) if fact.seat in work.table.cash else None
            if found is not None and "hand_pays" not in found[1].tickets.off:
                _unstamped(work, found[0], fact)


def _unstamped(work: Work, address: int, paid: MoveChanged) -> None:
    waiting = work.table.sas[address].tickets.unstamped
    if len(waiting) < MOST_RECORDS:
        change(work, address, unstamped=(*waiting, (paid.move, paid.amount, BY_HAND[paid.instrument])))
    else:
        work.decide(ExceptionLost(address, 0x3E))


def _ended(work: Work, address: int, ask: AuthorityAsk, status: int, amount: int) -> None:
    """It is over; why it was refused is known already, or it was too late."""
    last = work.table.sas[address].tickets.redemption
    if last is None or last.request != ask.request:
        return
    if status != REDEEMED:
        status = {WAITING: TOO_LATE, PENDING: FAILED}.get(last.status, max(last.status, REFUSED))
    change(work, address, redemption=last._replace(status=status, amount=amount or last.amount))
    work.decide(RedemptionEnded(address, work.table.sas[address].seat, ask.request, amount, status))


def _came_out(work: Work, address: int, seat: int, ask: AuthorityAsk) -> None:
    out = work.table.cash[seat].out
    assert out is not None
    record(
        work,
        address,
        Validation(0, TICKET, ask.request, ask.number, ask.amount, out.time, out.zone, out.sequence, out.days),
    )
    work.decide(TicketValidated(address, seat, ask.request, ask.amount, ask.number[-ENDS:]))


def record(work: Work, address: int, validation: Validation) -> None:
    """Kept for the host; there is room, since no ticket begins without it."""
    tickets = work.table.sas[address].tickets
    serial = tickets.serial + 1
    records = (*tickets.records, validation._replace(serial=serial))[-MOST_RECORDS:]
    change(work, address, records=records, serial=serial)
