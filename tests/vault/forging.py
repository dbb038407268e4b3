"""A forger at work: a journal written anew, with a key of their own, by every means there is.

They have our own code, root on the machine, and the time to do it well: each entry is chained again, the books are kept
again from the changed entries, snapshots are made again and named again, and all of it is signed again. What they
leave alone is chosen with `parts`.
"""

import contextlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.table.canonical import read_plain
from controller.vault.books.clerk import Clerk, plain_clerk
from controller.vault.books.filing import write_books
from controller.vault.journal.chain import NOTHING_BEFORE, Entry, link
from controller.vault.journal.signing import head_text, make_key, public_of, read_key
from controller.vault.journal.snapshots import Packed, Snapshot, pack, unpack

PARTS = ("born", "vault", "snapshots", "seals", "signing.key")
"""Where a journal's key stands, or what it made."""
BOOKS = ("account", "meter", "round", "round_seat", "event_log", "day", "figures", "shift")

Change = Callable[[dict[str, Any]], None]


def later(entry: dict[str, Any]) -> None:
    """The smallest lie: one entry in the middle happened a minute later."""
    if entry["seq"] == 150:
        entry["at"] += 60_000


def nothing(_entry: dict[str, Any]) -> None:
    """Every word stays; only the key is another."""


class Signers(NamedTuple):
    """Who names what."""

    born: bytes
    snapshots: bytes
    vault: bytes
    seals: Ed25519PrivateKey


def forge(directory: Path, change: Change = later, parts: tuple[str, ...] = PARTS) -> bytes:
    """Write it anew. Gives the public key of the forger."""
    key_file, file = directory / "signing.key", directory / "journal.db"
    true = read_key(key_file)
    forged = make_key(directory / "forged.key")
    (directory / "forged.key").unlink()

    def named(part: str) -> bytes:
        return public_of(forged if part in parts else true)

    # without the true key they cannot sign as it would: what is left alone is signed as if they had it, which is worse
    signers = Signers(named("born"), named("snapshots"), named("vault"), forged if "seals" in parts else true)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for trigger in ("entry_is_not_changed", "entry_is_not_deleted"):
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute(f"drop trigger {trigger}")
        connection.execute("begin")
        _write(connection, change, signers)
        connection.execute("commit")
        connection.execute("pragma wal_checkpoint(truncate)")
    if "signing.key" in parts:
        key_file.write_bytes(forged.private_bytes_raw())
    return public_of(forged)


def _write(connection: sqlite3.Connection, change: Change, signers: Signers) -> None:
    (journal,) = connection.execute("select journal from vault").fetchone()
    seals = dict(connection.execute("select seq, after from seal").fetchall())
    kept = {row[0]: unpack(Packed(*row)) for row in connection.execute("select seq, body, hash from snapshot")}
    for table in BOOKS:
        connection.execute(f"delete from {table}")
    made: dict[int, Packed] = {}
    clerk, hash = Clerk(), NOTHING_BEFORE
    for seq, body in connection.execute("select seq, body from entry order by seq").fetchall():
        entry = read_plain(body)
        change(entry)
        if entry["kind"] == "born":
            entry["public_key"] = signers.born.hex()
        if entry["kind"] == "snapshot" and entry["of"] in made:
            entry["sha256"] = made[entry["of"]].hash.hex()
        done = link(hash, seq, entry["at"], Entry(entry["kind"], _data(entry)))
        hash = done.hash
        connection.execute("update entry set body = ?, hash = ? where seq = ?", (done.body, hash, seq))
        clerk.take(seq, entry["at"], entry["kind"], entry)
        write_books(clerk, connection)
        clerk.forget_rows()
        if seq in kept:
            made[seq] = _snapshot(kept[seq], hash, clerk, signers.snapshots)
            connection.execute("update snapshot set body = ?, hash = ? where seq = ?", (*made[seq][1:], seq))
        if seq in seals:
            after = seals[seq]
            signature = signers.seals.sign(head_text(journal, seq, hash, after))
            connection.execute("update seal set hash = ?, signature = ? where seq = ?", (hash, signature, seq))
    connection.execute("update vault set public_key = ?", (signers.vault,))


def _data(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("seq", "at", "kind")}


def _snapshot(true: Snapshot, before: bytes, clerk: Clerk, public: bytes) -> Packed:
    data = {**true.data, "before": before.hex(), "clerk": plain_clerk(clerk), "public_key": public.hex()}
    return pack(Snapshot(true.seq, data))


def rewrite_end(directory: Path, change: Change, named: bytes = b"") -> None:
    """Change the last entry alone; chain and sign it again with the key that lies there, and let the file name one."""
    key = read_key(directory / "signing.key")
    with closing(sqlite3.connect(directory / "journal.db", isolation_level=None)) as connection:
        connection.execute("drop trigger entry_is_not_changed")
        (journal,) = connection.execute("select journal from vault").fetchone()
        seq, body = connection.execute("select seq, body from entry order by seq desc limit 1").fetchone()
        (before,) = connection.execute("select hash from entry where seq = ?", (seq - 1,)).fetchone()
        (after,) = connection.execute("select after from seal where seq = ?", (seq,)).fetchone()
        entry = read_plain(body)
        change(entry)
        done = link(before, seq, entry["at"], Entry(entry["kind"], _data(entry)))
        signature = key.sign(head_text(journal, seq, done.hash, after))
        connection.execute("update entry set body = ?, hash = ? where seq = ?", (done.body, done.hash, seq))
        connection.execute("update seal set hash = ?, signature = ? where seq = ?", (done.hash, signature, seq))
        if named:
            connection.execute("update vault set public_key = ?", (named,))
