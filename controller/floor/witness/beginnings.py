"""From where on the floor has a journal: entry 1, or what a person let it begin with."""

from typing import NamedTuple

import orjson

from controller.floor.store.database import Transaction
from controller.floor.store.decisions import decisions_of
from controller.floor.store.journals import Branch, branch_of
from controller.floor.witness.books import Books
from controller.table.canonical import read_plain
from controller.vault.books.clerk import Clerk, clerk_of
from controller.vault.journal.chain import NOTHING_BEFORE

ENROLLED = "journal_enrolled"
"""The decision."""


class NotAccepted(Exception):
    """Why not; for a person."""


class Beginning(NamedTuple):
    """The entry before the first that the floor has, and the books after it."""

    seq: int
    hash: bytes
    sealed: int
    """The last entry up to there that was signed."""
    books: Books


async def beginning_of(transaction: Transaction, branch: Branch) -> Beginning:
    """Of this history."""
    while branch.parent:
        branch = await branch_of(transaction, branch.journal, branch.parent)
    for done in await decisions_of(transaction, ENROLLED):
        if done["journal"] == branch.journal:
            if not branch.from_seq:  # its archives are here now
                return Beginning(0, NOTHING_BEFORE, 0, Books(Clerk(), 0, more={"seam": done["base"] + 1}))
            books = books_said(branch.from_seq, done["books"], done["shown"])
            return Beginning(branch.from_seq, branch.from_hash, done["sealed"], books)
    if not branch.from_seq:
        return Beginning(0, NOTHING_BEFORE, 0, Books(Clerk(), 0))
    raise NotAccepted(f"journal {branch.journal} begins after entry {branch.from_seq}, and nobody has enrolled it")


def books_said(seq: int, books: str, shown: str) -> Books:
    """As a cabinet says them; NotAccepted where they cannot be read."""
    try:
        return Books(clerk_of(read_plain(books)), seq, orjson.loads(shown))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise NotAccepted(f"its books cannot be read: {type(error).__name__}: {error}") from None
