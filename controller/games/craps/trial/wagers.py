"""Every wager of a book: on which seat it lies, with what stake, when it is laid, and what exactly may become of it.

The stake is the smallest at which no floor bites, so that the exact figures are those of the par sheet; where the
table's limits leave none, it is the largest, and the exact figures are those with its floors. Either way they come
from a walk at this very stake.
"""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.returns.returns import ends_of
from controller.games.craps.returns.sheet import divisors, laid_by_hand
from controller.games.craps.returns.walk import Fortune, walk
from controller.games.craps.rules.refusal import BetRefused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import Settings
from controller.games.row import Laid, laid_at


class TrialWager(NamedTuple):
    """One bet as it is laid, again and again."""

    bet: str
    spot: Spot
    seat: int
    stake: int
    lonely: bool
    """It wants other money on the layout, so it is laid last."""
    travels_to: Mapping[int, str]


def laid(book: RuleBook) -> dict[str, Laid | str]:
    """How every bet of this book is tried; or the reason why it is not."""
    felt, out = lay_felt(book), dict[str, Laid | str]()
    bases = {spot.base for spot in felt.spots.values() if spot.base}
    for spot in sorted(laid_by_hand(felt), key=_is_lonely):
        stake = _stake(felt, spot, carries_odds=spot.name in bases or bool(spot.bet.kind.travels_to))
        try:
            out[spot.name] = _why_not(spot) or _laid(walk(felt, spot, stake), book.settings)
        except BetRefused as refusal:
            out[spot.name] = refusal.reason
    return out


def wagers_of(book: RuleBook, stakes: Mapping[str, int]) -> list[TrialWager]:
    """These bets, each with its seat."""
    felt = lay_felt(book)
    spots, boxes, seats = felt.spots, felt.come_boxes, _seats(felt)
    return [
        TrialWager(bet, spots[bet], seats[bet], stake, _is_lonely(spots[bet]), boxes.get(bet, {}))
        for bet, stake in stakes.items()
    ]


def _why_not(spot: Spot) -> str | None:
    """The ways to hold a wager ON that a player does not have, and to lay it anew for what it cost before."""
    terms = spot.terms
    if not terms.works_on_come_out and not terms.takes_calls:
        return "it is off on the come-out, and nobody can call it ON"
    if spot.vigorish and (terms.rests_after_point_made or terms.stays_after):
        return "it stays on the layout without the vigorish that the exact figure counts for each wager"
    return None


def _laid(fortune: Fortune, settings: Settings) -> Laid:
    return laid_at(fortune.stake, fortune.cost, ends_of(fortune, settings))


def _is_lonely(spot: Spot) -> bool:
    return spot.needs_units > 0


# ---- stakes -----------------------------------------------------------------------------------------------------


def _stake(felt: Felt, spot: Spot, carries_odds: bool) -> int:
    """The smallest stake that no floor bites; the largest such one where odds are to lie on it."""
    step = math.lcm(*divisors(felt, spot))
    smallest, largest = -(-spot.min // step) * step, spot.max - spot.max % step
    if smallest > spot.max or largest < spot.min:
        return spot.max - spot.max % spot.unit
    return largest if carries_odds else smallest


# ---- seats ------------------------------------------------------------------------------------------------------


def _seats(felt: Felt) -> dict[str, int]:
    """Bet → seat. Wagers that exclude each other sit apart; odds sit with the wager under them."""
    seats: dict[str, int] = {}
    sitting: list[set[str]] = []
    for spot in felt.spots.values():
        if spot.base is None and spot.name not in seats:
            together = {spot.name, *felt.come_boxes.get(spot.name, {}).values()}
            number = next(_free(felt, together, sitting))
            if number == len(sitting):
                sitting.append(set())
            sitting[number] |= together
            seats |= dict.fromkeys(together, number + 1)
    for spot in felt.spots.values():
        if spot.base is not None:
            seats[spot.name] = seats[spot.base]
    return seats


def _free(felt: Felt, together: set[str], sitting: list[set[str]]) -> Iterator[int]:
    """The seats where none of these has a rival; the last is a new one."""
    for number, there in enumerate(sitting):
        if not any(felt.spots[name].rivals & there for name in together if name in felt.spots):
            yield number
    yield len(sitting)
