"""Meters, ledger and gaming days as they stand in a journal, for commands and reports."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.vault.meters import SINCE, TABLE
from controller.vault.reader import Reader
from controller.vault.snapshots import last_snapshot

DAYS_SHOWN = 400


class MetersRead(NamedTuple):
    """One scope's meters."""

    journal: str
    life: str
    scope: int
    columns: dict[str, dict[str, int]]
    """`lifetime`, `period` and `today`, or the one day that was asked for."""
    ledger: dict[str, int]
    days: list[tuple[str, dict[str, int]]]
    """The gaming days that have been closed and what this scope counted on each, newest first."""
    rules: Mapping[str, Any]
    """In force when the last snapshot was made."""


def read_meters(reader: Reader, scope: int = TABLE, day: str | None = None) -> MetersRead:
    """The meters of the table or of one seat."""
    with reader.view() as connection:
        row = connection.execute("select lifetime, period, day from meter where scope = ?", (scope,)).fetchone()
        lifetime, period, today = ({}, {}, {}) if row is None else map(json.loads, row)
        days = connection.execute("select day, totals from day order by day desc limit ?", (DAYS_SHOWN,)).fetchall()
        columns = {"lifetime": lifetime, "period": _since(lifetime, period), "today": _since(lifetime, today)}
        closed = [(name, json.loads(totals).get(str(scope), {})) for name, totals in days]
        if day is not None:
            columns = {day: dict(closed).get(day, {})}
        accounts = connection.execute("select name || ' ' || of, amount from account order by name, of").fetchall()
        rules = last_snapshot(connection, str(reader.file)).data["state"]["rules"]
    standing = reader.standing
    ledger = {account: amount for account, amount in accounts if scope == TABLE or account.endswith(f" {scope}")}
    return MetersRead(standing.journal, standing.life.value, scope, columns, ledger, closed, rules)


def _since(lifetime: dict[str, int], base: dict[str, int]) -> dict[str, int]:
    counted = {name: value - base.get(name, 0) for name, value in lifetime.items() if name not in SINCE}
    return {name: value for name, value in counted.items() if value}
