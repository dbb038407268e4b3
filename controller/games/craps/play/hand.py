"""What is counted from one seven-out to the next, and the bets that live on it.

The roll count is shown on every screen; Hot Shooter is paid by it. Fire counts the different points made, Small,
Tall and All the numbers thrown since the last seven of any kind.
"""

from fractions import Fraction
from typing import NamedTuple, TypeVar

from controller.games.craps.play.felt import Felt, Spot, Verdict, Verdicts
from controller.games.craps.rules.bets import BETS, Result
from controller.games.craps.rules.dice import SEVEN
from controller.games.craps.rules.rulebook import Terms

Pay = TypeVar("Pay", int, Fraction)

NUMBERS_OF = {name: bet.kind.numbers_needed for name, bet in BETS.items() if bet.kind.numbers_needed}
"""The numbers that must all come before a seven."""

NO_NUMBERS = frozenset[int]()


class Hand(NamedTuple):
    """Since the last seven-out, or since the table opened."""

    rolls: int = 0
    points_made: frozenset[int] = NO_NUMBERS
    numbers: frozenset[int] = NO_NUMBERS
    """The totals thrown since the last seven."""

    def after(self, point: int | None, total: int) -> "Hand":
        """The hand with one more roll; after a seven-out it shows the final count."""
        rolls, made, numbers = self
        if total == point:
            made = made | {total}
        if total == SEVEN:
            numbers = NO_NUMBERS
        elif total not in numbers:
            numbers = numbers | {total}
        return Hand(rolls + 1, made, numbers)


NEW_HAND = Hand()


def hand_verdicts(felt: Felt, deciding: tuple[Spot, ...], hand: Hand, total: int) -> Verdicts:
    """What the roll that led to `hand` decides of these bets; those that wait for the seven-out come only with it."""
    verdicts: Verdicts = {}
    for spot in deciding:
        if spot.name in NUMBERS_OF:
            verdict = _numbers(spot, hand, total)
        elif spot.name == "hot_shooter":
            verdict = _hot_shooter(spot.terms, hand.rolls)
        else:
            verdict = _fire(felt, spot.terms, hand)
        if verdict is not None:
            verdicts[spot.name] = verdict
    return verdicts


def _numbers(spot: Spot, hand: Hand, total: int) -> Verdict | None:
    if total == SEVEN:
        return _LOST
    return _won(spot.terms.pay("")) if hand.numbers >= NUMBERS_OF[spot.name] else None


def _hot_shooter(terms: Terms, rolls: int) -> Verdict:
    """Paid FOR one: the stake is part of the prize, and a prize of the stake alone is a push."""
    times = _highest(terms.pays_for or {}, rolls)
    if times is None:
        return _LOST
    return _PUSHED if times == 1 else _won(Fraction(times - 1))


def _fire(felt: Felt, terms: Terms, hand: Hand) -> Verdict:
    table = (terms.tables or {})[felt.book.settings.fire_table or ""]
    odds = _highest(table, len(hand.points_made))
    return _LOST if odds is None else _won(odds)


def _highest(table: dict[str, Pay], count: int) -> Pay | None:
    """The entry of the largest count that was reached."""
    reached = [int(least) for least in table if int(least) <= count]
    return table[str(max(reached))] if reached else None


_LOST = Verdict(Result.LOSE, 0, 1, stays=False, works=None, returned_when_off=False)
_PUSHED = _LOST._replace(result=Result.PUSH)


def _won(odds: Fraction) -> Verdict:
    return _LOST._replace(result=Result.WIN, numerator=odds.numerator, denominator=odds.denominator)
