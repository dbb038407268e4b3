"""What the staff does with money: credits put on, paid by hand, taken back; shifts handed over; the books closed."""

from controller.facts.kinds import SeatChanged
from controller.facts.staff_kinds import BooksTurned, ShiftClosed
from controller.table.cash import moves, shifts, wins
from controller.table.commands.clients import name_of
from controller.table.paper.tickets import tickets_out
from controller.table.staff.act import FLOOR, SUPERVISOR, Act, AtTheSeat, OperatorAct
from controller.table.state import Move, SeatState, Table
from controller.table.work import Refuse, Work


class Credit(AtTheSeat, roles=FLOOR, group="money"):
    """Credits are put on a seat."""

    gives_paper = True

    amount: int

    def at_stake(self, table: Table) -> int:  # noqa: ARG002 - it is what is said
        return self.amount

    def do(self, work: Work, by: OperatorAct) -> None:
        work.seat(self.seat)
        moves.check_doors(work.table)
        name = name_of(work.table, by.client, by.id)
        moves.ask(work, name, Move(self.seat, moves.ATTENDANT, self.amount, True, "asked"))
        moves.by_hand(work, name, by.operator)
        shifts.credited(work, by.operator, work.table.moves[name])
        moves.end(work, name, True, by.operator)
        work.details = {"move": name, "credits": work.table.game.money(self.seat).credits}


class HandPay(AtTheSeat, roles=FLOOR, group="money"):
    """A hand-pay has been paid, with its receipt."""

    gives_paper = True

    reference: str
    form: str = ""
    """The number of the form for the tax office, where what is paid wants one."""

    def at_stake(self, table: Table) -> int:
        return _locked(table, self.seat).hand_pay

    def takes_two(self, table: Table) -> bool:
        move = moves.next_by_hand(table, self.seat)
        return super().takes_two(table) or wins.takes_two(table, 0 if move is None else move.form)

    def do(self, work: Work, by: OperatorAct) -> None:
        receipt = self.reference.strip()
        if not receipt:
            raise Refuse("receipt_missing", "a hand-pay is reset with the number of its receipt")
        name = moves.hand_pay_of(work, self.seat)
        tickets_out.check_payable(work.table, self.seat, name)
        wins.file_form(work, self.seat, work.table.moves[name].form, self.form, by)
        moves.receipt_given(work, receipt, name)
        moves.by_hand(work, name, by.operator)
        paid = work.table.moves[name].amount
        shifts.paid(work, by.operator, paid)
        moves.end(work, name, True, receipt)
        tickets_out.paid(work, self.seat, name)
        work.details |= {"move": name, "amount": paid, "receipt": receipt}
        _go_on(work, self.seat, by)


class CancelHandPay(AtTheSeat, roles=FLOOR, group="money"):
    """The credits go back to the seat."""

    reason: str

    def at_stake(self, table: Table) -> int:
        return _locked(table, self.seat).hand_pay

    def do(self, work: Work, by: OperatorAct) -> None:
        name = moves.hand_pay_of(work, self.seat)
        tickets_out.check_undone(work.table, self.seat, name)
        if work.table.moves[name].form:
            raise Refuse("form_missing", f"{name} has to be told to the tax office: it is paid, with its form")
        moves.end(work, name, False, self.reason)
        _go_on(work, self.seat, by)


class ResetLargeWin(AtTheSeat, roles=FLOOR, group="money"):
    """A seat locked by a large win plays on."""

    gives_paper = True

    form: str = ""
    """The number of the form for the tax office, where the win wants one."""

    def at_stake(self, table: Table) -> int:
        return _locked(table, self.seat).large_win

    def takes_two(self, table: Table) -> bool:
        return super().takes_two(table) or wins.takes_two(table, _locked(table, self.seat).form)

    def do(self, work: Work, by: OperatorAct) -> None:
        won = work.seat(self.seat).large_win
        if not won:
            raise Refuse("not_locked", f"seat {self.seat} waits for no attendant after a large win")
        wins.file_form(work, self.seat, work.seat(self.seat).form, self.form, by)
        work.change_seat(self.seat, form=0)
        work.details |= {"amount": won}
        _unlock(work, self.seat, by, large_win=0)


class Reverse(Act, roles=SUPERVISOR, group="money", twice=True):
    """A mistaken credit or hand-pay is taken back."""

    gives_paper = True

    reference: str
    reason: str

    def at_stake(self, table: Table) -> int:
        move = table.finished.get(self.reference)
        return move.amount if move is not None else 0

    def do(self, work: Work, by: OperatorAct) -> None:
        move = moves.reverse(work, self.reference, by.operator, self.reason)
        credits = work.table.game.money(move.seat).credits
        work.details = {"move": self.reference, "seat": move.seat, "amount": move.amount, "credits": credits}
        work.details["what"] = "credit" if move.into_seat else "hand_pay"


class OpenDrawer(Act, roles=FLOOR, group="money"):
    """A shift begins with so much counted into the drawer."""

    gives_paper = True
    amount: int

    def do(self, work: Work, by: OperatorAct) -> None:
        shifts.opened_with(work, by.operator, self.amount)
        work.details = {"amount": self.amount}


class Handover(Act, roles=FLOOR, group="money"):
    """A shift is closed and handed over."""

    gives_paper = True

    name: str = ""
    counted: int | None = None
    """What lies in the drawer, with what it was opened with."""

    def takes_two(self, table: Table) -> bool:
        """Whoever takes the drawer."""
        return table.settings.count_drawers

    def do(self, work: Work, by: OperatorAct) -> None:
        name = self.name or by.operator
        if name != by.operator and by.role != "supervisor":
            raise Refuse("role", f"somebody else's shift is closed by a supervisor, not by {by.role}")
        shift = work.table.shifts.get(name)
        if shift is None or not shift.is_open:
            raise Refuse("nothing_to_hand_over", f"{name} has neither taken nor paid anything since the last handover")
        if self.counted is None and work.table.settings.count_drawers:
            raise Refuse("count_missing", f"the drawer of {name} is counted first", name=name)
        difference = 0 if self.counted is None else self.counted - shift.to_hand_in
        closed = ShiftClosed(
            operator=name,
            **shift._asdict(),
            owes=shift.owes,
            by=by.operator,
            counted=self.counted,
            difference=difference,
            to=by.second,
            paper=work.table.papers,
        )
        work.decide(closed)
        work.details = {**closed._asdict()}
        shifts.begin_next(work, name, shift)


class CloseDay(Act, roles=SUPERVISOR, group="books", twice=True):
    """The gaming day is closed, with its totals."""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.decide(BooksTurned("day", by.operator))


class ClearPeriod(Act, roles=SUPERVISOR, group="books", twice=True):
    """The period meters begin again."""

    def do(self, work: Work, by: OperatorAct) -> None:
        work.decide(BooksTurned("period", by.operator))


def _locked(table: Table, seat: int) -> SeatState:
    return table.seats.get(seat, SeatState())


def _go_on(work: Work, seat: int, by: OperatorAct) -> None:
    """It waits for the next one that is owed; not at all, where the casino's host let it play on."""
    if work.seat(seat).hand_pay and moves.owed_by_hand(work.table, seat):
        moves.wait_by_hand(work, seat)
    elif work.seat(seat).hand_pay:
        _unlock(work, seat, by, hand_pay=0)


def _unlock(work: Work, seat: int, by: OperatorAct, **lock: int) -> None:
    work.change_seat(seat, **lock)
    work.decide(SeatChanged(seat, "unlocked", by.operator, lock=", ".join(lock)))
