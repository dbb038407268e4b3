"""From one betting window to the next: opening, closing, settling, voiding."""

from typing import Any

from controller.table.decisions import RoundEnded, SeatChanged, Settled, ShooterChosen
from controller.table.phases import Phase
from controller.table.work import Refuse, Work


def open_window(work: Work, anyhow: bool = False) -> None:
    """The next round: betting where wagers are left, else idle until the first one."""
    table = work.table
    table.round += 1
    if table.throw is not None:
        table.abandoned = table.throw.id  # of a round that has been broken off; the unit may still report it
    table.throw, table.result, table.levels = None, None, {}
    table.no_rolls, table.malfunctions, table.other_refusals = 0, 0, 0
    table.declined, table.goes_on = frozenset(), None
    for seat, state in table.seats.items():
        if state.done or state.choice is not None or state.refusals:
            table.seats[seat] = state._replace(done=False, choice=None, refusals=0)
    if table.game.any_wagers():
        start_betting(work, anyhow)
    else:
        work.enter(Phase.IDLE, anyhow)


def start_betting(work: Work, anyhow: bool = False) -> None:
    """The bet timer starts."""
    work.enter(Phase.DRAWING if work.table.game.bets_stay_open else Phase.BETTING, anyhow)


def close_bets(work: Work) -> None:
    """Nothing is taken from here on."""
    table = work.table
    if not table.game.any_wagers():
        open_window(work)
        return
    work.returned(table.game.close(), "lost its company")
    work.decide(ShooterChosen(table.game.shooter))
    if table.phase is Phase.DRAWING:
        work.enter(Phase.ROLLING)
    else:
        work.enter(Phase.CLOSED)


def settle(work: Work) -> None:
    """The known result is settled against the layout."""
    table = work.table
    assert table.result is not None
    if table.phase is Phase.DRAWING:
        work.returned(table.game.close(), "lost its company")
    outcome = table.game.settle(table.result, table.levels)
    taken: dict[str, int] = {}
    won: dict[int, int] = {}
    for row in outcome.settled:
        work.decide(
            Settled(row.seat, row.bet, row.stake, str(row.result), row.paid, row.stays, row.vigorish),
        )
        kind = table.game.kind(row.bet)
        lost = row.stake if row.result == "lose" else 0
        taken[kind] = taken.get(kind, 0) + lost + row.vigorish - row.paid
        won[row.seat] = won.get(row.seat, 0) + row.paid
    for kind, amount in taken.items():
        work.post("house", kind, amount)
    end_round(work, "settled", "", {**outcome.details, "faces": list(table.result), "won": won})
    table.result, table.throw = None, None
    work.enter(Phase.SETTLING)
    lock_large_wins(work, won)


def lock_large_wins(work: Work, won: dict[int, int]) -> None:
    """Who has won much in one roll waits for an attendant."""
    large = work.table.settings.large_win
    for seat, amount in won.items():
        if large is not None and amount >= large and work.table.seats[seat].lock is None:
            work.change_seat(seat, lock="large_win", lock_amount=amount)
            work.decide(SeatChanged(seat, "large_win", f"won {amount} in one roll"))


def void(work: Work, reason: str, how: str = "void") -> None:
    """What went up in this round goes back; carried wagers stay. Refused once an authentic result is known."""
    table = work.table
    if table.result is not None:
        raise Refuse("result_known", "the result of this round is known and will be settled")
    work.returned(table.game.void(), how)
    end_round(work, how, reason, {})
    open_window(work)


def close_out(work: Work, reason: str) -> None:
    """Every wager on the layout goes back, contract wagers too: the dice unit will not roll again.

    A result that is known is settled first, for it was seen.
    """
    table = work.table
    if table.result is not None:
        settle(work)
    work.returned(table.game.withdraw(table.game.seat_numbers()), "closed out")
    end_round(work, "closed out", reason, {})
    open_window(work, anyhow=True)


def end_round(work: Work, how: str, reason: str, details: dict[str, Any]) -> None:
    """A round is a record of its own."""
    work.decide(RoundEnded(work.table.round, how, reason, details))
