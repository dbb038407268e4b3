"""The table in the words of the wire: what everybody may see, and what only one seat may."""

from typing import Any

from controller.facts.english import why_held
from controller.facts.kinds import RoundEnded
from controller.protocol.public import BestHand, Faces, HandNow, LastRound, PastRoll, TableNow
from controller.protocol.terminals.version_1 import Book, SeatNow
from controller.table.phases import TIMER
from controller.table.state import Table
from controller.vault.books.history import Hands


class Showing:
    """Views of a table. Remembers how the round before ended, and the number of the last broadcast."""

    def __init__(self, epoch: str, demo: bool) -> None:
        self.epoch = epoch
        self.demo = demo
        self.seq = 0
        self._last: LastRound | None = None

    def note(self, ended: RoundEnded) -> None:
        """How a round ended is news for the next broadcast."""
        self._last = LastRound(
            round=ended.round,
            how=ended.how,
            reason=ended.reason[:300],
            faces=faces_of(ended),
            roll_count=ended.details.get("roll_count"),
        )

    def table(self, table: Table, due_in: int | None, hands: Hands) -> TableNow:
        """What everybody may see now."""
        common = table.game.common_data()
        return TableNow(
            epoch=self.epoch,
            seq=self.seq,
            demo=self.demo,
            phase=table.phase.value,
            round=table.round,
            due_in_ms=due_in,
            lasts_ms=getattr(table.settings, TIMER[table.phase]) * 1000 if table.phase in TIMER else None,
            holds={reason: why_held(reason, about) for reason, about in table.holds.items()},
            shooter=table.game.shooter,
            hand=_hand(common),
            levels=table.levels or {},  # type: ignore[arg-type]  # the table only takes low and high
            no_rolls=table.no_rolls,
            last=self._last,
            past=tuple(PastRoll(faces=roll.faces, did=roll.did) for roll in hands.rolls),
            totals=tuple(hands.totals),
            best_hands=tuple(BestHand(rolls=hand.rolls, shooter=hand.shooter) for hand in hands.best),
            languages=tuple(table.settings.languages),
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
        stakes=dict(data["stakes"]),
        added=dict(data["added"]),
        held=dict(data["vigorish"]),
        calls=dict(data["calls"]),
        open=state.open,
        done=state.done,
        asked=asked,
        lock=state.lock,
        lock_amount=state.hand_pay or state.large_win,
    )


def book_now(table: Table) -> Book:
    """The rule book in force."""
    return Book(digest=table.game.common_data()["book"], book=table.game.rules(), offer=table.game.offer())


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
