"""Bugs that are planted into what is done with notes and tickets, as those of `planted` are into the rest."""

from typing import Any

import pytest

from controller.server.connections.bills_desk import AcceptorDesk
from controller.table.cash.events import RouteMeant
from controller.table.event_rows import EVENTS
from controller.table.paper import keeping, papers, printers, tickets_in, tickets_out
from controller.table.paper.keeping import put, seat_of
from tests.faults.planted import Bug


def _credit_before_stacked(patch: pytest.MonkeyPatch) -> None:
    """The order to stack a note counts as the note."""
    whole = EVENTS[RouteMeant]

    def route_meant(work: Any, event: RouteMeant) -> None:
        whole.handle(work, event)
        if seat_of(work.table, event.seat).acceptor.routed:
            papers.done(work, event.seat)

    patch.setitem(EVENTS, RouteMeant, whole._replace(handle=route_meant))


def _the_unknown_is_printed_again(patch: pytest.MonkeyPatch) -> None:
    """A ticket that came out in part, or nobody knows how, is printed once more."""
    whole = tickets_out.turn

    def turn(work: Any, number: int, why: str, payable: bool) -> None:
        out = seat_of(work.table, number).out
        if out is not None and why in ("in_part", "power_lost"):
            put(work, number, out=out._replace(stage="queued", job=0, known=False))
            tickets_out.print_next(work, number)
        else:
            whole(work, number, why, payable)

    patch.setattr(printers, "turn", turn)


def _the_counter_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Whenever an acceptor is spoken with anew, it is as if nothing of its events had ever been taken in."""
    whole = AcceptorDesk._wish

    def wish(self: AcceptorDesk, hub: Any, wanted: Any) -> Any:
        return whole(self, hub, wanted).model_copy(update={"mark": None})

    patch.setattr(AcceptorDesk, "_wish", wish)


def _request_numbers_are_not_remembered(patch: pytest.MonkeyPatch) -> None:
    """Each ticket is asked about under the name of the first."""
    whole = keeping.put_acceptor

    def put_acceptor(work: Any, number: int, **changes: Any) -> Any:
        changes.pop("tickets", None)
        return whole(work, number, **changes)

    patch.setattr(tickets_in, "put_acceptor", put_acceptor)


CASH_BUGS: dict[str, Bug] = {
    "credit before stacked": Bug(_credit_before_stacked, {"credit"}, (), slots=2),
    "the unknown is printed again": Bug(_the_unknown_is_printed_again, {"reprint"}, ("printers",), slots=2),
    "the counter is forgotten": Bug(
        _the_counter_is_forgotten, {"kept", "credit"}, ("controller", "slot drivers", "slot lines"), slots=2
    ),
    "request numbers are not remembered": Bug(_request_numbers_are_not_remembered, {"request"}, (), slots=2),
}
