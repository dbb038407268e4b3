"""Tables that came with a newer Boxcars are filled from the chain, once, when an older store is opened."""

from typing import Any

import orjson

from controller.floor.store.database import Database, Transaction, one
from controller.floor.store.journals import QUARANTINED, Branch, all_journals, branches_of, keep, lines, set_books
from controller.floor.store.layout.record_tables import RECORDS_BY_DAY
from controller.floor.witness.beginnings import beginning_of
from controller.floor.witness.books import Kept
from controller.floor.witness.records import DAY_MS

FILLED = 2
"""Of which version's tables a new store has everything from its first entry on."""
TOGETHER = 2000


async def refill(store: Database) -> None:
    """Nothing, where it was done."""
    async with store.reading() as transaction:
        row = await one(transaction, "select filled from floor")
        if row is None or row["filled"] >= FILLED:
            return
        branches = [
            branch
            for journal in await all_journals(transaction)
            for branch in await branches_of(transaction, journal.journal)
            if branch.state != QUARANTINED
        ]
    for branch in branches:
        await store.make_days(await _days(store, branch))
    async with store.writing() as transaction:
        for branch in branches:
            await _fill(transaction, branch)
        await transaction.run("update floor set filled = $1", FILLED)


async def _days(store: Database, branch: Branch) -> set[int]:
    async with store.reading() as transaction:
        after = (await beginning_of(transaction, branch)).seq
        return {orjson.loads(line)["at"] // DAY_MS async for _, line in lines(transaction, branch, after, branch.seq)}


async def _fill(transaction: Transaction, branch: Branch) -> None:
    begins, some = await beginning_of(transaction, branch), list[dict[str, Any]]()
    books = begins.books
    kept: Kept | None = None
    if begins.seq:
        kept = books.all_kept()
        await keep(transaction, branch, _new_in(kept))
    async for seq, line in lines(transaction, branch, begins.seq, branch.seq):
        some.append(orjson.loads(line))
        if len(some) == TOGETHER or seq == branch.seq:
            kept = books.take(some)
            await keep(transaction, branch, _new_in(kept))
            some = []
    if kept is not None:
        await set_books(transaction, branch, kept)


def _new_in(kept: Kept) -> Kept:
    """Only what goes into tables of this step."""
    added = {table: rows for table, rows in kept.added.items() if table in RECORDS_BY_DAY}
    return kept._replace(accounts=[], meters=[], settled=[], added=added)
