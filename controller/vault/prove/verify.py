"""`boxcars verify`: does everything in this journal agree with everything else?

It reads in small steps, so that a table that plays on is not disturbed, and stops at the first thing that is wrong,
because what follows on it means nothing. What the whole chain is good for is compared at the end, and there it does
what a start does, by the same code. That the journal is not another one altogether it can say only by what is known
outside the file: the public key, and the head in the second place.
"""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.vault.faults import VaultFault
from controller.vault.journal.copied_head import compare, head_in
from controller.vault.journal.files import is_written, journal_in, open_reader
from controller.vault.journal.identity import VaultRow, hash_at, standing_of
from controller.vault.journal.recovery import recover
from controller.vault.journal.schema import readable
from controller.vault.journal.signing import fingerprint
from controller.vault.prove.legs import Played, played_by_legs
from controller.vault.prove.report import ProofLine, ProofReport
from controller.vault.prove.walk import ProofWanted, Walk

BATCH = 1000
"""Entries read at a time."""
WORTH_A_PROCESS = 20_000
"""Entries; fewer are played again sooner than another process has begun."""

Progress = Callable[[int, int], None]
"""So many of so many entries are done."""


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
    """By several workers, if that is wanted and can be; what is not good there one walk finds again, and says where."""
    if wanted.make_table is not None and _may_be_cut(connection, file, wanted.workers):
        with played_by_legs(file, connection, standing, wanted.make_table, wanted.workers) as played:
            report = _proved(connection, standing, file, wanted._replace(make_table=None), progress, played)
        if report.fault is None:
            return report
    return _proved(connection, standing, file, wanted, progress)


def _may_be_cut(connection: sqlite3.Connection, file: Path, workers: int) -> bool:
    (entries,) = connection.execute("select coalesce(max(seq) - min(seq), 0) from entry").fetchone()
    return workers > 1 and entries >= WORTH_A_PROCESS and not is_written(file.parent)


def _proved(
    connection: sqlite3.Connection,
    standing: VaultRow,
    file: Path,
    wanted: ProofWanted,
    progress: Progress,
    played: Played | None = None,
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
        if played is not None:
            walk.replay = played(walk.chain.seq)
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
    lines = tuple(_told(walk, wanted, pages, copied))
    first, whose = standing.base_seq + 1, fingerprint(standing.public_key)
    own_key_only = wanted.public_key is None
    return ProofReport(standing.journal, standing.life.value, first, last, lines, fault, whose, own_key_only)


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
        return "not read"
    answer = connection.execute("pragma quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise VaultFault("file_damaged", f"{file}: {answer}")
    return "good"


def _told(walk: Walk | None, wanted: ProofWanted, pages: str, copied: int) -> Iterator[ProofLine]:
    if wanted.public_key is None:
        yield ProofLine("no_public_key")
    if pages != "good":
        yield ProofLine("pages_not_read")
    if walk is None:
        return
    yield ProofLine("chain", {"entries": walk.chain.seq - walk.standing.base_seq})
    if walk.left_over:
        yield ProofLine("left_over", {"entries": walk.left_over})
    yield ProofLine("signatures", {"signatures": walk.seals.count})
    if wanted.public_key is not None:
        yield ProofLine("public_key", {"fingerprint": wanted.public_key.fingerprint})
    yield ProofLine("books", {"rounds": walk.books.rounds})
    unsigned = walk.chain.seq - (walk.seals.last or walk.standing.base_seq)
    if unsigned:
        yield ProofLine("end_not_signed", {"entries": unsigned})
    if walk.told_later:
        yield ProofLine("archive_told_later")
    yield ProofLine("no_unit_key") if walk.dice is None else ProofLine("outcomes", {"outcomes": walk.dice.count})
    if walk.replay is None:
        yield ProofLine("no_replay")
    else:
        yield ProofLine("replay", {"events": walk.replay.played})
        if walk.replay.not_played:
            engines = ", ".join(sorted(walk.replay.other_engines))
            yield ProofLine("other_engines", {"events": walk.replay.not_played, "engines": engines})
    if copied:
        yield ProofLine("second_place", {"entry": copied, "place": str(wanted.second_place)})
    else:
        yield ProofLine("no_head" if wanted.second_place is None else "head_proves_nothing")
