"""What a seat is once something of it was taken or paid: what of this the terminal knows by itself."""

from typing import Any

from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.commands import Place, Wagers

BY_HAND = ("hand_pay", "jackpot")
"""The lock of a seat whose player waits to be paid out."""


def after(you: wire.SeatNow, asked: second.Command, answer: wire.Answer) -> wire.SeatNow:
    """The seat once a command of its own has been taken."""
    change: dict[str, Any] = {}
    if answer.purse is not None:
        change = answer.purse.model_dump(include={"credits", "layout", "vigorish"})
    placed = _placed(asked)
    if placed:
        change["stakes"] = _more(you.stakes, placed)
        change["added"] = _more(you.added, placed)
        change["done"] = False
    if isinstance(asked, second.DoneInSeries):
        change["done"] = True
    return you.model_copy(update=change)


def is_paid_out(before: wire.SeatNow, now: wire.SeatNow) -> bool:
    """A hand-pay is over, and the credits have not come back."""
    over = before.lock in BY_HAND and now.lock not in BY_HAND
    return over and now.credits < before.credits + before.lock_amount


def _placed(asked: second.Command) -> list[Place]:
    """The rows of a command that only puts something up; after any other the controller tells the whole seat."""
    rows = asked.wagers if isinstance(asked, Wagers) else ()
    placed = [row for row in rows if isinstance(row, Place)]
    return placed if len(placed) == len(rows) else []


def _more(stakes: dict[str, int], placed: list[Place]) -> dict[str, int]:
    stakes = dict(stakes)
    for row in placed:
        stakes[row.bet] = stakes.get(row.bet, 0) + row.amount
    return stakes
