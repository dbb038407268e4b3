"""What the staff does with notes, tickets and the devices of a seat."""

from controller.facts.cash_kinds import CashSettled, StackerCounted
from controller.table.care.money import pay
from controller.table.cash import moves, shifts
from controller.table.commands.clients import name_of
from controller.table.paper import acceptors, authorities, papers, printers
from controller.table.paper.keeping import FOUND, OFF, UNKNOWN, ask_for, hold, meet, put, put_acceptor, release, seat_of
from controller.table.paper.tickets import tickets_in, tickets_out, voiding
from controller.table.paper.tickets.numbers import read_number
from controller.table.staff import seconds
from controller.table.staff.act import FLOOR, SUPERVISOR, AtTheSeat, OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work


class AcceptCashDevice(AtTheSeat, roles=SUPERVISOR, group="paper", twice=True):
    """Another acceptor or printer is this seat's from now on."""

    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        acceptor, printer = seat_of(work.table, self.seat).acceptor, seat_of(work.table, self.seat).printer
        if acceptor.found is None and printer.found is None:
            raise Refuse("no_unit_waiting", f"no other device waits at seat {self.seat}")
        if acceptor.found is not None:
            meet(work, self.seat, acceptors.DEVICE, acceptor.found[0], by.operator)
            acceptors.belongs_here(work, self.seat, acceptor.found, by.operator)
            put_acceptor(work, self.seat, mark=None)
        if printer.found is not None:
            meet(work, self.seat, printers.DEVICE, str(printer.found[0]), by.operator)
            printers.belongs_here(work, self.seat, *printer.found, by.operator)


class SettleUnknown(AtTheSeat, roles=FLOOR, group="paper", twice=True):
    """Two persons have counted a note or ticket of which nobody knew whether it was taken."""

    amount: int
    name: str
    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        acceptor = seat_of(work.table, self.seat).acceptor
        move = work.table.moves.get(acceptor.move)
        if move is None or not acceptor.unknown:
            raise Refuse("nothing_to_settle", f"nothing at seat {self.seat} is unknown")
        _check_witness(work, by, self.name)
        if self.amount not in (0, move.amount):
            raise Refuse("miscount", f"it was {move.amount} or nothing; anything else is settled as found cash")
        how = "credited" if self.amount else "undone"
        work.decide(CashSettled(self.seat, acceptor.move, how, self.amount, by.operator, self.name))
        release(work, self.seat, UNKNOWN, by.operator)
        work.details = {"move": acceptor.move, "amount": self.amount}
        if self.amount:
            papers.done(work, self.seat)
        else:
            papers.undo(work, self.seat, "counted")


class SettleFound(AtTheSeat):
    """Cash that was found without a move is settled."""

    reference: str
    amount: int = 0
    name: str = ""
    """Who has counted as well, where it is not what the acceptor said."""
    reason: str

    def at_stake(self, table: Table) -> int:
        """The most that it may be: what the acceptor said, or a person says."""
        seat = table.cash.get(self.seat)
        found = () if seat is None else seat.found
        return max([self.amount, *(one.value for one in found if one.name == self.reference)])

    def take(self, work: Work, how: str, by: OperatorAct) -> int:
        """How much it is: what the acceptor said; where it said nothing, or two persons say otherwise, their count."""
        seat = seat_of(work.table, self.seat)
        found = next((one for one in seat.found if one.name == self.reference), None)
        if found is None:
            raise Refuse("nothing_to_settle", f"nothing called {self.reference[:40]} was found at seat {self.seat}")
        if self.name:
            _check_witness(work, by, self.name)
        elif found.value and self.amount not in (0, found.value):
            raise Refuse("miscount", f"{found.value} was found: that it is {self.amount} two persons have to say")
        if self.amount < 0:
            raise Refuse("miscount", "less than nothing cannot have been counted")
        amount = self.amount if self.name else found.value or self.amount
        over = amount - found.value
        work.post("found", str(self.seat), -found.value)
        work.post("cash", "bill", -over)
        became = how if amount else "nothing"
        work.decide(CashSettled(self.seat, found.name, became, amount, by.operator, self.name, over))
        put(
            work,
            self.seat,
            found=tuple(one for one in seat.found if one != found),
            # the box may have been taken out since
            box=seat.box._replace(found_amount=max(0, seat.box.found_amount + over)),
        )
        if len(seat.found) == 1:
            release(work, self.seat, FOUND, by.operator)
        work.details = {"amount": amount, "over": over}
        return amount


class CreditFound(SettleFound, roles=FLOOR, group="paper"):
    """Cash that was found without a move is credited to the seat."""

    def do(self, work: Work, by: OperatorAct) -> None:
        pay(work, self.seat, self.take(work, "credited", by))


class PayFound(SettleFound, roles=FLOOR, group="paper"):
    """Cash that was found without a move is paid by hand to whom it belongs."""

    def do(self, work: Work, by: OperatorAct) -> None:
        amount = self.take(work, "paid", by)
        work.post("cash", moves.HAND_PAY, amount)
        shifts.paid(work, by.operator, amount)


class CountStacker(AtTheSeat, roles=FLOOR, group="paper"):
    """The notes of a box that was taken out have been counted."""

    reference: str
    amount: int

    def do(self, work: Work, by: OperatorAct) -> None:
        seat = seat_of(work.table, self.seat)
        drop = next((one for one in seat.drops if str(one.number) == self.reference.strip()), None)
        if drop is None:
            raise Refuse("nothing_to_settle", f"no box {self.reference[:40]} of seat {self.seat} waits to be counted")
        if self.amount < 0:
            raise Refuse("miscount", "less than nothing cannot have been counted")
        over = self.amount - drop.cash
        work.decide(StackerCounted(self.seat, drop.number, drop.cash, self.amount, over, by.operator))
        put(work, self.seat, drops=tuple(one for one in seat.drops if one != drop))
        work.details = {"amount": drop.cash, "over": over}


class TicketWasOut(AtTheSeat, roles=FLOOR, group="paper", twice=True):
    """Two persons have seen that a ticket of which nobody knew was printed: the paper is the money."""

    name: str
    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        move, number, amount = _unknown_ticket(work, self.seat, by, self.name)
        tickets_out.was_redeemed(work, self.seat, move, by.operator, self.name)
        ask_for(work, self.seat, "issue", move, number, amount)


class TicketWasNotOut(AtTheSeat, roles=FLOOR, group="paper", twice=True):
    """Two persons have seen that no paper is out, so that the hand-pay may be paid before its authority answers."""

    name: str
    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        move, _, amount = _unknown_ticket(work, self.seat, by, self.name)
        work.decide(CashSettled(self.seat, move, "paid", amount, by.operator, self.name))
        tickets_out.voided(work, self.seat, move)


def _unknown_ticket(work: Work, seat: int, by: OperatorAct, witness: str) -> tuple[str, str, int]:
    out = seat_of(work.table, seat).out
    if out is None or out.stage != "voiding":
        raise Refuse("nothing_to_settle", f"no ticket of seat {seat} is unknown")
    _check_witness(work, by, witness)
    work.details = {"move": out.move, "amount": out.amount}
    return out.move, out.number, out.amount


class VoidTicket(AtTheSeat, roles=FLOOR, twice=True):
    """Two persons have a ticket's authority void it: it is worth nothing then. One that is locked stays as it is."""

    reference: str
    name: str
    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        number = read_number(self.reference.strip())
        if seat_of(work.table, self.seat).setup.authority == "sas":
            raise Refuse("nothing_to_settle", "the casino's host alone voids its tickets")
        if number is None:
            raise Refuse("nothing_to_settle", "that is no number of a ticket")
        _check_witness(work, by, self.name)
        request = voiding.ask_to_void(work, self.seat, name_of(work.table, by.client, by.id), number)
        work.decide(CashSettled(self.seat, request, "void", 0, by.operator, self.name))
        work.details = {"move": request}


class TicketsOn(AtTheSeat, roles=FLOOR, group="paper"):
    """The seat takes tickets again, after too many numbers were refused."""

    def do(self, work: Work, by: OperatorAct) -> None:
        put_acceptor(work, self.seat, refused=0)
        release(work, self.seat, tickets_in.OFF, by.operator)


class CashOff(AtTheSeat, roles=FLOOR, group="paper"):
    """The seat takes no notes and gives no tickets until somebody says so."""

    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        seat_of(work.table, self.seat)
        hold(work, self.seat, OFF, by.operator)


class CashOn(AtTheSeat, roles=FLOOR, group="paper"):
    """The seat takes notes and gives tickets again; what else holds its cash stays."""

    def do(self, work: Work, by: OperatorAct) -> None:
        seat_of(work.table, self.seat)
        release(work, self.seat, OFF, by.operator)
        release(work, self.seat, authorities.CONTRADICTED, by.operator)


def _check_witness(work: Work, by: OperatorAct, witness: str) -> None:
    """A second person of the floor, who is on this machine's list."""
    if not witness or witness == by.operator:
        raise Refuse("witness_missing", f"{by.operator} alone is not enough: two persons, each under their own name")
    person = work.table.people.get(witness)
    if person is None:
        raise Refuse("witness_missing", f"nobody here is called {witness[:40]}")
    if person.role not in FLOOR:
        raise Refuse("witness_missing", f"{witness[:40]} is {person.role}, and not of the floor")
    seconds.check_witness(work, by, witness)
