"""From the file to where the journal stands: the last snapshot, the entries after it, and the books, all checked.

What a start trusts it proves: the chain from the snapshot to the head, whose key signs it, the last signature, the
ledger and the meters as the entries since the snapshot make them. `boxcars verify` proves the rest of the past, and
then does all of this too, by this code: what it calls good starts.
"""

import sqlite3
from typing import Any, NamedTuple

from controller.table.canonical import read_plain
from controller.vault.books.clerk import Clerk, clerk_of
from controller.vault.books.filing import meter_row
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of, read_entry
from controller.vault.journal.identity import VaultRow, hash_at
from controller.vault.journal.keys import check_seal, keys_of
from controller.vault.journal.signing import Seal
from controller.vault.journal.snapshots import Snapshot, last_snapshot, read_clients, with_clients


class Recovered(NamedTuple):
    """Where the journal stands."""

    snapshot: Snapshot
    state: dict[str, Any]
    """The snapshot's state with its clients, as `table.snapshot.from_plain` wants it."""
    entries: list[dict[str, Any]]
    """What came after the snapshot, in order."""
    clerk: Clerk
    seq: int
    hash: bytes


def recover(connection: sqlite3.Connection, standing: VaultRow, where: str) -> Recovered:
    """Find it, or say with a VaultFault why it cannot be trusted."""
    try:
        return _recover(connection, standing, where)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise VaultFault("snapshot_bad", f"{where}: {type(error).__name__}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise VaultFault("file_damaged", f"{where}: {error}") from None


def _recover(connection: sqlite3.Connection, standing: VaultRow, where: str) -> Recovered:
    snapshot = last_snapshot(connection, where)
    keys = keys_of(connection, standing)
    found_hash = hash_at(connection, standing, snapshot.seq)
    hash = check_snapshot(snapshot, found_hash, keys.at(snapshot.seq), where)
    clerk = clerk_of(snapshot.data["clerk"])
    entries, seq = [], snapshot.seq
    for found, body, stored in connection.execute("select * from entry where seq > ? order by seq", (seq,)):
        seq += 1
        hash = hash_of(hash, body)
        entry = check_link(seq, found, body, hash, stored)
        clerk.take(seq, entry["at"], entry["kind"], entry)
        clerk.forget_rows()
        entries.append(entry)
    _check_named(snapshot, entries, where)
    check_books(connection, clerk)
    _check_last_seal(connection, standing, where)
    state = with_clients(snapshot.data["state"], read_clients(connection, snapshot.data["clients"]))
    return Recovered(snapshot, state, entries, clerk, seq, hash)


def check_snapshot(snapshot: Snapshot, hash: bytes | None, key: bytes, where: str) -> bytes:
    """A snapshot names the entry that it was made after, and the key of then. Returns the hash of that entry."""
    if hash is None or hash.hex() != snapshot.data["before"]:
        raise VaultFault("snapshot_bad", f"{where}: snapshot of entry {snapshot.seq} follows another entry")
    if key.hex() != snapshot.data["public_key"]:
        raise VaultFault("snapshot_bad", f"{where}: snapshot of entry {snapshot.seq} names another key")
    return hash


def check_link(seq: int, found: int, body: bytes, hash: bytes, stored: bytes) -> dict[str, Any]:
    """One entry of the chain: it is there, it is whole, it is itself."""
    if found > seq:
        raise VaultFault("entry_missing", f"entry {seq} is not there; the next is {found}", seq)
    if found < seq:
        raise VaultFault("entry_extra", f"entry {found} stands before the first one, {seq}", found)
    if hash != stored:
        raise VaultFault("entry_altered", f"entry {seq} does not have the hash that follows from entry {seq - 1}", seq)
    try:
        entry = read_entry(body)
    except ValueError as error:
        raise VaultFault("entry_unreadable", f"entry {seq}: {error}", seq) from None
    if not isinstance(entry, dict) or entry.get("seq") != seq:
        raise VaultFault("entry_altered", f"entry {seq} says that it is another one", seq)
    return entry


def check_books(connection: sqlite3.Connection, clerk: Clerk) -> None:
    """The ledger and the meters in the file are those of the entries."""
    stored = {(name, of): amount for name, of, amount in connection.execute("select * from account")}
    kept = clerk.ledger.balances
    for account in sorted(stored.keys() | kept.keys()):
        if stored.get(account) != kept.get(account):
            found, due = stored.get(account), kept.get(account)
            raise VaultFault("ledger_differs", f"account {' '.join(account)} says {found}; the entries make it {due}")
    rows = {row[0]: tuple(row) for row in connection.execute("select * from meter")}
    counted = clerk.meters.lifetime
    for scope in sorted(rows.keys() | {scope for scope, counts in counted.items() if counts}):
        if scope not in counted or rows.get(scope) != meter_row(clerk.meters, scope):
            whose = f"seat {scope}" if scope else "the table"
            raise VaultFault("meter_differs", f"the meters of {whose} are not what the entries make them")


def _check_named(snapshot: Snapshot, entries: list[dict[str, Any]], where: str) -> None:
    """The entry after a snapshot says which one it is; the chain vouches for that entry."""
    named = entries[0] if entries else {}
    if named.get("kind") != "snapshot" or named.get("sha256") != snapshot.hash.hex():
        raise VaultFault("snapshot_bad", f"{where}: entry {snapshot.seq + 1} does not name the snapshot before it")


def _check_last_seal(connection: sqlite3.Connection, standing: VaultRow, where: str) -> None:
    row = connection.execute("select * from seal order by seq desc limit 1").fetchone()
    if row is None:
        raise VaultFault("seal_bad", f"{where} has no signature")
    seal = Seal(*row)
    check_seal(seal, hash_at(connection, standing, seal.seq), standing.public_key, standing.journal)


def began_at(connection: sqlite3.Connection, where: str) -> int:
    """When the first entry, which is older than what has been proved, was written."""
    try:
        (body,) = connection.execute("select body from entry order by seq limit 1").fetchone()
        return int(read_plain(body)["at"])
    except sqlite3.DatabaseError as error:
        raise VaultFault("file_damaged", f"{where}: {error}") from None
    except (ValueError, TypeError, LookupError) as error:
        raise VaultFault("entry_unreadable", f"{where}: the first entry: {error}") from None
