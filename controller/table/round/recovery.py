"""After power was lost: the dice unit is asked first, then the players, then the round goes on."""

from controller.facts.cabinet_kinds import ControllerStarted
from controller.facts.kinds import Asked
from controller.protocol.terminals.commands import Choose
from controller.table.events import FromSeat, Restarted
from controller.table.paper.keeping import devices_away
from controller.table.phases import Phase
from controller.table.round.betting import check_round
from controller.table.round.rounds import end_round, lose_sight, open_window
from controller.table.round.shooting import hand_on, pass_on
from controller.table.service import trials
from controller.table.work import Refuse, Work

UNFINISHED = (Phase.CLOSED, Phase.SHOOTING, Phase.ROLLING, Phase.RECOVERY, Phase.ASKING)
"""Phases with bets closed and no outcome settled."""


def restarted(work: Work, _event: Restarted) -> None:
    """Links are gone until they come back. An unfinished round whose result is not known asks the dice unit."""
    table = work.table
    work.decide(ControllerStarted(table.phase.value))
    for seat, state in table.seats.items():
        if state.linked:
            table.change_seat(seat, state._replace(linked=False))
            trials.lose_screen(work, seat)
    if table.unit is not None:
        table.unit = table.unit._replace(linked=False)
    table.unit_found = None
    table.lease_left = 0  # nobody knows how long it took
    devices_away(work)
    work.hold("dice_link", link="silent")
    unfinished = table.phase in UNFINISHED and table.result is None
    if unfinished and table.phase is not Phase.RECOVERY and table.game.course.asks_after_power_failure:
        table.goes_on = table.goes_on or table.phase
        work.enter(Phase.RECOVERY)
    lose_sight(work)
    if table.phase in (Phase.BETTING, Phase.DRAWING):
        table.left = table.time_for(table.phase)  # the window opens again, and nobody could bet meanwhile
    elif table.phase is Phase.ROLLING:
        table.left = table.time_for(table.phase)  # of a result that nobody saw meanwhile


def ask(work: Work) -> None:
    """Everybody with wagers keeps or withdraws all of them; silence keeps them."""
    if work.table.phase is not Phase.ASKING:
        work.decide(Asked(tuple(work.table.seats_with_wagers())))
        work.enter(Phase.ASKING)


def choose(work: Work, event: FromSeat[Choose]) -> None:
    """One player's answer; the last one ends the asking."""
    table = work.table
    check_round(work, event.asked.round)
    if event.seat not in table.seats or not table.game.has_wagers(event.seat):
        raise Refuse("nothing_asked", f"seat {event.seat} has no wagers to keep or withdraw")
    work.change_seat(event.seat, choice=event.asked.keep)
    if all(table.seats[seat].choice is not None for seat in table.seats_with_wagers()):
        end_asking(work)


def end_asking(work: Work) -> None:
    """Those who chose to withdraw get everything back, and the round goes on without them."""
    table = work.table
    leaving = [seat for seat in table.seats_with_wagers() if table.seats[seat].choice is False]
    _forget_choices(work)
    work.returned(table.game.withdraw(leaving), "withdrawn")
    if not table.game.any_wagers():
        end_round(work, "withdrawn", "power failure", {})
        open_window(work)
        return
    goes_on, table.goes_on = table.goes_on or Phase.CLOSED, None
    work.enter(goes_on)
    if table.game.shooter in leaving:
        if goes_on is Phase.SHOOTING:
            hand_on(work)
        elif goes_on is Phase.CLOSED:
            pass_on(work)


def roll_on(work: Work) -> None:
    """The unit turns out to have this throw in hand: nobody need be asked."""
    _forget_choices(work)
    work.table.goes_on = None
    work.enter(Phase.ROLLING)


def _forget_choices(work: Work) -> None:
    for seat, state in work.table.seats.items():
        if state.choice is not None:
            work.table.change_seat(seat, state._replace(choice=None))
