"""How the machine is, gathered for whoever asks; not more often than a table needs to be looked at."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

from controller.facts.english import why_held
from controller.protocol.status import LinkStatus, MediaChange, SeatStatus, Status
from controller.server.host.releases import NONE, Releases
from controller.server.loop.hub import Hub

NOT_MORE_OFTEN_THAN = 200
"""Milliseconds: who asks sooner gets the same again, so that asking cannot slow the table."""

Links = Callable[[Hub], list[LinkStatus]]
"""How a desk that knows of links is asked for them."""


class MachineStatus:
    """Gathers a status and keeps it for a moment."""

    def __init__(self, started: int, links: Sequence[Links], releases: Releases = NONE) -> None:
        self._started, self._links, self.releases = started, links, releases
        self._kept: Status | None = None
        self._at = 0

    def now(self, hub: Hub) -> Status:
        """The machine now, or a moment ago."""
        if self._kept is None or hub.now - self._at >= NOT_MORE_OFTEN_THAN:
            self._kept, self._at = self._gather(hub), hub.now
        return self._kept

    def _gather(self, hub: Hub) -> Status:
        table, counters = hub.table, hub.counters
        unread, waiting = hub.outbox.facts()
        counts = {**counters.counts, "peers_not_reading": unread, "bytes_waiting": waiting}
        return Status(
            version=version("boxcars"),
            epoch=hub.public_views.epoch,
            demo=hub.public_views.demo,
            ready=hub.ready,
            up_ms=hub.now - self._started,
            phase=table.phase.value,
            round=table.round,
            holds={reason: why_held(reason, about) for reason, about in table.holds.items()},
            seats=tuple(
                SeatStatus(
                    seat=seat, linked=state.linked, open=state.open, lock=state.lock, wagers=table.game.has_wagers(seat)
                )
                for seat, state in table.seats.items()
            ),
            links=tuple(link for links in self._links for link in links(hub)),
            journal=hub.store.facts(),
            counters=counts,
            latencies={name: durations.told() for name, durations in counters.latencies.items()},
            troubles=counters.troubles(),
            media=tuple(MediaChange(release=release, at=at) for release, at in reversed(table.media)),
            health=counters.health,
            release=self.releases.now,
            release_before=self.releases.before,
        )
