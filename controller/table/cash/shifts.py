"""What attendants take and pay by hand, person by person, until they hand over."""

from controller.facts.staff_kinds import DrawerOpened
from controller.table.staff.state import Shift
from controller.table.state import Move
from controller.table.work import Refuse, Work

MOST_SHIFTS = 200
"""Names with a shift; people who are gone have handed over."""


def shift_of(work: Work, name: str) -> Shift:
    """The shift that this person is in."""
    return work.table.shifts.get(name, Shift())


def credited(work: Work, name: str, move: Move) -> None:
    """This operator took so much in cash."""
    shift = shift_of(work, name)
    _put(work, name, shift._replace(credits=shift.credits + 1, credits_amount=shift.credits_amount + move.amount))


def opened_with(work: Work, name: str, amount: int) -> None:
    """This was counted into the drawer before anything else was done with it."""
    shift = shift_of(work, name)
    if shift.is_open:
        raise Refuse("shift_open", f"shift {shift.number} of {name} has begun; it is handed over first")
    if amount <= 0:
        raise Refuse("bad_amount", f"an amount is a whole number from 1 up, not {amount}")
    _put(work, name, shift._replace(opened_with=amount))
    work.decide(DrawerOpened(name, shift.number, amount))


def paid(work: Work, name: str, amount: int) -> None:
    """This operator paid so much by hand."""
    shift = shift_of(work, name)
    _put(work, name, shift._replace(hand_pays=shift.hand_pays + 1, hand_pays_amount=shift.hand_pays_amount + amount))


def reversed_by(work: Work, by: str, move: Move) -> Move:
    """It was a mistake, and leaves the shift it was made in; one that was handed over is the supervisor's. A hand-pay
    that nobody was paid makes what is owed more, a credit less."""
    theirs = work.table.shifts.get(move.by)
    name = move.by if theirs is not None and theirs.number == move.shift else by
    shift = shift_of(work, name)
    amount = shift.reversals_amount + (move.amount if move.into_seat else -move.amount)
    _put(work, name, shift._replace(reversals=shift.reversals + 1, reversals_amount=amount))
    return move._replace(state="reversed", back_by=name, back_shift=shift.number)


def begin_next(work: Work, name: str, shift: Shift) -> None:
    """After one that was handed over: it begins with nothing."""
    _put(work, name, Shift(shift.number + 1))


def _put(work: Work, name: str, shift: Shift) -> None:
    shifts = work.table.shifts
    if name not in shifts and len(shifts) >= MOST_SHIFTS:
        raise Refuse("too_many_shifts", f"{MOST_SHIFTS} people have shifts, and no more can")
    work.table.shifts = {**shifts, name: shift}
