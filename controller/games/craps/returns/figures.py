"""What the meters are to know of a book: of each bet the exact edge, and the variance of what the house keeps.

Whole numbers, so that what was expected adds up without rounding for as long as a machine lives.
"""

from collections.abc import Mapping
from fractions import Fraction

from controller.games.craps.returns.cap import percent
from controller.games.craps.returns.sheet import par_sheet
from controller.games.craps.rules.odds import rate_text
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import Limits
from controller.games.interface import FIGURE_PARTS, Figures

DIGITS = 6
"""After the point of a per cent, where the fraction beside it says it exactly."""
LONGEST_FRACTION = 60
"""A fraction longer than this is nobody's to read: it is on the par sheet."""
KEPT = 8
"""Books whose figures are remembered; those of one take a second or two."""

_kept: dict[str, Figures] = {}


def returns_key(book: RuleBook) -> str:
    """Names all that a return can depend on: two books with one key return the same."""
    settings = book.settings.model_copy(update={"limits": Limits(), "denomination": 1})
    return book.model_copy(update={"settings": settings}).digest()


def figures_of(book: RuleBook) -> Figures:
    """Of every bet that can be laid by this book."""
    key = returns_key(book)
    if key not in _kept:
        bets = par_sheet(book).bets.items()
        remember(key, {bet: (_whole(of.house_edge), _whole(of.variance)) for bet, of in bets})
    return _kept[key]


def returns_in_words(book: RuleBook) -> dict[str, tuple[str, str]]:
    """Bet → per cent of the stake that comes back, and the house edge as a fraction where anybody would read it."""
    sheet = par_sheet(book).bets
    return {bet: (percent(found.returned, DIGITS), _short(rate_text(found.house_edge))) for bet, found in sheet.items()}


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


def remember(key: str, figures: Mapping[str, tuple[int, int]]) -> None:
    """What another process has worked out need not be worked out again."""
    if len(_kept) >= KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = figures


def _whole(figure: Fraction) -> int:
    return round(figure * FIGURE_PARTS)
