"""The head of the chain in a second place: another disk, a stick, a mounted share. `copied_head.py` compares it.

A thread of its own writes it, so that a slow medium never holds the table. Only the newest head waits; older ones
are of no use. A place that cannot be written is reported, and tried again with the next head.

Beside the head lies the largest sequence that a ticket was given. It only grows, and it stays when a head is moved away
so that an older journal may go on: no number is drawn twice.
"""

import contextlib
import json
import os
import stat
import threading
from pathlib import Path
from typing import Any

from controller.table.paper.tickets.numbers import LARGEST_SEQUENCE

LONGEST_HEAD = 4096
EVERYBODY_READS = 0o644
"""There is nothing secret in a head, and whoever verifies the journal wants to see it."""

DRAWN = ".tickets"
"""What the file beside the head is called besides."""


class SecondPlace:
    """One file that always holds a whole head, and one for the last ticket."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = threading.Condition()
        self._waiting: dict[str, Any] | None = None
        self._drawn = self._written = self.drawn_before = read_drawn(path)
        """The last: the largest sequence that was known here at the start."""
        self._ends = False
        self.trouble: str | None = None
        """Why the last head could not be written; None while all is well."""
        self._thread = threading.Thread(target=self._work, name="second place", daemon=True)
        self._thread.start()

    def put(self, head: dict[str, Any] | None, drawn: int) -> None:
        """Write this head soon, if there is a new one, and the largest sequence; they replace what still waits."""
        if head is None and drawn <= self._drawn:
            return
        with self._changed:
            self._waiting = head or self._waiting
            self._drawn = max(self._drawn, drawn)
            self._changed.notify_all()

    def close(self, patience: float = 5.0) -> None:
        """Write what waits, but do not wait for a dead medium for ever."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        self._thread.join(patience)

    def _work(self) -> None:
        tried = self._written
        while True:
            with self._changed:
                while self._waiting is None and self._drawn == tried and not self._ends:
                    self._changed.wait()
                head, self._waiting = self._waiting, None
                last = head is None and self._drawn == tried
                tried = self._drawn
            if last:
                return
            try:
                if tried > self._written:
                    _write_whole(_beside(self._path), f"{tried}\n")
                    self._written = tried
                if head is not None:
                    write_head(self._path, head)
                self.trouble = None
            except OSError as error:
                self.trouble = f"{self._path}: {error.strerror or error}"


def write_head(path: Path, head: dict[str, Any]) -> None:
    """A whole head or the one before it, never half of one."""
    _write_whole(path, json.dumps(head, sort_keys=True))


def _write_whole(path: Path, text: str) -> None:
    beside = path.with_name(path.name + ".new")
    with beside.open("w") as file:
        os.fchmod(file.fileno(), EVERYBODY_READS)
        file.write(text)
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
    try:
        head = json.loads(_read_whole(path))
    except RecursionError:
        raise ValueError("brackets without end") from None
    if not isinstance(head, dict) or not {"journal", "seq", "hash", "signature"} <= set(head):
        raise ValueError("no head of a journal")
    return head


def read_drawn(path: Path) -> int:
    """The largest sequence that lies beside this head; 0 where none does, or nothing that a ticket could have had."""
    try:
        text = _read_whole(_beside(path)).decode("ascii").strip()
    except (OSError, ValueError):
        return 0
    return int(text) if text.isdecimal() and len(text) <= len(str(LARGEST_SEQUENCE)) else 0


def _beside(path: Path) -> Path:
    return path.with_name(path.name + DRAWN)


def _read_whole(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe that lies there must not hold the start
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("no file")
        return os.read(descriptor, LONGEST_HEAD)
    finally:
        os.close(descriptor)
