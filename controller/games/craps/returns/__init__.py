"""Exact returns: what every bet of a rule book gives back, proved on the engine that runs on the cabinet.

    chain        an absorbing chain, solved in exact fractions
    walk         one wager through the engine, from the entry to the roll that decides it
    returns      the figures of one line of the sheet
    sheet        all lines of a book, exact or with the floors of a stake; walks are kept while they hold
    cap          the most a bet may return
    with_odds    what a line or come bet returns with all its odds
    exposure     the most that one roll can cost
    hand_length  how long a hand lasts
    points_made  which points it makes, and how often
    document     the sheet as JSON

No floats but where a document shows a decimal beside its fraction.
"""

from controller.games.craps.returns.cap import CAP, over_the_cap, why_refused
from controller.games.craps.returns.exposure import exposure
from controller.games.craps.returns.sheet import par_sheet

__all__ = ["CAP", "exposure", "over_the_cap", "par_sheet", "why_refused"]
