"""A seat calls an attendant, until one attends to it."""

from controller.table.decisions import SeatChanged
from controller.table.events import OperatorAct, ServiceCalled
from controller.table.work import Refuse, Work


def call(work: Work, event: ServiceCalled) -> None:
    """Called again it waits no less, and no more."""
    state = work.table.seats.get(event.seat)
    if state is None:
        raise Refuse("no_such_seat", f"this table has no seat {event.seat}")
    if not state.called:
        work.change_seat(event.seat, called=True)
        work.decide(SeatChanged(event.seat, "calls", ""))


def attend(work: Work, act: OperatorAct) -> None:
    """Somebody has gone there."""
    state = work.table.seats.get(act.seat)
    if state is None:
        raise Refuse("no_such_seat", f"this table has no seat {act.seat}")
    if not state.called:
        raise Refuse("not_calling", f"seat {act.seat} calls nobody")
    attended(work, act.seat, act.operator)


def attended(work: Work, seat: int, operator: str) -> None:
    """Whoever puts credits on a seat, or pays it, stands there."""
    state = work.table.seats.get(seat)
    if state is not None and state.called:
        work.change_seat(seat, called=False)
        work.decide(SeatChanged(seat, "attended", f"by {operator}"))
