"""What a player's terminal is told of its seat, and of what a round brought it. From the table's state and facts."""

from controller.games.interface import Allowed, SeatView
from controller.games.registry import table_row
from controller.protocol.terminals.seat import ReturnedRow, SeatNow, Settled, SettledRow
from controller.server.loop.news import EndedRound
from controller.table.state import Table


def seat_now(table: Table, seat: int, view: SeatView | None = None) -> SeatNow:
    """Everything of one seat; `view`: of the game's, where that has been asked for."""
    view = table.game.seat_view(seat) if view is None else view
    state, money, allowed = table.seats[seat], table.game.money(seat), view.allowed
    asked = table.phase.value == "asking" and state.choice is None and table.game.has_wagers(seat)
    return SeatNow(
        seat=seat,
        credits=money.credits,
        layout=money.layout,
        vigorish=money.vigorish,
        stakes=dict(view.stakes),
        added=dict(view.added),
        held=dict(view.held),
        calls=dict(view.calls),
        open=state.open and not table.turned_off(seat),
        turned_off=state.open and table.turned_off(seat),
        done=state.done,
        asked=asked,
        lock=state.lock,
        lock_amount=state.hand_pay or state.large_win,
        closed=dict(allowed.closed),
        takes=tuple(allowed.takes),
        most=dict(allowed.most),
        locked=tuple(allowed.locked),
        working=dict(allowed.working),
        stays=tuple(allowed.stays),
    )


class SeatsTold:
    """What each seat's terminal was last told that it may do: all of the seat that it cannot say by itself."""

    def __init__(self) -> None:
        self._allowed: dict[int, Allowed] = {}

    def now(self, table: Table, seat: int) -> SeatNow:
        """What the seat is told of itself."""
        view = table.game.seat_view(seat)
        self._allowed[seat] = view.allowed
        return seat_now(table, seat, view)

    def may_something_else(self, table: Table, seat: int) -> bool:
        """Whether its own wagers opened, closed or marked something: odds on a line, a bet that may be off."""
        return table.game.seat_view(seat).allowed != self._allowed.get(seat)

    def settled(self, table: Table, ending: EndedRound, seat: int) -> Settled:
        """What the round brought it, and the seat after it."""
        rows, returned = ending.rows.get(seat, []), ending.returned.get(seat, [])
        return Settled(
            round=ending.ended.round,
            how=ending.ended.how,
            rows=tuple(SettledRow.model_validate(row, from_attributes=True) for row in rows),
            returned=tuple(ReturnedRow.model_validate(row, from_attributes=True) for row in returned),
            you=self.now(table, seat),
            **table_row(table.game.name).outcome_view(ending.ended.details),
        )
