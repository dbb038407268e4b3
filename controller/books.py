"""Where rule books are found: those that come with us by name, any other by its path."""

from functools import cache
from pathlib import Path

import config
from config.complaints import shown
from config.reading import BadFile, read_toml, validate
from controller.games.craps.rules.rulebook import RuleBook

SHIPPED = Path(config.__file__).parent / "rulebooks"


def shipped_names() -> list[str]:
    """The books that come with us."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


@cache
def load_book(name_or_path: str) -> RuleBook:
    """A rule book by its name or its path; BadFile says what is wrong with it."""
    if name_or_path in shipped_names():
        return read_book(SHIPPED / f"{name_or_path}.toml")
    if "/" not in name_or_path and not name_or_path.endswith(".toml"):
        known = ", ".join(shipped_names())
        raise BadFile(f"no rule book is called {shown(name_or_path)}; there is {known}, or a path to a file")
    return read_book(Path(name_or_path))


def read_book(path: Path) -> RuleBook:
    """The rule book in this file."""
    return validate(RuleBook, read_toml(path), str(path))
