"""`boxcars floor verify`: the store proved by itself, and against journals: chain, books, entry by entry."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from controller.floor.store.database import Database, Transaction, one
from controller.floor.store.decisions import first_wrong
from controller.floor.store.journals import Branch, all_journals, branch_of, lines
from controller.floor.store.layout.tables import BY_DAY
from controller.floor.store.segments import all_segments
from controller.floor.witness.beginnings import beginning_of
from controller.floor.witness.books import Books, Kept
from controller.table.canonical import read_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of
from controller.vault.read.reader import Reader

TOGETHER = 2000
KEYS = {
    **dict.fromkeys(("round", "event", "roll", "settled", "account"), 2),
    **dict.fromkeys(("move", "act", "hold", "door", "played"), 3),
    **dict.fromkeys(("gaming_day", "figures", "meter", "ticket", "counted"), 1),
}
"""Of each table, how many columns behind journal and branch name a row."""


class Proved(NamedTuple):
    """What was looked at, and what is wrong with it."""

    said: list[str]
    wrong: list[str]


async def verify(store: Database, public_key: bytes, journals: list[Path]) -> Proved:
    """Every journal of the store, its decisions, its segments, and each of these files against it."""
    proved = Proved([], [])
    async with store.reading() as transaction:
        wrong = await first_wrong(transaction, public_key)
        if wrong is not None:
            proved.wrong.append(f"decision {wrong} of the floor does not follow from those before, or is not signed")
        bad = await _prove_segments(transaction, proved)
        for journal in await all_journals(transaction):
            if journal.journal in bad:
                continue  # without its bytes nothing else of it can be said
            branch = await branch_of(transaction, journal.journal, journal.branch)
            await _prove_branch(transaction, branch, proved)
        for file in journals:
            await _compare(transaction, file, proved)
    return proved


async def _prove_segments(transaction: Transaction, proved: Proved) -> set[str]:
    """Every file is the one that was written. Returns the journals of those that are not."""
    found = await all_segments(transaction)
    wrong = [(segment.journal, why) for segment in found if (why := transaction.segments.wrong(segment)) is not None]
    proved.wrong.extend(why for _, why in wrong)
    if found:
        proved.said.append(f"{len(found) - len(wrong)} segments are the files that were written")
    return {journal for journal, _ in wrong}


async def _prove_branch(transaction: Transaction, branch: Branch, proved: Proved) -> None:
    """The chain leads to the cursor, and books kept anew from its entries are those in the tables."""
    begins = await beginning_of(transaction, branch)
    hash, seq, books = begins.hash, begins.seq, begins.books
    some, rows = list[dict[str, Any]](), Tables(books if seq else None)
    async for number, line in lines(transaction, branch, seq, branch.seq):
        hash, seq = hash_of(hash, line.encode()), seq + 1
        if number != seq:
            proved.wrong.append(f"{branch.journal}: entry {seq} is missing")
            return
        some.append(orjson.loads(line))
        if len(some) == TOGETHER:
            rows.take(books, some)
            some = []
    if some:
        rows.take(books, some)
    if (seq, hash) != (branch.seq, branch.hash):
        proved.wrong.append(f"{branch.journal}: the chain leads to entry {seq}, and not to the cursor {branch.seq}")
    row = await one(transaction, "select kept_from from floor")
    assert row is not None
    for table in KEYS:
        found, due = await _stored(transaction, branch, table), rows.of[table]
        if table in BY_DAY:
            due = {key: of for key, of in due.items() if key[0] >= row["kept_from"]}
        if found != due:
            proved.wrong.append(f"{branch.journal}: {table} is not what the entries make it")
    before = f", before {begins.seq + 1}: not witnessed" if begins.seq else ""
    proved.said.append(f"{branch.journal}: {seq} entries, branch {branch.branch}{before}")


class Tables:
    """The rows that entries make, table by table, as they should lie in the store."""

    def __init__(self, begins: Books | None) -> None:
        self.of: dict[str, dict[Any, Any]] = {table: {} for table in KEYS}
        if begins is not None:
            self._take(begins.all_kept())

    def take(self, books: Books, entries: list[dict[str, Any]]) -> None:
        """Some entries that follow."""
        self._take(books.take(entries))

    def _take(self, kept: Kept) -> None:
        changed = {"account": kept.accounts, "meter": kept.meters, "ticket": kept.tickets, "counted": kept.counted}
        for table, rows in (changed | kept.added).items():
            key = KEYS[table]
            self.of[table].update({tuple(row[:key]): _read(row[key:]) for row in rows})
        for day, bet, *counts in kept.settled:
            old = self.of["settled"].get((day, bet), (0, 0, 0))
            self.of["settled"][day, bet] = tuple(a + b for a, b in zip(old, counts, strict=True))


async def _stored(transaction: Transaction, branch: Branch, table: str) -> dict[Any, Any]:
    statement = f"select * from {table} where journal = $1 and branch = $2"
    rows = [list(row.values())[2:] for row in await transaction.rows(statement, branch.journal, branch.branch)]
    return {tuple(row[: KEYS[table]]): _read(row[KEYS[table] :]) for row in rows}


def _read(columns: Sequence[Any]) -> tuple[Any, ...]:
    """Counts by name are the same in whatever order they were counted."""
    return tuple(read_plain(one) if isinstance(one, str) and one.startswith(("{", "[")) else one for one in columns)


async def _compare(transaction: Transaction, file: Path, proved: Proved) -> None:
    """Every entry of a journal or an archive that the floor has too is the same; one that is missing is said."""
    try:
        with Reader(file) as reader, reader.view() as connection:
            standing, same = reader.standing, 0
            known = {one.journal: one for one in await all_journals(transaction)}.get(standing.journal)
            if known is None:
                proved.wrong.append(f"{file}: journal {standing.journal} is not on this floor")
                return
            branch = await branch_of(transaction, known.journal, known.branch)
            after = max(standing.base_seq, (await beginning_of(transaction, branch)).seq)
            found = connection.execute("select seq, body from entry where seq > ? order by seq", (after,))
            async for seq, line in lines(transaction, branch, after, branch.seq):
                row = found.fetchone()
                if row is None:
                    if not standing.end_seq:
                        proved.wrong.append(f"{file}: ends before entry {seq}, which the floor has")
                    break
                if row[0] != seq or row[1] != line.encode():
                    proved.wrong.append(f"{file}: entry {seq} is another than the floor has")
                    return
                same += 1
            left = len(found.fetchall())
            proved.said.append(f"{file}: {same} entries are the same, {left} are not on the floor yet")
    except VaultFault as fault:
        proved.wrong.append(f"{file}: {fault}")
