"""A street of random events at a table with notes and tickets, and what really is where: the papers and the boxes.

The world here is honest about paper: a note that an acceptor swallowed lies in its box, a ticket that a printer pushed
out is in somebody's hand. What devices tell may come twice, late or never. The laws are looked at after every event.
"""

import random
from collections.abc import Callable

from controller.facts.cash_kinds import PaperBack, PaperKept, TicketDrawn, TicketRead
from controller.facts.kinds import MoveChanged, Posting
from controller.table.cash import events as c
from controller.table.cash.seat import CashSeat
from controller.table.events import Event, FromSeat
from tests.asked import cash_out
from tests.cash.scripted import Office
from tests.cash.till import PRINTER, Till

COUNTS = 1
"""The seat whose acceptor counts its events; that of the other waits to be acknowledged."""


class Street:
    """Two seats, one of them busy; everything that follows is drawn from the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.office = Office(Till())
        self.till = self.office.till
        self.escrow: dict[int, str | int | None] = {1: None, 2: None}
        self.boxes: dict[int, int] = {1: 0, 2: 0}
        """Notes that really lie there."""
        self.eaten: list[str] = []
        """Tickets that really lie in a box."""
        self.hands: list[str] = []
        """Tickets that somebody has."""
        self.printed: dict[tuple[int, int], str] = {}
        """Jobs that really came out."""
        self.put_in = 2000
        """By the attendant, at the beginning."""
        self.paid = 0
        self._marks = {1: 0, 2: 0}
        self._last: Event | None = None

    def go(self, events: int) -> None:
        """So many of them, with the laws after each."""
        deeds: list[Callable[[int], None]] = [
            self.insert, self.insert, self.accept, self.accept, self.accept, self.tickets_in, self.cash_out,
            self.print_it, self.print_it, self.take, self.again, self.restart, self.gives_back, self.wait, self.pays,
            self.settles, self.power_cut, self.counts,
        ]  # fmt: skip
        for _ in range(events):
            self.chance.choice(deeds)(self.chance.choice((1, 1, 2)))
            self.office.turn(self.chance.choice((0, 1, 2)))
            self.laws()

    # ---- deeds ----

    def say(self, event: Event) -> None:
        self._last = event
        self.till.happens(event)
        self.office.fold()

    def insert(self, seat: int) -> None:
        wanted = self.till.wishes.cash[seat].acceptor
        if self.escrow[seat] is None and wanted is not None and wanted.notes:
            if wanted.booked:
                self.say(c.Acknowledged(seat))
            value = self.chance.choice(sorted(wanted.notes))
            self.escrow[seat] = value
            self.put_in += value
            self.say(c.NoteOffered(seat, value))

    def tickets_in(self, seat: int) -> None:
        wanted = self.till.wishes.cash[seat].acceptor
        if self.hands and self.escrow[seat] is None and wanted is not None and wanted.tickets:
            number = self.hands.pop(self.chance.randrange(len(self.hands)))
            self.escrow[seat] = number
            self.say(c.TicketOffered(seat, number[::-1] if self.chance.random() < 0.3 else number))

    def accept(self, seat: int) -> None:
        """The desk and the device do what is wished; its word may be lost in a power cut."""
        wanted = self.till.wishes.cash[seat].acceptor
        paper = self.escrow[seat]
        if wanted is None or paper is None:
            return
        if wanted.to_route:
            self.say(c.RouteMeant(seat))
        elif wanted.paper == "return":
            self._out_of_the_slot(seat)
            self.say(c.PaperReturned(seat))
        elif wanted.paper == "accept":
            self._into_the_box(seat)
            if self.chance.random() < 0.3:
                self.say(c.PaperRouted(seat))
            if self.chance.random() < 0.15:
                self.say(c.AcceptorReset(seat, self.chance.choice(("none", "unknown", "in_stacker"))))
                return
            self._marks[seat] += 1
            value = paper if isinstance(paper, int) else None
            if seat == COUNTS:
                self.say(c.PaperStacked(seat, value, True, False, (1, self._marks[seat])))
            else:
                self.say(c.PaperStacked(seat, value, True, True))

    def gives_back(self, seat: int) -> None:
        """Somebody pulls the paper out, before the device was told to take it."""
        wanted = self.till.wishes.cash[seat].acceptor
        if self.escrow[seat] is not None and wanted is not None and wanted.paper != "accept":
            self._out_of_the_slot(seat)
            self.say(self.chance.choice((c.PaperReturned(seat), c.PaperRejected(seat, "pulled"), c.PathEmpty(seat))))

    def power_cut(self, seat: int) -> None:
        """Of the acceptor, with what was at escrow given back: the device itself lets go of it."""
        if self.escrow[seat] is not None and self.chance.random() < 0.3:
            self._out_of_the_slot(seat)
            self.say(c.AcceptorReset(seat, "none"))

    def cash_out(self, seat: int) -> None:
        client = f"terminal-{seat}"
        self.say(cash_out(seat, client, self.till.next_id(client)))

    def print_it(self, seat: int) -> None:
        """A printer that has the job; it may break down in it, and its word may be late."""
        job = self.till.wishes.cash[seat].job
        if job is None:
            return
        known = (job.serial, job.job)
        if job.may_print and known not in self.printed:
            outcome = self.chance.choice(("whole", "whole", "whole", "lost", "in_part", "not_at_all", "printing"))
            if outcome in ("whole", "lost"):
                self.printed[known] = job.number
                self.hands.append(job.number)
            if outcome != "lost":
                self.say(c.JobTold(seat, job.job, job.serial, outcome, "at_the_bezel"))
        elif self.chance.random() < 0.5:
            outcome = "whole" if known in self.printed else "unknown_job"
            self.say(c.JobTold(seat, job.job, job.serial, outcome, "taken"))

    def take(self, seat: int) -> None:
        job = self.till.wishes.cash[seat].taking
        if job:
            self.say(self.chance.choice((c.TicketGone(seat, job), c.CashWaited(seat, "take", str(job)))))

    def again(self, seat: int) -> None:
        """Whatever was said last is said once more."""
        if self._last is not None and not isinstance(self._last, (FromSeat, c.AcceptorReset, c.NoteOffered)):
            before = self.till.table
            self.till.happens(self._last)
            self.office.fold()
            assert before.game.money(seat) == self.till.table.game.money(seat)

    def restart(self, _seat: int) -> None:
        """From what is written down; and both devices are found again."""
        self.till.restart()
        self.office.fold()
        self._last = None
        for seat in (1, 2):
            last = max((job for serial, job in self.printed if serial == PRINTER + seat), default=0)
            if self.till.table.cash[seat].printer.last_job <= last:
                self.say(c.PrinterFound(seat, PRINTER + seat, last))

    def wait(self, seat: int) -> None:
        """A clock runs out."""
        out, acceptor = self.till.table.cash[seat].out, self.till.table.cash[seat].acceptor
        if out is not None:
            self.say(c.CashWaited(seat, self.chance.choice(("authority", "printer")), out.move))
        elif acceptor.ticket:
            self.say(c.CashWaited(seat, "redeem", acceptor.move))

    def pays(self, seat: int) -> None:
        """An attendant pays by hand, where the table lets them."""
        out, states = self.till.table.cash[seat].out, self._states()
        locked = self.till.table.seats[seat].hand_pay
        receipt = f"r{len(self.till.history)}"
        if locked and self.till.operator("hand_pay", seat=seat, reference=receipt).answer.ok:
            self.paid += locked
            worthless = out is None or not out.job or states[out.number] == "voided"
            assert worthless, "paid, and a paper may be worth as much"
        self.office.fold()

    def _states(self) -> dict[str, str]:
        book = self.office.book
        return {number: ticket.state for of in (book.tickets, book.over) for number, ticket in of.items()}

    def settles(self, seat: int) -> None:
        """Two persons look into the box, and find what is there; found cash goes to the seat."""
        cash = self.till.table.cash[seat]
        if cash.acceptor.unknown:
            move = self.till.table.moves[cash.acceptor.move]
            here = self.escrow[seat] is None and not self._is_back(seat, cash)
            self.till.operator("settle_unknown", seat=seat, amount=move.amount if here else 0, name="bob", reason="box")
        elif cash.found:
            self.till.operator("credit_found", seat=seat, reference=cash.found[0].name, reason="seen")
        self.till.operator("cash_on", seat=seat).operator("tickets_on", seat=seat)
        self.office.fold()

    def _is_back(self, seat: int, cash: CashSeat) -> bool:
        """Whether what nobody knew of is in its owner's hand."""
        expected = cash.box.cash + sum(drop.cash for drop in cash.drops)
        return (not cash.acceptor.ticket and self.boxes[seat] <= expected) or cash.acceptor.ticket in self.hands

    def counts(self, seat: int) -> None:
        """The box is taken out and put back; what is counted is what should be there."""
        cash = self.till.table.cash[seat]
        if self.escrow[seat] is None and not cash.acceptor.move:
            self.say(c.AcceptorFaults(seat, ("stacker_removed",)))
            self.say(c.AcceptorFaults(seat, ()))
            drop = self.till.table.cash[seat].drops[-1]
            told = self.till.operator("count_stacker", seat=seat, reference=str(drop.number), amount=self.boxes[seat])
            assert told.answer.details["over"] == 0
            self.boxes[seat] = 0

    def _out_of_the_slot(self, seat: int) -> None:
        paper = self.escrow[seat]
        if isinstance(paper, int):
            self.put_in -= paper
        elif paper is not None:
            self.hands.append(paper)
        self.escrow[seat] = None

    def _into_the_box(self, seat: int) -> None:
        paper = self.escrow[seat]
        if isinstance(paper, int):
            self.boxes[seat] += paper
        elif paper is not None:
            self.eaten.append(paper)
        self.escrow[seat] = None

    # ---- laws ----

    def laws(self) -> None:
        """What was put in is on seats, on paper that is worth something, or was paid out: never more, never twice."""
        table, book = self.till.table, self.office.book
        assert table.outside + table.on_seats() == 0
        self._nothing_is_made_of_nothing()
        told = self.till.told
        kept = [fact.move for fact in told if isinstance(fact, PaperKept)]
        assert len(kept) == len(set(kept)), "a paper was credited twice"
        requests = [fact.request for fact in told if isinstance(fact, TicketRead)]
        assert len(requests) == len(set(requests)), "a request's name was used again"
        numbers = [fact.number for fact in told if isinstance(fact, TicketDrawn)]
        assert len(numbers) == len(set(numbers)), "a number was drawn again"
        assert not any(isinstance(f, PaperBack) and f.why == "move_known" for f in told), "a note's name was used again"
        names = [fact.move for fact in told if isinstance(fact, MoveChanged) and fact.state == "asked"]
        assert len(names) == len(set(names)), "a move's name was used again"
        worth = [number for number in self.printed.values() if (one := book.known(number)) and one.state == "issued"]
        assert len(worth) == len(set(worth))

    def _nothing_is_made_of_nothing(self) -> None:
        """By what really is where. Until persons have counted, a note may be in a box and on nobody's seat."""
        table, book = self.till.table, self.office.book
        escrow = sum(paper for paper in self.escrow.values() if isinstance(paper, int))
        waits = [seat.acceptor for seat in table.cash.values() if seat.acceptor.move]
        open_in = sum(table.moves[one.move].amount for one in waits if one.move in table.moves and not one.ticket)
        on_paper = sum(
            fact.amount for fact in self.till.told if isinstance(fact, Posting) and fact[:2] == ("cash", "ticket")
        )
        owed = table.on_seats() + on_paper + self.paid
        assert owed <= self.put_in, f"{owed} is owed or paid of {self.put_in} that came in"
        assert self.put_in - escrow - open_in <= owed, f"of {self.put_in} only {owed} is known"
        redeemable = book.outstanding()
        asked = sum(ask.amount for seat in table.cash.values() for ask in seat.asks if ask.do in ("issue", "redeem"))
        assert abs(redeemable - on_paper) <= asked, (
            f"tickets of {redeemable} can be redeemed, {on_paper} is owed on them"
        )
