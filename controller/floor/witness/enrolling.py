"""A journal whose beginning the floor has not seen is taken in by name.

What was before its first entry here is not witnessed: the books are believed as the cabinet says them, and that stands
in the floor's own journal. `handing_in` takes the archives when somebody brings them.
"""

from controller.floor.store.alarms import heard
from controller.floor.store.database import Transaction
from controller.floor.store.journals import (
    ACCEPTED,
    Branch,
    KnownJournal,
    add_branch,
    add_journal,
    go_on,
    journal_held,
)
from controller.floor.witness.beginnings import NotAccepted, books_said
from controller.protocol.enrolling import Enrolment


async def enrol(transaction: Transaction, said: Enrolment, life: str, now: int) -> None:
    """The journal that this cabinet writes from now on."""
    if said.life != life:
        raise NotAccepted(f"journal {said.journal} is {said.life}, this floor is {life}")
    if await journal_held(transaction, said.journal) is not None:
        raise NotAccepted(f"journal {said.journal} is on this floor already")
    hash, key = bytes.fromhex(said.hash), bytes.fromhex(said.public_key)
    of = (said.journal, 1, ACCEPTED, 0, said.base, hash, said.base, hash)
    branch = Branch(*of, said.sealed, key, None, 0)
    await add_journal(transaction, KnownJournal(said.journal, said.cabinet, life, 1, ""), now)
    await add_branch(transaction, branch)
    if said.base:
        kept = books_said(said.base, said.books, said.shown).all_kept()
        await go_on(transaction, branch, kept)
    await heard(transaction, said.cabinet, now)
    await transaction.run("update cabinet set journal = $2 where cabinet = $1", said.cabinet, said.journal)
