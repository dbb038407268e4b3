"""Looks at the second place of the journal's head whenever a gaming day ends; the start looks by itself."""

from controller.server.loop.hub import Hub
from controller.server.loop.journal import Journal


class SecondPlaceWatch:
    """Tells the table what is wrong with it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._seen = journal.days_closed

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        if self._seen == self._journal.days_closed:
            return
        self._seen = self._journal.days_closed
        found = self._journal.look_at_second_place()
        if found is not None:
            hub.apply(found)
