"""Who may say hello for a seat, and how often."""

from controller.server.connections.allowance import Allowance
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Who
from controller.server.loop.troubles import Trouble

AT_ONCE, A_SECOND = 128, 2
"""Of one seat: each hello after a goodbye, and the goodbye, is an entry in the journal."""


class Hellos:
    """At all seats."""

    def __init__(self, local_seats: frozenset[int]) -> None:
        self._local_seats = local_seats
        self._allowance = Allowance(AT_ONCE, A_SECOND)

    def why_not(self, hub: Hub, who: Who, seat: int) -> tuple[Trouble, str] | None:
        """Why this hello is refused, if it is."""
        if seat not in hub.table.seats:
            return Trouble.NO_SUCH_SEAT, f"this table has no seat {seat}"
        if who.seat is not None and who.seat != seat:
            return Trouble.WRONG_SEAT, f"the key {who.name} is for seat {who.seat}, not for seat {seat}"
        if who.seat is None and seat not in self._local_seats:
            text = f"seat {seat} has no local terminal; `terminals.local_seats` names those that have"
            return Trouble.WRONG_SEAT, text
        if not self._allowance.take(seat, hub.now):
            return Trouble.FLOOD, f"seat {seat} says hello more often than it may; wait a second"
        return None
