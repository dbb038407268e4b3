"""A disk under SQLite that can be told to fail: full, broken, torn, or without power.

SQLite reaches files through a table of functions, its VFS. Here the table of the operating system is taken and a few
of its functions are put before: those that write, cut, sync and delete. What was written and not synced is
remembered, so that a power cut can take back any part of it. Files outside the given directory are left alone.
"""

import _sqlite3
import ctypes
import errno
import os
import sqlite3  # noqa: F401  (loads the library that is meant)
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

OK, FULL = 0, 13
IO_WRITE, IO_FSYNC, IO_DELETE, IO_TRUNCATE = 778, 1034, 2570, 1546
SECTOR = 512
"""A write is torn between two of these."""

Trouble = Literal["io", "full", "sync", "killed", "torn"]
_P = ctypes.c_void_p
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, _P, ctypes.c_int, _P)
# a path is kept as the pointer it is: SQLite remembers it, and more stands behind its end
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, ctypes.c_int)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, _P, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, _P, ctypes.c_int)
_VFS_OTHERS = (
    "xAccess xFullPathname xDlOpen xDlError xDlSym xDlClose xRandomness xSleep xCurrentTime xGetLastError"
    " xCurrentTimeInt64 xSetSystemCall xGetSystemCall xNextSystemCall"
)
_METHODS_AFTER_SYNC = (
    "xFileSize xLock xUnlock xCheckReservedLock xFileControl xSectorSize xDeviceCharacteristics"
    " xShmMap xShmLock xShmBarrier xShmUnmap xFetch xUnfetch"
)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", _P),
        ("zName", ctypes.c_char_p),
        ("pAppData", _P),
        ("xOpen", _OPEN),
        ("xDelete", _DELETE),
        *[(name, _P) for name in _VFS_OTHERS.split()],
    ]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("xClose", _P),
        ("xRead", _P),
        ("xWrite", _WRITE),
        ("xTruncate", _TRUNCATE),
        ("xSync", _SYNC),
        *[(name, _P) for name in _METHODS_AFTER_SYNC.split()],
    ]


class Unsynced(NamedTuple):
    """A change to a file that a power cut may take back: what stood there, what stands there now, how long it was."""

    offset: int
    old: bytes
    new: bytes | None
    """None where the file was cut off here."""
    length: int


def missing() -> str | None:
    """Why a disk cannot be simulated here; None where it can."""
    try:
        ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_register  # noqa: B018
    except (OSError, AttributeError):
        return "Python's sqlite3 hides the library; use a python3 that loads libsqlite3.so.0, as Debian's does"
    return None


class Disk:
    """One directory, as SQLite sees it."""

    def __init__(self, directory: Path) -> None:
        self._under = str(directory).encode() + b"/"
        self.writes = 0
        self.syncs = 0
        self.dead = False
        """The process that wrote has been killed, or the power is off: nothing gets through any more."""
        self.struck = 0
        """How many writes and syncs have failed because they were told to."""
        self._fails: Trouble | None = None
        self._fails_in = 0
        self._paths: dict[int, str] = {}
        self._handles: dict[str, int] = {}
        self._unsynced: dict[str, list[Unsynced]] = {}

    # ---- what is done to it ----

    def fail(self, how: Trouble, after: int) -> None:
        """So many writes (or syncs) later this happens; a failure stays until the disk is mended."""
        self._fails, self._fails_in = how, after

    def mend(self) -> None:
        """Room again, or another disk with the same on it; whoever writes next, writes."""
        self._fails, self.dead = None, False

    def cut_power(self, random: Random) -> None:
        """Of what was not synced any part may be gone; then the power is back."""
        for path, changes in sorted(self._unsynced.items()):
            if Path(path).exists():
                self._take_back(path, changes, random)
        self._unsynced.clear()
        for index in Path(os.fsdecode(self._under)).glob("**/*-shm"):
            index.unlink()
        self.mend()

    def _take_back(self, path: str, changes: list[Unsynced], random: Random) -> None:
        handle = self._handle(path)
        for change in reversed(changes):
            os.ftruncate(handle, max(change.length, change.offset))
            os.pwrite(handle, change.old, change.offset)
            os.ftruncate(handle, change.length)
        for change in changes:
            fate = random.random()
            if change.new is None:
                if fate < 0.5:
                    os.ftruncate(handle, change.offset)
            elif fate < 0.4:
                os.pwrite(handle, change.new, change.offset)
            elif fate < 0.6:
                os.pwrite(handle, change.new[: SECTOR * random.randrange(1 + len(change.new) // SECTOR)], change.offset)

    # ---- what SQLite does ----

    def opened(self, file: int, path: bytes) -> bool:
        """Whether this file is one of ours."""
        if not path.startswith(self._under):
            self._paths.pop(file, None)
            return False
        self._paths[file] = os.fsdecode(path)
        return True

    def forget(self) -> None:
        """Let go of the files."""
        for handle in self._handles.values():
            os.close(handle)
        self._handles.clear()

    def allows(self, syncing: bool) -> int | None:
        """None where this may be done, else the error; `dead` tells a killed process from one that sees an error."""
        self.writes += not syncing
        self.syncs += syncing
        if self.dead:
            return IO_WRITE
        if self._fails is None or (self._fails == "sync") != syncing:
            return None
        self._fails_in -= 1
        if self._fails_in > 0:
            return None
        self.struck += 1
        if self._fails in ("killed", "torn"):
            self.dead = True
        return {"full": FULL, "sync": IO_FSYNC}.get(self._fails, IO_WRITE)

    def wrote(self, file: int, data: int, amount: int, offset: int) -> int | None:
        """Before a write: None lets it through."""
        torn = self._fails == "torn" and not self.dead
        error = self.allows(syncing=False)
        if error is not None and not (torn and self.dead):
            return error
        path = self._paths[file]
        handle = self._handle(path)
        new = ctypes.string_at(data, amount)
        if error is not None:
            new = new[: amount // 2]
            os.pwrite(handle, new, offset)
            return error
        length = os.fstat(handle).st_size
        self._unsynced.setdefault(path, []).append(Unsynced(offset, os.pread(handle, amount, offset), new, length))
        return None

    def cuts(self, file: int, length: int) -> int | None:
        """Before a file is cut off."""
        error = self.allows(syncing=False)
        if error is not None:
            return IO_TRUNCATE
        path = self._paths[file]
        handle = self._handle(path)
        before = os.fstat(handle).st_size
        old = os.pread(handle, max(0, before - length), length)
        self._unsynced.setdefault(path, []).append(Unsynced(length, old, None, before))
        return None

    def synced(self, file: int) -> int | None:
        """Before a sync: what it lets through is on the disk for good."""
        error = self.allows(syncing=True)
        if error is None:
            self._unsynced.pop(self._paths[file], None)
        return error

    def deletes(self, path: bytes) -> bool:
        """Whether SQLite may delete this file."""
        if not path.startswith(self._under):
            return True
        if self.dead:
            return False
        name = os.fsdecode(path)
        self._unsynced.pop(name, None)
        handle = self._handles.pop(name, None)
        if handle is not None:
            os.close(handle)
        return True

    def _handle(self, path: str) -> int:
        handle = self._handles.get(path)
        if handle is None:
            handle = self._handles[path] = os.open(path, os.O_RDWR)
        return handle


class _Shim:
    """Our table of functions before the system's. Made once in a process: SQLite may call it as long as it lives."""

    def __init__(self) -> None:
        self.disk: Disk | None = None
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), ctypes.c_int]
        self._system = self._library.sqlite3_vfs_find(None)
        self._tables: dict[int, _Methods] = {}
        self._vfs = _Vfs.from_buffer_copy(self._system.contents)
        self._vfs.zName = b"boxcars-simulated-disk"
        self._vfs.pNext = None
        self._vfs.xOpen, self._vfs.xDelete = _OPEN(self._open), _DELETE(self._delete)

    def put(self, disk: Disk | None) -> None:
        """This disk from now on; None: no more than the system's own."""
        self.disk = disk
        vfs = ctypes.byref(self._vfs) if disk is not None else self._system
        if self._library.sqlite3_vfs_register(vfs, 1) != OK:
            raise OSError(errno.EINVAL, "SQLite does not take another VFS")

    def _open(self, _vfs: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        code: int = self._system.contents.xOpen(self._system, path, file, flags, out)
        if code == OK and path is not None and self.disk is not None and self.disk.opened(file, ctypes.string_at(path)):
            pointer = _P.from_address(file)
            theirs = pointer.value
            if theirs:
                if theirs not in self._tables:
                    self._tables[theirs] = self._methods(theirs)
                pointer.value = ctypes.addressof(self._tables[theirs])
        return code

    def _delete(self, _vfs: int, path: int, sync: int) -> int:
        if self.disk is not None and not self.disk.deletes(ctypes.string_at(path)):
            return IO_DELETE
        code: int = self._system.contents.xDelete(self._system, path, sync)
        return code

    def _methods(self, theirs: int) -> _Methods:
        """A file's own table, with ours before it."""
        original = _Methods.from_address(theirs)
        ours = _Methods.from_buffer_copy(original)
        their_write, their_truncate, their_sync = original.xWrite, original.xTruncate, original.xSync

        def write(file: int, data: int, amount: int, offset: int) -> int:
            error = None if self.disk is None else self.disk.wrote(file, data, amount, offset)
            return their_write(file, data, amount, offset) if error is None else error

        def truncate(file: int, length: int) -> int:
            error = None if self.disk is None else self.disk.cuts(file, length)
            return their_truncate(file, length) if error is None else error

        def sync(file: int, flags: int) -> int:
            error = None if self.disk is None else self.disk.synced(file)
            return their_sync(file, flags) if error is None else error

        ours.xWrite, ours.xTruncate, ours.xSync = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
        return ours


@cache
def _shim() -> _Shim:
    return _Shim()


@contextmanager
def under_sqlite(disk: Disk) -> Iterator[None]:
    """Every file that SQLite opens in the disk's directory is on this disk, until the block ends."""
    _shim().put(disk)
    try:
        yield
    finally:
        _shim().put(None)
        disk.forget()
