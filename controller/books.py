"""Where rule books are found: those that come with us by name, any other by its path."""

from functools import cache
from pathlib import Path

from pydantic import BaseModel

import config
from config.complaints import shown
from config.reading import BadFile, read_toml, validate
from controller.craps.rulebook import RuleBook
from controller.craps.table_row import CRAPS_TABLE
from controller.games.interface import TableRow
from controller.games.tables import table_row

SHIPPED = Path(config.__file__).parent / "rulebooks"


def shipped_names() -> list[str]:
    """The books that come with us."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


@cache
def load_book(name_or_path: str) -> RuleBook:
    """A rule book of craps by its name or its path; BadFile says what is wrong with it."""
    row, book = load_rules(name_or_path)
    if not isinstance(book, RuleBook):
        raise BadFile(f"{name_or_path}: a rule book of {row.name}, not of craps")
    return book


@cache
def load_rules(name_or_path: str) -> tuple[TableRow, BaseModel]:
    """The rules by their name or their path, and which game they are of."""
    if name_or_path in shipped_names():
        return _read(SHIPPED / f"{name_or_path}.toml")
    if "/" not in name_or_path and not name_or_path.endswith(".toml"):
        known = ", ".join(shipped_names())
        raise BadFile(f"no rule book is called {shown(name_or_path)}; there is {known}, or a path to a file")
    return _read(Path(name_or_path))


def read_book(path: Path) -> RuleBook:
    """The rule book of craps in this file."""
    return validate(RuleBook, read_toml(path), str(path))


def _read(path: Path) -> tuple[TableRow, BaseModel]:
    """A file says in `game` which game it is of; one that does not is of craps."""
    data = read_toml(path)
    try:
        row = table_row(str(data.pop("game", CRAPS_TABLE.name)))
    except ValueError as error:
        raise BadFile(f"{path}: game: {error}") from None
    return row, validate(row.rules, data, str(path))
