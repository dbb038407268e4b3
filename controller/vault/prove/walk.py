"""One walk through the journal: chain, seals, dice and books agree, and what is played again decides the same."""

import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.faults import VaultFault
from controller.vault.journal.identity import VaultRow
from controller.vault.journal.keys import check_takeover
from controller.vault.journal.known_key import KnownKey
from controller.vault.journal.recovery import check_books, check_snapshot
from controller.vault.journal.snapshots import Packed, Snapshot, unpack
from controller.vault.lifecycle.archive_remains import check_left_over
from controller.vault.prove.legs import Replayed
from controller.vault.prove.proof import BooksProof, ChainProof, DiceProof, ReplayProof, SealProof
from controller.vault.prove.replay import MakeTable


class ProofWanted(NamedTuple):
    """What is to be proved besides the journal's own agreement with itself."""

    make_table: MakeTable | None = None
    unit_key: bytes | None = None
    second_place: Path | None = None
    public_key: KnownKey | None = None
    """That the journal is signed with, as it is known outside of it."""
    workers: int = 1
    """By so many it is played again, where nobody writes it."""


class Walk:
    """One walk through the journal."""

    def __init__(self, connection: sqlite3.Connection, standing: VaultRow, wanted: ProofWanted) -> None:
        self.connection, self.standing = connection, standing
        self.chain = ChainProof(standing)
        self.seals = SealProof(connection, standing)
        base = self._base()
        self.books = BooksProof(connection, base)
        self.dice = DiceProof(wanted.unit_key, base) if wanted.unit_key is not None else None
        self.replay: ReplayProof | Replayed | None = None
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
        if isinstance(self.replay, ReplayProof):
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
