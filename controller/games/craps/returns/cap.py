"""The cap: the most that any bet but the free odds may return.

A book, or a change of settings, under which a bet would return more is refused before anyone can lay it.
"""

from fractions import Fraction

from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.par import CAP as CAP
from controller.games.par import Sheet, cap_sentence


def over_the_cap(sheet: Sheet[RuleBook], cap: Fraction = CAP) -> list[tuple[str, Fraction]]:
    """The bets that return more than the cap, and what they return, jackpots and all; exactly the cap is allowed.

    Free odds return all of their stake. Odds that return more than that are not free, and are named too.
    """
    returned = ((bet, sheet.returned(bet)) for bet in sheet.bets)
    return [(bet, share) for bet, share in returned if share > (1 if BETS[bet].base else cap)]


def why_refused(over: list[tuple[str, Fraction]], cap: Fraction = CAP) -> str:
    """The sentence for whoever wanted that: every bet with its figure, and what is allowed."""
    return cap_sentence(over, cap, "no bet but the free odds")
