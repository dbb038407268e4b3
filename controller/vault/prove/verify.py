"""`boxcars verify`: does everything in this journal agree with everything else?

It reads in small steps, so that a table that plays on is not disturbed, and stops at the first thing that is wrong,
because what follows on it means nothing. What the whole chain is good for is compared at the end, and there it does
what a start does, by the same code. That the journal is not another one altogether it can say only by what is known
outside the file: the public key, and the head in the second place.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.faults import FAULTS, VaultFault
from controller.vault.journal.copied_head import compare, head_in
from controller.vault.journal.files import is_written, journal_in, open_reader
from controller.vault.journal.identity import VaultRow, hash_at, standing_of
from controller.vault.journal.keys import check_takeover
from controller.vault.journal.known_key import KnownKey
from controller.vault.journal.recovery import check_books, check_snapshot, recover
from controller.vault.journal.schema import readable
from controller.vault.journal.signing import fingerprint
from controller.vault.journal.snapshots import Packed, Snapshot, unpack
from controller.vault.lifecycle.archive_remains import check_left_over
from controller.vault.prove.proof import BooksProof, ChainProof, DiceProof, ReplayProof, SealProof
from controller.vault.prove.replay import MakeTable

BATCH = 1000
"""Entries read at a time."""

OWN_KEY_ONLY = "proved against the file's own key only"
"""Whoever writes a journal anew altogether signs it with a key of their own, and names that one in it."""

Progress = Callable[[int, int], None]
"""So many of so many entries are done."""


class ProofWanted(NamedTuple):
    """What is to be proved besides the journal's own agreement with itself."""

    make_table: MakeTable | None = None
    unit_key: bytes | None = None
    second_place: Path | None = None
    public_key: KnownKey | None = None
    """That the journal is signed with, as it is known outside of it."""


class ProofReport(NamedTuple):
    """What was proved, and the first thing that is wrong."""

    journal: str
    life: str
    first_seq: int
    last_seq: int
    proved: dict[str, str]
    """What → how much of it."""
    not_proved: dict[str, str]
    """What → why."""
    fault: VaultFault | None
    fingerprint: str
    """Of the key that the file names."""
    own_key_only: bool
    """Nobody said which key it has to be."""

    def plain(self) -> dict[str, Any]:
        """For `--json`."""
        fault = self.fault
        told = None if fault is None else {"code": fault.code, "seq": fault.seq, "details": fault.details}
        if told is not None and fault is not None:
            told |= {"means": FAULTS[fault.code].means, "do": FAULTS[fault.code].do}
        return {**self._asdict(), "good": fault is None, "fault": told}


class _Pass:
    """One walk through the journal."""

    def __init__(self, connection: sqlite3.Connection, standing: VaultRow, wanted: ProofWanted) -> None:
        self.connection, self.standing = connection, standing
        self.chain = ChainProof(standing)
        self.seals = SealProof(connection, standing)
        base = self._base()
        self.books = BooksProof(connection, base)
        self.dice = DiceProof(wanted.unit_key) if wanted.unit_key is not None else None
        self.replay: ReplayProof | None = None
        self._make_table = wanted.make_table
        if base is not None:
            self.seals.public_key = bytes.fromhex(base.data["public_key"])
            self._begin_replay(base)
        self.named: dict[int, str] = {}
        """Snapshot → its digest, as the chain has it."""
        self._made: dict[int, tuple[bytes, bytes]] = {}
        """Snapshot → the hash of the entry it was made after, and the key of then."""
        self._base_hash = None if base is None else base.hash.hex()
        self._goes_on = base is None
        self._archive: dict[str, Any] | None = None
        """The entry that tells of the archive before this journal."""
        self.left_over = 0
        """Entries here that the archive has too."""

    def _base(self) -> Snapshot | None:
        """What an archived journal goes on from."""
        if self.standing.base_seq == 0:
            return None
        wanted = self.standing.base_snapshot
        row = self.connection.execute("select seq, body, hash from snapshot where seq = ?", (wanted,)).fetchone()
        if row is None:
            raise VaultFault("snapshot_bad", f"the snapshot that this journal begins with, {wanted}, is gone")
        return unpack(Packed(*row))

    def take(self, row: tuple[int, bytes, bytes], head: int) -> None:
        """One row of the journal."""
        before = self.chain.hash
        entry = self.chain.take(*row)
        seq = self.chain.seq
        self._own_acts(entry, before)
        self.seals.take(seq, self.chain.hash, head)
        self.books.take(seq, entry)
        if self.dice is not None:
            self.dice.take(seq, entry)
        if self.replay is not None:
            self.replay.take(entry)

    def _own_acts(self, entry: dict[str, Any], before: bytes) -> None:
        if entry["kind"] == "born":
            self._check_birth(entry)
            self.seals.public_key = bytes.fromhex(entry["public_key"])
            self._begin_replay(Snapshot(1, {"state": entry["state"], "engine": entry["engine"]}))
        elif entry["kind"] == "restored":
            key, journal = self.seals.public_key, self.standing.journal
            self.seals.public_key = check_takeover(self.connection, entry, self.chain.hash, key, journal)
        elif entry["kind"] == "snapshot":
            self.named[entry["of"]] = entry["sha256"]
            self._made[entry["of"]] = before, self.seals.public_key
        elif entry["kind"] == "archived" and entry["through"] == self.standing.base_seq:
            self._check_base(entry)

    def _check_base(self, entry: dict[str, Any]) -> None:
        """This journal begins where its own entry says that the archive ends."""
        if entry["hash"] != self.standing.base_hash.hex():
            raise VaultFault("entry_missing", f"the archive ends with another entry {entry['through']}", entry["seq"])
        if entry["snapshot"] != self._base_hash:
            raise VaultFault("snapshot_differs", "the snapshot that this journal begins with is another", entry["seq"])
        self._goes_on, self._archive = True, entry
        self.named[self.standing.base_snapshot] = entry["snapshot"]

    @property
    def told_later(self) -> bool:
        """An archive may end before the entry that tells of the archive before it: that one was written later."""
        return not self._goes_on and self.standing.end_seq != 0

    def nothing_before(self) -> None:
        """What stands before the first entry, an archive has too, or it does not belong here."""
        base, archive = self.standing.base_seq, self._archive
        (first,) = self.connection.execute("select min(seq) from entry").fetchone()
        if first is None or first > base:
            return
        if archive is None or "before" not in archive:
            raise VaultFault("entry_extra", f"entry {first} stands before the first one", first)
        self.left_over = check_left_over(self.connection, base, archive["first"], bytes.fromhex(archive["before"]))

    def _begin_replay(self, base: Snapshot) -> None:
        if self._make_table is not None:
            self.replay = ReplayProof(self.connection, base, self._make_table, bool(self.standing.end_seq))

    def _check_birth(self, entry: dict[str, Any]) -> None:
        standing = self.standing
        if (entry["journal"], entry["life"]) != (standing.journal, standing.life.value):
            what = (
                f"the first entry says {entry['life']} {entry['journal']}, the file {standing.life} {standing.journal}"
            )
            raise VaultFault("birth_differs", what, 1)

    def at_the_end(self) -> None:
        """What the whole chain is good for."""
        (seals_after,) = self.connection.execute("select max(seq) from seal").fetchone()
        if (seals_after or 0) > self.chain.seq:
            what = f"entry {seals_after} was signed, the journal ends with {self.chain.seq}"
            raise VaultFault("entry_missing", what, self.chain.seq + 1)
        if self.books.last_round_end > (self.seals.last or 0):
            what = f"the round that ended with entry {self.books.last_round_end} was not signed"
            raise VaultFault("seal_bad", what, self.books.last_round_end)
        if self.seals.public_key != self.standing.public_key:
            raise VaultFault("birth_differs", "the file names another key than its entries")
        if self.told_later:
            self.named[self.standing.base_snapshot] = self._base_hash or ""
        elif not self._goes_on:
            raise VaultFault("entry_missing", "no entry says that those before were archived", self.standing.base_seq)
        if self.standing.end_seq and self.chain.seq != self.standing.end_seq:
            raise VaultFault("entry_missing", f"the archive ended with {self.standing.end_seq}", self.chain.seq + 1)
        self.books.at_the_end()
        check_books(self.connection, self.books.clerk)
        self._check_snapshots()

    def _check_snapshots(self) -> None:
        rows = self.connection.execute("select seq, body, hash from snapshot").fetchall()
        for row in rows:
            packed = Packed(*row)
            snapshot = unpack(packed)
            if self.named.get(packed.seq) != packed.hash.hex():
                raise VaultFault("snapshot_differs", f"snapshot of entry {packed.seq} is not the one in the chain")
            if packed.seq in self._made:  # that of an archive names an entry that is in the archive
                check_snapshot(snapshot, *self._made[packed.seq], "the journal")
        if not rows:
            raise VaultFault("snapshot_bad", "there is no snapshot")


def verify(path: Path, wanted: ProofWanted, progress: Progress = lambda _done, _all: None) -> ProofReport:
    """Prove what can be proved. VaultFault only where there is nothing to begin with."""
    file = journal_in(path)
    connection = open_reader(file)
    try:
        readable(connection, str(file))
        while True:
            standing = standing_of(connection, str(file))
            report = _verify(connection, standing, file, wanted, progress)
            if report.fault is None or standing_of(connection, str(file)).base_seq == standing.base_seq:
                return report  # else entries were archived under our eyes: we begin where the journal begins now
    except sqlite3.DatabaseError as error:
        raise VaultFault("file_damaged", f"{file}: {error}") from None
    finally:
        connection.close()


def prove(path: Path, wanted: ProofWanted, progress: Progress = lambda _done, _all: None) -> ProofReport:
    """The same, for a file that has to be good: what is wrong with it is raised."""
    report = verify(path, wanted, progress)
    if report.fault is not None:
        raise report.fault
    return report


def _verify(
    connection: sqlite3.Connection, standing: VaultRow, file: Path, wanted: ProofWanted, progress: Progress
) -> ProofReport:
    walk: _Pass | None = None
    fault: VaultFault | None = None
    pages, copied = "good", 0
    try:
        pages = _check_pages(connection, file)
        if wanted.public_key is not None:
            wanted.public_key.check(standing.public_key, standing.journal)
        walk = _Pass(connection, standing, wanted)
        _walk(walk, connection, progress, str(file))
        if wanted.second_place is not None:
            copied = compare(connection, standing, head_in(wanted.second_place), str(wanted.second_place))
    except VaultFault as found:
        fault = found
    except sqlite3.DatabaseError as error:
        at = None if walk is None else walk.chain.seq + 1
        fault = VaultFault("file_damaged", f"{file}: {error}", at)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        at = None if walk is None else walk.chain.seq
        fault = VaultFault("entry_unreadable", f"entry {at}: {type(error).__name__}: {error}", at)
    last = standing.base_seq if walk is None else walk.chain.seq
    proved, not_proved = _told(walk, wanted, pages, copied)
    first, whose = standing.base_seq + 1, fingerprint(standing.public_key)
    own_key_only = wanted.public_key is None
    return ProofReport(
        standing.journal, standing.life.value, first, last, proved, not_proved, fault, whose, own_key_only
    )


def _walk(walk: _Pass, connection: sqlite3.Connection, progress: Progress, where: str) -> None:
    """Batch by batch while the journal may grow; the last batch and the comparisons in one view of the file."""
    while True:
        (head,) = connection.execute("select coalesce(max(seq), 0) from entry").fetchone()
        rows = _batch(connection, walk.chain.seq)
        if len(rows) < BATCH:
            break
        for row in rows:
            walk.take(row, head)
        progress(walk.chain.seq - walk.standing.base_seq, head - walk.standing.base_seq)
    connection.execute("begin")
    try:
        (head,) = connection.execute("select coalesce(max(seq), 0) from entry").fetchone()
        while rows := _batch(connection, walk.chain.seq):
            for row in rows:
                walk.take(row, head)
        progress(head - walk.standing.base_seq, head - walk.standing.base_seq)
        _check_nothing_before(walk, connection)
        walk.at_the_end()
        recover(connection, walk.standing, where)
    finally:
        connection.execute("rollback")


def _batch(connection: sqlite3.Connection, after: int) -> list[tuple[int, bytes, bytes]]:
    return connection.execute("select * from entry where seq > ? order by seq limit ?", (after, BATCH)).fetchall()


def _check_nothing_before(walk: _Pass, connection: sqlite3.Connection) -> None:
    walk.nothing_before()
    if hash_at(connection, walk.standing, walk.chain.seq) is None:
        raise VaultFault("entry_missing", "the journal is empty", 1)


def _check_pages(connection: sqlite3.Connection, file: Path) -> str:
    """SQLite's own check holds a view of the file for long, so only while nobody writes."""
    if is_written(file.parent):
        return "a process writes this journal"
    answer = connection.execute("pragma quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise VaultFault("file_damaged", f"{file}: {answer}")
    return "good"


def _told(walk: _Pass | None, wanted: ProofWanted, pages: str, copied: int) -> tuple[dict[str, str], dict[str, str]]:
    proved: dict[str, str] = {}
    missing: dict[str, str] = {}
    if wanted.public_key is None:
        missing["public key"] = f"none was given: {OWN_KEY_ONLY}"
    if pages != "good":
        missing["pages of the file"] = pages
    if walk is None:
        return proved, missing
    proved["chain"] = f"{walk.chain.seq - walk.standing.base_seq} entries"
    if walk.left_over:
        proved["left over of the archive"] = f"{walk.left_over} entries"
    proved["signatures"] = f"{walk.seals.count}"
    if wanted.public_key is not None:
        proved["public key"] = f"{wanted.public_key.fingerprint}, as it was given"
    proved["ledger, meters and rounds"] = f"{walk.books.rounds} rounds"
    unsigned = walk.chain.seq - (walk.seals.last or walk.standing.base_seq)
    if unsigned:
        missing["signature of the end"] = f"the last {unsigned} entries belong to a round that has not ended"
    if walk.told_later:
        missing["the archive before"] = "the entry that tells of it is younger than this archive; it is in the journal"
    if walk.dice is not None:
        proved["dice"] = f"{walk.dice.count} throws"
    else:
        missing["dice"] = "no key of the unit was given"
    if walk.replay is None:
        missing["replay"] = "not asked for"
    else:
        proved["replay"] = f"{walk.replay.played} events"
        if walk.replay.not_played:
            engines = ", ".join(sorted(walk.replay.other_engines))
            missing["replay of the rest"] = f"{walk.replay.not_played} events were decided by {engines}"
    if copied:
        proved["second place"] = f"entry {copied} is the one in {wanted.second_place}"
    else:
        given = wanted.second_place is not None
        missing["second place"] = "its head proves nothing" if given else "no copied head was given"
    return proved, missing
