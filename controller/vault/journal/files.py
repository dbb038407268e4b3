"""The directory of a vault, and connections to the file in it: one that writes, any number that read."""

import fcntl
import os
import shutil
import sqlite3
import struct
import tempfile
from pathlib import Path
from typing import IO, Self, TypeVar

from controller.vault.faults import VaultFault

JOURNAL = "journal.db"
KEY = "signing.key"
LOCK = "lock"

CACHE_KIB = 16_384
"""Of pages in memory, for the writer and for each reader."""
CHECKPOINT_PAGES = 1000
"""The write-ahead log is put into the file whenever it has grown by this much."""
LARGEST_LOG = 64 * 2**20
"""Bytes that the write-ahead log keeps of the disk after a reader has held it back."""


_LOCK = struct.Struct("hhqqi4x")
"""The kernel's `struct flock`: kind, from where, start, length, owner."""


class WriterLock:
    """One writer. The kernel drops the lock when its process is gone, however it went."""

    def __init__(self, directory: Path) -> None:
        try:
            self._file: IO[str] = (directory / LOCK).open("a")
        except OSError as error:
            raise VaultFault("cannot_open", f"{directory}: {error.strerror}") from None
        try:
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
        except OSError:
            self._file.close()
            raise VaultFault("vault_in_use", str(directory)) from None

    def release(self) -> None:
        """Somebody else may write."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def is_written(directory: Path) -> bool:
    """Whether a process writes this journal now. Only looks, so that it keeps no writer from starting."""
    try:
        with (directory / LOCK).open() as file:
            asked = _LOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
            answer = fcntl.fcntl(file, fcntl.F_OFD_GETLK, asked)
    except OSError:
        return False
    return bool(_LOCK.unpack(answer)[0] != fcntl.F_UNLCK)


def journal_in(path: Path) -> Path:
    """The journal file of a vault, given as its directory or as the file itself."""
    file = path / JOURNAL if path.is_dir() else path
    if not file.is_file():
        raise VaultFault("no_vault", str(path))
    return file


def open_writer(file: Path) -> sqlite3.Connection:
    """Durable before visible: every commit is on the disk when it returns."""
    connection = _connect(f"file:{_quoted(file)}?mode=rwc", sqlite3.Connection)
    for pragma in (
        "journal_mode=wal",
        "synchronous=full",
        f"wal_autocheckpoint={CHECKPOINT_PAGES}",
        f"journal_size_limit={LARGEST_LOG}",
    ):
        connection.execute(f"pragma {pragma}")
    return connection


class ReadConnection(sqlite3.Connection):
    """A connection that reads, and the copy it may be reading from."""

    copy: tempfile.TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Leave nothing behind."""
        super().close()
        if self.copy is not None:
            self.copy.cleanup()


def open_reader(file: Path) -> ReadConnection:
    """Read a live or a dead journal without changing a byte of it, also from a medium that takes no writing."""
    try:
        return _open_to_read(file)
    except sqlite3.OperationalError:
        pass  # a dead journal, where SQLite can make no index beside the file
    log = file.with_name(file.name + "-wal")
    try:
        if not log.exists() or log.stat().st_size == 0:
            return _open_to_read(file, "&immutable=1")
        return _open_a_copy(file, log)
    except (OSError, sqlite3.OperationalError) as error:
        raise VaultFault("cannot_open", f"{file}: {error}") from None


def _open_to_read(file: Path, how: str = "") -> ReadConnection:
    connection = None
    try:
        connection = _connect(read_address(file) + how, ReadConnection)
        connection.execute("pragma query_only=on")
        connection.execute("select count(*) from sqlite_master").fetchone()
    except UnicodeDecodeError as error:  # what SQLite complains of is no text
        if connection is not None:
            connection.close()
        raise VaultFault("file_damaged", f"{file}: {error}") from None
    except sqlite3.DatabaseError as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        code = "not_a_vault" if error.sqlite_errorname == "SQLITE_NOTADB" else "file_damaged"
        raise VaultFault(code, f"{file}: {error}") from None
    return connection


def _open_a_copy(file: Path, log: Path) -> ReadConnection:
    """What the log still holds must be read too, and that needs a place to write an index."""
    place = tempfile.TemporaryDirectory(prefix="boxcars-read-")
    copy = Path(place.name) / file.name
    shutil.copyfile(file, copy)
    shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
    connection = _open_to_read(copy)
    connection.copy = place
    return connection


Kind = TypeVar("Kind", bound=sqlite3.Connection)


def _connect(address: str, kind: type[Kind]) -> Kind:
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, factory=kind)
    try:
        for pragma in (f"cache_size=-{CACHE_KIB}", "trusted_schema=off", "mmap_size=0"):
            connection.execute(f"pragma {pragma}")
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        raise
    return connection


def read_address(file: Path) -> str:
    """How SQLite is told to read a file and no more."""
    return f"file:{_quoted(file)}?mode=ro"


def _quoted(file: Path) -> str:
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def sync_file(file: Path) -> None:
    """What was written is on the medium, and what is read next comes from there and not from memory."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(handle)


def forget(*files: Path) -> None:
    """Nothing half stays, nor what SQLite laid beside it, where the medium is still there to take it off."""
    for file in files:
        for suffix in ("", "-journal", "-wal"):
            try:
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            except OSError:
                return


def sync_directory(directory: Path) -> None:
    """Make the names in a directory as durable as the files."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
