"""The table in the words of the wire: what everybody may see, and what only one seat may."""

import json
from typing import Any

from controller.table.decisions import Decision, RoundEnded
from controller.table.state import Table
from controller.wire.public import Faces, HandNow, LastRound, TableNow
from controller.wire.terminal import Book, Purse, SeatNow


class Showing:
    """Views of a table. Remembers how the round before ended, and the number of the last broadcast."""

    def __init__(self, epoch: str, demo: bool) -> None:
        self.epoch = epoch
        self.demo = demo
        self.seq = 0
        self._last: LastRound | None = None

    def note(self, decision: Decision) -> None:
        """How a round ended is news for the next broadcast."""
        if isinstance(decision, RoundEnded):
            self._last = LastRound(
                round=decision.round, how=decision.how, reason=decision.reason[:300], faces=faces_of(decision)
            )

    def table(self, table: Table, unseen: int = 0) -> TableNow:
        """What everybody may see now; `unseen` milliseconds have passed that the table does not know of yet."""
        common = table.game.common_data()
        return TableNow(
            epoch=self.epoch,
            seq=self.seq,
            demo=self.demo,
            phase=table.phase.value,
            round=table.round,
            due_in_ms=max(0, table.left - unseen) if table.runs() and table.left is not None else None,
            holds={reason: text[:300] for reason, text in table.holds.items()},
            shooter=table.game.shooter,
            hand=_hand(common),
            levels=table.levels,  # type: ignore[arg-type]  # the table only takes low and high
            no_rolls=table.no_rolls,
            last=self._last,
            book=common["book"],
        )


def seat_now(table: Table, seat: int) -> SeatNow:
    """Everything of one seat."""
    data, state, money = table.game.seat_data(seat), table.seats[seat], table.game.money(seat)
    asked = table.phase.value == "asking" and state.choice is None and table.game.has_wagers(seat)
    return SeatNow(
        seat=seat,
        credits=money.credits,
        layout=money.layout,
        vigorish=money.vigorish,
        stakes=data["stakes"],
        added=data["added"],
        held=data["vigorish"],
        calls=data["calls"],
        open=state.open,
        done=state.done,
        asked=asked,
        lock=state.lock,
        lock_amount=state.lock_amount,
    )


def purse(table: Table, seat: int) -> Purse:
    """What a seat has."""
    money = table.game.money(seat)
    return Purse(credits=money.credits, layout=money.layout, vigorish=money.vigorish)


def book_now(table: Table) -> Book:
    """The rule book in force."""
    text = table.game.book_text()
    return Book(digest=table.game.common_data()["book"], book=json.loads(text))


def faces_of(ended: RoundEnded) -> Faces | None:
    """The dice that decided a round, if they did."""
    faces = ended.details.get("faces")
    return (faces[0], faces[1]) if faces else None


def _hand(common: dict[str, Any]) -> HandNow | None:
    if common.get("game") != "craps":
        return None
    return HandNow(
        point=common["point"],
        rolls=common["rolls"],
        points_made=tuple(common["points_made"]),
        numbers=tuple(common["numbers"]),
    )
