"""The most that one roll can cost the house, for each seat: so much it has to have to play with such limits."""

from fractions import Fraction

from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.play.verdicts import Verdicts
from controller.games.craps.rules.dice import Dice
from controller.games.craps.rules.kinds import Result
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.rulebook import RuleBook


def exposure(book: RuleBook) -> int:
    """With as much as its limits allow on every spot that the roll pays, each drawn for the high Power Odds, and with
    every wager on the hand at its best. A bound: no seat may have all of them, and what it loses is not set against it.
    """
    felt = lay_felt(book)
    rolls = (_won(felt, dice, verdicts) for by_dice in felt.verdicts.values() for dice, verdicts in by_dice.items())
    return max(rolls, default=0) + sum(_best(felt, spot) for spot in felt.hand_bets)


def _won(felt: Felt, dice: Dice, verdicts: Verdicts) -> int:
    won = 0
    for name, verdict in verdicts.items():
        spot = felt.spots[name]
        if verdict.result is Result.WIN and not spot.bet.kind.for_the_hand:
            odds = Fraction(verdict.numerator, verdict.denominator)
            powered = felt.power.get(name, {}).get(Level.HIGH, {}).get(dice, odds)
            won += int(most_on(felt, spot) * max(odds, powered))
    return won


def _best(felt: Felt, spot: Spot) -> int:
    numerator, denominator = felt.best_odds[spot.name]
    return spot.max * numerator // denominator


def most_on(felt: Felt, spot: Spot) -> int:
    """What may lie there: of odds, no more than the largest base allows."""
    if spot.base is None or spot.times_base is None:
        return spot.max
    numerator, denominator = spot.times_base
    return min(spot.max, felt.spots[spot.base].max * numerator // denominator)
