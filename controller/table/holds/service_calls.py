"""A seat calls an attendant, until one attends to it."""

from controller.facts.kinds import SeatChanged
from controller.table.events import ServiceCalled
from controller.table.work import Work


def call(work: Work, event: ServiceCalled) -> None:
    """Called again it waits no less, and no more."""
    if not work.seat(event.seat).called:
        work.change_seat(event.seat, called=True)
        work.decide(SeatChanged(event.seat, "calls"))


def attended(work: Work, seat: int, operator: str) -> None:
    """Whoever puts credits on a seat, or pays it, stands there."""
    state = work.table.seats.get(seat)
    if state is not None and state.called:
        work.change_seat(seat, called=False)
        work.decide(SeatChanged(seat, "attended", operator))
