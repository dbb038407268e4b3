"""Notes and tickets as a person at a station sees them: the devices of each seat, what lies in them, what waits."""

from controller.protocol.stations import cash as wire
from controller.table.cash.seat import Box, CashSeat
from controller.table.paper.letting_in import why_nothing
from controller.table.state import Table


def cash_seen(table: Table, first: int | None) -> wire.CashSeen:
    """Of the seats that have devices, from this one on, as many as go into one answer."""
    seats = [number for number in table.cash if first is None or number >= first]
    left = seats[wire.MOST_SHOWN :]
    rows = tuple(_of_seat(table, number) for number in seats[: wire.MOST_SHOWN])
    return wire.CashSeen(seats=rows, more=left[0] if left else None)


def _of_seat(table: Table, number: int) -> wire.CashOfSeat:
    seat = table.cash[number]
    return wire.CashOfSeat(
        seat=number,
        acceptor=_acceptor(table, number) if seat.setup.notes else None,
        printer=_printer(seat) if seat.setup.ticket_limit else None,
        paper=_paper(table, seat),
        ticket=_ticket(seat),
        box=_box(seat.box),
        found=tuple(wire.FoundSeen(name=one.name, amount=one.value, why=one.why) for one in seat.found),
        drops=tuple(wire.DropSeen(drop=drop.number, cash=drop.cash) for drop in seat.drops),
        holds=seat.holds,
    )


def _acceptor(table: Table, number: int) -> wire.AcceptorSeen:
    acceptor = table.cash[number].acceptor
    return wire.AcceptorSeen(
        identity=acceptor.identity,
        another=acceptor.found[0] if acceptor.found else None,
        linked=acceptor.linked,
        faults=acceptor.faults,
        why=why_nothing(table, number) or None,
    )


def _printer(seat: CashSeat) -> wire.PrinterSeen:
    printer = seat.printer
    return wire.PrinterSeen(
        serial=printer.serial,
        another=printer.found[0] if printer.found else None,
        linked=printer.linked,
        state=printer.state,
        paper=printer.paper,
        faults=printer.faults,
        at_the_bezel=bool(printer.at_bezel),
        left=printer.left,
    )


def _paper(table: Table, seat: CashSeat) -> wire.PaperSeen | None:
    acceptor = seat.acceptor
    if not acceptor.move:
        return None
    move = table.moves.get(acceptor.move)
    return wire.PaperSeen(
        move=acceptor.move,
        what="ticket" if acceptor.ticket else "note",
        amount=move.amount if move else 0,
        unknown=acceptor.unknown or None,
    )


def _ticket(seat: CashSeat) -> wire.TicketSeen | None:
    out = seat.out
    return out and wire.TicketSeen(move=out.move, amount=out.amount, stage=out.stage, ends=out.number[-4:])


def _box(box: Box) -> wire.BoxSeen:
    return wire.BoxSeen(
        notes={str(value): many for value, many in box.notes},
        tickets=box.tickets,
        ticket_amount=box.ticket_amount,
        found=box.found,
        cash=box.cash,
    )
