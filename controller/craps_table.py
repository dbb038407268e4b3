"""Craps and the round put together: the table that the cabinet plays."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.craps.at_the_table import CrapsAtTheTable
from controller.games.craps.rules.rulebook import RuleBook
from controller.table.round.opening import open_table
from controller.table.snapshot import from_plain
from controller.table.staff.settings import TableSettings
from controller.table.state import Table

DEFAULT_SETTINGS = TableSettings()


def open_craps_table(book: RuleBook, seats: Iterable[int], settings: TableSettings = DEFAULT_SETTINGS) -> Table:
    """A craps table with these seats, by this book."""
    return open_table(CrapsAtTheTable.opened(book, seats), settings)


def craps_table_from(data: Mapping[str, Any]) -> Table:
    """The craps table that `snapshot.plain` described."""
    return from_plain(data, CrapsAtTheTable.from_data)
