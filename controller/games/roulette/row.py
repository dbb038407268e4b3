"""Roulette as the commands meet it: its row of `controller/games/registry.py`."""

from controller.games.roulette import par, scenario
from controller.games.roulette.rulebook import RuleBook
from controller.games.roulette.script import as_script
from controller.games.row import GameRow, Trial

ROULETTE = GameRow(
    name="roulette",
    book=RuleBook,
    spots=par.spots,
    par_sheet=par.par_sheet,
    over_the_cap=par.over_the_cap,
    why_refused=par.why_refused,
    script=as_script,
    play=scenario.play,
    headline=scenario.headline,
    notes=scenario.notes,
    trial=Trial(par.laid, par.try_all),
)
