"""Tickets and asks in the store: what is read and written together for a group of asks."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from controller.floor.store.database import Row, Rows, StoreQuestion, Transaction
from controller.floor.tickets.papers import DRAWN, FloorTicket, Requester

PAPER_COLUMNS = (
    *("drawn", "number", "state", "amount", "until", "cabinet", "journal", "branch", "request"),
    *("holder", "holder_journal", "holder_branch", "holder_request", "reserved_at", "changed_at"),
)


Found = Sequence[Row]


class RecordedAsk(NamedTuple):
    """An ask by its name. `verdict` is empty while nothing is decided."""

    name: str
    journal: str
    branch: int
    """That has the entry; an older one, where both have it."""
    seq: int
    act: str
    request: str
    hash: str
    number: str
    amount: int
    until: int
    cabinet: str
    at: int
    verdict: str = ""
    paid: int = 0
    decision: int = 0
    decision_hash: str = ""


ASKED = f"select {', '.join(RecordedAsk._fields)} from asked where name = any($1)"
ASKED_ANEW = ("verdict", "paid", "decision", "decision_hash")
CANCELLED = (
    "select cabinet, journal, branch, request from asked where act = 'cancel' and verdict <> '' and request = any($1)"
)
LAST_DRAWN = (
    "select cabinet, (select max(drawn) from paper where paper.cabinet = known.cabinet) as last "
    "from (select distinct cabinet from journal where cabinet = any($1)) known"
)
"""One look into the index for each cabinet, however many tickets it ever had."""


def name_of(journal: str, branch: int, seq: int, act: str, request: str) -> str:
    """Of an ask; no two have the same."""
    return f"{journal} {branch} {seq} {act} {request}"


class Before(NamedTuple):
    """What stood of some asks before they were asked."""

    asked: dict[str, RecordedAsk]
    """By name, those that were asked already."""
    papers: dict[str, FloorTicket]
    """By the first thirteen digits."""
    cancelled: set[Requester]
    """Of requests of these names, whoever's, those that were cancelled."""
    last: dict[str, str]
    """Of each cabinet, the first digits of the last ticket that it had reserved."""


def questions_before(
    names: Iterable[str], numbers: Iterable[str], requests: Iterable[str], cabinets: Iterable[str]
) -> tuple[StoreQuestion, ...]:
    """About asks of these names, tickets of these numbers, and so on."""
    return (
        _asked(names),
        _papers(numbers),
        StoreQuestion(Requester._fields, CANCELLED, [sorted(set(requests))]),
        StoreQuestion(("cabinet", "last"), LAST_DRAWN, [sorted(set(cabinets))]),
    )


def before(asked: Found, papers: Found, cancelled: Found, last: Found) -> Before:
    """As `questions_before` finds it."""
    return Before(
        _by_name(asked),
        {row["drawn"]: paper_of(row) for row in papers},
        {Requester(*(row[name] for name in Requester._fields)) for row in cancelled},
        {row["cabinet"]: row["last"] for row in last if row["last"]},
    )


async def asked_before(transaction: Transaction, names: Iterable[str]) -> dict[str, RecordedAsk]:
    """Those that were asked already."""
    (rows,) = await transaction.find(_asked(names))
    return _by_name(rows)


def _asked(names: Iterable[str]) -> StoreQuestion:
    return StoreQuestion(RecordedAsk._fields, ASKED, [sorted(set(names))])


def _by_name(rows: Found) -> dict[str, RecordedAsk]:
    return {row["name"]: RecordedAsk(*(row[name] for name in RecordedAsk._fields)) for row in rows}


async def papers(transaction: Transaction, numbers: Iterable[str]) -> dict[str, FloorTicket]:
    """The tickets that have the first thirteen digits of these."""
    (rows,) = await transaction.find(_papers(numbers))
    return {row["drawn"]: paper_of(row) for row in rows}


def _papers(numbers: Iterable[str]) -> StoreQuestion:
    statement = f"select {', '.join(PAPER_COLUMNS)} from paper where drawn = any($1)"
    return StoreQuestion(PAPER_COLUMNS, statement, [sorted({number[DRAWN] for number in numbers})])


def paper_of(row: Row) -> FloorTicket:
    """As it stands in its row."""
    return FloorTicket(
        row["number"],
        row["state"],
        row["amount"],
        row["until"],
        Requester(row["cabinet"], row["journal"], row["branch"], row["request"]),
        Requester(row["holder"], row["holder_journal"], row["holder_branch"], row["holder_request"]),
        row["reserved_at"],
        row["changed_at"],
    )


def paper_rows(changed: Iterable[FloorTicket]) -> Rows:
    """As they are now."""
    rows = [
        (one.number[DRAWN], one.number, one.state, one.amount, one.until, *one.by, *one.holder, *one[6:])
        for one in changed
    ]
    new = ("state", "amount", "until", "holder", "holder_journal", "holder_branch", "holder_request", "changed_at")
    return Rows("paper", PAPER_COLUMNS, rows, _anew("drawn", new))


def asked_rows(asks: Iterable[RecordedAsk]) -> Rows:
    """As they stand now; what was asked does not change any more."""
    return Rows("asked", RecordedAsk._fields, list(asks), _anew("name", ASKED_ANEW))


def _anew(key: str, names: Iterable[str]) -> str:
    return f"on conflict ({key}) do update set {', '.join(f'{name} = excluded.{name}' for name in names)}"


async def put_papers(transaction: Transaction, changed: Iterable[FloorTicket]) -> None:
    """As they are now."""
    await transaction.put(paper_rows(changed))


async def put_asked(transaction: Transaction, asks: Iterable[RecordedAsk]) -> None:
    """As they stand now."""
    await transaction.put(asked_rows(asks))
