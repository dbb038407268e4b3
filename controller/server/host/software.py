"""Is the program the one that was released? Asked at the start, every hour, when the logic door has been closed, and on
demand.

At the start the answer is waited for, before anything is played. Later a process beside the loop finds it out, which
gives way to play.
"""

import os
from pathlib import Path
from typing import Any

import structlog

from config.files.reading import BadFile
from controller import manifest
from controller.background_jobs import BackgroundJob, JobNow, Tell
from controller.server.loop.hub import Hub
from controller.table.events import SoftwareChecked
from controller.table.service.events import UnitTested
from controller.table.service.state import Door

ACT = "check_software"
NO_MANIFEST = "no release manifest is configured"
EVERY_MS = 3_600_000
GIVES_WAY = 5
"""How nice the process is that compares: no commit waits for it."""
SHOWN = 12
"""Characters of a digest that the log and a hold show."""

log = structlog.get_logger()


class SoftwareCheck:
    """Watches for reasons to compare, and tells the table what came of it."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._job = BackgroundJob(beside_play)
        self._at_start = _now(path)
        self._door_read = self._door_open = False
        self._asked_by = ""
        self._under_way = False
        self._compared_at: int | None = None

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        if self._at_start is not None:
            found, self._at_start = self._at_start, None
            self._tell(hub, found)
        self._on_demand(hub)
        self._at_the_door(hub)
        self._every_hour(hub.now)
        if self._under_way and (now := self._job.now()).state != "running":
            self._under_way = False
            self._tell(hub, now.answer if now.answer is not None else _failed(now))

    def close(self) -> None:
        """The process ends."""
        self._job.close()

    def _on_demand(self, hub: Hub) -> None:
        trial = hub.table.trial
        if trial is None or trial.what != ACT or trial.name == self._asked_by:
            return
        self._asked_by = trial.name
        if self._path is None:
            hub.apply(UnitTested(ACT, "not_done", {"why": NO_MANIFEST}))
        else:
            self._begin(self._path)

    def _at_the_door(self, hub: Hub) -> None:
        """Closed again, it is compared. Until its board has been read once the door only counts as open."""
        door = hub.table.doors.get("logic", Door())
        if not self._door_read and door.state == "unread":
            return
        first, self._door_read = not self._door_read, True
        was, self._door_open = self._door_open, door.is_open
        if (was or (first and door.latched)) and not door.is_open and self._path is not None:
            self._begin(self._path)

    def _every_hour(self, now: int) -> None:
        if self._compared_at is None:
            self._compared_at = now
        elif now - self._compared_at >= EVERY_MS and self._path is not None:
            self._compared_at = now
            self._begin(self._path)

    def _begin(self, path: Path) -> None:
        self._job.start(path)
        self._under_way = True

    def _tell(self, hub: Hub, found: dict[str, Any]) -> None:
        wrong = "" if found["ok"] else found["told"]
        if wrong:
            log.critical("the installed files are not as they were released", why=wrong)
        hub.apply(
            SoftwareChecked(f"{found['version']} {found['sha256'][:SHOWN]}".strip(), wrong, hub.store.wall_clock())
        )
        if hub.table.trial is not None and hub.table.trial.what == ACT:
            hub.apply(UnitTested(ACT, "compared", {"wrong": wrong}))


def beside_play(path: Path, _tell: Tell) -> dict[str, Any]:
    """In a process of its own."""
    os.nice(GIVES_WAY)
    return manifest.check(path)


def _now(path: Path | None) -> dict[str, Any] | None:
    """At the start; a manifest that cannot be read is as bad as a file that differs."""
    if path is None:
        return None
    try:
        return manifest.check(path)
    except BadFile as error:
        return _failed(JobNow("failed", why=str(error)))


def _failed(now: JobNow) -> dict[str, Any]:
    return {"version": "", "sha256": "", "ok": False, "told": f"the files could not be compared: {now.why}"}
