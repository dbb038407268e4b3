"""The cap: the most that any bet but the free odds may return.

A book, or a change of settings, under which a bet would return more is refused before anyone can lay it.
"""

from collections.abc import Callable
from fractions import Fraction

from controller.craps.bets import BETS
from controller.craps.par.sheet import par_sheet
from controller.craps.rulebook import RuleBook

CAP = Fraction(99, 100)

MOST_DIGITS = 12
"""After the point of a percentage that has to be told from the cap."""


def over_the_cap(book: RuleBook, cap: Fraction = CAP) -> list[tuple[str, Fraction]]:
    """The bets that return more than the cap, and what they return; exactly the cap is allowed.

    Free odds return all of their stake. Odds that return more than that are not free, and are named too.
    """
    return [
        (bet, returns.returned)
        for bet, returns in par_sheet(book).bets.items()
        if returns.returned > (1 if BETS[bet].base else cap)
    ]


def why_refused(over: list[tuple[str, Fraction]], cap: Fraction = CAP) -> str:
    """The sentence for whoever wanted that: every bet with its figure, and what is allowed."""
    named = "; ".join(f"{bet} would return {_told_from(returned, cap)} %" for bet, returned in over)
    allowed = _first(cap, lambda shown: shown == cap).removesuffix(".0")
    return f"{named}; no bet but the free odds may return more than {allowed} %"


def worked_out(book: RuleBook) -> dict[str, str]:
    """What a table wants to know of a book before it plays by it: `interface.WorkedOut`."""
    over = over_the_cap(book)
    return {"rules": book.digest(), "over": why_refused(over) if over else ""}


def _told_from(returned: Fraction, cap: Fraction) -> str:
    """A percentage with as many digits as show that it is above the cap."""
    return _first(returned, lambda shown: shown > cap)


def _first(share: Fraction, will_do: Callable[[Fraction], bool]) -> str:
    """The shortest percentage that will do."""
    texts = (percent(share, digits) for digits in range(1, MOST_DIGITS + 1))
    return next((text for text in texts if will_do(Fraction(text) / 100)), percent(share, MOST_DIGITS))


def percent(share: Fraction, digits: int) -> str:
    """A share in hundredths, rounded to some digits after the point."""
    sign = "-" if share < 0 else ""
    whole, part = divmod(round(abs(share) * 100 * 10**digits), 10**digits)
    return f"{sign}{whole}.{part:0{digits}}"
