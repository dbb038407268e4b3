"""A look at the floor's store from outside, past floor and links: what it has, and what alarms are open in it."""

import sqlite3
import subprocess
from typing import NamedTuple

from tests.floor import postgres
from tests.floor.chaos.house import House
from tests.floor.chaos.script import Alarm

QUESTION = (
    "select 'alarm', cabinet, code from alarm where seen_by = '' union all "
    "select 'has', j.cabinet, cast(b.seq as text) from journal j "
    "join branch b on b.journal = j.journal and b.branch = j.branch"
)
PATIENCE = 5.0


class Seen(NamedTuple):
    """At one moment."""

    alarms: set[Alarm]
    has: dict[str, int]
    """Cabinet → the last entry of its journal."""


def look(house: House) -> Seen | None:
    """None where nobody can look now."""
    rows = _in_postgres(house.database) if house.database is not None else _in_sqlite(house)
    if rows is None:
        return None
    alarms = {(cabinet, what) for kind, cabinet, what in rows if kind == "alarm"}
    return Seen(alarms, {cabinet: int(what) for kind, cabinet, what in rows if kind == "has"})


def _in_sqlite(house: House) -> list[tuple[str, str, str]] | None:
    try:
        connection = sqlite3.connect(f"file:{house.folder}/disk/floor.db?mode=ro", uri=True)
    except sqlite3.Error:
        return None
    try:
        return connection.execute(QUESTION).fetchall()
    except sqlite3.Error:  # it is just made, or its disk is full
        return None
    finally:
        connection.close()


def _in_postgres(server: postgres.Server) -> list[tuple[str, str, str]] | None:
    try:
        said = subprocess.run(server.asking("floor", QUESTION), capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:  # frozen
        return None
    if said.returncode:
        return None
    return [(kind, cabinet, what) for kind, cabinet, what in (line.split("|") for line in said.stdout.splitlines())]
