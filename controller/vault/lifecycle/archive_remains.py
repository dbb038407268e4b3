"""What an archive has and the journal still has too: it goes some entries at a time, the last ones first.

So what is left at any moment is the beginning of what was moved, without a gap, and the entry that tells of the archive
names the hash that it begins from: `verify` proves it to the last bit, and whoever adds to it is found.
"""

import json
import sqlite3

from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of
from controller.vault.journal.recovery import check_link
from controller.vault.journal.schema import NOT_DELETED

ENTRIES_A_STEP = 1_000
ROUND_SEATS_A_STEP = 4_000
ROUNDS_A_STEP = 200
"""Each step is a transaction of some ten milliseconds on a disk of today: who plays, or waits to, does not notice."""

BATCH = 1_000


def is_left_over(connection: sqlite3.Connection) -> bool:
    """Whether entries are here that an archive has."""
    (first,) = connection.execute("select min(seq) from entry").fetchone()
    return first is not None and first <= _base(connection)


def remove_some(connection: sqlite3.Connection) -> bool:
    """One step; False once nothing is left over. Rounds first, so that nobody recalls half of one.

    The room that they took stays in the file, and is used before the file grows.
    """
    if not is_left_over(connection):
        return False
    base = _base(connection)
    rounds = _rounds_before(connection, base)
    connection.execute("begin immediate")
    if rounds:
        seats = [(int(seat), number) for number, seats in rounds for seat in seats]
        connection.executemany("delete from round_seat where seat = ? and round = ?", seats)
        connection.executemany("delete from round where number = ?", [(number,) for number, _ in rounds])
    else:
        _remove_entries(connection, base)
    connection.execute("commit")
    return True


def _base(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select base_seq from vault").fetchone()[0])


def _rounds_before(connection: sqlite3.Connection, base: int) -> list[tuple[int, list[str]]]:
    """The oldest rounds that ended there, and the seats of each; as many as one step takes."""
    found, seats = [], 0
    oldest = "select number, last_seq, seats from round order by number limit ?"
    for number, last_seq, text in connection.execute(oldest, (ROUNDS_A_STEP,)).fetchall():
        if last_seq > base or seats > ROUND_SEATS_A_STEP:
            break
        found.append((number, list(json.loads(text))))
        seats += len(found[-1][1])
    return found


def _remove_entries(connection: sqlite3.Connection, base: int) -> None:
    """The last ones, so that what stays has no gap."""
    (last,) = connection.execute("select max(seq) from entry where seq <= ?", (base,)).fetchone()
    between = (last - ENTRIES_A_STEP, last)
    connection.execute("drop trigger entry_is_not_deleted")
    for table in ("entry", "seal"):
        connection.execute(f"delete from {table} where seq > ? and seq <= ?", between)
    connection.execute(NOT_DELETED)


def check_left_over(connection: sqlite3.Connection, base: int, first: int, before: bytes) -> int:
    """What stands here of the entries `first` to `base` is the beginning of them. Returns how many there are."""
    seq, hash, read_to = first - 1, before, -(2**63)
    while True:
        some = "select * from entry where seq > ? and seq <= ? order by seq limit ?"
        rows = connection.execute(some, (read_to, base, BATCH)).fetchall()
        for found, body, stored in rows:
            seq += 1
            hash = hash_of(hash, body)
            if found != seq:
                raise VaultFault("entry_extra", f"entry {found} stands before the first one", found)
            check_link(seq, found, body, hash, stored)
        if len(rows) < BATCH:
            return seq - first + 1
        read_to = seq
