"""A seat whose screen shows nothing: its player sees no dice, so it is not offered any."""

from controller.facts.kinds import SeatChanged
from controller.table.events import ScreenSeen
from controller.table.phases import Phase
from controller.table.round import shooting
from controller.table.service import trials
from controller.table.work import Work


def seen(work: Work, event: ScreenSeen) -> None:
    """What was never seen cannot go dark. Whoever holds the dice when it does hands them on, as by passing."""
    table, state = work.table, work.seat(event.seat)
    if state.screen == event.there or (state.screen is None and not event.there):
        return
    work.change_seat(event.seat, screen=event.there)
    work.decide(SeatChanged(event.seat, "screen_there" if event.there else "screen_dark"))
    if event.there:
        return
    trials.lose_screen(work, event.seat)
    if table.phase is Phase.SHOOTING and table.game.shooter == event.seat and not table.holds:
        table.declined |= {event.seat}
        shooting.hand_on(work)
