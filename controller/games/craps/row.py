"""Craps: its row of `controller/games/registry.py`."""

from controller.games.craps import in_words
from controller.games.craps.at_the_table import CrapsAtTheTable
from controller.games.craps.fairness import fairness
from controller.games.craps.history import hands_of
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.recalled import HAND
from controller.games.craps.returns import exposure, over_the_cap, par_sheet, why_refused
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import as_script, ending
from controller.games.craps.trial.play import try_all
from controller.games.craps.trial.wagers import laid
from controller.games.craps.views import ended_view, outcome_view, table_view
from controller.games.row import GameRow, GameTrial, Habits, Scripted, TableRow


def _spots(book: RuleBook) -> list[str]:
    return list(lay_felt(book).spots)


CRAPS = GameRow(
    name=CrapsAtTheTable.name,
    book=RuleBook,
    spots=_spots,
    par_sheet=par_sheet,
    over_the_cap=over_the_cap,
    why_refused=why_refused,
    exposure=exposure,
    scripted=Scripted(
        script=as_script,
        play=play,
        headline=in_words.headline,
        notes=in_words.notes,
        ending=ending,
        compared=("come_out", "point", "roll_count", "seven_out"),
    ),
    trial=GameTrial(laid, try_all),
    chapter=HAND,
    habits=Habits(
        bets=tuple(BETS),
        favourites=(
            "pass_line",
            "dont_pass",
            "pass_odds",
            "dont_odds",
            "come",
            "place:6",
            "place:8",
            "field",
            "hard:8",
        ),
        always="field",
    ),
    table=TableRow(
        opened=CrapsAtTheTable.opened,
        from_data=CrapsAtTheTable.from_data,
        history=hands_of,
        table_view=table_view,
        outcome_view=outcome_view,
        ended_view=ended_view,
        fairness=fairness,
    ),
)
