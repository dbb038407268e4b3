"""Moving old entries to a file on another medium. The chain goes on: the journal keeps the hash of the last one moved.

The archive is a journal file of its own, so `verify` and `recall` take it as they take any. It is written and synced
whole before anything is deleted here; whoever pulls the plug in between has the entries twice, never not at all.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from controller.vault.canonical import read_plain
from controller.vault.clerk import Clerk, clerk_of, write_books
from controller.vault.faults import VaultFault
from controller.vault.files import open_writer, read_address, sync_directory
from controller.vault.schema import NOT_DELETED, lay_tables
from controller.vault.snapshots import Packed, Snapshot, unpack
from controller.vault.vault import Vault

Verified = Callable[[Path], None]
"""Raises VaultFault unless this archive proves itself."""

MOVED = (
    ("entry", "seq <= :to"),
    ("seal", "seq <= :to"),
    ("snapshot", "seq <= :to"),
    ("round", "last_seq <= :to"),
    ("round_seat", "round in (select number from round where last_seq <= :to)"),
)
"""What goes, and which of it; the order in which it is copied."""

COPIED = (("day", "closed_seq <= :to"), ("event_log", "seq <= :to"))
"""What an archive also has, and the journal keeps."""


class Archived(NamedTuple):
    """What was moved."""

    first: int
    last: int
    file: Path


def archive(vault: Vault, to: Path, before: int, verified: Verified) -> Archived:
    """Move everything up to the last snapshot that is older than `before` (UTC ms) into a new file `to`.

    The vault is open for writing, so nobody plays meanwhile.
    """
    if to.exists():
        raise VaultFault("file_exists", str(to))
    connection = vault.connection()
    snapshot = _snapshot_to_move_to(connection, vault.standing.base_seq, before, str(vault.file))
    first, last = vault.standing.base_seq + 1, snapshot.seq + 1
    (hash,) = connection.execute("select hash from entry where seq = ?", (last,)).fetchone()
    _write_archive(vault.file, to, snapshot)
    verified(to)
    moved = {"first": first, "through": last, "hash": hash.hex(), "snapshot": snapshot.hash.hex(), "file": to.name}
    vault.append("archived", moved)
    vault.commit()
    _delete(connection, last, hash)
    return Archived(first, last, to)


def _snapshot_to_move_to(connection: sqlite3.Connection, base: int, before: int, where: str) -> Snapshot:
    """The newest one that is old enough, but never the last: the next start needs that."""
    newest = connection.execute("select max(seq) from snapshot").fetchone()[0]
    found = connection.execute("select seq, body, hash from snapshot where seq > ? and seq < ?", (base, newest))
    for row in sorted(found.fetchall(), reverse=True):
        entry = connection.execute("select body from entry where seq = ?", (row[0] + 1,)).fetchone()
        if entry is not None and read_plain(entry[0])["at"] < before:
            return unpack(Packed(*row))
    raise VaultFault("nothing_to_archive", where)


def _write_archive(journal: Path, to: Path, snapshot: Snapshot) -> None:
    """A journal file that begins where this one does and ends with the entry that names the snapshot."""
    growing = to.with_name(to.name + ".new")
    growing.unlink(missing_ok=True)
    target = open_writer(growing)
    last = snapshot.seq + 1
    try:
        lay_tables(target)
        target.execute("attach ? as old", (read_address(journal),))
        target.execute("begin immediate")
        target.execute("insert into main.vault select * from old.vault")
        target.execute("update main.vault set end_seq = ?", (last,))
        for table, which in (*MOVED, *COPIED):
            target.execute(f"insert into main.{table} select * from old.{table} where {_of_old(which)}", {"to": last})
        write_books(_all_of(clerk_of(snapshot.data["clerk"])), target)
        target.execute("commit")
        target.execute("detach old")
        target.execute("pragma journal_mode=delete")
    except sqlite3.Error as error:
        raise VaultFault("cannot_open", f"{growing}: {error}") from None
    finally:
        target.close()
    growing.rename(to)
    sync_directory(to.parent)


def _all_of(clerk: Clerk) -> Clerk:
    """Every account and meter counts as changed, so that all are written."""
    clerk.ledger.changed.update(clerk.ledger.balances)
    clerk.meters.changed.update(clerk.meters.lifetime)
    return clerk


def _of_old(which: str) -> str:
    return which.replace("from round ", "from old.round ")


def _delete(connection: sqlite3.Connection, last: int, hash: bytes) -> None:
    """In one transaction: the entries go, and the journal says where it begins now. The snapshot there stays."""
    connection.execute("begin immediate")
    connection.execute("drop trigger entry_is_not_deleted")
    for table, which in reversed(MOVED):
        condition = "seq < :to - 1" if table == "snapshot" else which
        connection.execute(f"delete from {table} where {condition}", {"to": last})
    connection.execute("update vault set base_seq = ?, base_hash = ?", (last, hash))
    connection.execute(NOT_DELETED)
    connection.execute("commit")
    connection.execute("pragma incremental_vacuum")
    connection.execute("pragma wal_checkpoint(truncate)")
