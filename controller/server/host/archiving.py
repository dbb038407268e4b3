"""Old entries go to a medium while the controller runs and the table is in service.

A process beside the loop writes the archive and proves it: that takes minutes, only reads here, and nobody waits for
it. Then the loop, the one writer, says so in the journal and takes the entries off in short steps. Killed at any
moment, the journal proves itself, and what is left over goes after the next start.
"""

import os
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from config.floor import Uplink
from controller.background_jobs import PARTS, BackgroundJob, Tell, share
from controller.facts.cabinet_kinds import TestEnd
from controller.media import Shelf, check_room, forget_unfinished
from controller.server.loop.hub import Hub
from controller.server.loop.journal import Journal, wall_clock
from controller.table.phases import Phase
from controller.table.service.events import UnitTested
from controller.table.snapshot import from_plain
from controller.uplink.floor_word import delivered
from controller.vault.lifecycle.archive import Archived, choose, medium_fault, write_archive, written_before
from controller.vault.prove.verify import prove
from controller.vault.prove.walk import ProofWanted

ACT = "archive"
DAY = 86_400_000
AT_ONE_LOOK = 0.06
"""Seconds of the loop that taking off may take, four times a second."""
COMES_AFTER = 10
WRITING = 400
"""Of all parts; the others are the proof."""
ANEW = "the controller was started anew meanwhile: nothing is lost; ask again"

log = structlog.get_logger()


class ToArchive(NamedTuple):
    """What goes where."""

    journal: Path
    shelf: Shelf
    medium: str
    before: int
    floor: Uplink | None = None


def write(wish: ToArchive, tell: Tell) -> dict[str, Any]:
    """In the other process: the archive, whole and proved on its medium."""
    os.nice(COMES_AFTER)
    medium = wish.shelf.find(wish.medium)
    witnessed = None if wish.floor is None else partial(delivered, wish.floor)
    standing, snapshot = chosen = choose(wish.journal, wish.before, witnessed)
    first, last = standing.base_seq + 1, snapshot.seq + 1
    to = medium / f"boxcars-archive-{standing.journal[:8]}-{first}-{last}.db"
    try:
        forget_unfinished(medium, ACT)
        check_room(medium, sum(file.stat().st_size for file in wish.journal.glob("journal.db*")))
    except OSError as error:
        raise medium_fault(error, to) from None

    def proved(file: Path) -> None:
        prove(file, ProofWanted(from_plain), share(tell, WRITING, PARTS))

    if to.exists():
        return written_before(to, chosen, proved).plain()
    return write_archive(wish.journal, to, chosen, proved, share(tell, 0, WRITING)).plain()


class Archiving:
    """Watches for the act, and sees it through."""

    def __init__(self, journal: Journal, directory: Path, shelf: Shelf, floor: Uplink | None = None) -> None:
        self._journal, self._directory, self._shelf, self._floor = journal, directory, shelf, floor
        self._job: BackgroundJob[ToArchive] = BackgroundJob(write)
        self._writes_for: str | None = None
        """The name of the trial that the job works for."""
        self._medium = ""
        self._removes = journal.is_left_over
        self._moved: Archived | None = None
        """What is said of once all is taken off."""
        self._moved_for = ""
        """The name of the trial that it is said to."""
        self._started = True

    def look(self, hub: Hub) -> None:
        """Several times a second."""
        trial = hub.table.trial
        asked = trial if trial is not None and trial.what == ACT else None
        if self._started:
            self._started = False
            if asked is not None:
                self._end(hub, asked.name, "not_done", why=ANEW)
                return
        if self._writes_for is not None:
            self._see_how_far(hub, None if asked is None else asked.name)
        elif self._removes:
            self._remove(hub)
        elif asked is not None:
            self._begin(asked.name, asked.medium, asked.keep_days or 0)

    def close(self) -> None:
        """The process ends."""
        self._job.close()

    def _begin(self, name: str, medium: str, keep_days: int) -> None:
        self._writes_for, self._medium = name, medium
        self._job.start(ToArchive(self._directory, self._shelf, medium, wall_clock() - keep_days * DAY, self._floor))
        self._journal.archive = {"archive": "writing", "archive_done": 0, "archive_of": PARTS}

    def _see_how_far(self, hub: Hub, asked: str | None) -> None:
        if asked != self._writes_for:  # service was ended, or another test begun
            self._job.close()
            self._over("failed", "stopped: service ended meanwhile; nothing was moved")
            return
        now = self._job.now()
        if now.state == "running":
            self._journal.archive = {"archive": "writing", "archive_done": now.done, "archive_of": now.of}
        elif now.answer is None:
            self._over("failed", now.why)
            self._end(hub, asked or "", "not_done", why=now.why[:300])
        else:
            self._move(hub, asked or "", Archived.of_plain(now.answer))

    def _move(self, hub: Hub, asked: str, moved: Archived) -> None:
        why_not = self._journal.begin_after(moved)
        if why_not is not None:
            self._over("failed", why_not)
            self._end(hub, asked, "not_done", why=why_not[:300])
            return
        self._writes_for, self._removes, self._moved, self._moved_for = None, True, moved, asked
        log.info("archived", first=moved.first, last=moved.last, file=str(moved.file))

    def _remove(self, hub: Hub) -> None:
        """Only while nobody waits for the loop."""
        if not hub.table.holds and hub.table.phase is not Phase.IDLE:
            return
        self._journal.archive = {"archive": "removing"}
        until = time.perf_counter() + AT_ONE_LOOK
        while self._removes and time.perf_counter() < until:
            self._removes = self._journal.remove_archived()
        if not self._removes:
            self._done(hub)

    def _done(self, hub: Hub) -> None:
        moved, self._moved = self._moved, None
        if moved is None:
            self._over("done", "what an archive had was taken off")
            return
        told = f"entries {moved.first} to {moved.last} are in {moved.file.name} on {self._medium}"
        self._over("done", told)
        where = {"archive_file": moved.file.name, "archive_medium": self._medium}
        self._journal.archive |= {"archive_first": moved.first, "archive_last": moved.last, **where}
        self._end(
            hub,
            self._moved_for,
            "archived",
            first=moved.first,
            last=moved.last,
            file=moved.file.name,
            medium=self._medium,
        )

    def _over(self, state: str, says: str) -> None:
        self._writes_for = None
        self._journal.archive = {"archive": state, "archive_says": says[:300]}
        if state == "failed":
            log.error("not archived", why=says)

    def _end(self, hub: Hub, name: str, came: TestEnd, **about: object) -> None:
        """Of the trial of this name; who asks for another archive meanwhile waits for his own."""
        trial = hub.table.trial
        if trial is not None and trial.what == ACT and trial.name == name:
            hub.apply(UnitTested(ACT, came, about))
