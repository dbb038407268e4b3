"""What a line or come bet returns together with all the odds that may lie behind it.

Odds cost the house nothing, so the more of them a book and a house allow, the less is held of all that is staked.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from controller.games.craps.play.felt import Felt
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.dice import ALL_ROLLS, CRAPLESS_POINTS
from controller.games.craps.rules.kinds import Bet, Result
from controller.games.craps.rules.odds_times import most_of_base
from controller.games.par import BookReturns, Together

SET = {point: Fraction(sum(sum(dice) == point for dice in ALL_ROLLS), len(ALL_ROLLS)) for point in CRAPLESS_POINTS}
"""Point → the chance that the first roll of a base is this number: then its odds may be laid."""

ODDS_OF = {"pass_line": "pass_odds", "dont_pass": "dont_odds", "come": "come_odds", "dont_come": "dont_come_odds"}


def together(felt: Felt, bets: Mapping[str, BookReturns]) -> Iterator[Together]:
    """Of each base that is offered with odds whose multiple is bounded; where only the table's limits bound them, what
    they come to depends on the base."""
    for base, kind in ODDS_OF.items():
        odds = {point: _odds_on(kind, point) for point in felt.points}
        if base not in bets or any(bet.name not in felt.spots for bet in odds.values()):
            continue
        most = {point: most_of_base(felt.book.bets, felt.book.settings, bet, point) for point, bet in odds.items()}
        times = {point: found for point, found in most.items() if found is not None}
        if len(times) < len(felt.points):
            continue
        laid = {point: SET[point] * times[point] for point in felt.points}
        lost = sum((laid[point] * _edge(felt, bet, point) for point, bet in odds.items()), bets[base].house_edge)
        staked = 1 + sum(laid.values(), Fraction(0))
        yield Together(base, kind, {str(point): found for point, found in times.items()}, staked, lost / staked)


def _odds_on(kind: str, point: int) -> Bet:
    return BETS.get(kind) or BETS[f"{kind}:{point}"]


def _edge(felt: Felt, odds: Bet, point: int) -> Fraction:
    """What the house holds of these odds while this is their number, left up and working until they are decided."""
    verdicts = (felt.verdicts[point][dice].get(odds.name) for dice in ALL_ROLLS)
    decided = [verdict for verdict in verdicts if verdict is not None]
    won = (Fraction(row.numerator, row.denominator) for row in decided if row.result is Result.WIN)
    lost = sum(row.result is Result.LOSE for row in decided)
    return (lost - sum(won, Fraction(0))) / len(decided)
