"""How the machine is, gathered for whoever asks; not more often than a table needs to be looked at."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

from controller.protocol.status import LinkStatus, SeatStatus, Status
from controller.server.loop.hub import Floor

NOT_MORE_OFTEN_THAN = 200
"""Milliseconds: who asks sooner gets the same again, so that asking cannot slow the table."""

Links = Callable[[Floor], list[LinkStatus]]
"""How a desk that knows of links is asked for them."""


class Statusing:
    """Gathers a status and keeps it for a moment."""

    def __init__(self, started: int, links: Sequence[Links]) -> None:
        self._started, self._links = started, links
        self._kept: Status | None = None
        self._at = 0

    def now(self, floor: Floor) -> Status:
        """The machine now, or a moment ago."""
        if self._kept is None or floor.now - self._at >= NOT_MORE_OFTEN_THAN:
            self._kept, self._at = self._gather(floor), floor.now
        return self._kept

    def _gather(self, floor: Floor) -> Status:
        table, counting = floor.table, floor.counting
        unread, waiting = floor.mail.facts()
        counters = {**counting.counters, "peers_not_reading": unread, "bytes_waiting": waiting}
        return Status(
            version=version("boxcars"),
            epoch=floor.showing.epoch,
            demo=floor.showing.demo,
            ready=floor.ready,
            up_ms=floor.now - self._started,
            phase=table.phase.value,
            round=table.round,
            holds={reason: text[:300] for reason, text in table.holds.items()},
            seats=tuple(
                SeatStatus(
                    seat=seat, linked=state.linked, open=state.open, lock=state.lock, wagers=table.game.has_wagers(seat)
                )
                for seat, state in table.seats.items()
            ),
            links=tuple(link for links in self._links for link in links(floor)),
            journal=floor.store.facts(),
            counters=counters,
            latencies={name: durations.told() for name, durations in counting.latencies.items()},
            troubles=counting.troubles(),
        )
