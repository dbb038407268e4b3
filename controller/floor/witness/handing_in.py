"""Archives of a journal that was enrolled after its beginning: the past that they hold, proved and kept.

They have to lead to the very entry that the floor began with, and to the very books that it was told.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from controller.floor.store.database import Transaction
from controller.floor.store.journals import (
    QUARANTINED,
    KeptBatch,
    add_batch,
    branch_of,
    branches_of,
    journal_held,
    keep,
)
from controller.floor.witness.beginnings import NotAccepted, beginning_of
from controller.floor.witness.books import Books, Kept
from controller.floor.witness.checking import check_seals, takes_over
from controller.floor.witness.records import DAY_MS
from controller.protocol.floor import BadBatch, Batch, id_of, pack
from controller.uplink.outbox import CannotSend, Piece, piece
from controller.vault.books.clerk import Clerk
from controller.vault.journal.chain import NOTHING_BEFORE, hash_of
from controller.vault.journal.identity import VaultRow
from controller.vault.read.reader import Reader


class Archives:
    """Files that are brought together: from entry 1 to the one that the journal was enrolled after."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = sorted(((_standing(file), file) for file in files), key=lambda one: one[0].base_seq)
        self.journal = self._files[0][0].journal

    def batches(self, cabinet: str, through: int) -> list[Batch]:
        """Every entry that is there up to one, in order."""
        made: list[Batch] = []
        for standing, file in self._files:
            if standing.journal != self.journal:
                raise NotAccepted(f"{file}: is of journal {standing.journal}, not of {self.journal}")
            made += self._of_file(standing, file, cabinet, made[-1].last if made else 0, through)
        return made

    def _of_file(self, standing: VaultRow, file: Path, cabinet: str, after: int, through: int) -> list[Batch]:
        made: list[Batch] = []
        with Reader(file) as reader:
            while after < through:
                try:
                    with reader.view() as connection:
                        found = piece(connection, standing, after)
                except CannotSend as error:
                    raise NotAccepted(f"{file}: {error}") from None
                if found is None:
                    break
                size = min(len(found.lines), through - after)
                made.append(_batch(self.journal, cabinet, after, found.lines[:size], found))
                after += size
        return made


def _standing(file: Path) -> VaultRow:
    with Reader(file) as reader:
        return reader.standing


def _batch(journal: str, cabinet: str, after: int, lines: list[str], found: Piece) -> Batch:
    hash = found.before
    for line in lines:
        hash = hash_of(hash, line.encode())
    last = after + len(lines)
    return Batch(
        cabinet=cabinet,
        journal=journal,
        first=after + 1,
        last=last,
        before=found.before.hex(),
        after=hash.hex(),
        entries=lines,
        seals=[seal for seal in found.seals if seal.seq <= last],
    )


def days_in(batches: list[Batch]) -> set[int]:
    """For which there has to be room."""
    return {orjson.loads(line)["at"] // DAY_MS for batch in batches for line in batch.entries}


async def due(transaction: Transaction, journal: str) -> tuple[str, int]:
    """The cabinet of this journal, and the entry up to which archives of it are wanted."""
    known = await journal_held(transaction, journal)
    root = None if known is None else await branch_of(transaction, journal, 1)
    if known is None or root is None or not root.from_seq:
        raise NotAccepted(f"journal {journal} is not one that begins in the middle here")
    return known.cabinet, root.from_seq


async def hand_in(transaction: Transaction, journal: str, batches: list[Batch]) -> None:
    """The raw chain and the records of what was before, in one transaction."""
    await due(transaction, journal)
    root = await branch_of(transaction, journal, 1)
    begins = await beginning_of(transaction, root)
    histories = [one for one in await branches_of(transaction, journal) if one.state != QUARANTINED]
    forgotten = "delete from ticket where journal = $1 and branch = $2 and seq <= $3"  # their entries are here now
    for branch in histories:
        await transaction.run(forgotten, journal, branch.branch, begins.seq)
    past = _Past(journal)
    for batch in batches:
        rows = past.take(batch)._replace(accounts=[], meters=[])
        for branch in histories:
            await keep(transaction, branch, rows)
        data = pack(batch)
        hashes = bytes.fromhex(batch.before), bytes.fromhex(batch.after)
        await add_batch(transaction, root, KeptBatch(batch.first, batch.last, id_of(data), "", *hashes, data))
    if (past.seq, past.hash) != (begins.seq, begins.hash):
        raise NotAccepted(f"the archives lead to entry {past.seq}, and not to entry {begins.seq} as it is here")
    if past.books.clerk_text() != begins.books.clerk_text():
        raise NotAccepted(f"the archives lead to other books after entry {begins.seq} than this floor was told")
    (floor,) = await transaction.rows("select kept_from from floor")
    await transaction.drop_days(floor["kept_from"])
    statement = "update branch set from_seq = 0, from_hash = $2 where journal = $1 and branch = 1"
    await transaction.run(statement, journal, NOTHING_BEFORE)


class _Past:
    """What archives lead to, entry by entry."""

    def __init__(self, journal: str) -> None:
        self.journal, self.seq, self.hash = journal, 0, NOTHING_BEFORE
        self.books, self._key, self._sealed = Books(Clerk(), 0), b"", 0

    def take(self, batch: Batch) -> Kept:
        """One more piece of it; what it leaves in the books."""
        if (batch.first, batch.before) != (self.seq + 1, self.hash.hex()):
            raise NotAccepted(f"entries {batch.first} to {batch.last} do not follow on entry {self.seq}")
        entries = [orjson.loads(line) for line in batch.entries]
        try:
            self._check_seals(batch, entries)
            kept = self.books.take(entries)
        except BadBatch as error:
            raise NotAccepted(str(error)) from None
        for line in batch.entries:
            self.hash = hash_of(self.hash, line.encode())
        self.seq = batch.last
        return kept

    def _check_seals(self, batch: Batch, entries: list[dict[str, Any]]) -> None:
        if not self.seq:
            self._key = bytes.fromhex(entries[0]["public_key"])
        other = takes_over(entries)
        until = batch.last + 1 if other is None else other["seq"]
        before = [seal for seal in batch.seals if seal.seq < until]
        self._sealed = check_seals(before, self.journal, self._key, self._sealed)
        if other is not None:
            self._key = bytes.fromhex(other["public_key"])
            self._sealed = check_seals(batch.seals[len(before) :], self.journal, self._key, self._sealed)
