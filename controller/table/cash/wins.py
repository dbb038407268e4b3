"""Wins that a person has to see: large ones, and those that have to be told to the tax office with a form."""

from collections import Counter
from collections.abc import Iterable

from controller.facts.kinds import FormWanted, LargeWon, SeatChanged
from controller.facts.staff_kinds import FormFiled
from controller.games.interface import Settled
from controller.table.cash import moves
from controller.table.staff.act import OperatorAct
from controller.table.staff.settings import TableSettings
from controller.table.state import Move, Table
from controller.table.work import Refuse, Work

FORM = "form/"
"""Before the number of a form, where the numbers are kept that are given once."""


def seen_by_a_person(work: Work, what: str, rows: Iterable[Settled]) -> None:
    """Who has won much at once, or what wants a form, waits for an attendant; after a hand-pay that they may be waiting
    for already. Where the house pays such wins by hand, they leave the credits at once. `what` they were won by, a
    round or a claim, is in the name of the movement: a seat may win by several in one round."""
    settings, won, taxed = work.table.settings, Counter[int](), Counter[int]()
    for row in rows:
        won[row.seat] += row.paid
        taxed[row.seat] += row.paid if wants_form(settings, row) else 0
    for seat, amount in won.items():
        if taxed[seat]:
            work.decide(FormWanted(seat, taxed[seat]))
        if taxed[seat] or (settings.large_win is not None and amount > settings.large_win):
            _wait(work, f"win-{what}-{seat}", Move(seat, moves.JACKPOT, amount, False, "asked", form=taxed[seat]))


def wants_form(settings: TableSettings, row: Settled) -> bool:
    """By what one wager won, and by how many times its stake that is."""
    return settings.tax_win is not None and row.paid >= settings.tax_win and row.paid >= settings.tax_odds * row.stake


def _wait(work: Work, name: str, won: Move) -> None:
    work.decide(LargeWon(won.seat, won.amount))
    if work.table.settings.wins_by_hand and moves.may_ask(work.table, won.seat):
        moves.ask(work, name, won)
        moves.lock_for_hand_pay(work, won.seat, won.amount)
        return
    state = work.table.seats[won.seat]
    work.change_seat(won.seat, large_win=state.large_win + won.amount, form=state.form + won.form)
    work.decide(SeatChanged(won.seat, "large_win", amount=won.amount))


def form_of(table: Table, seat: int) -> int:
    """How much of what this seat waits for wants a form; 0: nothing of it."""
    state = table.seats[seat]
    paid = moves.next_by_hand(table, seat)
    if paid is not None and (state.hand_pay or not state.large_win):
        return paid.form
    return state.form


def file_form(work: Work, seat: int, amount: int, form: str, by: OperatorAct) -> None:
    """The number of the form is on record, once; refused where one is wanted and none was said."""
    number = form.strip()
    if not amount and not number:
        return
    if not amount:
        raise Refuse("no_form_wanted", f"nothing that seat {seat} waits for wants a form")
    if not number:
        raise Refuse("form_missing", f"{amount} has to be told to the tax office: say the number of its form")
    if FORM + number in work.table.receipts:
        raise Refuse("form_known", f"form {number[:40]} was filed for {work.table.receipts[FORM + number]}")
    moves.number_given(work, FORM + number, f"seat {seat} in round {work.table.round}")
    work.decide(FormFiled(seat, amount, number, by.operator, by.second))
    work.details["form"] = number


def takes_two(table: Table, form: int) -> bool:
    """Whether the house wants two persons for this form."""
    return table.settings.two_for_forms and form > 0
