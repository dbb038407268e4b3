"""What a roll does to a wager on each spot, worked out beforehand: for every point and every pair of dice."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from controller.games.craps.play.spots import Spot
from controller.games.craps.rules.dice import ALL_ROLLS, PAIRS, Dice, sorted_pair
from controller.games.craps.rules.kinds import Bet, Fall, Result
from controller.games.craps.rules.pays import Level, win_odds
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.terms import Terms


class Verdict(NamedTuple):
    """What a roll does to a wager it decides."""

    result: Result
    numerator: int
    denominator: int
    stays: bool
    works: bool | None
    """Whether the wager counts when nobody called it; None where it can never be off."""
    returned_when_off: bool


Verdicts: TypeAlias = dict[str, Verdict]


def verdicts_by_dice(book: RuleBook, spots: Iterable[Spot], point: int | None) -> dict[Dice, Verdicts]:
    by_pair = {pair: _verdicts(book, spots, point, pair) for pair in PAIRS}
    return {dice: by_pair[sorted_pair(dice)] for dice in ALL_ROLLS}


def _verdicts(book: RuleBook, spots: Iterable[Spot], point: int | None, dice: Dice) -> Verdicts:
    """What these dice decide while this point (or none) stands."""
    verdicts: Verdicts = {}
    for spot in spots:
        kind = spot.bet.kind
        decides = (kind.crapless if book.crapless else None) or kind.decides
        fall = decides(spot.bet, point, dice) if decides else None
        if fall is not None:
            verdicts[spot.name] = _verdict(book, spot, fall, point, dice)
    return verdicts


def _verdict(book: RuleBook, spot: Spot, fall: Fall, point: int | None, dice: Dice) -> Verdict:
    terms = spot.terms
    odds = Fraction(0)
    if fall.result is Result.WIN:
        odds = win_odds(book.bets, book.settings, spot.bet, fall, dice, Level.NONE)
    may_be_off = terms.takes_calls or terms.rests_after_point_made or not terms.works_on_come_out
    return Verdict(
        result=fall.result,
        numerator=odds.numerator,
        denominator=odds.denominator,
        stays=_stays(terms, fall),
        works=(terms.works_on_come_out or point is not None) if may_be_off else None,
        returned_when_off=spot.base is not None,
    )


def _stays(terms: Terms, fall: Fall) -> bool:
    """Whether the stake is left on the layout: a winner by its occasion, a barred don't bet by the house's rule."""
    if fall.result is Result.WIN:
        return fall.occasion in terms.stays_after
    return fall.result is Result.PUSH and terms.twelve == "stays"


def power_of(book: RuleBook, bet: Bet) -> dict[Level, dict[Dice, Fraction]]:
    """Level → dice → what this spot pays if it was drawn at that level and these dice win."""
    decides = bet.kind.decides
    falls = {dice: decides(bet, None, dice) for dice in ALL_ROLLS} if decides else {}
    return {
        level: {
            dice: win_odds(book.bets, book.settings, bet, fall, dice, level)
            for dice, fall in falls.items()
            if fall is not None and fall.result is Result.WIN
        }
        for level in (Level.LOW, Level.HIGH)
    }


def best_odds_of(
    spot: Spot, verdicts: dict[int | None, dict[Dice, Verdicts]], power: dict[str, dict[Level, dict[Dice, Fraction]]]
) -> tuple[int, int]:
    """The largest win there is for this wager, over all points, dice and levels of Power Odds."""
    ordinary = [
        Fraction(verdict.numerator, verdict.denominator)
        for by_dice in verdicts.values()
        for decided in by_dice.values()
        if (verdict := decided.get(spot.name))
    ]
    powered = [odds for by_dice in power.get(spot.name, {}).values() for odds in by_dice.values()]
    best = max([*ordinary, *powered, *_hand_odds(spot)], default=Fraction(0))
    return best.numerator, best.denominator


def _hand_odds(spot: Spot) -> list[Fraction]:
    """What the bets that live on a hand can pay."""
    if not spot.bet.kind.for_the_hand:
        return []
    if spot.bet.number:
        return [spot.terms.pay(str(spot.bet.number))]
    return [*(Fraction(times - 1) for times in (spot.terms.pays_for or {}).values()), *spot.terms.all_pays()]


def leaving(by_dice: Iterable[dict[Dice, Verdicts]]) -> frozenset[str]:
    decided = (verdicts.items() for by in by_dice for verdicts in by.values())
    won = ((name, verdict) for items in decided for name, verdict in items if verdict.result is Result.WIN)
    return frozenset(name for name, verdict in won if not verdict.stays)
