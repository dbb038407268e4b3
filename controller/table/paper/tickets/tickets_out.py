"""Tickets that go out: a number is drawn and reserved, then printed; when the paper is out, the money has gone with it.

A ticket of which nobody knows whether it was printed is never printed again. Its own move becomes a hand-pay, which is
paid after the authority has voided the number, and not before. A number that has left the table never comes back.
"""

from controller.facts.cash_kinds import CashSettled, TicketCame, TicketDrawn, TicketPrinting, TicketTurned
from controller.facts.kinds import SeatChanged
from controller.table.cash import moves
from controller.table.cash.events import NumbersKnown, TicketDigits
from controller.table.cash.seat import MOST_ASKS, AuthorityAsk, CashSeat, House, TicketOut
from controller.table.paper.keeping import OFF, ask_for, put, put_printer, seat_of
from controller.table.paper.tickets.numbers import LARGEST_SEQUENCE, ticket_number
from controller.table.round.rounds import give_back_if_it_may
from controller.table.sas.tickets.validation import can_validate, days_of, is_sas, own_number, texts_of
from controller.table.state import Move, Table
from controller.table.work import Refuse, Work

TICKET = "ticket"
DAY = 24 * 60 * 60
LARGEST_JOB = 2**64 - 1
PRINTS = ("ready", "printing", "ticket_at_bezel", "")
"""States of a printer that has done nothing wrong; empty: it has not said."""
NOT_OUT = ("printer_changed", OFF, "authority")
"""Holds of a seat's cash under which no ticket is begun."""


def can_print(table: Table, number: int, amount: int) -> bool:
    """Whether a cash-out is a ticket; else it is paid by hand."""
    seat = table.cash.get(number)
    may = seat is not None and amount <= seat.setup.ticket_limit and seat.out is None and _is_good(seat)
    return may and (not is_sas(table, number) or can_validate(table, number))


def _is_good(seat: CashSeat) -> bool:
    printer = seat.printer
    well = printer.linked and printer.found is None and not printer.faults and not printer.left
    free = len(seat.asks) < MOST_ASKS and not set(seat.holds).intersection(NOT_OUT)
    return well and free and printer.state in PRINTS and printer.paper != "out" and not printer.memory_fault


def start(work: Work, number: int, name: str, amount: int) -> None:
    """The money is locked; chance is wanted for the number."""
    moves.ask(work, name, Move(number, TICKET, amount, False, "asked"))
    put(work, number, out=TicketOut(name, amount, "digits"))


def digits(work: Work, event: TicketDigits) -> None:
    """The number, on record before anybody hears it."""
    table, number = work.table, event.seat
    out, house = seat_of(table, number).out, table.house
    if out is None or out.stage != "digits":
        raise Refuse("no_draw_wanted", f"seat {number} wants no number for a ticket")
    if len(event.digits) != 3 or not (event.digits.isascii() and event.digits.isdecimal()):
        raise Refuse("bad_draw", "three digits are drawn for a ticket")
    sequence = max(house.sequence, event.last) + 1
    if sequence > LARGEST_SEQUENCE:
        turn(work, number, "numbers_used_up", payable=True)
        return
    table.house = house._replace(sequence=sequence)
    of_host = is_sas(table, number)
    drawn = own_number(work, number) if of_host else _own(house, sequence, event.digits)
    house_text, place = texts_of(table, number)
    language = (table.settings.languages or ["en"])[0][:2]
    out = out._replace(
        stage="reserving",
        number=drawn,
        sequence=sequence,
        time=event.time,
        zone=event.zone,
        days=days_of(table, number) or house.days,
        language=language,
        house=house_text,
        place=place,
    )
    put(work, number, out=out)
    authority = seat_of(table, number).setup.authority
    work.decide(TicketDrawn(number, out.move, drawn, sequence, out.amount, event.time, event.zone, out.days, authority))
    if of_host and drawn:
        reserved(work, number)
    else:
        ask_for(work, number, "reserve", out.move, drawn, out.amount, event.time + out.days * DAY)


def _own(house: House, sequence: int, digits: str) -> str:
    return ticket_number(house.system, house.cabinet, sequence, digits)


def above(work: Work, event: NumbersKnown) -> None:
    """Another past of this journal had numbers up to these: none of them is given again."""
    table = work.table
    ticket = min(max(table.house.sequence, event.ticket), LARGEST_SEQUENCE)
    table.house = table.house._replace(sequence=ticket)
    for seat, job in event.jobs.items():
        if seat.isdecimal() and int(seat) in table.cash:
            known = seat_of(table, int(seat)).printer.jobs
            put_printer(work, int(seat), jobs=min(max(known, job), LARGEST_JOB))


def reserved(work: Work, number: int, given: str = "") -> None:
    """The authority knows the number, or gives it: it may be printed, as soon as nobody's ticket is at the bezel."""
    out = seat_of(work.table, number).out
    if out is not None and out.stage == "reserving" and (out.number or given):
        put(work, number, out=out._replace(stage="queued", number=out.number or given))
        print_next(work, number)


def print_next(work: Work, number: int) -> None:
    """What waits for the printer is given to it, under a job number above all that were."""
    seat = seat_of(work.table, number)
    out, printer = seat.out, seat.printer
    if out is None or out.stage != "queued":
        return
    job = max(printer.jobs, printer.last_job) + 1
    if not _is_good(seat) or job > LARGEST_JOB:
        turn(work, number, "printer", payable=True)
    elif not printer.at_bezel:
        put(work, number, out=out._replace(stage="printing", job=job, serial=printer.serial))
        put_printer(work, number, jobs=job)
        work.decide(TicketPrinting(number, out.move, job, printer.serial, out.amount))


def printed(work: Work, number: int) -> None:
    """Whole, and out: the paper is the money now, and its number is to be payable."""
    out = seat_of(work.table, number).out
    assert out is not None
    moves.end(work, out.move, True, out.number[-4:])
    work.decide(TicketCame(number, out.move, out.job, "whole", out.amount, True))
    ask_for(work, number, "issue", out.move, out.number, out.amount)
    put(work, number, out=None)


def turn(work: Work, number: int, why: str, payable: bool) -> None:
    """In one event its own move becomes a hand-pay, and the money stays locked. `payable`: the number was never sent to
    a printer, so no paper can have it; else the authority has to void it first. The casino's host pays no number that
    it was not told is out, and of this one it never will be: that is its void."""
    table = work.table
    out = seat_of(table, number).out
    assert out is not None
    table.moves[out.move] = table.moves[out.move]._replace(instrument=moves.HAND_PAY)
    of_host = is_sas(table, number)
    stage = "payable" if payable or of_host else "voiding"
    put(work, number, out=out._replace(stage=stage) if out.number else None, asks=_not_waited_for(table, number, out))
    if out.number and not of_host:
        ask_for(work, number, "void", out.move, out.number, out.amount)
    work.decide(TicketTurned(number, out.move, out.amount, why, out.number[-4:]))
    moves.lock_for_hand_pay(work, number, out.amount)
    give_back_if_it_may(work)


def _not_waited_for(table: Table, number: int, out: TicketOut) -> tuple[AuthorityAsk, ...]:
    """Nobody waits any more for a number that an authority did not give."""
    asks = seat_of(table, number).asks
    return asks if out.number else tuple(ask for ask in asks if (ask.do, ask.request) != ("reserve", out.move))


def voided(work: Work, number: int, move: str) -> None:
    """No paper with this number is worth anything any more: it may be paid by hand."""
    out = seat_of(work.table, number).out
    if out is not None and out.move == move and out.stage == "voiding":
        put(work, number, out=out._replace(stage="payable", said=""))


def was_redeemed(work: Work, number: int, move: str, by: str = "", witness: str = "") -> bool:
    """The paper was out, and has been taken as money: the hand-pay ends as done by ticket. False where it was paid."""
    table = work.table
    out = seat_of(table, number).out
    if out is None or out.move != move:
        return False
    table.moves[move] = table.moves[move]._replace(instrument=TICKET)
    moves.end(work, move, True, out.number[-4:])
    put(work, number, out=None)
    work.decide(CashSettled(number, move, TICKET, out.amount, by, witness))
    if work.seat(number).hand_pay and moves.owed_by_hand(table, number):  # a win, say, of the roll meanwhile
        moves.wait_by_hand(work, number)
        return True
    work.change_seat(number, hand_pay=0)
    work.decide(SeatChanged(number, "unlocked", by, lock="hand_pay"))
    return True


def check_payable(table: Table, number: int, move: str) -> None:
    """No hand-pay is paid while a paper may be out that is worth the same."""
    seat = table.cash.get(number)
    if seat is not None and seat.out is not None and seat.out.move == move and seat.out.stage == "voiding":
        raise Refuse("not_voided", f"a ticket for {move} may be out, and its authority has not voided it")


def check_undone(table: Table, number: int, move: str) -> None:
    """A move whose number has left the table does not end undone."""
    seat = table.cash.get(number)
    if seat is not None and seat.out is not None and seat.out.move == move:
        raise Refuse("number_out", f"a ticket's number was drawn for {move}: it is paid, and not taken back")


def paid(work: Work, number: int, move: str) -> None:
    """It was paid by hand."""
    seat = work.table.cash.get(number)
    if seat is not None and seat.out is not None and seat.out.move == move:
        put(work, number, out=None)
