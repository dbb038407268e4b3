"""Looks now and then for what systemd has given up on, and tells a person; `boxcars status` shows the same."""

from pathlib import Path

from config.process.units_down import units_down
from controller.server.loop.hub import Hub
from controller.server.loop.troubles import Trouble

EVERY_MS = 5000
GOES_BACK = "rollback-boxcars.service"
"""Whose failure is the answer to a person who wanted the version before."""


class UnitsDown:
    """Tells each when it comes, and again when it was mended and came again."""

    def __init__(self, run: Path) -> None:
        self._run = run
        self._next = 0
        self._told: dict[str, str] = {}

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        if hub.now < self._next:
            return
        self._next = hub.now + EVERY_MS
        found = units_down(self._run)
        if found is None:
            return  # five seconds later it is looked at again
        for unit, text in found.items():
            if self._told.get(unit) != text:
                trouble = Trouble.NOT_GONE_BACK if unit == GOES_BACK else Trouble.UNIT_DOWN
                hub.counters.trouble(trouble, unit, text, hub.now, program=unit, words=text)
        self._told = found
