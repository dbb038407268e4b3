"""Tickets and asks in the store: what is read and written together for a group of asks."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from controller.floor.store.database import Row, Transaction
from controller.floor.tickets.papers import DRAWN, FloorTicket, Requester

PAPER_COLUMNS = (
    *("drawn", "number", "state", "amount", "until", "cabinet", "journal", "branch", "request"),
    *("holder", "holder_journal", "holder_branch", "holder_request", "reserved_at", "changed_at"),
)


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


def name_of(journal: str, branch: int, seq: int, act: str, request: str) -> str:
    """Of an ask; no two have the same."""
    return f"{journal} {branch} {seq} {act} {request}"


async def papers(transaction: Transaction, numbers: Iterable[str]) -> dict[str, FloorTicket]:
    """The tickets that have the first thirteen digits of these."""
    rows = await _where(transaction, "select * from paper where drawn in", {number[DRAWN] for number in numbers})
    return {row["drawn"]: paper_of(row) for row in rows}


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


async def put_papers(transaction: Transaction, changed: Iterable[FloorTicket]) -> None:
    """As they are now."""
    rows = [
        (one.number[DRAWN], one.number, one.state, one.amount, one.until, *one.by, *one.holder, *one[6:])
        for one in changed
    ]
    if not rows:
        return
    new = ("state", "amount", "until", "holder", "holder_journal", "holder_branch", "holder_request", "changed_at")
    await transaction.run_many(
        f"insert into paper ({', '.join(PAPER_COLUMNS)}) values ({_places(len(PAPER_COLUMNS))}) "
        f"on conflict (drawn) do update set {', '.join(f'{name} = excluded.{name}' for name in new)}",
        rows,
    )


async def asked_before(transaction: Transaction, names: Iterable[str]) -> dict[str, RecordedAsk]:
    """Those that were asked already."""
    rows = await _where(transaction, "select * from asked where name in", set(names))
    return {row["name"]: RecordedAsk(*(row[name] for name in RecordedAsk._fields)) for row in rows}


async def put_asked(transaction: Transaction, asks: Iterable[RecordedAsk]) -> None:
    """As they stand now; what was asked does not change any more."""
    rows = list(asks)
    if rows:
        new = ("verdict", "paid", "decision", "decision_hash")
        await transaction.run_many(
            f"insert into asked ({', '.join(RecordedAsk._fields)}) values ({_places(len(RecordedAsk._fields))}) "
            f"on conflict (name) do update set {', '.join(f'{name} = excluded.{name}' for name in new)}",
            rows,
        )


async def cancelled(transaction: Transaction, requests: Iterable[str]) -> set[Requester]:
    """Of the requests of these names, whoever's, those that were cancelled."""
    statement = (
        "select cabinet, journal, branch, request from asked where act = 'cancel' and verdict <> '' and request in"
    )
    rows = await _where(transaction, statement, set(requests))
    return {Requester(row["cabinet"], row["journal"], row["branch"], row["request"]) for row in rows}


async def last_sequences(transaction: Transaction, cabinets: Iterable[str]) -> dict[str, str]:
    """Of each cabinet, the first digits of the last ticket that it had reserved."""
    statement = "select cabinet, max(drawn) as last from paper where cabinet in"
    rows = await _where(transaction, statement, set(cabinets), "group by cabinet")
    return {row["cabinet"]: row["last"] for row in rows}


async def _where(transaction: Transaction, statement: str, values: set[str], more: str = "") -> Sequence[Row]:
    if not values:
        return []
    some: list[Any] = sorted(values)
    return await transaction.rows(f"{statement} ({_places(len(some))}) {more}", *some)


def _places(many: int) -> str:
    return ", ".join(f"${n}" for n in range(1, many + 1))
