"""Notes and tickets of the seats, as lines for a console."""

from collections.abc import Iterator

from config.money import money
from controller.protocol.stations.cash import CashOfSeat, CashSeen


def cash_sheet(seen: CashSeen) -> list[str]:
    """Seat by seat: what lies in the box, and what waits for a person."""
    lines = [line for seat in seen.seats for line in _of_seat(seat)]
    more = [f"seat {seen.more} and on: look at them with --seat {seen.more}"] if seen.more else []
    return [*(lines or ["no seat takes notes or gives tickets"]), *more]


def _of_seat(seat: CashOfSeat) -> Iterator[str]:
    box, acceptor, printer = seat.box, seat.acceptor, seat.printer
    notes = ", ".join(f"{many} x {money(int(value))}" for value, many in box.notes.items()) or "no notes"
    yield f"seat {seat.seat}: {notes}, {box.tickets} tickets; a count should come to {money(box.cash)}"
    if acceptor is not None:
        yield f"     acceptor {acceptor.identity or '-'}: {_how(acceptor.linked, acceptor.faults)}"
    if printer is not None:
        how = _how(printer.linked, printer.faults)
        yield f"     printer {printer.serial or '-'}: {how}, paper {printer.paper or '-'}"
    if seat.holds:
        yield f"     waits: {', '.join(seat.holds)}"
    if seat.paper is not None and seat.paper.unknown:
        yield f"     unknown: {seat.paper.what} of {money(seat.paper.amount)} ({seat.paper.unknown})"
    for found in seat.found:
        yield f"     found: {found.name}, {money(found.amount) if found.amount else 'to be counted'} ({found.why})"
    for drop in seat.drops:
        yield f"     box {drop.drop} to be counted: should hold {money(drop.cash)}"


def _how(linked: bool, faults: tuple[str, ...]) -> str:
    return ", ".join(faults) or "well" if linked else "away"
