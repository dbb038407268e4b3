"""A table that has just been opened: no money, no wagers, and no dice unit until it has answered."""

from collections.abc import Iterable
from typing import Any

from controller.games.interface import TableGame
from controller.games.registry import table_row
from controller.table.staff.settings import TableSettings
from controller.table.state import SeatState, Table

DEFAULT_SETTINGS = TableSettings()


def open_game(name: str, rules: Any, seats: Iterable[int], settings: TableSettings = DEFAULT_SETTINGS) -> Table:
    """The first state of a table of this game, by rules as its row reads them."""
    return open_table(table_row(name).opened(rules, seats), settings)


def open_table(game: TableGame, settings: TableSettings) -> Table:
    """The first state of a table; its seats are the game's."""
    return Table(
        game=game,
        settings=settings,
        holds={"dice_link": {"link": "silent"}},
        seats={seat: SeatState() for seat in game.seat_numbers()},
    )
