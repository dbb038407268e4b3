"""The row of craps among the games of the house (`controller/games/tables.py`)."""

from controller.games.craps.at_the_table import CrapsAtTheTable, turned
from controller.games.craps.history import hands_of
from controller.games.craps.returns import worked_out
from controller.games.craps.returns.figures import returns_in_words
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import SETTINGS
from controller.games.craps.views import ended_view, outcome_view, table_view
from controller.games.interface import TableRow

CRAPS_TABLE = TableRow(
    name=CrapsAtTheTable.name,
    rules=RuleBook,
    opened=CrapsAtTheTable.opened,
    from_data=CrapsAtTheTable.from_data,
    settings=SETTINGS,
    worked_out=worked_out,
    returns=returns_in_words,
    turned=turned,
    history=hands_of,
    table_view=table_view,
    outcome_view=outcome_view,
    ended_view=ended_view,
)
