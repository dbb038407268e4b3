"""Roulette: its row of `controller/games/registry.py`."""

from controller.games.roulette import par
from controller.games.roulette.at_the_table import RouletteAtTheTable
from controller.games.roulette.history import numbers_of
from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.scripts import scenario
from controller.games.roulette.scripts.script import as_script
from controller.games.roulette.statistics import wheel_fairness
from controller.games.roulette.views import outcome_view, table_view
from controller.games.row import GameRow, GameTrial, Habits, Scripted, TableRow

ROULETTE = GameRow(
    name=RouletteAtTheTable.name,
    book=RuleBook,
    spots=par.spots,
    par_sheet=par.par_sheet,
    over_the_cap=par.over_the_cap,
    why_refused=par.why_refused,
    exposure=par.exposure,
    habits=Habits(bets=tuple(SPOTS), favourites=("red", "dozen:2", "straight:17", "split:17-20"), always="red"),
    table=TableRow(
        opened=RouletteAtTheTable.opened,
        from_data=RouletteAtTheTable.from_data,
        history=numbers_of,
        table_view=table_view,
        outcome_view=outcome_view,
        ended_view=outcome_view,
        fairness=wheel_fairness,
        device=RouletteAtTheTable.device,
    ),
    scripted=Scripted(
        script=as_script,
        play=scenario.play,
        headline=scenario.headline,
        notes=scenario.notes,
        ending=lambda result, _draw, _no_spins: dict(result),
        compared=(),
    ),
    trial=GameTrial(par.laid, par.try_all),
)
