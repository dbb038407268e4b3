"""Work that takes long, done by a process beside the one that answers or plays.

One job of a kind at a time. Who asks is told how far it is; the answer of the last one is kept until the next begins.
"""

import multiprocessing
import os
import select
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

from config.files.reading import BadFile
from controller.vault.faults import VaultFault

Tell = Callable[[int, int], None]
About = TypeVar("About")
"""What the work is about: plain data, for it goes to another process."""
Does = Callable[[About, Tell], dict[str, Any]]

MOST_TOLD_A_LOOK = 10_000
"""Reports of progress taken in one look; there are some thousand in a long job."""

PARTS = 1000
"""Of work that has several parts, each of which counts in its own way."""

ENDS_WITHIN = 0.1
"""Seconds that who closes waits for the process: it ends at once, unless a medium that hangs holds it."""

_spawn = multiprocessing.get_context("spawn")


class JobNow(NamedTuple):
    """How far a job is."""

    state: str
    """`never` done since the process started, `running`, `done`, or `failed`: it could not be done."""
    done: int = 0
    of: int = 0
    answer: dict[str, Any] | None = None
    why: str = ""


class BackgroundJob(Generic[About]):
    """One kind of work."""

    def __init__(self, does: Does[About]) -> None:
        self._does = does
        self._process: BaseProcess | None = None
        self._hears: Connection | None = None
        self._now = JobNow("never")

    def start(self, about: About) -> None:
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
        """Nobody waits for it any more; who closes may be the loop of a table."""
        if self._process is not None:
            self._process.terminate()
        self._end(ENDS_WITHIN)

    def _end(self, patience: float | None = None) -> None:
        if self._process is not None and self._hears is not None:
            self._process.join(patience)
            self._hears.close()
            if self._now.state == "running":
                self._now = JobNow("failed", why=f"the process ended with code {self._process.exitcode}")
        self._process = self._hears = None


def _work(does: Does[About], about: About, tells: Connection) -> None:
    """In the other process."""
    mind_the_parent()
    try:
        answer = does(about, lambda done, of: _tell_if_it_goes(tells, JobNow("running", done, of)))
        tells.send(JobNow("done", answer=answer))
    except (VaultFault, BadFile, OSError) as error:
        tells.send(JobNow("failed", why=str(error)))


def _tell_if_it_goes(tells: Connection, now: JobNow) -> None:
    """How far it is may be looked at by nobody any more: the work does not stand still for that."""
    if select.select((), (tells,), (), 0)[1]:
        tells.send(now)


def share(tell: Tell, begin: int, end: int) -> Tell:
    """How a part of the work tells how far it is: it is all of the work between these of its `PARTS`."""
    return lambda done, of: tell(begin + (end - begin) * done // max(of, 1), PARTS)


def mind_the_parent() -> None:
    """In a worker: it ends with whoever started it, killed or not, and leaves Ctrl-C to them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
