"""Where rule books are found: those that come with us by name, any other by its path."""

from functools import cache
from pathlib import Path

from pydantic import ValidationError

import config
from config.files.complaints import complaint, shown
from config.files.reading import BadFile, read_toml
from controller.games.book import GameBook
from controller.games.craps.row import CRAPS
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.registry import OLDEST, AnyRow, as_book, game_of, on_the_cabinet

SHIPPED = Path(config.__file__).parent / "rulebooks"


def all_names() -> list[str]:
    """The books that come with us, of every game."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


@cache
def names_of(game: str) -> tuple[str, ...]:
    """The books of this game that come with us."""
    return tuple(name for name in all_names() if read_toml(SHIPPED / f"{name}.toml").get("game", OLDEST.name) == game)


def shipped_names() -> list[str]:
    """The books of craps that come with us."""
    return list(names_of(CRAPS.name))


@cache
def find_book(name_or_path: str) -> GameBook:
    """A rule book of whatever game by its name or its path; BadFile says what is wrong with it."""
    return _found(name_or_path, all_names())


@cache
def load_book(name_or_path: str) -> RuleBook:
    """A rule book of craps, by its name or its path; BadFile says what is wrong with it."""
    return _of_craps(_found(name_or_path, shipped_names()), name_or_path)


@cache
def load_rules(name_or_path: str) -> tuple[AnyRow, GameBook]:
    """The rules by which a table can be opened, by their name or their path, and the row of their game."""
    book = find_book(name_or_path)
    row = game_of(book)
    if row.table is None:
        raise BadFile(f"{name_or_path} is a rule book of {row.name}; played here: {', '.join(on_the_cabinet())}")
    return row, book


def _found(name_or_path: str, names: list[str]) -> GameBook:
    if name_or_path in all_names():
        return read_book(SHIPPED / f"{name_or_path}.toml")
    if "/" not in name_or_path and not name_or_path.endswith(".toml"):
        known = ", ".join(names)
        raise BadFile(f"no rule book is called {shown(name_or_path)}; there is {known}, or a path to a file")
    return read_book(Path(name_or_path))


def book_file(name_or_path: str) -> Path:
    """Where its text is."""
    return SHIPPED / f"{name_or_path}.toml" if name_or_path in all_names() else Path(name_or_path)


def read_book(path: Path) -> GameBook:
    """The rule book in this file, of whatever game."""
    try:
        return as_book(read_toml(path))
    except ValidationError as error:
        raise BadFile(f"{path}: {complaint(error)}") from None
    except RecursionError:
        raise BadFile(f"{path}: nested too deeply to be a settings file") from None


def game_wanted(script: object) -> AnyRow:
    """The game of the book that a script names. Where there is no such book, whichever game reads it will say so."""
    name = script.get("rulebook") if isinstance(script, dict) else None
    try:
        return game_of(find_book(name)) if isinstance(name, str) else OLDEST
    except BadFile:
        return OLDEST


def _of_craps(book: GameBook, name: str) -> RuleBook:
    if not isinstance(book, RuleBook):
        known = ", ".join(shipped_names())
        raise BadFile(f"{name} is a rule book of {game_of(book).name}, and {CRAPS.name} is played here: {known}")
    return book
