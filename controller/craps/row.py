"""The row of craps among the games of the house (`controller/games/registry.py`)."""

from controller.craps.at_the_table import CrapsAtTheTable
from controller.craps.rulebook import RuleBook
from controller.games.interface import GameRow

CRAPS = GameRow(
    name="craps",
    rules=RuleBook,
    opened=CrapsAtTheTable.opened,
    from_data=CrapsAtTheTable.from_data,
)
