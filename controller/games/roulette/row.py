"""Roulette: its row of `controller/games/registry.py`."""

from controller.games.roulette import par, scenario
from controller.games.roulette.rulebook import RuleBook
from controller.games.roulette.script import as_script
from controller.games.roulette.spots import SPOTS
from controller.games.row import GameRow, Habits, Scripted, Trial

ROULETTE = GameRow(
    name="roulette",
    book=RuleBook,
    spots=par.spots,
    par_sheet=par.par_sheet,
    over_the_cap=par.over_the_cap,
    why_refused=par.why_refused,
    habits=Habits(bets=tuple(SPOTS), favourites=("red", "dozen:2", "straight:17", "split:17-20"), always="red"),
    table=None,
    scripted=Scripted(
        script=as_script,
        play=scenario.play,
        headline=scenario.headline,
        notes=scenario.notes,
        ending=lambda result, _draw, _no_spins: dict(result),
        compared=(),
    ),
    trial=Trial(par.laid, par.try_all),
)
