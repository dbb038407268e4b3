"""Meters, ledger and gaming days as they stand in a journal, for commands and reports."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.games.interface import Figures
from controller.vault.counts.meters import SINCE, TABLE, read_figures
from controller.vault.journal.snapshots import last_snapshot
from controller.vault.read.reader import Reader

DAYS_SHOWN = 400
WITH_FIGURES = 2
"""The first schema of a journal that keeps what its bets are expected to hold."""


class MetersRead(NamedTuple):
    """One scope's meters."""

    journal: str
    life: str
    fingerprint: str
    scope: int
    columns: dict[str, dict[str, int]]
    """`lifetime`, `period` and `today`, or the one day that was asked for."""
    ledger: dict[str, int]
    days: list[tuple[str, dict[str, int]]]
    """The gaming days that have been closed and what this scope counted on each, newest first."""
    game: str
    """Which is played here."""
    rules: Mapping[str, Any]
    """In force when the last snapshot was made."""
    figures: Figures | None
    """By which what was expected was first counted; None in a journal of a Boxcars that did not count it."""
    uncounted: frozenset[str]
    """The columns and days that were over before."""


def read_meters(reader: Reader, scope: int = TABLE, day: str | None = None) -> MetersRead:
    """The meters of the table or of one seat."""
    with reader.view() as connection:
        row = connection.execute("select lifetime, period, day from meter where scope = ?", (scope,)).fetchone()
        lifetime, period, today = ({}, {}, {}) if row is None else map(json.loads, row)
        ask = "select day, totals, closed_seq from day order by day desc limit ?"
        days = connection.execute(ask, (DAYS_SHOWN,)).fetchall()
        columns = {"lifetime": lifetime, "period": _since(lifetime, period), "today": _since(lifetime, today)}
        closed = [(name, json.loads(totals).get(str(scope), {})) for name, totals, _ in days]
        if day is not None:
            columns = {day: dict(closed).get(day, {})}
        since, figures = _first_figures(connection) if reader.schema >= WITH_FIGURES else (None, None)
        uncounted = {name for name, _, seq in days if since is None or seq < since}
        if since is None:
            uncounted |= columns.keys()
        accounts = connection.execute("select name || ' ' || of, amount from account order by name, of").fetchall()
        state = last_snapshot(connection, str(reader.file)).data["state"]
    standing = reader.standing
    ledger = {account: amount for account, amount in accounts if scope == TABLE or account.endswith(f" {scope}")}
    return MetersRead(
        standing.journal,
        standing.life.value,
        standing.fingerprint,
        scope,
        columns,
        ledger,
        closed,
        state["table"]["game"]["game"],
        state["rules"],
        figures,
        frozenset(uncounted),
    )


def _first_figures(connection: sqlite3.Connection) -> tuple[int | None, Figures | None]:
    """Since which entry what is expected is counted, and by what at first."""
    row = connection.execute("select seq, bets from figures order by seq limit 1").fetchone()
    return (None, None) if row is None else (row[0], read_figures(json.loads(row[1])))


def _since(lifetime: dict[str, int], base: dict[str, int]) -> dict[str, int]:
    counted = {name: value - base.get(name, 0) for name, value in lifetime.items() if name not in SINCE}
    return {name: value for name, value in counted.items() if value}
