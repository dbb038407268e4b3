"""The games of this house, one row each: a journal's birth and everybody who reads one pick the game by its row."""

from collections.abc import Mapping
from typing import Any

from controller.games.craps.table_row import CRAPS_TABLE
from controller.games.interface import TableGame, TableRow

TABLES: dict[str, TableRow] = {row.name: row for row in (CRAPS_TABLE,)}


def table_row(name: str) -> TableRow:
    """The row of this game; ValueError where this house does not play it."""
    if name not in TABLES:
        raise ValueError(f"no game is called {name[:40]!r}; there is {', '.join(TABLES)}")
    return TABLES[name]


def by_rules(name: str, rules: Mapping[str, Any]) -> TableGame:
    """This game by rules as `Game.rules` gave them, with nobody at it; ValueError where they cannot be read."""
    row = table_row(name)
    return row.opened(row.rules.model_validate(rules), ())
