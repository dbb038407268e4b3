"""Sticks and disks that copies and archives of the journal go to: what is mounted, its room, what of ours is there.

A name from outside never becomes a path unchecked: a medium is one directory entry under the one directory of the
settings, no link, mounted and writable at that moment.
"""

import os
import re
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.faults import VaultFault

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")
OURS = re.compile(r"boxcars-(export|archive|support)-[A-Za-z0-9-]{1,80}\.(db|json|zip)(\.new)?")
MOST_MEDIA = 16
MOST_FILES = 200
"""Of one medium, the newest by name; a longer list is cut, and says so."""
ROOM_TO_SPARE = 1 << 20
"""Bytes that a medium must have beside what is to be written."""
PATIENCE = 0.5
"""Seconds that who asks waits for a look at the media: a dying stick may take minutes."""


class Shelf(NamedTuple):
    """Where media are, by the settings."""

    directory: Path
    must_be_mounted: bool

    def names(self) -> list[str]:
        """What may be a medium, by its name alone."""
        try:
            return sorted(one.name for one in self.directory.iterdir() if NAME.fullmatch(one.name))[:MOST_MEDIA]
        except OSError:
            return []

    def find(self, name: str) -> Path:
        """The medium of this name; VaultFault where there is none that can be written now."""
        with self._opened(name) as (path, _):
            return path

    def described(self, name: str) -> dict[str, Any]:
        """Its room, and what of ours is on it."""
        with self._opened(name) as (_, handle):
            room = os.fstatvfs(handle)
            with os.scandir(handle) as found:
                ours = sorted((one.name for one in found if OURS.fullmatch(one.name)), reverse=True)
            files = [_file(name, handle) for name in ours[:MOST_FILES]]
            return {
                "name": name,
                "bytes": room.f_blocks * room.f_frsize,
                "free": room.f_bavail * room.f_frsize,
                "files": files,
                "more": max(0, len(ours) - MOST_FILES),
            }

    def look(self) -> list[dict[str, Any]]:
        """All that can be written now."""
        seen = []
        for name in self.names():
            try:
                seen.append(self.described(name))
            except (VaultFault, OSError):
                continue
        return seen

    @contextmanager
    def _opened(self, name: str) -> Iterator[tuple[Path, int]]:
        """Opened before it is looked at: that mounts one that is mounted on demand, and follows no link."""
        if not NAME.fullmatch(name):
            raise VaultFault("no_medium", f"{name[:64]!r} is no name of a medium")
        path = self.directory / name
        try:
            handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError as error:
            raise VaultFault("no_medium", f"{path}: {error.strerror}") from None
        try:
            found, around = os.fstat(handle), self.directory.stat()
            if self.must_be_mounted and found.st_dev == around.st_dev:
                raise VaultFault("no_medium", f"{path} is no mount point")
            if not os.access(path, os.W_OK | os.X_OK) or os.fstatvfs(handle).f_flag & os.ST_RDONLY:
                raise VaultFault("no_medium", f"{path} cannot be written")
            yield path, handle
        finally:
            os.close(handle)


def _file(name: str, of: int) -> dict[str, Any]:
    found = os.stat(name, dir_fd=of, follow_symlinks=False)
    size = found.st_size if stat.S_ISREG(found.st_mode) else 0
    return {"name": name, "bytes": size, "at": found.st_mtime_ns // 1_000_000, "whole": not name.endswith(".new")}


def file_name(kind: str, journal: str, at: int) -> str:
    """`boxcars-export-3f0e1c22-20261118-203015`: says what it is, of which journal, and when (UTC)."""
    return f"boxcars-{kind}-{journal[:8]}-{datetime.fromtimestamp(at / 1000, UTC):%Y%m%d-%H%M%S}"


def forget_unfinished(medium: Path, kind: str) -> None:
    """What an interrupted one of this kind left; it never had a name of its own."""
    for path in medium.glob(f"boxcars-{kind}-*.new*"):
        if path.is_file() and not path.is_symlink():
            path.unlink()


def check_room(medium: Path, needed: int) -> None:
    """Before anything is written."""
    room = os.statvfs(medium)
    free = room.f_bavail * room.f_frsize
    if free < needed + ROOM_TO_SPARE:
        raise VaultFault("medium_full", f"{medium} has {free:,} bytes free, {needed + ROOM_TO_SPARE:,} are needed")


class Looking:
    """Looks at the media beside whoever asks, one look at a time: a stick that hangs keeps nobody waiting."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._seen: list[dict[str, Any]] = []
        self._thread: threading.Thread | None = None

    def now(self) -> tuple[list[dict[str, Any]], bool]:
        """What was seen last, and whether the media answer."""
        patience = 0.0  # for a look that hangs already nobody waits again
        if self._thread is None or not self._thread.is_alive():
            self._thread, patience = threading.Thread(target=self._look, daemon=True), PATIENCE
            self._thread.start()
        self._thread.join(patience)
        return self._seen, not self._thread.is_alive()

    def _look(self) -> None:
        self._seen = self._shelf.look()
