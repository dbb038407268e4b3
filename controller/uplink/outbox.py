"""The journal is the outbox: batches of consecutive entries, read in short looks, never across a missing number."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from controller.protocol.floor import LARGEST_BATCH, LARGEST_ENTRY, Batch, HeadSaid, SealSaid, chain
from controller.protocol.hints import HintSaid
from controller.uplink.urgent import hints_in
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import NOTHING_BEFORE
from controller.vault.journal.identity import VaultRow, hash_at, standing_of
from controller.vault.read.reader import Reader

LONGEST_LOOK = 0.05
"""Seconds that a view of the journal is held: who writes must not be kept from tidying its log."""
ROOM = LARGEST_BATCH - 16 * 1024
"""Bytes of entries in a batch; the rest is for seals and what is said around them."""
ESCAPED = b'"\\'
MOST_ENTRIES = 2000
MOST_LOOKED_AT = 1000
MOST_URGENT = 16
"""Of what is new: who was away for long tells of the last only."""
MOST_ARCHIVES = 256


class CannotSend(Exception):
    """The journal is not as it has to be; the text is for people."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class Piece(NamedTuple):
    """Consecutive entries of one file."""

    lines: list[str]
    before: bytes
    after: bytes
    seals: list[SealSaid]


class UplinkOutbox:
    """The journal of one cabinet, and the archives with its older entries."""

    def __init__(self, journal: Path, archives: list[str], cabinet: str) -> None:
        self._journal, self._archives, self._cabinet = journal, [Path(one) for one in archives], cabinet
        self._reader: Reader | None = None
        self._file: tuple[int, int] | None = None

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def standing(self) -> VaultRow:
        """What the journal is now; another one may have been put in its place."""
        with self._open().view() as connection:
            return standing_of(connection, str(self._journal))

    def hash_of(self, seq: int) -> bytes | None:
        """Of one entry; None where the journal, without its archives, does not have it."""
        standing = self.standing()
        with self._open().view() as connection:
            return NOTHING_BEFORE if seq == 0 else hash_at(connection, standing, seq)

    def newest(self) -> int:
        """The last entry there is."""
        with self._open().view() as connection:
            standing = standing_of(connection, str(self._journal))
            return _newest(connection, standing)

    def head(self, now: int, sent: int, alone: bool = False) -> HeadSaid:
        """Where the journal stands."""
        with self._open().view() as connection:
            standing = standing_of(connection, str(self._journal))
            head = _newest(connection, standing)
            hash = hash_at(connection, standing, head) or NOTHING_BEFORE
            row = connection.execute("select * from seal order by seq desc limit 1").fetchone()
        return HeadSaid(
            cabinet=self._cabinet,
            journal=standing.journal,
            base=standing.base_seq,
            head=head,
            head_hash=hash.hex(),
            at=now,
            alone=alone,
            waiting=max(0, head - sent),
            seal=None if row is None else _seal(row),
        )

    def batch(self, after: int) -> Batch | None:
        """What follows on this entry; None where nothing does."""
        standing = self.standing()
        found: Piece | None
        if after < standing.base_seq:
            found = self._from_archive(standing, after)
        else:
            with self._open().view() as connection:
                found = piece(connection, standing, after)
        if found is None:
            return None
        return Batch(
            cabinet=self._cabinet,
            journal=standing.journal,
            first=after + 1,
            last=after + len(found.lines),
            before=found.before.hex(),
            after=found.after.hex(),
            entries=found.lines,
            seals=found.seals,
        )

    def urgent(self, after: int) -> tuple[int, list[HintSaid]]:
        """What goes ahead, of the newest entries behind this one; and the last that was looked at."""
        with self._open().view() as connection:
            standing = standing_of(connection, str(self._journal))
            head = _newest(connection, standing)
            after = max(after, head - MOST_LOOKED_AT)
            rows = connection.execute("select seq, body from entry where seq > ? order by seq", (after,))
            found = [hint for seq, body in rows for hint in hints_in(self._cabinet, standing.journal, seq, body)]
        return head, found[-MOST_URGENT:]

    def entry(self, seq: int) -> tuple[bytes, bytes]:
        """One entry, and its hash, wherever it lies."""
        standing = self.standing()
        if seq <= standing.base_seq:
            found = self._from_archive(standing, seq - 1)
            return found.lines[0].encode(), chain(found.before.hex(), found.lines[:1])[0]
        with self._open().view() as connection:
            row = connection.execute("select body, hash from entry where seq = ?", (seq,)).fetchone()
        if row is None:
            raise CannotSend("journal_gap", f"entry {seq} is missing from the journal")
        return bytes(row[0]), bytes(row[1])

    def _from_archive(self, standing: VaultRow, after: int) -> Piece:
        for file in self._archive_files():
            with suppress(VaultFault), Reader(file) as reader:
                of = reader.standing
                if of.journal == standing.journal and of.base_seq <= after < of.end_seq:
                    with reader.view() as connection:
                        found = piece(connection, of, after)
                    if found is not None:
                        return found
        what = f"the floor has entry {after} last, the journal begins after {standing.base_seq}"
        raise CannotSend("archive_missing", f"{what}, and no archive in `[floor] archives` has what is between")

    def _archive_files(self) -> Iterator[Path]:
        for folder in self._archives:
            yield from sorted(file for file in folder.glob("*") if file.is_file())[:MOST_ARCHIVES]

    def _open(self) -> Reader:
        """The file that lies there now: a restored or a new journal is another file of the same name."""
        try:
            found = (self._journal / "journal.db").stat()
        except OSError as error:
            raise CannotSend("journal_away", f"{self._journal}: {error.strerror}") from None
        if self._reader is None or self._file != (found.st_dev, found.st_ino):
            self.close()
            self._reader = Reader(self._journal)
            self._file = found.st_dev, found.st_ino
        return self._reader


def _newest(connection: sqlite3.Connection, standing: VaultRow) -> int:
    (newest,) = connection.execute("select max(seq) from entry").fetchone()
    return standing.base_seq if newest is None else int(newest)


def piece(connection: sqlite3.Connection, standing: VaultRow, after: int) -> Piece | None:
    """What follows on an entry, until it is full or the look has lasted long enough."""
    before = NOTHING_BEFORE if after == 0 else hash_at(connection, standing, after)
    if before is None:
        raise CannotSend("rolled_back", f"the floor has entry {after}, and this journal ends before it")
    until, size, lines, hash = time.monotonic() + LONGEST_LOOK, 0, list[str](), before
    found = connection.execute("select seq, body, hash from entry where seq > ? order by seq", (after,))
    for seq, body, hash_now in found:
        if seq != after + 1 + len(lines):
            if lines:
                break
            raise CannotSend("journal_gap", f"entry {after + 1} is missing from the journal")
        size += len(body) + sum(map(body.count, (b'"', b"\\"))) + 3
        if len(body) > LARGEST_ENTRY - LARGEST_BATCH:
            raise CannotSend("entry_too_large", f"entry {seq} has {len(body)} bytes")
        if lines and size > ROOM:
            break
        lines.append(body.decode("ascii"))
        hash = bytes(hash_now)
        if len(lines) >= MOST_ENTRIES or time.monotonic() > until:
            break
    if not lines:
        return None
    between = (after + 1, after + len(lines))
    seals = connection.execute("select * from seal where seq between ? and ? order by seq", between).fetchall()
    return Piece(lines, before, hash, [_seal(row) for row in seals])


def _seal(row: tuple[int, int, bytes, int, bytes]) -> SealSaid:
    seq, at, hash, after, signature = row
    return SealSaid(seq=seq, at=at, hash=hash.hex(), after=after, signature=signature.hex())
