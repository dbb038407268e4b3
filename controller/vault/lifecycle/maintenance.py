"""What is done to a whole vault while no controller runs: going live, clearing, restoring, mending.

A vault is a directory. A new one is made beside it, whole and synced, then the old one is put aside and the new one
takes its name. Whoever pulls the plug between the two renames finds both beside the place, and the same command
again ends the work.
"""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.books.filing import write_books
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import Entry, link
from controller.vault.journal.files import (
    JOURNAL,
    KEY,
    LOCK,
    WriterLock,
    journal_in,
    open_reader,
    open_writer,
    sync_directory,
)
from controller.vault.journal.identity import VaultRow, standing_of
from controller.vault.journal.recovery import Recovered, recover
from controller.vault.journal.schema import upgrade
from controller.vault.journal.signing import head_text, make_key, public_of
from controller.vault.journal.snapshots import Packed, Snapshot, pack, unpack, write_snapshot
from controller.vault.journal.writer import Clock
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear, first_snapshot
from controller.vault.prove.replay import MakeTable
from controller.vault.read.reader import entries

DECIDED = ("step", "started")
"""Entries that say that a controller is, or was, at work."""

Fresh = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The state of a table just opened, with the rules, settings and seats of the one given."""


class About(NamedTuple):
    """What a vault holds, for whoever is about to put it aside."""

    journal: str
    life: Life
    public_key: bytes
    seq: int
    hash: str
    money: int
    """What belongs to players and is still on the machine."""
    seats: dict[str, int]
    """The same, seat by seat."""
    state: Mapping[str, Any]
    """Of the last snapshot."""
    at_rest: bool
    """Closed in order: nothing has been decided since the last snapshot."""

    @property
    def phase(self) -> str:
        """Of the table as of the last snapshot."""
        return str(self.state["table"]["phase"])

    @property
    def words(self) -> str:
        """What the second step of a clearing has to say: this journal, as it stands now, and the money that goes."""
        return f"{self.journal[:8]}-{self.seq}" + (f"-{self.money}" if self.money else "")

    @property
    def put_aside_as(self) -> str:
        """What is added to the name of its directory."""
        return f"{self.life}-{self.journal[:8]}"

    @property
    def follows(self) -> str:
        """How the next journal of this machine names this one."""
        return f"{self.journal} {self.seq} {self.hash}"


def about(directory: Path) -> About:
    """Look at a vault without changing it."""
    file = journal_in(directory)
    connection = open_reader(file)
    try:
        standing = standing_of(connection, str(file))
        found = recover(connection, standing, str(file))
    finally:
        connection.close()
    ledger = found.clerk.ledger
    seats = {str(seat): sum(ledger.of_seat(str(seat))) for seat in sorted(map(int, found.state["seats"]))}
    at_rest = not any(entry["kind"] in DECIDED for entry in found.entries)
    key, hash = standing.public_key, found.hash.hex()
    money = ledger.on_the_machine()
    return About(standing.journal, standing.life, key, found.seq, hash, money, seats, found.state, at_rest)


def go_live(directory: Path, by: str, fresh: Fresh, clock: Clock) -> Path:
    """From a clean demo machine to an empty live journal. Returns where the demo was put."""
    finish_swap(directory)
    with WriterLock(directory):
        old = about(directory)
        if old.life is not Life.DEMO:
            raise VaultFault("live_only_once", f"journal {old.journal} is live already")
        if old.money:
            raise VaultFault("not_clean", f"{old.money} on seats and layout of {directory}")
        return swap(directory, old.put_aside_as, Birth(Life.LIVE, fresh(old.state), clock(), old.follows, by))


def clear(directory: Path, words: str, by: str, fresh: Fresh, clock: Clock) -> Path:
    """The second step of a clearing: the old journal is put aside, an empty one of the same life begins."""
    finish_swap(directory)
    with WriterLock(directory):
        old = about(directory)
        if words != old.words:
            raise VaultFault("clear_words", f"{words!r} is not {old.words!r}")
        return swap(directory, old.put_aside_as, Birth(old.life, fresh(old.state), clock(), old.follows, by))


def swap(directory: Path, put_aside_as: str, birth: Birth) -> Path:
    """A new journal in the place of the one there, which is kept beside it. Returns where."""
    coming, aside = _coming(directory), directory.with_name(f"{directory.name}.{put_aside_as}")
    if aside.exists():
        raise VaultFault("file_exists", str(aside))
    _remove_unfinished(coming)
    bear(coming, birth)
    directory.rename(aside)
    coming.rename(directory)
    sync_directory(directory.parent)
    return aside


def finish_swap(directory: Path) -> None:
    """The plug was pulled between the two renames."""
    coming = _coming(directory)
    if _is_bare(directory) and (coming / JOURNAL).exists():
        _take_place(coming, directory)


def _is_bare(directory: Path) -> bool:
    """Whether nothing is there but what a start makes anew: systemd the directory, whoever looked in it the lock."""
    return not directory.exists() or {file.name for file in directory.iterdir()} <= {LOCK}


def _take_place(coming: Path, directory: Path) -> None:
    """Of one that is bare."""
    (directory / LOCK).unlink(missing_ok=True)
    coming.rename(directory)
    sync_directory(directory.parent)


def _coming(directory: Path) -> Path:
    return directory.with_name(directory.name + ".coming")


def _remove_unfinished(coming: Path) -> None:
    """What an interrupted birth left; it never was anybody's journal."""
    if coming.exists():
        for file in coming.iterdir():
            file.unlink()
        coming.rmdir()


# ---- restore ----------------------------------------------------------------------------------------------------


def restore(copy: Path, directory: Path, by: str, clock: Clock) -> Recovered:
    """A copied journal becomes the vault of this machine, with a new key. The journal says so, and who did it.

    It gets its name last, as one that is born does: what is left of a restoration that was interrupted is no journal.
    """
    source = journal_in(copy)
    if not _is_bare(directory):
        raise VaultFault("vault_exists", str(directory))
    coming = _coming(directory)
    _remove_unfinished(coming)
    coming.mkdir(parents=True)
    growing = coming / f"{JOURNAL}.coming"
    copy_journal(source, growing)
    connection = open_writer(growing)
    try:
        upgrade(connection, str(source))
        standing = standing_of(connection, str(source))
        if standing.end_seq:
            raise VaultFault("only_an_archive", str(source))
        found = recover(connection, standing, str(source))
        _take_over(connection, standing, found, coming / KEY, by, clock())
    finally:
        connection.close()
    growing.rename(coming / JOURNAL)
    sync_directory(coming)
    _take_place(coming, directory)
    return found


def copy_journal(source: Path, to: Path) -> None:
    """Page by page through SQLite, so that what its log still holds comes along."""
    reading, writing = open_reader(source), sqlite3.connect(to)
    try:
        reading.backup(writing)
    except sqlite3.Error as error:
        raise VaultFault("file_damaged", f"{source}: {error}") from None
    finally:
        reading.close()
        writing.close()


def _take_over(
    connection: sqlite3.Connection, standing: VaultRow, found: Recovered, key: Path, by: str, at: int
) -> None:
    """One entry names the new key, and is signed with it."""
    new, clerk, seq = make_key(key), found.clerk, found.seq + 1
    data = {"public_key": public_of(new).hex(), "by": by, "was": standing.public_key.hex()}
    entry = link(found.hash, seq, at, Entry("restored", data))
    clerk.take(seq, at, "restored", data)
    connection.execute("begin immediate")
    connection.execute("insert into entry values (?, ?, ?)", entry)
    write_books(clerk, connection)
    after = connection.execute("select max(seq) from seal").fetchone()[0]
    signature = new.sign(head_text(standing.journal, seq, entry.hash, after))
    connection.execute("insert into seal values (?, ?, ?, ?, ?)", (seq, at, entry.hash, after, signature))
    connection.execute("update vault set public_key = ?", (public_of(new),))
    connection.execute("commit")


# ---- mend -------------------------------------------------------------------------------------------------------


def mend(directory: Path, by: str, make_table: MakeTable, clock: Clock) -> int:
    """Make the last snapshot anew, by playing the journal again from an older one or from its birth.

    It touches snapshots only. A chain that is broken stays so, and is refused. Returns the entry it played from.
    """
    file = journal_in(directory)
    with WriterLock(file.parent):
        connection = open_writer(file)
        try:
            upgrade(connection, str(file))
            good = _last_good(connection, standing_of(connection, str(file)))
            connection.execute("begin immediate")
            connection.execute("delete from snapshot where seq >= ?", (good.seq,))
            write_snapshot(connection, pack(good), 0)
            connection.execute("commit")
        finally:
            connection.close()
    kept = KeptTable.open(file.parent, clock, make_table, dice=Dice.UNIT, mending=True)
    try:
        kept.vault.append("mended", {"by": by, "from": good.seq})
    finally:
        kept.close()
    return good.seq


def _last_good(connection: sqlite3.Connection, standing: VaultRow) -> Snapshot:
    for row in connection.execute("select seq, body, hash from snapshot order by seq desc").fetchall():
        named = next(entries(connection, row[0] + 1, row[0] + 1), {})
        try:
            snapshot = unpack(Packed(*row))
        except VaultFault:
            continue
        if named.get("kind") == "snapshot" and named.get("sha256") == snapshot.hash.hex():
            return snapshot
    if standing.base_seq:
        raise VaultFault("snapshot_bad", "no snapshot is whole, and the first entries are in an archive")
    return _birth_of(connection)


def _birth_of(connection: sqlite3.Connection) -> Snapshot:
    """The snapshot that was made at birth, out of the first entry."""
    born = next(entries(connection, 1, 1))
    (hash,) = connection.execute("select hash from entry where seq = 1").fetchone()
    return first_snapshot(born, bytes(hash))
