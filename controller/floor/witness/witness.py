"""Takes what cabinets send: proves it, compares it with what is known, and keeps it in one transaction.

What is applied is in the database before it is answered. What does not fit changes nothing of a journal: it is an
alarm, lies aside, and another history becomes a branch of its own that waits for a person.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from controller.floor.jackpots.kept import keep as keep_jackpots
from controller.floor.store.alarms import end_alarm, heard, journal_now, raise_alarm, set_aside
from controller.floor.store.database import Database, Transaction
from controller.floor.store.journals import (
    ACCEPTED,
    QUARANTINED,
    Branch,
    KeptBatch,
    KnownJournal,
    add_branch,
    add_journal,
    books_kept,
    branch_of,
    branches_of,
    go_on,
    hash_at,
    journal_held,
    journal_of,
)
from controller.floor.tickets.compared import compare
from controller.floor.witness.books import Books
from controller.floor.witness.checking import WholeBatch, check_seals, checked, takes_over
from controller.floor.witness.codes import ASIDE
from controller.floor.witness.heads import Finding, branch_now, judge_head, note_clock
from controller.floor.witness.numbers import above
from controller.floor.witness.records import DAY_MS
from controller.protocol.floor import APPLIED, GAP, KNOWN, Above, BadBatch, Batch, HeadSaid, batch_text, id_of
from controller.vault.journal.chain import NOTHING_BEFORE
from controller.vault.journal.signing import is_signed

MOST_BOOKS = 256
"""Branches whose books are held in memory; others are read when they are needed."""


class BatchVerdict(NamedTuple):
    """What came of it, and which entry the floor has last."""

    code: str
    journal: str
    seq: int
    hash: bytes
    above: Above | None = None


class Witness:
    """All journals of one floor."""

    def __init__(self, database: Database, life: str, now: Callable[[], int], clock_ms: int = 30_000) -> None:
        self._database, self._life, self._now, self._clock_ms = database, life, now, clock_ms
        self._books: OrderedDict[tuple[str, int], Books] = OrderedDict()

    # ---- batches ----

    async def take(self, cabinet: str, key: bytes, data: bytes, signature: str) -> BatchVerdict:
        """A batch from this cabinet, whose uplink has this key."""
        id = id_of(data)
        try:
            if not is_signed(key, _bytes(signature), batch_text(id)):
                raise BadBatch("signature_bad", f"batch {id} is not signed with the key of {cabinet}")
            found = checked(data)
            if found.batch.cabinet != cabinet:
                raise BadBatch("other_cabinet", f"{cabinet} sent a batch of {found.batch.cabinet}")
        except BadBatch as bad:
            return await self._put_aside(cabinet, "", bad.code, str(bad), 0, (id, signature, data))
        await self._database.make_days({entry["at"] // DAY_MS for entry in found.entries})
        batch = found.batch
        try:
            async with self._database.writing() as transaction:
                current = await heard(transaction, cabinet, self._now())
                return await self._apply(transaction, found, current, KeptBatch(*_kept(batch, id, signature, data)))
        except (Finding, BadBatch) as finding:
            self._books.clear()  # a clerk that took entries which are not kept is of no use
            seq = getattr(finding, "seq", 0)
            return await self._put_aside(
                cabinet, batch.journal, finding.code, str(finding), seq, (id, signature, data), found
            )
        except BaseException:
            self._books.clear()
            raise

    async def _apply(
        self, transaction: Transaction, found: WholeBatch, current: str | None, kept: KeptBatch
    ) -> BatchVerdict:
        """`current` is the journal that this cabinet writes, as far as was known."""
        batch = found.batch
        journal = await journal_held(transaction, batch.journal)
        if journal is None:
            if batch.first != 1:  # after a floor was put back to a time before they met, say
                return BatchVerdict(GAP, batch.journal, 0, NOTHING_BEFORE)
            branch, current = await self._meet(transaction, found), batch.journal
        else:
            if journal.cabinet != batch.cabinet:
                why = f"{batch.cabinet} sends journal {batch.journal} of {journal.cabinet}"
                raise Finding("journal_of_two", why)
            branch, waiting = await branch_now(transaction, journal)
            if waiting is not None:
                return BatchVerdict("quarantined", branch.journal, branch.seq, branch.hash)
        if batch.first > branch.seq + 1:
            return BatchVerdict(GAP, branch.journal, branch.seq, branch.hash)
        await self._compare(transaction, branch, found)
        if not branch.seq:  # just met, or enrolled
            _check_birth(branch, found)
        new = found.after(branch.seq)
        if not new.entries:
            return BatchVerdict(KNOWN, branch.journal, branch.seq, branch.hash)
        if current != batch.journal:
            raise Finding("two_journals", f"entry {batch.last} of journal {batch.journal}, which is the older one")
        return await self._keep(transaction, branch, new, kept)

    async def _meet(self, transaction: Transaction, found: WholeBatch) -> Branch:
        """A journal that nobody has told the floor of: with its first entry, and after the one before it."""
        batch, born = found.batch, found.entries[0]
        if born["kind"] != "born" or batch.before != NOTHING_BEFORE.hex():
            raise BadBatch("entry_unreadable", f"the first entry of {batch.journal} is no birth")
        if born.get("life") != self._life:
            raise Finding("other_life", f"journal {batch.journal} is {born.get('life')!s:.10}, this floor {self._life}")
        await self._check_follows(transaction, batch, str(born.get("follows", "")))
        key = _bytes(str(born.get("public_key")))
        journal = KnownJournal(batch.journal, batch.cabinet, self._life, 1, str(born.get("follows", "")))
        branch = Branch(batch.journal, 1, ACCEPTED, 0, 0, NOTHING_BEFORE, 0, NOTHING_BEFORE, 0, key, None, born["at"])
        await add_journal(transaction, journal, self._now())
        await add_branch(transaction, branch)
        statement = "update cabinet set journal = $2 where cabinet = $1"
        await transaction.run(statement, batch.cabinet, batch.journal)
        return branch

    async def _check_follows(self, transaction: Transaction, batch: Batch, follows: str) -> None:
        """The journal before is whole on the floor, and this one names its last entry."""
        last = await journal_now(transaction, batch.cabinet)
        if last is None:
            return
        known = await journal_of(transaction, last)
        assert known is not None
        branch = await branch_of(transaction, last, known.branch)
        due = f"{last} {branch.seq} {branch.hash.hex()}"
        if follows != due:
            raise Finding("not_following", f"journal {batch.journal} follows on {follows[:120]!r}, known is {due!r}")

    async def _compare(self, transaction: Transaction, branch: Branch, found: WholeBatch) -> None:
        """Where it overlaps it is the same, to the last entry that both have; hashes of a chain need no more."""
        batch = found.batch
        if batch.first == 1 and batch.before != NOTHING_BEFORE.hex():
            raise Finding("fork", "there is something before its first entry", 1)
        last = min(batch.last, branch.seq)
        if await hash_at(transaction, branch, last) == found.hash_at(last):
            return
        first = batch.first - 1
        while first < last and await hash_at(transaction, branch, first) == found.hash_at(first):
            first += 1
        raise Finding("fork", f"entry {first} of journal {batch.journal} is another than the floor has", first)

    async def _keep(self, transaction: Transaction, branch: Branch, new: WholeBatch, kept: KeptBatch) -> BatchVerdict:
        first = branch.seq + 1
        branch = _sealed(branch, new, first)
        books = await self._books_of(transaction, branch)
        rows = books.take(new.entries)
        after = branch._replace(seq=new.batch.last, hash=new.hashes[-1], entry_at=new.entries[-1]["at"])
        await go_on(transaction, after, rows, kept._replace(first=first))
        await keep_jackpots(transaction, new.batch.cabinet, branch, new, self._now())
        await compare(transaction, new.batch.cabinet, branch, new, self._now())
        return BatchVerdict(APPLIED, after.journal, after.seq, after.hash, await above(transaction, after))

    async def _books_of(self, transaction: Transaction, branch: Branch) -> Books:
        """From memory, where they are of the very entry that the database has."""
        name = branch.journal, branch.branch
        books = self._books.pop(name, None)
        if books is None or books.seq != branch.seq:
            books = await books_kept(transaction, branch)
        self._books[name] = books
        while len(self._books) > MOST_BOOKS:
            self._books.popitem(last=False)
        return books

    # ---- what does not fit ----

    async def _put_aside(
        self,
        cabinet: str,
        journal: str,
        code: str,
        why: str,
        seq: int,
        sent: tuple[str, str, bytes],
        found: WholeBatch | None = None,
    ) -> BatchVerdict:
        """An alarm, the bytes aside, and for another history a branch of its own."""
        id, signature, data = sent
        async with self._database.writing() as transaction:
            await raise_alarm(transaction, self._now(), code, cabinet, journal, seq, why)
            if code in ASIDE:
                await set_aside(transaction, self._now(), id, cabinet, code, why, signature, data)
            known = await journal_of(transaction, journal) if journal else None
            if known is None or known.cabinet != cabinet:
                return BatchVerdict(code, journal, 0, NOTHING_BEFORE)
            branch = await branch_of(transaction, journal, known.branch)
            if found is not None and code in ("fork", "restored"):
                await _quarantine(transaction, branch, found, code, seq)
            return BatchVerdict(code, journal, branch.seq, branch.hash)

    # ---- heads and cursors ----

    async def head(self, said: HeadSaid) -> BatchVerdict:
        """Where a cabinet says that its journal stands."""
        async with self._database.writing() as transaction:
            await note_clock(transaction, said, self._now(), self._clock_ms)
            journal = await journal_of(transaction, said.journal)
            if journal is None:
                return await self._not_met(transaction, said)
            branch = await branch_of(transaction, said.journal, journal.branch)
            found = await judge_head(transaction, journal, branch, said)
            if found is None:
                await end_alarm(transaction, GAP, said.cabinet)
                return BatchVerdict(KNOWN, branch.journal, branch.seq, branch.hash)
            at, about = self._now(), (said.cabinet, said.journal, found.seq, str(found))
            await raise_alarm(transaction, at, found.code, *about)
            return BatchVerdict(found.code, branch.journal, branch.seq, branch.hash)

    async def _not_met(self, transaction: Transaction, said: HeadSaid) -> BatchVerdict:
        """It will come from its first entry on; or it cannot, and then a person has to take it in."""
        code = "not_from_the_beginning" if said.alone else GAP
        if said.alone:
            about = (said.cabinet, said.journal, said.base, f"there is nothing before entry {said.base + 1}")
            await raise_alarm(transaction, self._now(), code, *about)
        return BatchVerdict(code, said.journal, 0, NOTHING_BEFORE)

    async def cursor(self, cabinet: str, journal: str, seq: int | None = None) -> BatchVerdict:
        """Which entry the floor has last, or the hash of one that it has: so a cabinet finds where both still agree."""
        async with self._database.reading() as transaction:
            known = await journal_of(transaction, journal)
            if known is None or known.cabinet != cabinet:
                return BatchVerdict(GAP, journal, 0, NOTHING_BEFORE)
            branch, waiting = await branch_now(transaction, known)
            code = KNOWN if waiting is None else "quarantined"
            if seq is None:
                return BatchVerdict(code, journal, branch.seq, branch.hash, await above(transaction, branch))
            hash = await hash_at(transaction, branch, seq)
            return (
                BatchVerdict(GAP, journal, 0, NOTHING_BEFORE)
                if hash is None
                else BatchVerdict(code, journal, seq, hash)
            )


def _check_birth(branch: Branch, found: WholeBatch) -> None:
    born = found.entries[0]
    if born["kind"] != "born" or born.get("journal") != branch.journal:
        raise BadBatch("entry_unreadable", f"the first entry of {branch.journal} names {born.get('journal')!s:.40}")
    if born.get("public_key") != branch.public_key.hex():
        raise BadBatch("seal_bad", f"the first entry of {branch.journal} names another key")


def _sealed(branch: Branch, new: WholeBatch, first: int) -> Branch:
    """Every signature is of the key of its time: another one signs only from the entry that names it, and only where a
    person has accepted it."""
    entry = takes_over(new.entries)
    seals = [seal for seal in new.batch.seals if seal.seq >= first]
    if entry is not None and (branch.next_key is None or entry.get("public_key") != branch.next_key.hex()):
        raise Finding("restored", f"entry {entry['seq']} names another key", entry["seq"])
    until = entry["seq"] if entry is not None else new.batch.last + 1
    before = [seal for seal in seals if seal.seq < until]
    last = check_seals(before, branch.journal, branch.public_key, branch.seal_seq)
    if entry is not None and branch.next_key is not None:
        branch = branch._replace(public_key=branch.next_key, next_key=None)
        last = check_seals(seals[len(before) :], branch.journal, branch.public_key, last)
    return branch._replace(seal_seq=last)


async def _quarantine(transaction: Transaction, branch: Branch, found: WholeBatch, code: str, seq: int) -> None:
    """From the last entry that both have; one is enough until a person has looked."""
    others = await branches_of(transaction, branch.journal)
    if any(one.state == QUARANTINED for one in others):
        return
    common = seq - 1 if code == "fork" else branch.seq
    hash = await hash_at(transaction, branch, common) if common else NOTHING_BEFORE
    assert hash is not None
    entry = takes_over(found.entries)
    key = None if entry is None else _bytes(str(entry.get("public_key")))
    number = max(one.branch for one in others) + 1
    of = (branch.journal, number, QUARANTINED, branch.branch, common, hash, common, hash)
    await add_branch(transaction, Branch(*of, 0, branch.public_key, key, 0))


def _kept(batch: Batch, id: str, signature: str, data: bytes) -> tuple[int, int, str, str, bytes, bytes, bytes]:
    before, after = bytes.fromhex(batch.before), bytes.fromhex(batch.after)
    return batch.first, batch.last, id, signature, before, after, data


def _bytes(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""
