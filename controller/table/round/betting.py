"""Wagers in an open window."""

from typing import Any

from controller.protocol.terminals.commands import AnyLay, Done, Wagers
from controller.table.care import limits
from controller.table.cash.moves import check_not_busy
from controller.table.events import FromSeat
from controller.table.phases import Phase
from controller.table.round.rounds import end_when_all_are_done, start_betting
from controller.table.work import Refuse, Work


def wagers(work: Work, event: FromSeat[Wagers]) -> None:
    """A player places, takes down or turns a wager, or several in their order. Of several one that is not taken is
    named, and then none of them is."""
    check_seat(work, event.seat)
    check_round(work, event.asked.round)
    lays = event.asked.wagers
    placed = [lay.bet for lay in lays if lay.do == "place"]
    if placed:
        limits.check_may_place(work.table, event.seat)
    for number, lay in enumerate(lays):
        refused = _lay(work, event.seat, lay)
        if refused is not None:
            named: dict[str, Any] = {"wager": number, "do": lay.do, "bet": lay.bet} if len(lays) > 1 else {}
            raise Refuse(*refused, **named)
    if placed:
        limits.check_placed(work.table, event.seat, placed)
    _laid(work, event.seat, puts_up=bool(placed))


def _lay(work: Work, seat: int, lay: AnyLay) -> tuple[str, str] | None:
    """One wager; the code and reason with which the game refuses it."""
    acted = work.table.game.act(seat, lay.do, lay.bet, lay.amount, lay.on)
    for kind, amount in acted.to_house:
        work.post("house", kind, amount)
    return acted.refused


def _laid(work: Work, seat: int, puts_up: bool) -> None:
    """What follows from wagers that were taken."""
    table = work.table
    if puts_up:
        check_liability(work)
    if table.seats[seat].done:
        work.change_seat(seat, done=False)
    work.details = {"credits": table.game.money(seat).credits}
    if table.phase is Phase.IDLE and table.game.has_wagers(seat):
        start_betting(work)


def done(work: Work, event: FromSeat[Done]) -> None:
    """A player has finished; when everybody with wagers has, bets close early."""
    check_seat(work, event.seat)
    check_round(work, event.asked.round)
    work.change_seat(event.seat, done=True)
    end_when_all_are_done(work)


def check_seat(work: Work, seat: int) -> None:
    """Whether this seat may act at all."""
    state = work.seat(seat)
    if not state.open:
        raise Refuse("seat_closed", f"seat {seat} is closed")
    if state.lock is not None:
        raise Refuse("seat_locked", f"seat {seat} waits for an attendant ({state.lock})")
    if work.table.turned_off(seat):
        raise Refuse("host_off", f"the casino's host has turned off play at seat {seat}")
    check_not_busy(work, seat)


def check_round(work: Work, round: int) -> None:
    """A wager belongs to the window it was made in and is never moved to another."""
    if round != work.table.round:
        raise Refuse("wrong_round", f"that was for round {round}; this is round {work.table.round}")


def check_liability(work: Work) -> None:
    """What all wagers together could win stays below the table's limit."""
    limit = work.table.settings.liability_limit
    if limit is None:
        return
    most = work.table.game.most_win()
    if most > limit:
        raise Refuse("liability_limit", f"all wagers together could win {most}; this table bears {limit}")
