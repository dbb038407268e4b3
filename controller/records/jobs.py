"""Work that takes long, done by a process beside the one that answers: verifying the journal, checking the software.

One job of a kind at a time. Who asks is told how far it is; the answer of the last one is kept until the next begins.
"""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

from config.reading import BadFile
from controller import manifest as release
from controller.craps_table import craps_table_from
from controller.vault.faults import VaultFault
from controller.vault.verify import Wanted, verify

Tell = Callable[[int, int], None]
Does = Callable[[Path, Tell], dict[str, Any]]

MOST_TOLD_A_LOOK = 10_000
"""Reports of progress taken in one look; there are some thousand in a long job."""

_spawn = multiprocessing.get_context("spawn")


class JobNow(NamedTuple):
    """How far a job is."""

    state: str
    """`never` done since the process started, `running`, `done`, or `failed`: it could not be done."""
    done: int = 0
    of: int = 0
    answer: dict[str, Any] | None = None
    why: str = ""


class Job:
    """One kind of work."""

    def __init__(self, does: Does) -> None:
        self._does = does
        self._process: BaseProcess | None = None
        self._hears: Connection | None = None
        self._now = JobNow("never")

    def start(self, about: Path) -> None:
        """Begin, unless it is under way."""
        if self.now().state == "running":
            return
        self._hears, tells = _spawn.Pipe(duplex=False)
        self._process = _spawn.Process(target=_work, args=(self._does, about, tells), daemon=True)
        self._process.start()
        tells.close()
        self._now = JobNow("running")

    def now(self) -> JobNow:
        """How far it is."""
        for _ in range(MOST_TOLD_A_LOOK):
            if self._hears is None or not self._hears.poll():
                break
            try:
                self._now = self._hears.recv()
            except EOFError:
                self._end()
        return self._now

    def close(self) -> None:
        """Nobody waits for it any more."""
        if self._process is not None:
            self._process.terminate()
        self._end()

    def _end(self) -> None:
        if self._process is not None and self._hears is not None:
            self._process.join()
            self._hears.close()
            if self._now.state == "running":
                self._now = JobNow("failed", why=f"the process ended with code {self._process.exitcode}")
        self._process = self._hears = None


def _work(does: Does, about: Path, tells: Connection) -> None:
    """In the other process."""
    try:
        answer = does(about, lambda done, of: tells.send(JobNow("running", done, of)))
        tells.send(JobNow("done", answer=answer))
    except (VaultFault, BadFile, OSError) as error:
        tells.send(JobNow("failed", why=str(error)))


def verify_journal(journal: Path, tell: Tell) -> dict[str, Any]:
    """All of it but the dice's signatures, whose key is not for this process."""
    return verify(journal, Wanted(craps_table_from), tell).plain()


def check_software(manifest: Path, _tell: Tell) -> dict[str, Any]:
    """What is installed beside what was released."""
    wanted = release.read_manifest(manifest)
    return release.document(wanted, release.differences(wanted, release.roots()))


JOBS: dict[str, Does] = {"verify": verify_journal, "software": check_software}
