"""The bound is never left more often than it says, and is hardly wider than it must be."""

import math
from fractions import Fraction
from itertools import accumulate, product

import pytest

from controller.certify.bounds import interval

CASES = [(Fraction(1, 2), 3000), (Fraction(1, 36), 2000), (Fraction(1, 6156), 500), (Fraction(1, 6156), 60_000)]
ALPHAS = [1e-3, 1e-9]


def binomial(chance: Fraction, wagers: int) -> list[float]:
    """The chance of each count, exactly but for the last digits."""
    p, ways = float(chance), math.lgamma(wagers + 1)
    most = min(wagers, 3000)
    return [
        math.exp(
            ways
            - math.lgamma(count + 1)
            - math.lgamma(wagers - count + 1)
            + count * math.log(p)
            + (wagers - count) * math.log1p(-p)
        )
        for count in range(most + 1)
    ]


def tails(chance: Fraction, wagers: int, low: float, high: float) -> tuple[float, float]:
    """How likely a count lies below and above these shares."""
    chances = binomial(chance, wagers)
    return (
        sum(found for count, found in enumerate(chances) if count / wagers < low),
        sum(found for count, found in enumerate(chances) if count / wagers > high),
    )


@pytest.mark.parametrize("case, alpha", list(product(CASES, ALPHAS)))
def test_each_side_is_left_at_most_as_often_as_it_says(case: tuple[Fraction, int], alpha: float) -> None:
    chance, wagers = case
    low, high = interval({Fraction(1): chance, Fraction(0): 1 - chance}, wagers, wagers, alpha)
    assert max(tails(chance, wagers, low, high)) <= alpha


@pytest.mark.parametrize("case, alpha", list(product(CASES[:2], ALPHAS)))
def test_four_fifths_of_the_interval_would_be_too_narrow(case: tuple[Fraction, int], alpha: float) -> None:
    chance, wagers = case
    low, high = interval({Fraction(1): chance, Fraction(0): 1 - chance}, wagers, wagers, alpha)
    mean = float(chance)
    narrow = mean - 0.8 * (mean - low), mean + 0.8 * (high - mean)
    assert max(tails(chance, wagers, *narrow)) > alpha


def test_expecting_another_number_of_wagers_makes_it_wider_and_never_narrower() -> None:
    exact = {Fraction(1): Fraction(1, 9), Fraction(0): Fraction(8, 9)}
    right, wrong = interval(exact, 1000, 1000, 1e-6), interval(exact, 1000, 4000, 1e-6)
    assert wrong.low < right.low < float(Fraction(1, 9)) < right.high < wrong.high


def test_it_holds_however_long_one_plays_before_one_looks() -> None:
    """Look after every wager and stop at the worst moment: the chance of ever leaving it, exactly, by all paths.

    The bound's own line, n * psi + log(1/alpha), is crossed with at most alpha at any n up to the last.
    """
    p, alpha, last = Fraction(1, 6), 0.05, 400
    exact = {Fraction(1): p, Fraction(0): 1 - p}
    crossing = [0.0]
    alive = {0: 1.0}
    for wagers in range(1, last + 1):
        high = interval(exact, wagers, 100, alpha).high * wagers
        after: dict[int, float] = {}
        crossed = 0.0
        for count, found in alive.items():
            for more, chance in ((1, float(p)), (0, 1 - float(p))):
                if count + more > high:
                    crossed += found * chance
                else:
                    after[count + more] = after.get(count + more, 0.0) + found * chance
        alive = after
        crossing.append(crossed)
    assert 0.01 < list(accumulate(crossing))[-1] <= alpha


def test_a_certainty_is_an_interval_of_nothing() -> None:
    assert interval({Fraction(1): Fraction(1)}, 5, 5, 1e-6) == (1.0, 1.0)


def test_every_wager_alike_is_inside_where_that_can_be_chance() -> None:
    """The ends are floats, and a third is none: no bet is outside for the rounding of an end."""
    exact = {Fraction(1, 3): Fraction(9, 10), Fraction(1, 10): Fraction(1, 10)}
    found = interval(exact, 3, 3, 1e-6)
    assert found.holds(Fraction(1, 3))
    assert found.holds(Fraction(1, 10))
