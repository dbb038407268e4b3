"""Moving old entries to a file on another medium. The chain goes on: the journal keeps the hash of the last one moved.

It has two halves. The first writes the archive, a journal file of its own, and proves it; it only reads here, so a
process beside the one that writes the journal can do it. The second half is the writer's: an entry says what is where,
the journal begins after it, and then the entries go from here, some at a time. Whoever pulls the plug in between has
entries twice, never not at all; what is left over still proves itself, and goes at the next opportunity.
"""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

from controller.table.canonical import read_plain
from controller.vault.books.clerk import Clerk, clerk_of
from controller.vault.books.filing import write_books
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import NOTHING_BEFORE
from controller.vault.journal.files import (
    forget,
    journal_in,
    open_reader,
    open_writer,
    read_address,
    sync_directory,
    sync_file,
)
from controller.vault.journal.identity import VaultRow, hash_at, standing_of
from controller.vault.journal.schema import lay_tables
from controller.vault.journal.snapshots import Packed, Snapshot, unpack
from controller.vault.journal.writer import Vault

Proved = Callable[[Path], None]
"""Raises VaultFault unless this archive proves itself."""
Tell = Callable[[int, int], None]
"""So many of so many entries are copied."""

BATCH = 5_000
"""Entries that are copied between two words about how far it is."""

COPIED = (
    ("seal", "seq <= :to"),
    ("snapshot", "seq <= :to"),
    ("round", "last_seq <= :to"),
    ("round_seat", "round in (select number from old.round where last_seq <= :to)"),
    ("day", "closed_seq <= :to"),
    ("figures", "seq <= :to"),
    ("shift", "seq <= :to"),
    ("event_log", "seq <= :to"),
)
"""What an archive has beside the entries; the journal keeps the last three."""


class Archived(NamedTuple):
    """What is in an archive, and where the journal goes on from it."""

    file: Path
    first: int
    last: int
    before: str
    """The hash of the entry before the first, in hexadecimal, as all that follow."""
    hash: str
    """Of the last entry."""
    snapshot: str
    """Of the snapshot that the journal begins with from now on."""

    def plain(self) -> dict[str, Any]:
        """For another process."""
        return {**self._asdict(), "file": str(self.file)}

    @classmethod
    def of_plain(cls, told: dict[str, Any]) -> Self:
        """What another process has told."""
        return cls(**{**told, "file": Path(told["file"])})


# ---- the first half: the file ------------------------------------------------------------------------------------


Witnessed = Callable[[str], int]
"""The last entry of a journal that the floor of the house has signed for."""


def choose(journal: Path, before: int, witnessed: Witnessed | None = None) -> tuple[VaultRow, Snapshot]:
    """What there is to be archived that is older than `before` (UTC ms): up to and with this snapshot. Where there is a
    floor, only what it has."""
    file = journal_in(journal)
    connection = open_reader(file)
    try:
        standing = standing_of(connection, str(file))
        through = None if witnessed is None else witnessed(standing.journal)
        return standing, _snapshot_to_move_to(connection, standing.base_seq, before, through, str(file))
    finally:
        connection.close()


def write_archive(
    journal: Path, to: Path, chosen: tuple[VaultRow, Snapshot], proved: Proved, tell: Tell = lambda _done, _of: None
) -> Archived:
    """A journal file that begins where this one does and ends with the entry that names the snapshot.

    It has its name once it is whole, on the medium, and proved; until then it is `.new`, and what fails leaves none.
    """
    if to.exists():
        raise VaultFault("file_exists", str(to))
    standing, snapshot = chosen
    growing = to.with_name(to.name + ".new")
    growing.unlink(missing_ok=True)
    try:
        hash = _write(journal_in(journal), growing, standing, snapshot, tell)
        sync_file(growing)
        proved(growing)
        growing.rename(to)
        sync_directory(to.parent)
    except BaseException as error:
        forget(growing)
        if isinstance(error, OSError):
            raise medium_fault(error, to) from None
        raise
    return _archived(to, chosen, hash)


def written_before(to: Path, chosen: tuple[VaultRow, Snapshot], proved: Proved) -> Archived:
    """The file is there, from a time when the journal was not told of it: whole and the same, it serves."""
    connection = open_reader(to)
    try:
        there = standing_of(connection, str(to))
        hash = hash_at(connection, there, chosen[1].seq + 1)
    finally:
        connection.close()
    due = chosen[0]._replace(end_seq=chosen[1].seq + 1, public_key=_key_of(chosen[1]))
    if there != due or hash is None:
        raise VaultFault("file_exists", str(to))
    proved(to)
    return _archived(to, chosen, hash)


def _key_of(snapshot: Snapshot) -> bytes:
    """The key that signed then: the journal may have come to another machine since."""
    return bytes.fromhex(snapshot.data["public_key"])


def _archived(to: Path, chosen: tuple[VaultRow, Snapshot], hash: bytes) -> Archived:
    standing, snapshot = chosen
    before = standing.base_hash if standing.base_seq else NOTHING_BEFORE
    return Archived(to, standing.base_seq + 1, snapshot.seq + 1, before.hex(), hash.hex(), snapshot.hash.hex())


def _snapshot_to_move_to(
    connection: sqlite3.Connection, base: int, before: int, through: int | None, where: str
) -> Snapshot:
    """The newest one that is old enough, but never the last: the next start needs that."""
    newest = connection.execute("select max(seq) from snapshot").fetchone()[0]
    found = connection.execute("select seq, body, hash from snapshot where seq > ? and seq < ?", (base, newest))
    ahead = False
    for row in sorted(found.fetchall(), reverse=True):
        entry = connection.execute("select body from entry where seq = ?", (row[0] + 1,)).fetchone()
        if entry is not None and read_plain(entry[0])["at"] < before:
            if through is None or row[0] < through:
                return unpack(Packed(*row))
            ahead = True
    if ahead:
        raise VaultFault("floor_behind", f"{where}: the floor has signed for entry {through}")
    raise VaultFault("nothing_to_archive", where)


def _write(journal: Path, growing: Path, standing: VaultRow, snapshot: Snapshot, tell: Tell) -> bytes:
    """Returns the hash of the last entry. A file that is not whole is thrown away, so it needs no log of its own."""
    target, last = open_writer(growing), snapshot.seq + 1
    try:
        lay_tables(target)
        target.execute("pragma journal_mode=off")
        target.execute("attach ? as old", (read_address(journal),))
        target.execute("begin immediate")
        target.execute("insert into main.vault select * from old.vault")
        target.execute("update main.vault set end_seq = ?, public_key = ?", (last, _key_of(snapshot)))
        for done in range(standing.base_seq, last, BATCH):
            between = (done, min(done + BATCH, last))
            target.execute("insert into main.entry select * from old.entry where seq > ? and seq <= ?", between)
            tell(between[1] - standing.base_seq, last - standing.base_seq)
        for table, which in COPIED:
            target.execute(f"insert into main.{table} select * from old.{table} where {which}", {"to": last})
        write_books(_all_of(clerk_of(snapshot.data["clerk"])), target)
        hash = hash_at(target, standing, last)
        target.execute("commit")
        target.execute("detach old")
    except sqlite3.Error as error:
        raise medium_fault(error, growing) from None
    finally:
        target.close()
    if hash is None:
        raise VaultFault("entry_missing", f"entry {last} names a snapshot and is not there", last)
    return hash


def medium_fault(error: sqlite3.Error | OSError, file: Path) -> VaultFault:
    """What went wrong while a medium was written."""
    full = getattr(error, "sqlite_errorname", "") == "SQLITE_FULL" or getattr(error, "errno", 0) == errno.ENOSPC
    what = os.strerror(errno.ENOSPC).lower() if full else str(error)
    return VaultFault("medium_full" if full else "medium_failed", f"{file}: {what}")


def _all_of(clerk: Clerk) -> Clerk:
    """Every account and meter counts as changed, so that all are written."""
    clerk.ledger.changed.update(clerk.ledger.balances)
    clerk.meters.changed.update(clerk.meters.lifetime)
    return clerk


# ---- the second half: the journal --------------------------------------------------------------------------------


def begin_after(vault: Vault, moved: Archived, by: str = "") -> None:
    """The journal says what is in the archive, and begins after it. Nothing has gone yet. `by`: who answers for it that
    the floor may not have all of it."""
    standing, connection = vault.standing, vault.connection()
    row = connection.execute("select hash from snapshot where seq = ?", (moved.last - 1,)).fetchone()
    hash = hash_at(connection, standing, moved.last)
    if standing.base_seq + 1 != moved.first or row is None or row[0].hex() != moved.snapshot:
        raise VaultFault("journal_went_on", f"{moved.file.name}: entries {moved.first} to {moved.last}")
    if hash is None or hash.hex() != moved.hash:
        raise VaultFault("entry_altered", f"entry {moved.last} is not the one in {moved.file.name}", moved.last)
    told = {"first": moved.first, "through": moved.last, "before": moved.before, "hash": moved.hash}
    alone = {"by": by, "reason": "without the floor"} if by else {}
    vault.append("archived", {**told, "snapshot": moved.snapshot, "file": moved.file.name, **alone})
    vault.commit()
    vault.begin_after(moved.last, hash)


def archive(
    vault: Vault, to: Path, before: int, proved: Proved, witnessed: Witnessed | None = None, by: str = ""
) -> Archived:
    """Both halves, where nobody plays meanwhile."""
    if to.exists():
        raise VaultFault("file_exists", str(to))
    while vault.remove_archived():
        pass
    moved = write_archive(vault.file, to, choose(vault.file, before, witnessed), proved)
    begin_after(vault, moved, by)
    while vault.remove_archived():
        pass
    return moved
