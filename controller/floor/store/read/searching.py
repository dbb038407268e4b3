"""Search across every round of every cabinet: by what a person remembers, newest first."""

import datetime
from typing import Any, NamedTuple

from controller.floor.screen.free_line import Remembered
from controller.floor.store.database import Transaction
from controller.floor.witness.records import DAY_MS

MOST = 100
"""In one answer; the next begin before the last of these."""
NEAR = 30
"""Minutes either way of "about ten"."""
MINUTES = 24 * 60

Plain = dict[str, Any]


class Search(NamedTuple):
    """Where in time, and what."""

    of: Remembered
    zone: int = 0
    """Minutes that the clock of whoever asks is ahead of UTC."""
    since: int | None = None
    until: int | None = None
    before: int | None = None
    """Rounds that ended before this, to leaf on."""


async def search(transaction: Transaction, asked: Search, now: int, most: int = MOST) -> list[Plain]:
    """A row for each seat in a round that fits."""
    where, values = _conditions(asked, now)
    statement = (
        "select x.journal, x.cabinet, x.round, x.seat, x.at, x.result, x.bets, x.cost, x.back from plays x "
        f"where {' and '.join(where) or '1 = 1'} order by x.at desc, x.journal, x.round, x.seat limit {most}"
    )
    return [dict(row) for row in await transaction.rows(statement, *values)]


def _conditions(asked: Search, now: int) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    values: list[Any] = []

    def has(condition: str, *found: Any) -> None:
        places = [f"${len(values) + n}" for n in range(1, len(found) + 1)]
        values.extend(found)
        where.append(condition.format(*places))

    of, (first, last) = asked.of, _span(asked, now)
    if of.cabinet:
        has("x.cabinet = {}", of.cabinet)
    if of.seat is not None:
        has("x.seat = {}", of.seat)
    if first is not None:
        has("x.at >= {} and x.day >= {}", first, first // DAY_MS)
    if last is not None:
        has("x.at <= {} and x.day <= {}", last, last // DAY_MS)
    if of.minute is not None:
        turn = MINUTES // 2 if of.either else MINUTES
        shift = (asked.zone - of.minute + NEAR) % turn
        has(f"(x.at / 60000 + {{}}) % {turn} <= {2 * NEAR}", shift)
    bets = f"% {of.bet} %" if ":" in of.bet else f"% {of.bet}%"
    if of.or_bet:
        has("(x.result = {} or x.bets like {})", of.result, bets)
    else:
        if of.result:
            has("x.result = {}", of.result)
        if of.bet:
            has("x.bets like {}", bets)
    return where, values


def _span(asked: Search, now: int) -> tuple[int | None, int | None]:
    """From when until when, in UTC."""
    first, last = asked.since, asked.until if asked.before is None else min(asked.before, asked.until or asked.before)
    day = _day(asked.of.date, asked.zone, now)
    if day is None:
        return first, last
    begins = day * DAY_MS - asked.zone * 60_000
    return max(begins, first or begins), min(begins + DAY_MS - 1, last or begins + DAY_MS)


def _day(date: str, zone: int, now: int) -> int | None:
    if not date:
        return None
    if date.isdecimal():
        return (now + zone * 60_000) // DAY_MS - int(date)
    try:
        return (datetime.date.fromisoformat(date) - datetime.date(1970, 1, 1)).days
    except ValueError:
        return None
