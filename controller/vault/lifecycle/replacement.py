"""The last way out: a journal that cannot be read is put aside as it is, and an empty one begins.

It is for a journal that neither starts nor can be mended, and for no other. Nothing of the old files is changed. What
they still say is said first: up to which entry the chain is good, what the seats held then, and what the file's own
ledger says of the end, which nothing proves. Whoever goes on pays by these, and by the papers of the floor.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.books.clerk import Clerk, clerk_of
from controller.vault.books.ledger import OF_A_SEAT, Ledger, read_ledger
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import NOTHING_BEFORE, hash_of
from controller.vault.journal.files import JOURNAL, KEY, WriterLock, open_reader
from controller.vault.journal.identity import VaultRow, standing_of
from controller.vault.journal.recovery import check_link
from controller.vault.journal.schema import version_of
from controller.vault.journal.snapshots import Packed, Snapshot, unpack
from controller.vault.journal.writer import Clock
from controller.vault.lifecycle.creation import Birth, Life
from controller.vault.lifecycle.maintenance import Fresh, about, copy_journal, finish_swap, mend, swap
from controller.vault.prove.replay import MakeTable

BROKEN = (VaultFault, sqlite3.Error, OSError, LookupError, TypeError, ValueError, AttributeError)
"""All that reading a file in which anything may stand can end with."""

Seats = dict[str, int]
"""Seat → all that it holds: credits, layout, vigorish, and what is locked on its way out."""


class Remains(NamedTuple):
    """What a journal that cannot be read still says."""

    why: str
    """What is wrong with it."""
    standing: VaultRow | None
    proved: int
    """The last entry up to which it is good; 0: none is."""
    hash: bytes
    held: Seats | None
    """By the entries up to there."""
    claimed: Seats | None
    """By the ledger in the file, as of its end; nothing proves it."""
    state: Mapping[str, Any] | None
    """Of the last snapshot that is whole: rules, settings, seats, people."""

    @property
    def name(self) -> str:
        """Of the journal."""
        return "unknown" if self.standing is None else self.standing.journal

    @property
    def words(self) -> str:
        """What the second step has to say: which journal, up to where, and how much players' money it names."""
        money = max((sum(seats.values()) for seats in (self.held, self.claimed) if seats is not None), default=None)
        return f"{self.name[:8]}-{self.proved}-{'unknown' if money is None else money}"


def remains(directory: Path, make_table: MakeTable) -> Remains:
    """Look at it; VaultFault where it can be read or mended, and so is not to be put aside like this."""
    if not (directory / JOURNAL).is_file():
        raise VaultFault("no_vault", str(directory))
    try:
        _check_not_newer(directory)
        about(directory)
    except BROKEN as error:
        if isinstance(error, VaultFault) and error.code == "newer_schema":
            raise
        why = str(error)
    else:
        raise VaultFault("can_be_read", str(directory))
    if _can_be_mended(directory, make_table):
        raise VaultFault("can_be_mended", str(directory))
    try:
        connection = open_reader(directory / JOURNAL)
    except BROKEN:
        return Remains(why, None, 0, NOTHING_BEFORE, None, None, None)
    try:
        return _look(connection, str(directory), why)
    finally:
        connection.close()


def _check_not_newer(directory: Path) -> None:
    """A newer Boxcars can read it."""
    connection = open_reader(directory / JOURNAL)
    try:
        version_of(connection, str(directory))
    finally:
        connection.close()


def begin_anew(directory: Path, words: str, found: Remains, birth: Birth) -> Path:
    """The second step: the unreadable journal goes aside whole, and this one begins. Returns where the old one is."""
    finish_swap(directory)
    with WriterLock(directory):
        if words != found.words:
            raise VaultFault("clear_words", f"{words!r} is not {found.words!r}")
        return swap(directory, f"unreadable-{found.name[:8]}", birth)


def birth_after(found: Remains, life: Life, state: Mapping[str, Any], by: str, clock: Clock) -> Birth:
    """The first entry of the new journal names the old one, what was wrong with it, and what its seats held."""
    told = [f"the journal before could not be read: {found.why[:300]}"]
    for what, seats in (
        (f"up to entry {found.proved} its seats held", found.held),
        ("its ledger says", found.claimed),
    ):
        if seats is not None:
            told.append(f"{what} {', '.join(f'{seat}: {held}' for seat, held in seats.items() if held) or 'nothing'}")
    follows = f"{found.name} {found.proved} {found.hash.hex()}"
    return Birth(life, state, clock(), follows, by, reason="; ".join(told))


def first_state(found: Remains, fresh: Fresh) -> Mapping[str, Any] | None:
    """The rules, settings and seats of the old one, where they can be read."""
    try:
        return None if found.state is None else fresh(found.state)
    except BROKEN:
        return None


def _can_be_mended(directory: Path, make_table: MakeTable) -> bool:
    """Tried on a copy."""
    with tempfile.TemporaryDirectory(prefix="boxcars-mend-", dir=directory.parent) as place:
        try:
            copy_journal(directory / JOURNAL, Path(place) / JOURNAL)
            shutil.copy(directory / KEY, place)
            mend(Path(place), "a trial", make_table, lambda: 0)
        except BROKEN:
            return False
    return True


def _look(connection: sqlite3.Connection, where: str, why: str) -> Remains:
    try:
        standing = standing_of(connection, where)
    except BROKEN:
        return Remains(why, None, 0, NOTHING_BEFORE, None, _claimed(connection), None)
    snapshot = _last_whole(connection)
    seq, hash, clerk = _proved(connection, standing, snapshot)
    held = _by_seat(clerk.ledger) if seq else None
    state = snapshot.data["state"] if snapshot is not None else _state_at_birth(connection)
    return Remains(why, standing, seq, hash, held, _claimed(connection), state)


def _last_whole(connection: sqlite3.Connection) -> Snapshot | None:
    """The newest snapshot that is what it says it is."""
    try:
        rows = connection.execute("select seq, body, hash from snapshot order by seq desc").fetchall()
    except BROKEN:
        return None
    for row in rows:
        try:
            found = unpack(Packed(*row))
            clerk_of(found.data["clerk"])
        except BROKEN:
            continue
        return found
    return None


def _proved(connection: sqlite3.Connection, standing: VaultRow, snapshot: Snapshot | None) -> tuple[int, bytes, Clerk]:
    """From the last whole snapshot, or the birth, as far as the chain is good."""
    seq, hash, clerk = 0, NOTHING_BEFORE, Clerk()
    if snapshot is not None:
        seq, hash, clerk = snapshot.seq, bytes.fromhex(snapshot.data["before"]), clerk_of(snapshot.data["clerk"])
    elif standing.base_seq:
        return 0, NOTHING_BEFORE, clerk
    try:
        for found, body, stored in connection.execute("select * from entry where seq > ? order by seq", (seq,)):
            hash_then = hash_of(hash, body)
            entry = check_link(seq + 1, found, body, hash_then, stored)
            clerk.take(seq + 1, entry["at"], entry["kind"], entry)
            clerk.forget_rows()
            seq, hash = seq + 1, hash_then
    except BROKEN:
        pass  # so far it is good
    return seq, hash, clerk


def _state_at_birth(connection: sqlite3.Connection) -> Mapping[str, Any] | None:
    try:
        (body, stored) = connection.execute("select body, hash from entry where seq = 1").fetchone()
        state: Mapping[str, Any] = check_link(1, 1, body, hash_of(NOTHING_BEFORE, body), stored)["state"]
    except BROKEN:
        return None
    return state


def _claimed(connection: sqlite3.Connection) -> Seats | None:
    try:
        return _by_seat(read_ledger(connection.execute("select name, of, amount from account").fetchall()))
    except BROKEN:
        return None


def _by_seat(ledger: Ledger) -> Seats:
    seats = sorted({of for name, of in ledger.balances if name in OF_A_SEAT}, key=lambda seat: (len(seat), seat))
    return {seat: sum(ledger.of_seat(seat)) for seat in seats}
