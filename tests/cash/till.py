"""An evening at a table whose seats have an acceptor and a printer, told in words of notes and tickets."""

from typing import Any, Self

from controller.books import load_book
from controller.table.cash import events as c
from controller.table.cash.seat import AcceptorNow, AuthorityAsk, CashSeat, PrinterNow
from controller.table.paper.wanted import WantedJob, WantedOfAcceptor
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from controller.table.staff.state import Person
from controller.table.state import Move
from tests.table.evening import Evening

VALUES = (100, 500, 1000, 2000)
SEAT: dict[str, Any] = {
    "notes": list(VALUES),
    "highest_note": 2000,
    "credit_limit": 200_000,
    "ticket_limit": 150_000,
    "tickets_in": True,
    "authority": "local",
}
HOUSE = {"system": 0, "cabinet": 17, "days": 30}
PRINTER = 77
PEOPLE = {
    "ann": Person("supervisor", "a" * 64),
    "bob": Person("attendant", "b" * 64),
    "tim": Person("technician", "c" * 64),
}


class Till(Evening):
    """Seat 1 is meant where none is named."""

    def __init__(self, seats: tuple[int, ...] = (1, 2), credits: int = 1000, **setup: Any) -> None:
        limit, alone = setup.pop("credit_limit_of_table", 10_000_000), setup.pop("alone_up_to", None)
        settings = TableSettings(credit_limit=limit, alone_up_to=alone, **setup.pop("of_table", {}))
        table = open_game("craps", load_book("electronic"), seats, settings)
        table.people = setup.pop("people", PEOPLE)
        super().__init__(table, credits)
        self.happens(c.CashSetUp({str(seat): {**SEAT, **setup} for seat in seats}, HOUSE))
        for seat in seats:
            self.happens(c.AcceptorFound(seat, f"ccTalk NV9 {seat}", "USD", VALUES, (1, 0)))
            self.happens(c.PrinterFound(seat, PRINTER + seat, 0))
            self.happens(c.PrinterState(seat, "ready", "enough", ()))
        self.told.clear()

    # ---- what happens ----

    def offer(self, value: int, seat: int = 1) -> Self:
        return self.happens(c.NoteOffered(seat, value))

    def route(self, seat: int = 1) -> Self:
        """What a desk does when the wish says so."""
        assert self.wants(seat).to_route
        self.happens(c.RouteMeant(seat))
        assert self.wants(seat).paper == "accept"
        return self.happens(c.PaperRouted(seat))

    def stacked(self, value: int | None, seat: int = 1, to_acknowledge: bool = False) -> Self:
        return self.happens(c.PaperStacked(seat, value, True, to_acknowledge))

    def note(self, value: int, seat: int = 1) -> Self:
        """A note from the bezel to the box."""
        return self.offer(value, seat).route(seat).stacked(value, seat)

    def restart(self) -> Self:
        """The controller ends and begins again, and every device answers it."""
        self.power_failure().unit_back()
        for seat, cash in self.table.cash.items():
            acceptor, printer = cash.acceptor, cash.printer
            if acceptor.found is None:
                self.happens(c.AcceptorFound(seat, acceptor.identity, "USD", VALUES, acceptor.mark))
            if printer.found is None:
                self.happens(c.PrinterFound(seat, printer.serial, printer.last_job, printer.memory_fault))
        return self

    def digits(self, seat: int = 1, digits: str = "123") -> Self:
        return self.happens(c.TicketDigits(seat, digits, 1_700_000_000, 60))

    def answers(self, do: str, verdict: str, amount: int = 0, seat: int = 1) -> Self:
        """The authority answers what it is asked."""
        ask = self.ask(do, seat)
        return self.happens(c.AuthorityAnswered(do, ask.request, verdict, amount))

    def to_the_printer(self, seat: int = 1) -> Self:
        """A cash-out up to the job."""
        return self.cash_out(seat).digits(seat).answers("reserve", "reserved", seat=seat)

    def job_comes(self, outcome: str, taken: str = "not_known", seat: int = 1) -> Self:
        job = self.job(seat)
        return self.happens(c.JobTold(seat, job.job, job.serial, outcome, taken))

    def offer_ticket(self, number: str, seat: int = 1) -> Self:
        return self.happens(c.TicketOffered(seat, number))

    # ---- what is seen ----

    def seat(self, seat: int = 1) -> CashSeat:
        return self.table.cash[seat]

    def acceptor(self, seat: int = 1) -> AcceptorNow:
        return self.seat(seat).acceptor

    def printer(self, seat: int = 1) -> PrinterNow:
        return self.seat(seat).printer

    def wants(self, seat: int = 1) -> WantedOfAcceptor:
        wanted = self.wishes.cash[seat].acceptor
        assert wanted is not None
        return wanted

    def job(self, seat: int = 1) -> WantedJob:
        job = self.wishes.cash[seat].job
        assert job is not None
        return job

    def asks(self, seat: int = 1) -> list[str]:
        return [ask.do for ask in self.wishes.cash[seat].asks]

    def ask(self, do: str, seat: int = 1) -> AuthorityAsk:
        return next(ask for ask in self.wishes.cash[seat].asks if ask.do == do)

    def move(self, name: str) -> Move:
        return self.table.moves[name]
