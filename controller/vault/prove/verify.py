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
from controller.vault.journal.recovery import recover
from controller.vault.journal.schema import readable
from controller.vault.journal.signing import fingerprint
from controller.vault.prove.walk import ProofWanted, Walk

BATCH = 1000
"""Entries read at a time."""

OWN_KEY_ONLY = "proved against the file's own key only"
"""Whoever writes a journal anew altogether signs it with a key of their own, and names that one in it."""

Progress = Callable[[int, int], None]
"""So many of so many entries are done."""


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
    walk: Walk | None = None
    fault: VaultFault | None = None
    pages, copied = "good", 0
    try:
        pages = _check_pages(connection, file)
        if wanted.public_key is not None:
            wanted.public_key.check(standing.public_key, standing.journal)
        walk = Walk(connection, standing, wanted)
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


def _walk(walk: Walk, connection: sqlite3.Connection, progress: Progress, where: str) -> None:
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


def _check_nothing_before(walk: Walk, connection: sqlite3.Connection) -> None:
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


def _told(walk: Walk | None, wanted: ProofWanted, pages: str, copied: int) -> tuple[dict[str, str], dict[str, str]]:
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
