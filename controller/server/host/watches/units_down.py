"""Looks now and then for what systemd has given up on, and tells a person: a file for each unit in `failed/` of the run
directory, as `failed-boxcars@.service` writes it. `boxcars status` shows the same files.
"""

from itertools import islice
from pathlib import Path

from controller.server.loop.hub import Hub
from controller.server.loop.troubles import Trouble

EVERY_MS = 5000
MOST = 16
"""Files that are looked at, and of each so many bytes."""
LONGEST = 400
GOES_BACK = "rollback-boxcars.service"
"""Whose failure is the answer to a person who wanted the version before."""


class UnitsDown:
    """Tells each when it comes, and again when it was mended and came again."""

    def __init__(self, run: Path) -> None:
        self._folder = run / "failed"
        self._next = 0
        self._told: dict[str, str] = {}

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        if hub.now < self._next:
            return
        self._next = hub.now + EVERY_MS
        found = self._read()
        for unit, text in found.items():
            if self._told.get(unit) != text:
                trouble = Trouble.NOT_GONE_BACK if unit == GOES_BACK else Trouble.UNIT_DOWN
                hub.counters.trouble(trouble, unit, text, hub.now, program=unit, words=text)
        self._told = found

    def _read(self) -> dict[str, str]:
        try:
            files = sorted(islice(self._folder.iterdir(), MOST))
            return {file.name: file.read_bytes()[:LONGEST].decode(errors="replace").strip() for file in files}
        except OSError:  # none, or one that is being written or taken away: five seconds later it is looked at again
            return self._told if self._folder.is_dir() else {}
