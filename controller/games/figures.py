"""What the meters and people are to know of a book's returns: of each bet the exact edge, and how far luck may lead.

Whole numbers for the meters, so that what was expected adds up without rounding for as long as a machine lives.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from controller.games.craps.rules.odds import rate_text
from controller.games.interface import FIGURE_PARTS, Figures
from controller.games.par import Sheet, percent

DIGITS = 6
"""After the point of a per cent, where the fraction beside it says it exactly."""
LONGEST_FRACTION = 60
"""A fraction longer than this is nobody's to read: it is on the par sheet."""
KEPT = 8
"""Books whose figures are remembered; those of one take a second or two."""

_kept: dict[str, Figures] = {}


def figures_of(key: str, sheet: Callable[[], Sheet[Any]]) -> Figures:
    """Of every bet on this sheet; `key` names all that they depend on."""
    if key not in _kept:
        bets = sheet().bets.items()
        remember(key, {bet: (_whole(of.house_edge), _whole(of.variance)) for bet, of in bets})
    return _kept[key]


def remember(key: str, figures: Mapping[str, tuple[int, int]]) -> None:
    """What another process has worked out need not be worked out again."""
    if len(_kept) >= KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = figures


def returns_in_words(sheet: Sheet[Any]) -> dict[str, tuple[str, str]]:
    """Bet, or bet with all that may lie behind it → per cent of the stake that comes back, and the house edge as a
    fraction where anybody would read it."""
    found = {bet: of.house_edge for bet, of in sheet.bets.items()} | {of.name: of.house_edge for of in sheet.together}
    return {bet: (percent(1 - edge, DIGITS), _short(rate_text(edge))) for bet, edge in found.items()}


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


def _whole(figure: Fraction) -> int:
    return round(figure * FIGURE_PARTS)
