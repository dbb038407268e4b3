"""How long a hand lasts: the rolls from one seven-out to the next, the seven-out included.

The point moves as the engine moves it: a table without a wager is thrown at until it has shown all its states.
"""

from collections import Counter
from fractions import Fraction

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.game import Game
from controller.games.craps.returns.chain import ChainRow, solve
from controller.games.craps.rules.dice import ALL_ROLLS

LONGEST_ASKED = 1000
"""Rolls. The longest hand on record had 154; a thousand is a chance of some 1e-64."""

Steps = list[Counter[int]]
"""State → the states that follow, by how many of the 36 rolls; what is missing to 36 sevens out."""


def at_least(felt: Felt, rolls: int) -> Fraction:
    """The chance that a hand lasts so many rolls: all but the last of them must not seven out."""
    steps = _steps(felt)
    alive, thrown = Counter({0: 1}), max(rolls - 1, 0)
    for _ in range(thrown):
        after: Counter[int] = Counter()
        for state, ways in alive.items():
            for following, count in steps[state].items():
                after[following] += ways * count
        alive = after
    return Fraction(alive.total(), len(ALL_ROLLS) ** thrown)


def expected(felt: Felt) -> Fraction:
    """The mean length of a hand."""
    rolls = {"rolls": len(ALL_ROLLS)}
    return solve([ChainRow.of(step, rolls, len(ALL_ROLLS)) for step in _steps(felt)])["rolls"]


def _steps(felt: Felt) -> Steps:
    points: list[int | None] = [None]
    steps: Steps = []
    for point in points:  # which grow as new ones are reached
        step: Counter[int] = Counter()
        for dice in ALL_ROLLS:
            rolled = Game(felt, point=point).roll(dice)
            if rolled.seven_out:
                continue
            if rolled.point not in points:
                points.append(rolled.point)
            step[points.index(rolled.point)] += 1
        steps.append(step)
    return steps
