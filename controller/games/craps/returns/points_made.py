"""Which points a hand makes, and how often: for what is paid at the seven-out by them.

How often each of six points has been made is more states than anybody throws at one by one. But only one thing repeats:
a point is set and made, or the hand ends. How likely each of these is, the engine says (`fates`); the rest is counting.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.hand import NO_TIMES, Times
from controller.games.craps.returns.chain import ChainRow, solve
from controller.games.craps.rules.dice import ALL_ROLLS

OUT = 0
"""Among the points: none of them, but the seven-out."""
NOTHING = Fraction(0)

Fates = dict[int, Fraction]


def fates(felt: Felt) -> Fates:
    """Point → the chance that it is the next to be set and is made; the seven-out has the rest.

    A table without a wager is thrown at until it has shown all its states, as for the length of a hand.
    """
    points: list[int | None] = [None]
    rows: list[ChainRow[int]] = []
    for point in points:  # which grow as new ones are reached
        to: Counter[int] = Counter()
        ends: Counter[int] = Counter()
        for dice in ALL_ROLLS:
            rolled = Game(felt, point=point).roll(dice)
            if rolled.seven_out:
                ends[OUT] += 1
            elif point is not None and rolled.point is None:
                ends[point] += 1
            else:
                if rolled.point not in points:
                    points.append(rolled.point)
                to[points.index(rolled.point)] += 1
        rows.append(ChainRow.of(to, ends, len(ALL_ROLLS)))
    return solve(rows)


def different_points(fates: Fates, wanted: int, made: frozenset[int] = frozenset()) -> Fraction:
    """The chance that a hand which has made these points comes to so many different ones."""
    if len(made) >= wanted:
        return Fraction(1)
    new = [point for point in fates if point != OUT and point not in made]
    again = sum((fates[point] for point in made), NOTHING)
    chances = (fates[point] * different_points(fates, wanted, made | {point}) for point in new)
    return sum(chances, NOTHING) / (1 - again)


Prizes = Mapping[str, Mapping[str, Fraction]]
"""Times → point → odds, never less for more times; the best counts."""


def best_prizes(fates: Fates, prizes: Prizes) -> Iterator[tuple[Times, Fraction]]:
    """A hand for each prize, and the chance of winning just that; first one that wins nothing."""
    ways = {odds: _a_hand(int(times), point) for times, pays in prizes.items() for point, odds in pays.items()}
    levels = [NOTHING, *sorted(ways)]
    at_most = [_within(fates, _most_times(prizes, level)) for level in levels]
    yield NO_TIMES, at_most[0]
    for level, (less, chance) in zip(levels[1:], pairwise(at_most), strict=True):
        yield ways[level], chance - less


def _a_hand(times: int, point: str) -> Times:
    return tuple(times if number == int(point) else 0 for number in range(len(NO_TIMES)))


def _most_times(prizes: Prizes, level: Fraction) -> dict[int, int]:
    """Point → how often it may be made at most, so that nothing better than this is won; the others always."""
    better: dict[int, int] = {}
    for times, pays in prizes.items():
        for point in (int(point) for point, odds in pays.items() if odds > level):
            better[point] = min(int(times), better.get(point, int(times)))
    return {point: times - 1 for point, times in better.items()}


def _within(fates: Fates, most: Mapping[int, int]) -> Fraction:
    """The chance that each of these points is made so often at most before the seven-out.

    A row of points made is a word; words with n_p of each p number (Σ n)! / Π n_p!, so they are added as a product of
    series with the coefficients a_p^n / n!, each power k of which then counts k! times.
    """
    counts = 1 - sum((chance for point, chance in fates.items() if point != OUT and point not in most), NOTHING)
    series = [Fraction(1)]
    for point, times in most.items():
        share = fates[point] / counts  # the points that do not matter are as if nobody had thrown
        series = _product(series, [share**n / factorial(n) for n in range(times + 1)])
    words = sum((factorial(length) * chance for length, chance in enumerate(series)), NOTHING)
    return fates[OUT] / counts * words


def _product(one: Sequence[Fraction], other: Sequence[Fraction]) -> list[Fraction]:
    product = [NOTHING] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product
