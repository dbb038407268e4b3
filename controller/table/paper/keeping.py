"""Changing what is known of a seat: notes, tickets, why they wait, and what an authority is asked until it answers."""

from controller.facts.cash_kinds import CashFound, CashHeld, CashRules, CashUnknown, DeviceMet, FloorAsked
from controller.table.cash.events import CashSetUp, Mark
from controller.table.cash.seat import (
    FOLLOWS,
    MOST_FOUND,
    AcceptorNow,
    AuthorityAsk,
    CashSeat,
    FoundCash,
    PrinterNow,
    SeatSetup,
)
from controller.table.sas.tickets import validation
from controller.table.state import Table
from controller.table.work import Refuse, Work

UNKNOWN, FOUND, OFF = "unknown", "found", "off"
FLOOR = "floor"
"""The authority of many cabinets: it may know a ticket that another one has printed."""


def set_up(work: Work, event: CashSetUp) -> None:
    """The settings say which seats take notes and give tickets. A seat that does so no more keeps what is open."""
    table = work.table
    setups = {int(seat): _setup(of) for seat, of in event.seats.items()}
    if strange := setups.keys() - table.seats.keys():
        raise Refuse("no_such_seat", f"this table has no seat {min(strange)}")
    seats = {number: _set_up(table.cash.get(number, CashSeat()), setup) for number, setup in setups.items()}
    seats |= {n: seat._replace(setup=SeatSetup()) for n, seat in table.cash.items() if n not in seats}
    house = table.house._replace(**event.house)
    if (seats, house) != (table.cash, table.house):
        table.cash, table.house = dict(sorted(seats.items())), house
        work.decide(CashRules(event.seats, event.house))


def _setup(of: dict[str, object]) -> SeatSetup:
    setup = SeatSetup(**of)  # type: ignore[arg-type]
    return setup._replace(notes=tuple(setup.notes))


def _set_up(seat: CashSeat, setup: SeatSetup) -> CashSeat:
    """What was asked of one authority is not answered by another: while anything is open, the old one stays."""
    if seat.asks or seat.out is not None or seat.acceptor.ticket:
        setup = setup._replace(authority=seat.setup.authority)
    return seat._replace(setup=setup)


def seat_of(table: Table, number: int) -> CashSeat:
    """Of a seat that has devices."""
    seat = table.cash.get(number)
    if seat is None:
        raise Refuse("no_cash_here", f"seat {number} has neither an acceptor nor a printer")
    return seat


def heard(work: Work, number: int, mark: Mark) -> AcceptorNow:
    """The acceptor of this seat; how far its events were taken in is stored with what this one does. Those of another
    acceptor than the one that belongs here are counted by another counter."""
    acceptor = seat_of(work.table, number).acceptor
    if mark is None or acceptor.found is not None:
        return acceptor
    return put_acceptor(work, number, mark=(mark[0], mark[1]))


def put(work: Work, number: int, **changes: object) -> CashSeat:
    """A seat with some of it changed."""
    seat = seat_of(work.table, number)._replace(**changes)  # type: ignore[arg-type]
    work.table.cash = {**work.table.cash, number: seat}
    return seat


def put_acceptor(work: Work, number: int, **changes: object) -> AcceptorNow:
    """Its acceptor with some of it changed."""
    acceptor = seat_of(work.table, number).acceptor._replace(**changes)  # type: ignore[arg-type]
    return put(work, number, acceptor=acceptor).acceptor


def put_printer(work: Work, number: int, **changes: object) -> PrinterNow:
    """Its printer with some of it changed."""
    printer = seat_of(work.table, number).printer._replace(**changes)  # type: ignore[arg-type]
    return put(work, number, printer=printer).printer


def meet(work: Work, number: int, device: str, identity: str, by: str = "") -> None:
    """This device is the seat's from now on."""
    work.decide(DeviceMet(number, device, identity, by))


def devices_away(work: Work) -> None:
    """The controller starts again: no acceptor and no printer is there before it is found."""
    for number, seat in work.table.cash.items():
        if seat.acceptor.linked or seat.printer.linked:
            acceptor = seat.acceptor._replace(linked=False, moving=False)
            put(work, number, acceptor=acceptor, printer=seat.printer._replace(linked=False))


def hold(work: Work, number: int, why: str, about: str = "") -> None:
    """Notes and tickets of this seat wait for this reason too; play goes on."""
    holds = seat_of(work.table, number).holds
    if why not in holds:
        put(work, number, holds=tuple(sorted((*holds, why))))
        work.decide(CashHeld(number, why, True, about, ""))


def release(work: Work, number: int, why: str, by: str = "") -> None:
    """This reason has gone."""
    holds = seat_of(work.table, number).holds
    if why in holds:
        put(work, number, holds=tuple(hold for hold in holds if hold != why))
        work.decide(CashHeld(number, why, False, "", by))


def not_known(work: Work, number: int, why: str) -> None:
    """What became of the open move nobody knows; it is never guessed."""
    acceptor = work.table.cash[number].acceptor
    if acceptor.unknown:
        return
    put_acceptor(work, number, unknown=why, back="")
    move = work.table.moves[acceptor.move]
    work.decide(CashUnknown(number, acceptor.move, move.amount, why))
    hold(work, number, UNKNOWN, acceptor.move)


def find(work: Work, number: int, value: int, why: str) -> None:
    """Cash without a move is money that came in and is nobody's yet. With too many of them, the last one grows."""
    seat = seat_of(work.table, number)
    count, box = seat.found_count + 1, seat.box
    name = f"found-{number}/{count}"
    found = (*seat.found, FoundCash(name, value, why))
    if len(found) > MOST_FOUND:
        last = seat.found[-1]
        found = (*seat.found[:-1], last._replace(value=last.value + value))
    box = box._replace(found=box.found + 1, found_amount=box.found_amount + value)
    put(work, number, found=found, found_count=count, box=box)
    work.post("cash", "bill", -value)
    work.post("found", str(number), value)
    work.decide(CashFound(number, name, value, why))
    hold(work, number, FOUND, name)


def ask_for(work: Work, seat: int, do: str, request: str, number: str, amount: int = 0, until: int = 0) -> None:
    """From now on this is asked. A floor knows an ask by the entry that tells of it."""
    idle = (do, *FOLLOWS.get(do, ()))
    asks = seat_of(work.table, seat).asks
    left = tuple(ask for ask in asks if ask.request != request or ask.do not in idle)
    ask = AuthorityAsk(do, request, number, amount)
    put(work, seat, asks=(*left, ask))
    if seat_of(work.table, seat).setup.authority == FLOOR:
        work.decide(FloorAsked(seat, do, request, number, amount, until))
    elif work.table.sas:
        validation.asked(work, seat, ask)


def ask_ends(work: Work, seat: int, ask: AuthorityAsk) -> None:
    """It is asked no more."""
    put(work, seat, asks=tuple(other for other in seat_of(work.table, seat).asks if other != ask))


def ask_of(table: Table, do: str, request: str) -> tuple[int, AuthorityAsk] | None:
    """The seat that waits for this answer, and its ask; None where nobody does."""
    every = ((seat, ask) for seat, of in table.cash.items() for ask in of.asks)
    return next(((seat, ask) for seat, ask in every if (ask.do, ask.request) == (do, request)), None)
