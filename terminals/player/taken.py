"""What a seat is once something of it was taken or paid: what of this the terminal knows by itself."""

from typing import Any

from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.answers import Answer
from controller.protocol.terminals.commands import Place, TakeDown, Turn, Wagers
from controller.protocol.terminals.seat import SeatNow

BY_HAND = ("hand_pay", "jackpot")
"""The lock of a seat whose player waits to be paid out."""


def after(you: SeatNow, asked: second.Command, answer: Answer) -> SeatNow:
    """The seat once a command of its own has been taken."""
    change: dict[str, Any] = {}
    if answer.purse is not None:
        change = answer.purse.model_dump(include={"credits", "layout", "vigorish"})
    moved = [row for row in asked.wagers if not isinstance(row, Turn)] if isinstance(asked, Wagers) else []
    if moved:
        change["stakes"] = _with(you.stakes, moved)
        change["added"] = _with(you.added, moved)
        change["done"] = you.done and not any(isinstance(row, Place) for row in moved)
    if isinstance(asked, second.DoneInSeries):
        change["done"] = True
    return you.model_copy(update=change)


def is_paid_out(before: SeatNow, now: SeatNow) -> bool:
    """A hand-pay is over, and the credits have not come back."""
    over = before.lock in BY_HAND and now.lock not in BY_HAND
    return over and now.credits < before.credits + before.lock_amount


def _with(stakes: dict[str, int], moved: list[Place | TakeDown]) -> dict[str, int]:
    """What lies there after these rows. Where one took something down the controller tells the whole seat besides."""
    stakes = dict(stakes)
    for row in moved:
        lay = stakes.pop(row.bet, 0)
        lies = lay + row.amount if isinstance(row, Place) else lay - min(lay, row.amount or lay)
        if lies:
            stakes[row.bet] = lies
    return stakes
