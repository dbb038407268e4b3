"""The last notes and tickets, as every machine that takes them has to show: read from the event log."""

import json
import sqlite3
from typing import Any, NamedTuple

NOTES, TICKETS = 5, 35


class PaperRow(NamedTuple):
    """A note or a ticket whose money has moved. Of a ticket's number its end alone: who reads this can print one."""

    at: int
    seat: int
    amount: int
    into_seat: bool
    ends: str


class PaperRows(NamedTuple):
    """Newest first."""

    notes: list[PaperRow]
    tickets: list[PaperRow]


def last_papers(connection: sqlite3.Connection, seat: int | None = None) -> PaperRows:
    """Of a seat, or of all."""
    return PaperRows(_last(connection, "bill", NOTES, seat), _last(connection, "ticket", TICKETS, seat))


def _last(connection: sqlite3.Connection, instrument: str, most: int, seat: int | None) -> list[PaperRow]:
    query = """select at, seat, details from event_log where kind = 'cash' and text = 'MoveChanged'
        and json_extract(details, '$.instrument') = ? and json_extract(details, '$.state') = 'done'
        and (? is null or seat = ?) order by id desc limit ?"""
    rows = connection.execute(query, (instrument, seat, seat, most))
    return [_paper(at, of, json.loads(details), instrument) for at, of, details in rows]


def _paper(at: int, seat: int, fact: dict[str, Any], instrument: str) -> PaperRow:
    ends = fact["reference"] if instrument == "ticket" else ""
    return PaperRow(at, seat, fact["amount"], fact["into_seat"], ends)
