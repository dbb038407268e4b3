"""How likely a wager is to win its progressive jackpot, and what that adds to its return."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from config.jackpots import Jackpot
from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.returns.hand_length import at_least
from controller.games.craps.rules.dice import ALL_ROLLS, POINTS, SEVEN, pair_name
from controller.games.craps.rules.jackpots import FIRE, HAND, ROLL, spots_of
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.jackpots import PARTS
from controller.games.par import JackpotLine

WAYS = {point: sum(sum(dice) == point for dice in ALL_ROLLS) for point in POINTS}
SEVENS = sum(sum(dice) == SEVEN for dice in ALL_ROLLS)


def jackpot_lines(book: RuleBook, stake: int | None = None) -> Iterator[JackpotLine]:
    """For each jackpot and each spot that feeds it; at the least stake where none is said, since the base is worth most
    to the smallest wager."""
    if book.jackpots is None:
        return
    felt = lay_felt(book)
    for name, jackpot in book.jackpots.items():
        chance = chance_of(felt, jackpot)
        for bet in spots_of(jackpot):
            spot = felt.spots.get(bet)
            if spot is not None:
                at = spot.min if stake is None else stake
                yield JackpotLine(name, bet, Fraction(jackpot.rate, PARTS), chance, at, chance * jackpot.base / at)


def chance_of(felt: Felt, jackpot: Jackpot) -> Fraction:
    """That a wager wins it: by its one roll, or by the hand that it was laid for."""
    if ROLL in jackpot.trigger:
        return Fraction(sum(pair_name(dice) == jackpot.trigger[ROLL] for dice in ALL_ROLLS), len(ALL_ROLLS))
    if HAND in jackpot.trigger:
        return at_least(felt, int(jackpot.trigger[HAND]))
    return _points_made(frozenset(), int(jackpot.trigger[FIRE]))


@cache
def _points_made(made: frozenset[int], wanted: int) -> Fraction:
    """The chance that a hand which has made these points comes to so many different ones."""
    if len(made) >= wanted:
        return Fraction(1)
    new = (_set_and_made(point) * _points_made(made | {point}, wanted) for point in POINTS if point not in made)
    again = sum((_set_and_made(point) for point in made), Fraction(0))
    return sum(new, Fraction(0)) / (1 - again)


def _set_and_made(point: int) -> Fraction:
    """That the next point is this one, and is made."""
    return Fraction(WAYS[point], sum(WAYS.values())) * Fraction(WAYS[point], WAYS[point] + SEVENS)
