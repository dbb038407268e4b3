"""From one betting window to the next: opening, closing, settling, voiding."""

from collections.abc import Iterable
from typing import Any

from controller.facts.kinds import PhaseEntered, RoundEnded, ShooterChosen
from controller.games.interface import Returned
from controller.table.care import limits, money
from controller.table.cash.wins import seen_by_a_person
from controller.table.jackpots import playing
from controller.table.phases import Phase
from controller.table.state import Table
from controller.table.work import Refuse, Work

SEAT_LOCKED = "seat locked"
"""Why a wager went back, as it stands in the record."""

LISTENING = (Phase.ROLLING, Phase.DRAWING, Phase.RECOVERY, Phase.ASKING)
"""The phases in which the wanted throw may have been asked for, so that a report of it counts."""

BETS_MAY_COME_DOWN = (Phase.IDLE, Phase.BETTING, Phase.DRAWING, Phase.SETTLING)
"""The phases in which no roll is under way on what lies there, or in which players may still act."""

OF_THE_ROUND = ("no_rolls", "dice", "malfunction")
"""The holds that go with a round that is broken off."""


def open_window(work: Work) -> None:
    """The next round: betting where wagers are left, else idle until the first one."""
    table = work.table
    table.round += 1
    abandon_throw(work)
    table.result, table.levels = None, None
    table.no_rolls, table.malfunctions, table.other_refusals = 0, 0, 0
    table.declined, table.goes_on = frozenset(), None
    give_back_of_locked(work)
    limits.give_back_of_resting(work)
    for seat, state in table.seats.items():
        if state.done or state.choice is not None or state.refusals:
            table.change_seat(seat, state._replace(done=False, choice=None, refusals=0))
    if table.game.any_wagers():
        start_betting(work)
    else:
        work.enter(Phase.IDLE)


def abandon_throw(work: Work) -> None:
    """The wanted throw is wanted no more; if it may have been asked for, the unit may still report it."""
    table = work.table
    if table.throw is not None and table.phase in LISTENING:
        table.abandoned = table.throw
    table.throw = None


def start_betting(work: Work) -> None:
    """The window opens, with its first phase that has time; the bet timer starts as soon as it may."""
    phase = next(phase for phase in map(Phase, work.table.game.course.window) if _has_time(work.table, phase))
    work.enter(phase)
    if phase is Phase.DRAWING:
        _round_begins(work)


def _has_time(table: Table, phase: Phase) -> bool:
    """By the settings; or because the device may not begin yet."""
    return bool(table.length_of(phase)) or (phase is Phase.BETTING and table.least > 0)


def device_rests(work: Work) -> None:
    """Nothing is at work any more for a round that was broken off: a bet timer that waited for it starts."""
    table = work.table
    waited, table.abandoned = table.waits_for_device(), None
    if waited and table.phase is Phase.BETTING:
        start_betting(work)
        end_when_all_are_done(work)


def end_when_all_are_done(work: Work) -> None:
    """What is left of the first phase of the window is cut short when everybody with wagers is done."""
    table = work.table
    if not table.setting("close_early") or table.phase is not Phase.BETTING or table.waits_for_device():
        return
    if not table.game.any_wagers() or any(map(table.may_still_bet, table.seats_with_wagers())):
        return
    if not table.least:
        end_of_window_phase(work)
    elif table.left != table.least:
        table.left = table.least
        work.decide(PhaseEntered(table.phase.value, table.round))  # for the screens: it ends earlier now


def _round_begins(work: Work) -> None:
    """The device is about to begin: it does not again before the least that a round takes has passed."""
    work.table.least = work.table.settings.least_round * 1000


def end_of_window_phase(work: Work) -> None:
    """The next phase of the window begins, in which the device works; after the last of them bets close. With nothing
    on the layout the device is not asked."""
    table, window = work.table, work.table.game.course.window
    if table.phase is Phase.BETTING and table.game.any_wagers():
        _round_begins(work)
    later = [phase for phase in map(Phase, window[window.index(table.phase) + 1 :]) if table.length_of(phase)]
    if later and table.game.any_wagers():
        work.enter(later[0])
    else:
        close_bets(work)


def close_bets(work: Work) -> None:
    """Nothing is taken from here on. With nothing on the layout the dice rest."""
    table = work.table
    if table.game.any_wagers():
        _leave_what_may_stay(work)
    if not table.game.any_wagers():
        open_window(work)
        return
    _pass_by_dark_screens(work)
    work.decide(ShooterChosen(table.game.shooter))
    if table.phase is Phase.DRAWING:
        work.enter(Phase.ROLLING)
    else:
        work.enter(Phase.CLOSED)


def _leave_what_may_stay(work: Work) -> None:
    """What has no lease of the floor goes back, and then what has lost its company by that or else."""
    playing.close(work)
    work.returned(work.table.game.close(), "lost its company")


def _pass_by_dark_screens(work: Work) -> None:
    """Who cannot see the dice is not asked for them; if nobody can, the house rolls."""
    table = work.table
    while (shooter := table.game.shooter) is not None and table.seats[shooter].screen is False:
        table.declined |= {shooter}
        table.game.pass_dice(table.declined)


def lose_sight(work: Work) -> None:
    """The outcome may fall unseen from here on, or can nearly be seen: bets open while it is drawn are closed."""
    if work.table.phase is Phase.DRAWING and work.table.throw is not None:
        close_bets(work)


def settle(work: Work) -> None:
    """The known result is settled against the layout."""
    table = work.table
    assert table.result is not None
    if table.phase is Phase.DRAWING:
        _leave_what_may_stay(work)
    playing.feed(work)
    outcome = table.game.settle(table.result, table.levels or {})
    won: dict[int, int] = {}
    taken: dict[str, int] = {}
    work.decide(*outcome.settled)
    for row in outcome.settled:
        kind = table.game.kind(row.bet)
        taken[kind] = taken.get(kind, 0) + row.taken
        if row.paid:
            won[row.seat] = won.get(row.seat, 0) + row.paid
    for kind, amount in taken.items():
        work.post("house", kind, amount)
    seen_by_a_person(work, str(table.round), outcome.settled)
    playing.hit(work, outcome.hits)
    give_back_of_locked(work)
    money.settled(work, {row.seat for row in outcome.settled})
    wins = {str(seat): amount for seat, amount in won.items()}
    end_round(work, "settled", "", {**outcome.details, "won": wins})
    table.result, table.throw, table.voids = None, None, 0
    work.enter(Phase.SETTLING)


def give_back_of_locked(work: Work) -> None:
    """A locked seat cannot act, so nothing of it is gambled against its will: what its player could take down goes
    back to its credits, with any vigorish held on it. Contracts with their odds and hand-long wagers play on."""
    table = work.table
    locked = [seat for seat, state in table.seats.items() if state.lock is not None and table.game.has_wagers(seat)]
    if locked:
        work.returned(table.game.return_free(locked), SEAT_LOCKED)


def give_back_if_it_may(work: Work) -> None:
    """The same at once where bets may come down; else as soon as the roll that is under way is decided."""
    if work.table.phase in BETS_MAY_COME_DOWN:
        give_back_of_locked(work)


def void(work: Work, reason: str) -> None:
    """What went up in this round goes back; carried wagers stay. Refused once an authentic result is known."""
    if work.table.result is not None:
        raise Refuse("result_known", "the result of this round is known and will be settled")
    _break_off(work, work.table.game.void(), "void", reason)


def void_result(work: Work, reason: str) -> None:
    """The same though the result is known: it stays on record, and settles nothing."""
    table = work.table
    if table.result is not None:
        table.result, table.throw = None, None  # the device has answered: nothing of it is to be waited for
    void(work, reason)


def close_out(work: Work, reason: str) -> None:
    """Every wager on the layout goes back, contract wagers too: the dice unit will not roll again.

    A result that is known is settled first, for it was seen; the close-out is then a record of the next round.
    """
    table = work.table
    if table.result is not None:
        settle(work)
    if table.phase is Phase.SETTLING:
        open_window(work)
    _break_off(work, table.game.withdraw(table.game.seat_numbers()), "closed out", reason)


def _break_off(work: Work, rows: Iterable[Returned], how: str, reason: str) -> None:
    work.returned(rows, how)
    end_round(work, how, reason, {})
    open_window(work)
    for hold in OF_THE_ROUND:
        work.release(hold, how=how)


def end_round(work: Work, how: str, reason: str, details: dict[str, Any]) -> None:
    """A round is a record of its own."""
    work.decide(RoundEnded(work.table.round, how, reason, details))
