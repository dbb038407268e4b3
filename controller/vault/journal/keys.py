"""Which key signed a journal when: the one it was born with, and each that took over when it was restored elsewhere."""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.table.canonical import read_plain
from controller.vault.books.event_log import texts_of
from controller.vault.faults import VaultFault
from controller.vault.journal.identity import VaultRow, hash_at
from controller.vault.journal.signing import Seal, head_text, is_signed, public_of, read_key
from controller.vault.journal.snapshots import Packed, unpack

TAKES_OVER = "restored"


class Keys(NamedTuple):
    """All that signed this journal."""

    by_entry: list[tuple[int, bytes]]
    """The first entry of each, and its public key; in order."""

    def at(self, seq: int) -> bytes:
        """The one that signed at this entry."""
        return next(key for first, key in reversed(self.by_entry) if first <= max(seq, self.by_entry[0][0]))


def key_of(standing: VaultRow, path: Path) -> Ed25519PrivateKey:
    """The one in this file, which has to be that of this journal."""
    key = read_key(path)
    if public_of(key) != standing.public_key:
        raise VaultFault("key_wrong", f"{path} does not sign journal {standing.journal}")
    return key


def keys_of(connection: sqlite3.Connection, standing: VaultRow) -> Keys:
    """Each takes over from the one before and signs the entry that says so; the last is the one that the file names."""
    first = standing.base_seq, _first_key(connection, standing)
    logged = _taken_over(connection, standing, first, _entries_logged(connection, standing))
    if logged is None:  # the line in the log may have been too old to be kept
        logged = _taken_over(connection, standing, first, _entries_searched(connection, standing))
    if logged is None:
        raise VaultFault("birth_differs", "the file names another key than its entries")
    return logged


def check_takeover(
    connection: sqlite3.Connection, entry: dict[str, Any], hash: bytes | None, key: bytes, journal: str
) -> bytes:
    """An entry that names another key names the one until then, and is signed with its own. Returns that."""
    new, seq = bytes.fromhex(entry["public_key"]), entry["seq"]
    if entry["was"] != key.hex():
        raise VaultFault("seal_bad", f"entry {seq} takes over from another key than the one before", seq)
    row = connection.execute("select * from seal where seq = ?", (seq,)).fetchone()
    if row is None:
        raise VaultFault("seal_bad", f"entry {seq} names another key and is not signed with it", seq)
    check_seal(Seal(*row), hash, new, journal)
    return new


def _first_key(connection: sqlite3.Connection, standing: VaultRow) -> bytes:
    if standing.base_seq == 0:
        return bytes.fromhex(_first_entry(connection)["public_key"])
    wanted = standing.base_snapshot
    row = connection.execute("select seq, body, hash from snapshot where seq = ?", (wanted,)).fetchone()
    if row is None:
        raise VaultFault("snapshot_bad", f"the snapshot that this journal begins with, {wanted}, is gone")
    return bytes.fromhex(unpack(Packed(*row)).data["public_key"])


def _first_entry(connection: sqlite3.Connection) -> dict[str, Any]:
    row = connection.execute("select body from entry where seq = 1").fetchone()
    if row is None:
        raise VaultFault("entry_missing", "entry 1 is not there", 1)
    try:
        entry: dict[str, Any] = read_plain(row[0])
    except ValueError as error:
        raise VaultFault("entry_unreadable", f"entry 1: {error}", 1) from None
    return entry


def _taken_over(
    connection: sqlite3.Connection, standing: VaultRow, first: tuple[int, bytes], bodies: Iterable[bytes]
) -> Keys | None:
    """None where these entries do not lead to the key that the file names."""
    found = [first]
    for body in bodies:
        entry = read_plain(body)
        if entry["kind"] == TAKES_OVER:
            hash = hash_at(connection, standing, entry["seq"])
            key = check_takeover(connection, entry, hash, found[-1][1], standing.journal)
            found.append((entry["seq"], key))
    return Keys(found) if found[-1][1] == standing.public_key else None


def _entries_logged(connection: sqlite3.Connection, standing: VaultRow) -> Iterator[bytes]:
    """By the event log, which has an index."""
    asked = (*texts_of(TAKES_OVER), standing.base_seq)
    lines = "select seq from event_log where kind = 'journal' and text in (?, ?) and seq > ?"
    found = f"select body from entry where seq in ({lines}) order by seq"
    return (body for (body,) in connection.execute(found, asked).fetchall())


def _entries_searched(connection: sqlite3.Connection, standing: VaultRow) -> Iterator[bytes]:
    """Through all of them."""
    words = f'"kind":"{TAKES_OVER}"'.encode()
    found = "select body from entry where seq > ? and instr(body, ?) order by seq"
    return (body for (body,) in connection.execute(found, (standing.base_seq, words)).fetchall())


def check_seal(seal: Seal, hash: bytes | None, public_key: bytes, journal: str) -> None:
    """A signature is of this journal's key, and for the entry that stands there."""
    if hash is None:
        raise VaultFault("entry_missing", f"entry {seal.seq} was signed and is not there", seal.seq)
    if hash != seal.hash:
        raise VaultFault("seal_bad", f"the signature of entry {seal.seq} is for another entry", seal.seq)
    if not is_signed(public_key, seal.signature, head_text(journal, seal.seq, seal.hash, seal.after)):
        raise VaultFault("seal_bad", f"the signature of entry {seal.seq} is not of this journal's key", seal.seq)
