"""`boxcars floor verify`: the store proved by itself, and against journals: chain, books, entry by entry."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from controller.floor.store.database import Database, Transaction
from controller.floor.store.decisions import first_wrong
from controller.floor.store.journals import Branch, all_journals, branch_of, lines
from controller.floor.witness.beginnings import beginning_of
from controller.floor.witness.books import Books, Kept
from controller.table.canonical import read_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of
from controller.vault.read.reader import Reader

TOGETHER = 2000
TABLES = ("round", "event", "roll", "settled", "gaming_day", "figures", "account", "meter")


class Proved(NamedTuple):
    """What was looked at, and what is wrong with it."""

    said: list[str]
    wrong: list[str]


async def verify(store: Database, public_key: bytes, journals: list[Path]) -> Proved:
    """Every journal of the store, its decisions, and each of these files against it."""
    proved = Proved([], [])
    async with store.reading() as transaction:
        wrong = await first_wrong(transaction, public_key)
        if wrong is not None:
            proved.wrong.append(f"decision {wrong} of the floor does not follow from those before, or is not signed")
        for journal in await all_journals(transaction):
            branch = await branch_of(transaction, journal.journal, journal.branch)
            await _prove_branch(transaction, branch, proved)
        for file in journals:
            await _compare(transaction, file, proved)
    return proved


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
    for table in TABLES:
        found = await _stored(transaction, branch, table)
        if found != rows.of[table]:
            proved.wrong.append(f"{branch.journal}: {table} is not what the entries make it")
    before = f", before {begins.seq + 1}: not witnessed" if begins.seq else ""
    proved.said.append(f"{branch.journal}: {seq} entries, branch {branch.branch}{before}")


class Tables:
    """The rows that entries make, table by table, as they should lie in the store."""

    def __init__(self, begins: Books | None) -> None:
        self.of: dict[str, dict[Any, Any]] = {table: {} for table in TABLES}
        if begins is not None:
            self._take(begins.all_kept())

    def take(self, books: Books, entries: list[dict[str, Any]]) -> None:
        """Some entries that follow."""
        self._take(books.take(entries))

    def _take(self, kept: Kept) -> None:
        for table, rows, key in (
            ("round", kept.rounds, 2),
            ("event", kept.events, 2),
            ("roll", kept.rolls, 2),
            ("gaming_day", kept.days, 1),
            ("figures", kept.figures, 1),
            ("account", kept.accounts, 2),
            ("meter", kept.meters, 1),
        ):
            self.of[table].update({tuple(row[:key]): _read(row[key:]) for row in rows})
        for day, bet, *counts in kept.settled:
            old = self.of["settled"].get((day, bet), (0, 0, 0))
            self.of["settled"][day, bet] = tuple(a + b for a, b in zip(old, counts, strict=True))


async def _stored(transaction: Transaction, branch: Branch, table: str) -> dict[Any, Any]:
    keys = {"gaming_day": 1, "figures": 1, "meter": 1}.get(table, 2)
    statement = f"select * from {table} where journal = $1 and branch = $2"
    rows = [list(row.values())[2:] for row in await transaction.rows(statement, branch.journal, branch.branch)]
    return {tuple(row[:keys]): _read(row[keys:]) for row in rows}


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
