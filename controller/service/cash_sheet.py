"""Notes and tickets of the seats, and the report of cash, as lines for a console."""

from collections.abc import Iterator, Mapping
from typing import Any

from config.text.money import money
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


CAME = {
    "notes": "notes",
    "tickets_in": "tickets in",
    "found": "found",
    "by_hand": "credits put on by hand",
    "transfers_in": "put on by the casino's host",
}
WENT = {
    "tickets_out": "tickets out",
    "hand_pays": "hand-pays",
    "jackpots": "wins paid by hand",
    "transfers_out": "taken by the casino's host",
    "others": "other ways",
    "hold": "held by the house",
    "on_seats": "more on the seats than before",
}
OF_TICKETS = {"out": "tickets out", "back": "came back", "voided": "voided", "lapsed": "lapsed", "owed": "more owed"}
GONE = "out, held or on seats"
NO_REPORT = ["", "NO REPORT OF CASH: the records do not tell it"]


def report_lines(report: Mapping[str, Any] | None) -> list[str]:
    """What came in, and where it is now: of the table, of each seat, and of what is owed on tickets."""
    if report is None:
        return NO_REPORT
    lines = ["", "CASH OF THE TABLE", *_figures(report["table"])]
    for seat, figures in report["seats"].items():
        lines += [f"CASH OF SEAT {seat}", *_figures(figures)]
    tickets = report["tickets"]
    lines += ["OWED ON TICKETS"]
    lines += [_row(words, tickets[name]) for name, words in OF_TICKETS.items()]
    return [*lines, _row("difference", tickets["difference"]), _row("owed at the end", tickets["owed_at_the_end"])]


def _figures(of: Mapping[str, int]) -> list[str]:
    """Each amount as it is: what the house lost is less than nothing."""
    came = [_row(words, of[name]) for name, words in CAME.items() if of[name]]
    went = [_row(words, of[name]) for name, words in WENT.items() if of[name]]
    gone = of["went"] + of["hold"] + of["on_seats"]
    return [*came, _row("came in", of["came"]), *went, _row(GONE, gone), _row("difference", of["difference"])]


def _row(words: str, amount: int) -> str:
    return f"{words:<30}{money(amount):>18}"
