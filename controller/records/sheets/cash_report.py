"""The report of cash: of a gaming day or of a person's shift, for the table and for each seat.

Each of its lines of figures is nothing all together, and so is what happened to tickets. The service menu draws it,
`boxcars service` prints it.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.records.sheets.meter_sheet import cash_document
from controller.vault.counts.cash_figures import cash_figures, ticket_figures
from controller.vault.counts.meters import OWED, TABLE
from controller.vault.read.reader import Reader

Document = dict[str, Any]
Counted = Mapping[str, Mapping[str, int]]
"""Scope → meter → count."""

SHIFTS_SINCE = 3
"""The first schema of a journal that keeps how meters stood at a handover."""


class CashSpan(NamedTuple):
    """What was counted from one moment to another, and what was owed on tickets at its end."""

    since: int | None
    """UTC in milliseconds; None: since the meters began."""
    until: int | None
    """None: it is not over."""
    counted: Counted
    owed: int


class NoSuchSpan(Exception):
    """A day or shift that the journal does not know."""


def cash_of_day(reader: Reader, day: str | None) -> Document:
    """Of a gaming day that has been closed, or of the one that is open."""
    with reader.view() as connection:
        return {"day": day, **_document(_day(connection, day))}


def cash_of_shift(reader: Reader, operator: str, number: int | None) -> Document:
    """Of a shift that was handed over, or of the one that this person is in."""
    with reader.view() as connection:
        if reader.schema < SHIFTS_SINCE:
            raise NoSuchSpan("this journal is of a Boxcars that did not keep how meters stood at a handover")
        return {"operator": operator, "number": number, **_document(_shift(connection, operator, number))}


def _document(span: CashSpan) -> Document:
    table = span.counted.get(str(TABLE), {})
    tickets = ticket_figures(table)
    figures = {int(scope): cash_figures(counts) for scope, counts in span.counted.items()}
    return {
        "since": span.since,
        "until": span.until,
        "table": cash_document(cash_figures(table)),
        "seats": {str(seat): cash_document(of) for seat, of in sorted(figures.items()) if seat != TABLE and any(of)},
        "tickets": {**tickets._asdict(), "owed_at_the_end": span.owed, "difference": tickets.difference},
    }


def _lifetime(connection: sqlite3.Connection) -> Counted:
    rows = connection.execute("select scope, lifetime from meter").fetchall()
    return {str(scope): json.loads(counts) for scope, counts in rows}


def _less(later: Counted, earlier: Counted) -> Counted:
    """What was counted between the two."""
    counted = {scope: Counter(counts) for scope, counts in later.items()}
    for scope, counts in earlier.items():
        counted.setdefault(scope, Counter()).subtract(counts)
    return counted


def _owed(counted: Counted) -> int:
    return counted.get(str(TABLE), {}).get(OWED, 0)


def _day(connection: sqlite3.Connection, day: str | None) -> CashSpan:
    rows = connection.execute("select scope, day from meter").fetchall()
    began = {str(scope): json.loads(counts) for scope, counts in rows}
    if day is None:
        last, now = connection.execute("select max(closed_at) from day").fetchone()[0], _lifetime(connection)
        return CashSpan(last, None, _less(now, began), _owed(now))
    row = connection.execute("select closed_at, totals from day where day = ?", (day,)).fetchone()
    if row is None:
        raise NoSuchSpan(f"no gaming day {day} has been closed")
    before = connection.execute("select max(closed_at) from day where day < ?", (day,)).fetchone()[0]
    later = connection.execute("select totals from day where day > ?", (day,)).fetchall()
    return CashSpan(before, row[0], json.loads(row[1]), _owed(began) - sum(_owed(json.loads(of)) for (of,) in later))


def _shift(connection: sqlite3.Connection, operator: str, number: int | None) -> CashSpan:
    ask = "select seq, at, stood from shift where operator = ? and number = ? order by seq desc limit 1"
    row = None if number is None else connection.execute(ask, (operator, number)).fetchone()
    if number is not None and row is None:
        raise NoSuchSpan(f"{operator} has handed over no shift {number} of which the journal keeps the figures")
    before = "select at, stood from shift where operator = ? and (? is null or seq < ?) order by seq desc limit 1"
    seq = None if row is None else row[0]
    began = connection.execute(before, (operator, seq, seq)).fetchone()
    now = _lifetime(connection) if row is None else json.loads(row[2])
    counted = _less(now, json.loads(began[1])) if began else now
    return CashSpan(began and began[0], row and row[1], counted, _owed(now))
