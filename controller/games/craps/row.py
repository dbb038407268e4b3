"""Craps as the commands meet it: its row of `controller/games/registry.py`."""

from controller.games.craps import in_words
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.returns import over_the_cap, par_sheet, why_refused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import as_script
from controller.games.row import GameRow


def _spots(book: RuleBook) -> list[str]:
    return list(lay_felt(book).spots)


CRAPS = GameRow(
    name="craps",
    book=RuleBook,
    spots=_spots,
    par_sheet=par_sheet,
    over_the_cap=over_the_cap,
    why_refused=why_refused,
    script=as_script,
    play=play,
    headline=in_words.headline,
    notes=in_words.notes,
)
