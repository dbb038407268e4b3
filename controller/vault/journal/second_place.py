"""The head of the chain in a second place: another disk, a stick, a mounted share. `copied_head.py` compares it.

A thread of its own writes it, so that a slow medium never holds the table. Only the newest head waits; older ones
are of no use. A place that cannot be written is reported, and tried again with the next head.
"""

import contextlib
import json
import os
import stat
import threading
from pathlib import Path
from typing import Any

LONGEST_HEAD = 4096
EVERYBODY_READS = 0o644
"""There is nothing secret in a head, and whoever verifies the journal wants to see it."""


class SecondPlace:
    """One file, always holding a whole head."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = threading.Condition()
        self._waiting: dict[str, Any] | None = None
        self._ends = False
        self.trouble: str | None = None
        """Why the last head could not be written; None while all is well."""
        self._thread = threading.Thread(target=self._work, name="second place", daemon=True)
        self._thread.start()

    def put(self, head: dict[str, Any]) -> None:
        """Write this head soon; it replaces one that still waits."""
        with self._changed:
            self._waiting = head
            self._changed.notify_all()

    def close(self, patience: float = 5.0) -> None:
        """Write what waits, but do not wait for a dead medium for ever."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        self._thread.join(patience)

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._waiting is None and not self._ends:
                    self._changed.wait()
                head, self._waiting = self._waiting, None
            if head is None:
                return
            try:
                write_head(self._path, head)
                self.trouble = None
            except OSError as error:
                self.trouble = f"{self._path}: {error.strerror or error}"


def write_head(path: Path, head: dict[str, Any]) -> None:
    """A whole head or the one before it, never half of one."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w") as file:
        os.fchmod(file.fileno(), EVERYBODY_READS)
        json.dump(head, file, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    with contextlib.suppress(OSError):  # not every file system syncs a directory
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_head(path: Path) -> dict[str, Any]:
    """The head in this file; ValueError or OSError where there is none."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe that lies there must not hold the start
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("no file")
        text = os.read(descriptor, LONGEST_HEAD)
    finally:
        os.close(descriptor)
    try:
        head = json.loads(text)
    except RecursionError:
        raise ValueError("brackets without end") from None
    if not isinstance(head, dict) or not {"journal", "seq", "hash", "signature"} <= set(head):
        raise ValueError("no head of a journal")
    return head
