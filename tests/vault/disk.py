"""Getting between SQLite and the disk: its own table of system calls, seen through ctypes.

Every write of the vault goes through `pwrite`, so whoever stands there can count writes, kill the process at any one
of them, tear one in half, or make one fail as a full or a broken disk does.
"""

import _sqlite3
import ctypes
import os
import signal
import sqlite3  # noqa: F401  (loads the library that is meant)
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_METHODS = (
    "xOpen xDelete xAccess xFullPathname xDlOpen xDlError xDlSym xDlClose xRandomness xSleep xCurrentTime xGetLastError"
    " xCurrentTimeInt64"
)
_SET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_PWRITE = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64, use_errno=True
)
_NAMES = (b"pwrite64", b"pwrite")


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("zName", ctypes.c_char_p),
        ("pAppData", ctypes.c_void_p),
        *[(name, ctypes.c_void_p) for name in _METHODS.split()],
        ("xSetSystemCall", _SET),
    ]


Write = Callable[[int, bytes, int], int]
"""File descriptor, data, offset → bytes written, or OSError."""


def missing() -> str | None:
    """Why this cannot be done here; None where it can."""
    try:
        ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find  # noqa: B018
    except (OSError, AttributeError):
        return "Python's sqlite3 hides the library; use Debian's python3, which loads libsqlite3.so.0"
    return None


@contextmanager
def writing_through(write: Write) -> Iterator[None]:
    """SQLite writes through this function until the block ends."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None)

    def pwrite(file: int, data: int, length: int, offset: int) -> int:
        try:
            return write(file, ctypes.string_at(data, length), offset)
        except OSError as error:
            ctypes.set_errno(error.errno or 5)
            return -1

    called = _PWRITE(pwrite)
    here = ctypes.cast(vfs, ctypes.c_void_p)
    for name in _NAMES:
        vfs.contents.xSetSystemCall(here, name, ctypes.cast(called, ctypes.c_void_p))
    try:
        yield
    finally:
        for name in _NAMES:
            vfs.contents.xSetSystemCall(here, name, None)


class Counting:
    """Writes, and counts."""

    def __init__(self) -> None:
        self.writes = 0

    def __call__(self, file: int, data: bytes, offset: int) -> int:
        self.writes += 1
        return os.pwrite(file, data, offset)


class Killing(Counting):
    """Kills this very process at one write, before it or in the middle of it."""

    def __init__(self, at: int, torn: bool) -> None:
        super().__init__()
        self._at, self._torn = at, torn

    def __call__(self, file: int, data: bytes, offset: int) -> int:
        if self.writes + 1 == self._at:
            if self._torn:
                os.pwrite(file, data[: len(data) // 2], offset)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(file, data, offset)


class Failing(Counting):
    """A disk that is full, read-only or broken from one write on."""

    def __init__(self, at: int, errno: int) -> None:
        super().__init__()
        self._at, self._errno = at, errno

    def __call__(self, file: int, data: bytes, offset: int) -> int:
        if self.writes + 1 >= self._at:
            raise OSError(self._errno, os.strerror(self._errno))
        return super().__call__(file, data, offset)
