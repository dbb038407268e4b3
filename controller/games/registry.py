"""The games of this house, one row each: commands, table, vault, records and screens pick a game by its row.

A rule-book file names its game under `game`; without the key it is the oldest, whose books are older than the key."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from config.files.complaints import shown
from controller.games.book import GameBook, problem_at
from controller.games.craps.row import CRAPS
from controller.games.figures import figures_of
from controller.games.interface import Figures, TableGame
from controller.games.roulette.row import ROULETTE
from controller.games.row import GameRow, GameTrial, TableRow

AnyRow = GameRow[Any, Any, Any]

GAMES: dict[str, AnyRow] = {row.name: row for row in (CRAPS, ROULETTE)}
OLDEST = CRAPS


def game_row(name: str) -> AnyRow:
    """The row of this game; ValueError where there is no such game."""
    if name not in GAMES:
        raise ValueError(f"no game is called {name[:40]!r}; there is {', '.join(GAMES)}")
    return GAMES[name]


def table_row(name: str) -> TableRow:
    """How this game stands on the cabinet; ValueError where it does not."""
    table = game_row(name).table
    if table is None:
        raise ValueError(f"{name} is not played on this cabinet; there is {', '.join(on_the_cabinet())}")
    return table


def on_the_cabinet() -> list[str]:
    """The games that a table can be opened with."""
    return [row.name for row in GAMES.values() if row.table is not None]


def game_of(book: GameBook) -> AnyRow:
    """The game that this book is of."""
    return next(row for row in GAMES.values() if isinstance(book, row.book))


def trial_of(book: GameBook) -> GameTrial[Any]:
    """How `certify` plays the game of this book."""
    row = game_of(book)
    if row.trial is None:
        raise ValueError(f"{row.name} has no trial")
    return row.trial


def by_rules(name: str, rules: Mapping[str, Any]) -> TableGame:
    """This game by rules as `TableGame.rules` gave them, with nobody at it; ValueError where they cannot be read."""
    return table_row(name).opened(game_row(name).book.model_validate(rules), ())


def figures(game: TableGame) -> Figures:
    """What every bet is expected to hold by the rules in force. It may take a second or two the first time."""
    row = game_row(game.name)
    return figures_of(game.returns_key(), lambda: row.par_sheet(row.book.model_validate(game.rules()), None))


def game_named(rules: Mapping[str, Any]) -> AnyRow:
    """The game that these rules name; ValidationError where there is no such game."""
    name = rules.get("game", OLDEST.name)
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    problem: PydanticCustomError = problem_at("game", f"must be one of {', '.join(GAMES)}, found {shown(name, 40)}")
    raise ValidationError.from_exception_data("Book", [{"type": problem, "input": name}])


def as_book(rules: Mapping[str, Any]) -> GameBook:
    """A rule book of whatever game, or ValidationError."""
    row = game_named(rules)
    said = {key: value for key, value in rules.items() if key != "game" or key in row.book.model_fields}
    book: GameBook = row.book.model_validate(said)
    return book
