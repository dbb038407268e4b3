"""What a named person decides of a journal: which history counts from now on.

Nothing is overwritten. The other history becomes the one that is followed, with books of its own from the beginning;
the one that was followed until now stays as it is.
"""

from typing import NamedTuple

import orjson

from controller.floor.store.database import Transaction
from controller.floor.store.journals import (
    ACCEPTED,
    LEFT,
    QUARANTINED,
    Branch,
    batches,
    branch_of,
    branches_of,
    go_on,
    journal_held,
    lines,
    set_branch,
)
from controller.floor.witness.beginnings import NotAccepted, beginning_of
from controller.floor.witness.books import Books
from controller.protocol.floor import unpack

TOGETHER = 2000
"""Entries that are booked at once."""


class JournalAccepted(NamedTuple):
    """What was decided, for the record."""

    journal: str
    branch: int
    after: int
    key: str


async def accept(transaction: Transaction, journal: str, key: bytes | None) -> JournalAccepted:
    """The history that waits is followed from here on; `key` where it is signed with another one."""
    known = await journal_held(transaction, journal)
    if known is None:
        raise NotAccepted(f"there is no journal {journal} on this floor")
    waiting = [one for one in await branches_of(transaction, journal) if one.state == QUARANTINED]
    if not waiting:
        raise NotAccepted(f"journal {journal} has no other history that waits")
    branch, old = waiting[0], await branch_of(transaction, journal, known.branch)
    if branch.next_key != key:
        asked = "no other key" if branch.next_key is None else f"the key {branch.next_key.hex()}"
        raise NotAccepted(f"it is signed with {asked}; look at it, and name it with --key")
    last_seal = await _book_again(transaction, branch)
    await set_branch(transaction, old._replace(state=LEFT))
    await set_branch(transaction, branch._replace(state=ACCEPTED, seal_seq=last_seal, entry_at=old.entry_at))
    await transaction.run("update journal set branch = $2 where journal = $1", journal, branch.branch)
    return JournalAccepted(journal, branch.branch, branch.from_seq, "" if key is None else key.hex())


async def _book_again(transaction: Transaction, branch: Branch) -> int:
    """The books of a branch begin with all that it has in common with the one before. Returns the last seal there."""
    begins, some = await beginning_of(transaction, branch), []
    books = begins.books
    if begins.seq:
        kept = books.all_kept()
        await go_on(transaction, branch, kept)
    async for _, line in lines(transaction, branch, begins.seq, branch.from_seq):
        some.append(orjson.loads(line))
        if len(some) == TOGETHER:
            await _book(transaction, branch, books, some)
            some = []
    if some:
        await _book(transaction, branch, books, some)
    return await last_seal(transaction, branch, branch.from_seq)


async def _book(transaction: Transaction, branch: Branch, books: Books, entries: list[dict[str, object]]) -> None:
    await go_on(transaction, branch, books.take(entries))


async def last_seal(transaction: Transaction, branch: Branch, through: int) -> int:
    """The last one of this history up to an entry."""
    if branch.parent:
        parent = await branch_of(transaction, branch.journal, branch.parent)
        newest = await last_seal(transaction, parent, min(through, branch.from_seq))
    else:
        newest = (await beginning_of(transaction, branch)).sealed
    after = branch.from_seq
    while found := await batches(transaction, branch, after):
        for batch in found:
            newest = max([newest, *(seal.seq for seal in unpack(batch.body).seals if seal.seq <= through)])
        after = found[-1].last
        if after >= through:
            break
    return newest
