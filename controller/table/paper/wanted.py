"""What the table wants of acceptors, printers and authorities, seen from its state alone."""

from typing import NamedTuple

from controller.protocol.devices.reprint import Job, WhyNot, why_not_sent
from controller.protocol.devices.reprint import PrinterHere as PrinterThere
from controller.table.cash.seat import AcceptorNow, AuthorityAsk, CashSeat
from controller.table.paper.letting_in import let_in
from controller.table.state import Table


class WantedOfAcceptor(NamedTuple):
    """What an acceptor is told until it changes."""

    mark: tuple[int, int] | None
    notes: frozenset[int]
    """Let in by their value; none: the bezel is dark."""
    tickets: bool
    paper: str | None
    """What becomes of the paper at escrow: `hold`, `accept`, `return`; None: it is let alone."""
    to_route: bool
    """The desk applies `RouteMeant`, so that this is on the disk before `accept` is said."""
    booked: bool
    """What it told to be stacked is on the disk, and may be acknowledged."""
    name: str
    """Of what is at escrow or on its way; empty: of nothing."""
    asks_authority: bool
    """An authority is being asked about it: after `redeem_wait`, the desk says `CashWaited(seat, "redeem", name)`."""


class WantedJob(NamedTuple):
    """What a printer is to print, or to be asked about."""

    job: int
    serial: int
    amount: int
    number: str
    time: int
    zone: int
    days: int
    sequence: int
    language: str
    demo: bool
    may_print: bool
    """False: only ask for its result."""
    why_not: WhyNot | None
    name: str
    """After `printer_wait` the desk says `CashWaited(seat, "printer", name)`."""


class WantedOfCash(NamedTuple):
    """Of one seat."""

    acceptor: WantedOfAcceptor | None
    """None where the seat has none, or another is there than the one that belongs here."""
    job: WantedJob | None
    digits: bool
    """Chance and time for a ticket are wanted: `TicketDigits`."""
    taking: int
    """The job whose ticket is at the bezel: after `take_time`, `CashWaited(seat, "take", str(job))`; 0: none."""
    asks: tuple[AuthorityAsk, ...]
    """Of the authority; after `authority_wait`, `CashWaited(seat, "authority", ask.request)` for a `reserve`."""
    holds: tuple[str, ...]


def cash_wanted(table: Table) -> dict[int, WantedOfCash]:
    """Of every seat that has devices."""
    return {number: _of_seat(table, number, seat) for number, seat in table.cash.items()}


def _of_seat(table: Table, number: int, seat: CashSeat) -> WantedOfCash:
    out, printer = seat.out, seat.printer
    return WantedOfCash(
        acceptor=_of_acceptor(table, number, seat),
        job=_job(seat, table.house.system == 0),
        digits=out is not None and out.stage == "digits",
        taking=0 if printer.left else printer.at_bezel,
        asks=seat.asks,
        holds=seat.holds,
    )


def _of_acceptor(table: Table, number: int, seat: CashSeat) -> WantedOfAcceptor | None:
    acceptor = seat.acceptor
    if not seat.setup.notes or acceptor.found is not None:
        return None
    moves = bool(acceptor.move) and not acceptor.unknown
    now = let_in(table, number)
    asking = moves and bool(acceptor.ticket) and not acceptor.granted
    return WantedOfAcceptor(
        mark=acceptor.mark,
        notes=now.notes,
        tickets=now.tickets,
        paper=_paper(seat),
        to_route=moves and not asking and _may_be_routed(acceptor),
        booked=acceptor.ack_owed,
        name=acceptor.move,
        asks_authority=asking and not acceptor.back,
    )


def _may_be_routed(acceptor: AcceptorNow) -> bool:
    """After a power-up what was at escrow is elsewhere, unless it is offered again."""
    return acceptor.linked and not acceptor.routed and not acceptor.back and not acceptor.power_up


def _paper(seat: CashSeat) -> str | None:
    acceptor = seat.acceptor
    if acceptor.back:
        return "return"
    if not acceptor.move or acceptor.unknown:
        return None
    if not acceptor.routed:
        return "hold"
    return None if acceptor.moving else "accept"


def _job(seat: CashSeat, demo: bool) -> WantedJob | None:
    """Of a hand-pay it was turned into, only what became of it is asked for."""
    out, printer = seat.out, seat.printer
    if out is None or not out.job or out.stage == "payable":
        return None
    there = PrinterThere(printer.serial, printer.last_job, printer.memory_fault)
    why = why_not_sent(Job(out.job, out.serial, out.known, out.memory_fault), there)
    return WantedJob(
        job=out.job,
        serial=out.serial,
        amount=out.amount,
        number=out.number,
        time=out.time,
        zone=out.zone,
        days=out.days,
        sequence=out.sequence,
        language=out.language,
        demo=demo if seat.setup.authority == "sas" else out.number.startswith("00"),
        may_print=out.stage == "printing" and why is None and printer.found is None,
        why_not=why,
        name=out.move,
    )
