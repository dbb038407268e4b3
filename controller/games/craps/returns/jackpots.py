"""How likely a wager is to win its progressive jackpot, and what that adds to its return."""

from collections.abc import Iterator
from fractions import Fraction

from config.jackpots import Jackpot
from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.returns.hand_length import at_least
from controller.games.craps.returns.points_made import different_points, fates
from controller.games.craps.rules.dice import ALL_ROLLS, pair_name
from controller.games.craps.rules.jackpots import FIRE, HAND, ROLL, spots_of
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.jackpots import PARTS
from controller.games.par import JackpotLine


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
    return different_points(fates(felt), int(jackpot.trigger[FIRE]))
