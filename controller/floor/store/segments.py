"""The raw chain in files: older batches lie one after the other in segments, exactly as they were signed.

A batch is a zstd frame, so a segment is a zstd file: `zstd -dc FILE` shows every batch in it. It is written once, under
a name that says what is in it, and never changed. The database keeps of each batch where it lies, its id and its
signature; a batch that has just come lies in the database, until there are enough for a segment.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from controller.floor.store.database import Database, FloorStoreFailure, Row, Transaction

LARGEST = 8 * 2**20
"""Bytes of a segment, but for one batch that is larger."""


class Segment(NamedTuple):
    """What a file is said to be."""

    journal: str
    branch: int
    first: int
    last: int
    file: str
    sha256: str
    size: int


class Segments:
    """A folder of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, file: str, place: int, size: int) -> bytes:
        """One batch."""
        try:
            with (self.folder / file).open("rb") as of:
                of.seek(place)
                found = of.read(size)
        except OSError as error:
            raise FloorStoreFailure(f"segment {file}: {error}") from None
        if len(found) != size:
            raise FloorStoreFailure(f"segment {file}: ends before {place + size}")
        return found

    def write(self, journal: str, branch: int, batches: Sequence[Row]) -> Segment:
        """On the disk when this returns."""
        whole = b"".join(bytes(one["body"]) for one in batches)
        digest, first, last = hashlib.sha256(whole).hexdigest(), batches[0]["first"], batches[-1]["last"]
        place = self.folder / journal / f"{branch}-{first}-{last}-{digest[:12]}.zst"
        place.parent.mkdir(parents=True, exist_ok=True)
        coming = place.with_suffix(".new")
        with coming.open("wb") as file:
            file.write(whole)
            file.flush()
            os.fsync(file.fileno())
        coming.replace(place)
        for folder in (place.parent, self.folder, self.folder.parent):
            _sync(folder)
        return Segment(journal, branch, first, last, f"{journal}/{place.name}", digest, len(whole))

    def wrong(self, segment: Segment) -> str | None:
        """What is wrong with the file; None where it is the one that was written."""
        try:
            whole = (self.folder / segment.file).read_bytes()
        except OSError as error:
            return f"segment {segment.file} cannot be read: {error.strerror}"
        good = hashlib.sha256(whole).hexdigest() == segment.sha256
        return None if good else f"segment {segment.file} is not the one that was written"


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def write_segments(store: Database, at: int, least: int) -> int:
    """Of every history that has so many bytes in the database, what lies there goes into files. Returns how many."""
    statement = "select journal, branch, sum(length(body)) as size from batch where segment = '' group by 1, 2"
    async with store.reading() as transaction:
        found = [row for row in await transaction.rows(statement) if row["size"] >= least]
    written = 0
    for row in found:
        while await _write_one(store, at, row["journal"], row["branch"]):
            written += 1
    return written


async def _write_one(store: Database, at: int, journal: str, branch: int) -> bool:
    async with store.reading() as transaction:
        batches = await _loose(transaction, journal, branch)
    if not batches:
        return False
    segment = store.segments.write(journal, branch, batches)
    moved, place = [], 0
    for one in batches:
        size = len(one["body"])
        moved.append((journal, branch, one["first"], segment.file, place, size, b""))
        place += size
    async with store.writing() as transaction:
        await transaction.add("segment", (*Segment._fields, "written_at"), [(*segment, at)])
        await transaction.run_many(
            "update batch set segment = $4, place = $5, size = $6, body = $7 "
            "where journal = $1 and branch = $2 and first = $3",
            moved,
        )
    return True


async def _loose(transaction: Transaction, journal: str, branch: int) -> list[Row]:
    """The oldest that lie in the database, as many as make a segment."""
    taken: list[Row] = []
    size = 0
    statement = (
        "select first, last, body from batch where journal = $1 and branch = $2 and segment = '' and first > $3 "
        "order by first limit 64"
    )
    while some := await transaction.rows(statement, journal, branch, taken[-1]["first"] if taken else 0):
        for row in some:
            size += len(row["body"])
            if taken and size > LARGEST:
                return taken
            taken.append(row)
    return taken


async def all_segments(transaction: Transaction) -> list[Segment]:
    """Every one that was written."""
    rows = await transaction.rows("select * from segment order by journal, branch, first")
    return [Segment(*(row[name] for name in Segment._fields)) for row in rows]
