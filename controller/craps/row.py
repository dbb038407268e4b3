"""The row of craps among the games of the house (`controller/games/registry.py`)."""

from controller.craps.at_the_table import CrapsAtTheTable, turned
from controller.craps.history import hands_of
from controller.craps.rulebook import RuleBook
from controller.craps.views import ended_view, outcome_view, table_view
from controller.games.interface import GameRow

CRAPS = GameRow(
    name=CrapsAtTheTable.name,
    rules=RuleBook,
    opened=CrapsAtTheTable.opened,
    from_data=CrapsAtTheTable.from_data,
    turned=turned,
    history=hands_of,
    table_view=table_view,
    outcome_view=outcome_view,
    ended_view=ended_view,
)
