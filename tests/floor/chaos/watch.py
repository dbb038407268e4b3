"""A look at a house from outside, past floor and links: what its store has, what alarms are open in it, and since when
nobody can have heard a cabinet."""

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


class Quiet:
    """How long each cabinet may have been unheard, by what its uplink says of the floor's answers.

    A machine that does much else may take a minute to start a process. The cabinet is silent then, and the floor right
    to say so, though no script could list it.
    """

    def __init__(self, most: float) -> None:
        self._most = most
        self._said: dict[str, int] = {}
        self._unheard_since: dict[str, float] = {}

    def note(self, cabinet: str, heard_at: int, before: float) -> None:
        """At this look it said so; the look before, of which it is not known what happened since, was at `before`."""
        self._unheard_since.setdefault(cabinet, before)
        if heard_at and self._said.get(cabinet) != heard_at:  # a process that has just begun was never heard: 0
            self._said[cabinet], self._unheard_since[cabinet] = heard_at, before

    def silent(self, now: float) -> set[Alarm]:
        """Those that a floor may call so."""
        return {(name, "silent") for name, since in self._unheard_since.items() if now - since >= self._most}


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
