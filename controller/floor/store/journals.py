"""Journals, their branches and batches, and the books of each branch: what is asked of them and what is kept."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from controller.floor.store.database import Row, Rows, Transaction, one
from controller.floor.witness.books import Books, Kept, books_of
from controller.protocol.floor import chain, unpack

ACCEPTED, QUARANTINED, LEFT = "accepted", "quarantined", "left"
COLUMNS = {
    "round": (
        *("day", "number", "first_seq", "last_seq", "opened_at"),
        *("ended_at", "how", "reason", "seats"),
    ),
    "event": ("day", "id", "seq", "at", "kind", "seat", "text", "details"),
    "roll": ("day", "seq", "at", "round", "shown"),
    "gaming_day": ("day", "closed_seq", "closed_at", "totals"),
    "figures": ("seq", "rules", "bets"),
    "move": (
        *("day", "seq", "place", "at", "move", "seat"),
        *("instrument", "amount", "into_seat", "state", "reference", "who"),
    ),
    "act": ("day", "seq", "place", "at", "act", "who", "role", "whom", "seat", "reason"),
    "hold": ("day", "seq", "place", "at", "reason", "holds", "about"),
    "door": ("day", "seq", "place", "at", "door", "became", "was"),
    "played": ("day", "round", "seat", "at", "result", "bets", "cost", "back"),
}
KEPT_ANEW = {
    "account": (("name", "of_what"), ("amount",)),
    "meter": (("scope",), ("lifetime", "period", "day")),
    "settled": (("day", "bet"), ("wagers", "cost", "back")),
    "ticket": (("number",), ("state", "amount", "until", "request", "seq", "at")),
    "counted": (("seq",), ("day", "counts")),
}
"""Table → of a row the key, and what is written anew where it is there: the sum in `settled`, in `ticket` what is later
than what is known."""


class Branch(NamedTuple):
    """One history of a journal, as far as it is known."""

    journal: str
    branch: int
    state: str
    parent: int
    """The branch from which this one went off; 0 for none."""
    from_seq: int
    from_hash: bytes
    """The last entry that both have."""
    seq: int
    hash: bytes
    seal_seq: int
    public_key: bytes
    next_key: bytes | None
    """A key that a person has accepted, for the entry that will name it."""
    entry_at: int


BRANCH = ", ".join(Branch._fields)
"""What is asked of one: its books are large."""


class KnownJournal(NamedTuple):
    """A journal that the floor has."""

    journal: str
    cabinet: str
    life: str
    branch: int
    follows: str


class KeptBatch(NamedTuple):
    """The bytes of a batch, and who signed them."""

    first: int
    last: int
    id: str
    signature: str
    before: bytes
    after: bytes
    body: bytes


def _branch(row: Row) -> Branch:
    return Branch(*(row[name] for name in Branch._fields))


async def journal_of(transaction: Transaction, journal: str) -> KnownJournal | None:
    """As it is known."""
    row = await one(transaction, "select * from journal where journal = $1", journal)
    return None if row is None else KnownJournal(*(row[name] for name in KnownJournal._fields))


async def journal_held(transaction: Transaction, journal: str) -> KnownJournal | None:
    """As it is known; whoever else wants to write of it waits."""
    row = await one(transaction, "select * from journal where journal = $1 for update", journal)
    return None if row is None else KnownJournal(*(row[name] for name in KnownJournal._fields))


async def all_journals(transaction: Transaction) -> list[KnownJournal]:
    """Every one."""
    rows = await transaction.rows("select * from journal order by cabinet, journal")
    return [KnownJournal(*(row[name] for name in KnownJournal._fields)) for row in rows]


async def branch_of(transaction: Transaction, journal: str, branch: int) -> Branch:
    """One of its histories."""
    (row,) = await transaction.rows(f"select {BRANCH} from branch where journal = $1 and branch = $2", journal, branch)
    return _branch(row)


async def branches_of(transaction: Transaction, journal: str) -> list[Branch]:
    """All of its histories, oldest first."""
    rows = await transaction.rows(f"select {BRANCH} from branch where journal = $1 order by branch", journal)
    return [_branch(row) for row in rows]


async def add_journal(transaction: Transaction, journal: KnownJournal, met_at: int) -> None:
    """From here on it is known."""
    statement = "insert into journal (journal, cabinet, life, branch, follows, met_at) values ($1, $2, $3, $4, $5, $6)"
    await transaction.run(statement, *journal, met_at)


async def add_branch(transaction: Transaction, branch: Branch) -> None:
    """With books in which nothing stands yet."""
    await transaction.put(_branch_row(branch, "", "{}"))


async def set_branch(transaction: Transaction, branch: Branch) -> None:
    """How far it is known now; its books are as they were."""
    names = [name for name in Branch._fields if name not in ("journal", "branch")]
    places = ", ".join(f"{name} = ${n}" for n, name in enumerate(names, 3))
    statement = f"update branch set {places} where journal = $1 and branch = $2"
    await transaction.run(statement, branch.journal, branch.branch, *(getattr(branch, name) for name in names))


async def set_books(transaction: Transaction, branch: Branch, kept: Kept) -> None:
    """What is no row of them."""
    statement = "update branch set books = $3, shown = $4 where journal = $1 and branch = $2"
    await transaction.run(statement, branch.journal, branch.branch, kept.books, kept.shown)


async def add_batch(transaction: Transaction, branch: Branch, batch: KeptBatch) -> None:
    """The raw chain goes on by these bytes."""
    await transaction.put(_batch_row(branch, batch))


async def keep(transaction: Transaction, branch: Branch, kept: Kept) -> None:
    """What entries have left in the books, as rows."""
    await transaction.put(*_rows(branch, kept))


async def go_on(transaction: Transaction, branch: Branch, kept: Kept, batch: KeptBatch | None = None) -> None:
    """It has come so far, by these bytes, with the books of that entry."""
    batches = [] if batch is None else [_batch_row(branch, batch)]
    await transaction.put(*batches, *_rows(branch, kept), _branch_row(branch, kept.books, kept.shown))


def _branch_row(branch: Branch, books: str, shown: str) -> Rows:
    names = (*Branch._fields, "books", "shown")
    anew = ", ".join(f"{name} = excluded.{name}" for name in names[2:])
    where_there = f"on conflict (journal, branch) do update set {anew}"
    return Rows("branch", names, [(*branch, books, shown)], where_there)


def _batch_row(branch: Branch, batch: KeptBatch) -> Rows:
    return Rows("batch", ("journal", "branch", *KeptBatch._fields), [(branch.journal, branch.branch, *batch)])


def _rows(branch: Branch, kept: Kept) -> list[Rows]:
    of = (branch.journal, branch.branch)
    anew = (kept.accounts, kept.meters, kept.settled, kept.tickets, kept.counted)
    tables = {**dict(zip(KEPT_ANEW, anew, strict=True)), **kept.added}
    return [
        Rows(table, ("journal", "branch", *_columns(table)), [(*of, *row) for row in rows], _where_there(table))
        for table, rows in tables.items()
        if rows
    ]


def _columns(table: str) -> tuple[str, ...]:
    key, values = KEPT_ANEW.get(table, ((), ()))
    return COLUMNS.get(table, (*key, *values))


@cache
def _where_there(table: str) -> str:
    if table not in KEPT_ANEW:
        return ""
    key, values = KEPT_ANEW[table]
    plus = f"{table}.{{0}} + " if table == "settled" else ""
    anew = ", ".join(f"{name} = {plus.format(name)}excluded.{name}" for name in values)
    later = " where ticket.seq <= excluded.seq" if table == "ticket" else ""
    return f"on conflict (journal, branch, {', '.join(key)}) do update set {anew}{later}"


async def books_kept(transaction: Transaction, branch: Branch) -> Books:
    """The clerk of this branch, as it was left."""
    of = (branch.journal, branch.branch)
    row = await one(transaction, "select books, shown from branch where journal = $1 and branch = $2", *of)
    assert row is not None
    accounts = await transaction.rows("select * from account where journal = $1 and branch = $2", *of)
    meters = await transaction.rows("select * from meter where journal = $1 and branch = $2", *of)
    return books_of(
        row["books"],
        row["shown"],
        [(one["name"], one["of_what"], one["amount"]) for one in accounts],
        [(one["scope"], one["lifetime"], one["period"], one["day"]) for one in meters],
        branch.seq,
    )


async def hash_at(transaction: Transaction, branch: Branch, seq: int) -> bytes | None:
    """Of one entry of this history; None where it has none."""
    if seq > branch.seq:
        return None
    if seq == branch.seq:
        return branch.hash
    if seq <= branch.from_seq and branch.parent:
        return await hash_at(transaction, await branch_of(transaction, branch.journal, branch.parent), seq)
    if seq == branch.from_seq:
        return branch.from_hash
    batch = await batch_with(transaction, branch, seq)
    if batch is None:
        return None
    said = unpack(batch.body)
    return chain(said.before, said.entries)[seq - said.first]


async def batch_with(transaction: Transaction, branch: Branch, seq: int) -> KeptBatch | None:
    """The one of this branch's own that has this entry."""
    row = await one(
        transaction,
        "select * from batch where journal = $1 and branch = $2 and first <= $3 and last >= $3 "
        "order by first desc limit 1",
        *(branch.journal, branch.branch, seq),
    )
    return None if row is None else _batch(transaction, row)


async def batches(transaction: Transaction, branch: Branch, after: int, many: int = 64) -> Sequence[KeptBatch]:
    """Its own, in order, that have entries behind this one."""
    rows = await transaction.rows(
        "select * from batch where journal = $1 and branch = $2 and last > $3 order by first limit $4",
        *(branch.journal, branch.branch, after, many),
    )
    return [_batch(transaction, row) for row in rows]


def _batch(transaction: Transaction, row: Row) -> KeptBatch:
    """Wherever its bytes lie."""
    known = {name: row[name] for name in KeptBatch._fields}
    if row["segment"]:
        known["body"] = transaction.segments.read(row["segment"], row["place"], row["size"])
    return KeptBatch(**known)


async def lines(transaction: Transaction, branch: Branch, after: int, through: int) -> Any:
    """Every line of this history behind one entry and up to another, with its number; the branch it went off from
    has the older ones. A batch that overlaps what was there already is read from where it goes on."""
    if branch.parent and after < branch.from_seq:
        parent = await branch_of(transaction, branch.journal, branch.parent)
        async for line in lines(transaction, parent, after, min(through, branch.from_seq)):
            yield line
        after = min(through, branch.from_seq)
    while after < through:
        found = await batches(transaction, branch, after)
        if not found:
            return
        for batch in found:
            said = unpack(batch.body)
            for seq, line in enumerate(said.entries, said.first):
                if after < seq <= through:
                    yield seq, line
                    after = seq
