"""The games of this house, one row each: a journal's birth and everybody who reads one pick the game by its row."""

from collections.abc import Mapping
from typing import Any

from controller.craps.row import CRAPS
from controller.games.interface import Game, GameRow

GAMES: dict[str, GameRow] = {row.name: row for row in (CRAPS,)}


def game_row(name: str) -> GameRow:
    """The row of this game; ValueError where this house does not play it."""
    if name not in GAMES:
        raise ValueError(f"no game is called {name[:40]!r}; there is {', '.join(GAMES)}")
    return GAMES[name]


def by_rules(name: str, rules: Mapping[str, Any]) -> Game:
    """This game by rules as `Game.rules` gave them, with nobody at it; ValueError where they cannot be read."""
    row = game_row(name)
    return row.opened(row.rules.model_validate(rules), ())
