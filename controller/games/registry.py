"""One row a game. A rule-book file names its game under `game`; without the key it is craps, whose books are older
than the key and keep their digest."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from config.complaints import shown
from controller.games.book import Book, problem_at
from controller.games.craps.row import CRAPS
from controller.games.roulette.row import ROULETTE
from controller.games.row import GameRow, Trial

AnyRow = GameRow[Any, Any, Any]

GAMES: dict[str, AnyRow] = {row.name: row for row in (CRAPS, ROULETTE)}


def game_of(book: Book) -> AnyRow:
    """The game that this book is of."""
    return next(row for row in GAMES.values() if isinstance(book, row.book))


def trial_of(book: Book) -> Trial[Any]:
    """How `certify` plays the game of this book, where one outcome decides every wager of it."""
    row = game_of(book)
    if row.trial is None:
        raise ValueError(f"{row.name} has no trial: its wagers are not all decided by one outcome")
    return row.trial


def game_named(rules: Mapping[str, Any]) -> AnyRow:
    """The game that these rules name; ValidationError where there is no such game."""
    name = rules.get("game", CRAPS.name)
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    problem: PydanticCustomError = problem_at("game", f"must be one of {', '.join(GAMES)}, found {shown(name, 40)}")
    raise ValidationError.from_exception_data("Book", [{"type": problem, "input": name}])


def as_book(rules: Mapping[str, Any]) -> Book:
    """A rule book of whatever game, or ValidationError."""
    row = game_named(rules)
    said = {key: value for key, value in rules.items() if key != "game" or key in row.book.model_fields}
    book: Book = row.book.model_validate(said)
    return book
