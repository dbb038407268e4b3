"""Reads now and then how the uplink says it stands with the floor, and tells a person what is wrong.

A file of a few hundred bytes, each five seconds: that is all the controller does for a floor. At the start it also
reads the floor's last word, which says up to where numbers were given in another past of this journal.
"""

from config.floor import Uplink
from controller.server.loop.hub import Hub
from controller.server.loop.journal import wall_clock
from controller.server.loop.troubles import Trouble
from controller.table.cash.events import NumbersKnown
from controller.table.paper.tickets.tickets_out import LARGEST_JOB
from controller.uplink.floor_word import numbers_above
from controller.uplink.standing import Wrong, standing_with_floor

EVERY_MS = 5000
STARTING_MS = 60_000
"""The uplink starts after the controller."""
TROUBLES: dict[Wrong, Trouble] = {
    "floor_away": Trouble.FLOOR_AWAY,
    "floor_quarantined": Trouble.FLOOR_QUARANTINED,
    "floor_refuses": Trouble.FLOOR_REFUSES,
    "floor_clock": Trouble.FLOOR_CLOCK,
}


class FloorWatch:
    """Tells each trouble when it comes."""

    def __init__(self, settings: Uplink | None) -> None:
        self._settings = settings
        self._next: int | None = None
        self._told: set[Wrong] = set()
        self._asked = False

    def _go_on_above(self, hub: Hub, settings: Uplink) -> None:
        """Once, at the start: another past of this journal, which was left, may have had larger numbers."""
        known = numbers_above(settings, str(hub.store.facts()["journal"]))
        if known is None:
            return
        jobs = {seat: job for seat, job in known.jobs.items() if job > _jobs_of(hub, seat)}
        if known.ticket > hub.table.house.sequence or jobs:
            hub.apply(NumbersKnown(known.ticket, jobs))

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        if self._settings is None:
            return
        if not self._asked:
            self._asked = True
            self._go_on_above(hub, self._settings)
        if self._next is None:
            self._next = hub.now + STARTING_MS
        if hub.now < self._next:
            return
        self._next = hub.now + EVERY_MS
        wrong = standing_with_floor(self._settings, wall_clock()).wrong
        for code in wrong.keys() - self._told:
            about = {"floor": self._settings.address, "words": wrong[code]}
            hub.counters.trouble(TROUBLES[code], f"floor {self._settings.address}", wrong[code], hub.now, **about)
        self._told = set(wrong)


def _jobs_of(hub: Hub, seat: str) -> int:
    """The largest print job that is known here; of a seat that is not here, larger than any."""
    known = hub.table.cash.get(int(seat))
    return LARGEST_JOB if known is None else known.printer.jobs
