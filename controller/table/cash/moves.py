"""Cash in and out of a seat's credits, always in two phases: asked, then done or undone.

Whatever the instrument (an attendant now; a bill, a ticket or a transfer later), money that is on its way out is
locked first, and money on its way in is no credit before it has arrived.
"""

from collections.abc import Iterator

from controller.facts.kinds import MoveChanged, SeatChanged
from controller.table.cash.shifts import reversed_by, shift_of
from controller.table.events import MoveAsked, MoveEnded
from controller.table.state import Move, SeatState, Table
from controller.table.work import Refuse, Work

OPEN_MOVES = 4
"""A seat, at one time."""

CREDITS_REMEMBERED = 256
"""Movements of cash that a supervisor can still reverse."""

RECEIPTS_REMEMBERED = 1024
"""Numbers of the last hand-pays' receipts: none of them is taken a second time."""

HAND_PAY = "hand_pay"
"""Cancelled credits."""
JACKPOT = "jackpot"
"""A win that the house pays by hand."""
ATTENDANT = "attendant"
PAPERS = ("bill", "ticket", "found")
BY_HOST = "aft"
"""The casino's host moved it, and knows that it did."""


def lock_for_hand_pay(work: Work, seat: int, amount: int) -> None:
    """The seat waits until an attendant has paid this much by hand; what is owed from before comes first."""
    wait_by_hand(work, seat, amount)
    work.decide(SeatChanged(seat, "hand_pay", amount=amount))


def wait_by_hand(work: Work, seat: int, amount: int = 0) -> None:
    """For the next that is owed, or for this."""
    first = next_by_hand(work.table, seat)
    is_win = first is not None and first.instrument == JACKPOT
    work.change_seat(seat, hand_pay=amount if first is None else first.amount, jackpot=is_win)


def move_asked(work: Work, event: MoveAsked) -> None:
    """An instrument asks."""
    state = work.seat(event.seat)
    if not event.into_seat:
        check_free(event.seat, state)
        check_not_busy(work, event.seat)
    ask(work, event.move, Move(event.seat, event.instrument, event.amount, event.into_seat, "asked"))


def move_ended(work: Work, event: MoveEnded) -> None:
    """An instrument has done its part, or could not."""
    end(work, event.move, event.done, event.reference)


def ask(work: Work, name: str, move: Move) -> None:
    """The first phase: a movement is on record, and what goes out is locked."""
    table = work.table
    if name in table.moves or name in table.finished:
        raise Refuse("move_known", f"there has been a movement {name}")
    if type(move.amount) is not int or move.amount <= 0:
        raise Refuse("bad_amount", f"an amount is a whole number from 1 up, not {str(move.amount)[:40]}")
    if not may_ask(table, move.seat):
        raise Refuse("too_many_moves", f"seat {move.seat} has {OPEN_MOVES} movements of cash under way")
    credits = table.game.money(move.seat).credits
    if move.into_seat:
        _check_credit_limit(work, move, credits)
    else:
        if move.amount > credits:
            raise Refuse("short_balance", f"seat {move.seat} has {credits}; {move.amount} cannot go out")
        table.game.pay(move.seat, -move.amount)
        work.post("locked", str(move.seat), move.amount)
    table.moves[name] = move
    _record(work, name, move, "")


def may_ask(table: Table, seat: int) -> bool:
    """Whether one more movement of this seat may be under way."""
    return sum(1 for other in table.moves.values() if other.seat == seat) < OPEN_MOVES


def end(work: Work, name: str, done: bool, reference: str = "") -> None:
    """The second phase: money that came in is credit, money that went out is gone; undone, all is as before."""
    table = work.table
    move = table.moves.pop(name, None)
    if move is None:
        raise Refuse("no_such_move", f"no movement {name} is under way")
    if move.into_seat and done:
        table.game.pay(move.seat, move.amount)
        work.post("cash", move.instrument, -move.amount)
    elif not move.into_seat:
        work.post("locked", str(move.seat), -move.amount)
        if done:
            work.post("cash", move.instrument, move.amount)
        else:
            table.game.pay(move.seat, move.amount)
    _finish(work, name, move._replace(state="done" if done else "undone"), reference)


def reverse(work: Work, name: str, by: str, why: str) -> Move:
    """A supervisor takes a mistake back: a credit, as far as it is still there, or a hand-pay that nobody was paid."""
    table = work.table
    move = table.finished.get(name)
    if move is None or not reversible(move):
        raise Refuse("no_such_move", f"no credit or hand-pay {name} can be reversed")
    credits = table.game.money(move.seat).credits
    if move.into_seat:
        check_not_busy(work, move.seat)
    back = -move.amount if move.into_seat else move.amount
    if credits + back < 0:
        raise Refuse("short_balance", f"seat {move.seat} has {credits} left of the {move.amount}")
    table.game.pay(move.seat, back)
    work.post("cash", move.instrument, -back)
    gone = reversed_by(work, by, move)
    _finish(work, name, gone, why)
    return gone


def reversible(move: Move) -> bool:
    """Money that a person took, and what was marked as paid by hand; papers are where they are."""
    return move.state == "done" and (
        move.instrument in (HAND_PAY, JACKPOT) or (move.into_seat and move.instrument not in (*PAPERS, BY_HOST))
    )


def receipt_given(work: Work, receipt: str, name: str) -> None:
    """A receipt's number stands for one hand-pay."""
    if receipt in work.table.receipts:
        raise Refuse("receipt_known", f"receipt {receipt[:40]} was given for {work.table.receipts[receipt]}")
    number_given(work, receipt, name)


def number_given(work: Work, number: str, name: str) -> None:
    """A number on paper stands for this, and for nothing else."""
    latest = list(work.table.receipts.items())[1 - RECEIPTS_REMEMBERED :]
    work.table.receipts = {**dict(latest), number: name}


def hand_pay_of(work: Work, seat: int) -> str:
    """The hand-pay that is under way at a seat, the oldest if the casino's host let it play on without one."""
    for name in _by_hand(work.table, seat):
        return name
    raise Refuse("no_such_move", f"seat {seat} waits for no hand-pay")


def next_by_hand(table: Table, seat: int) -> Move | None:
    """The same as it stands in the table."""
    return next((table.moves[name] for name in _by_hand(table, seat)), None)


def owed_by_hand(table: Table, seat: int) -> int:
    """What that comes to; 0: nothing is owed."""
    move = next_by_hand(table, seat)
    return 0 if move is None else move.amount


def _by_hand(table: Table, seat: int) -> Iterator[str]:
    paid = (HAND_PAY, JACKPOT)
    return (name for name, move in table.moves.items() if move.seat == seat and move.instrument in paid)


def check_free(seat: int, state: SeatState) -> None:
    """No money leaves a seat that waits for an attendant."""
    if state.lock is not None:
        raise Refuse("seat_locked", f"seat {seat} waits for an attendant ({state.lock})")


def check_doors(table: Table) -> None:
    """Where a law wants it, no money comes or goes while a door is open."""
    if found := doors_that_stop_money(table):
        raise Refuse("door_open", f"a door is open: {', '.join(found)}")


def doors_that_stop_money(table: Table) -> list[str]:
    """Those that are open, in a house where that matters."""
    return sorted(name for name, door in table.doors.items() if door.is_open) if table.settings.all_doors else []


def check_not_busy(work: Work, seat: int) -> None:
    """Nothing leaves a seat, and nothing is wagered there, while the casino's host has it locked for a transfer."""
    if work.table.busy_by_host(seat):
        raise Refuse("host_busy", f"the casino's host moves money at seat {seat}")


def _check_credit_limit(work: Work, move: Move, credits: int) -> None:
    on_the_way = sum(m.amount for m in work.table.moves.values() if m.seat == move.seat and m.into_seat)
    limit = work.table.settings.credit_limit
    if credits + on_the_way + move.amount > limit:
        raise Refuse("credit_limit", f"seat {move.seat} has {credits}; the most by credits put on is {limit}")


def by_hand(work: Work, name: str, by: str) -> None:
    """A movement that is under way belongs to this person's shift."""
    shift = shift_of(work, by)
    work.table.moves[name] = work.table.moves[name]._replace(by=by, shift=shift.number)


def _record(work: Work, name: str, move: Move, reference: str) -> None:
    work.decide(
        MoveChanged(name, move.seat, move.instrument, move.amount, move.into_seat, move.state, reference),
    )


def _finish(work: Work, name: str, move: Move, reference: str) -> None:
    """On record, and bounded: the oldest finished movements are forgotten first."""
    table = work.table
    finished = {**table.finished, name: move}
    while len(finished) > CREDITS_REMEMBERED:
        del finished[next(iter(finished))]
    table.finished = finished
    _record(work, name, move, reference)
