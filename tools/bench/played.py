"""The games that can be measured, one row each: what is laid, what is shown, and what the goals are."""

from dataclasses import dataclass
from typing import Any

from controller.games.registry import OLDEST
from tools.bench.units import AnsweringUnit, DiceUnit, Wheel


@dataclass(frozen=True)
class PlayedGame:
    """A game as the bench plays it. Bets close before the outcome is drawn, and a result is settled at once: what is
    measured is the same in each."""

    name: str
    book: str
    settings: str
    """Of table and game, as in a cabinet's file; the bet timer leaves time for everything."""
    unit: AnsweringUnit
    shown: Any
    """By the unit, while play just goes on."""
    shown_to_all: Any
    """While settlements are measured."""
    twelve: tuple[str, ...]
    """What each of many terminals has on the felt."""
    four: tuple[str, ...]
    """Laid in turn by one terminal, so that none of them comes to its limit."""
    returns_goal: float
    """Seconds for the exact returns of a book."""
    beside_crapssim: bool = False
    """Whether it plays this game too."""


CRAPS = PlayedGame(
    name="craps",
    book="electronic",
    settings="bet_time = 600\nshoot_time = 1\n",
    unit=DiceUnit(),
    shown=(1, 2),
    shown_to_all=(3, 4),
    twelve=(
        *("pass_line", "field", "place:5", "place:6", "place:8", "place:9"),
        *("hard:4", "hard:6", "hard:8", "hard:10", "any_seven", "any_craps"),
    ),
    four=("field", "place:6", "place:8", "hard:6"),
    returns_goal=2,
    beside_crapssim=True,
)
ROULETTE = PlayedGame(
    name="roulette",
    book="mbs_roulette_v3",
    settings="[table.game]\nbet_time = 600\nspin_before = 0\nconfirm_time = 0\n",
    unit=Wheel(),
    shown=0,
    shown_to_all=17,
    twelve=(
        *("red", "black", "odd", "dozen:2", "column:2", "straight:17"),
        *("split:17-20", "street:16-17-18", "corner:25-26-28-29", "six_line:13-18", "straight:0", "split:0-3"),
    ),
    four=("red", "odd", "dozen:2", "column:2"),
    returns_goal=0.1,
)
PLAYED = {row.name: row for row in (CRAPS, ROULETTE)}
FIRST = OLDEST.name
