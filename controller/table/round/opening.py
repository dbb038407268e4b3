"""A table that has just been opened: no money, no wagers, and no dice unit until it has answered."""

from controller.games.interface import Game
from controller.table.staff.settings import TableSettings
from controller.table.state import SeatState, Table


def open_table(game: Game, settings: TableSettings) -> Table:
    """The first state of a table; its seats are the game's."""
    return Table(
        game=game,
        settings=settings,
        holds={"dice_link": {"link": "silent"}},
        seats={seat: SeatState() for seat in game.seat_numbers()},
    )
