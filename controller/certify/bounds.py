"""How far a mean may stray from its exact value by chance: Chernoff's bound on the exact distribution.

No bell curve is assumed, so a bet that wins a thousand for one once in six thousand hands is judged as rightly as a
pass line. Let a wager bring X, whose exact distribution is known, with mean m. For any rate r > 0, fixed beforehand,

    P( sum of (X - m) over n wagers  >=  (n * psi(r) + log(1/alpha)) / r )  <=  alpha,   psi(r) = log E exp(r (X - m))

It holds for every n, and for an n that depends on what came before: exp(r * sum - n * psi(r)) is a supermartingale that
begins at one. The rate only decides how narrow the bound is; the best one for the number of wagers to be expected is
taken. The other side is the same with -X.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

MOST_EXPONENT = 500.0
"""exp of more than some 700 is no float."""

LEAST_LOG_RATE = -40.0
STEPS = 80
"""Of a golden section: the width falls by a factor of 10^16."""
GOLDEN = (math.sqrt(5) - 1) / 2


class Interval(NamedTuple):
    """Where a mean must lie. Beyond what can come at all it is cut off."""

    low: float
    high: float

    def holds(self, mean: Fraction) -> bool:
        """Whether this mean lies in it."""
        return self.low <= mean <= self.high


def interval(exact: Mapping[Fraction, Fraction], wagers: int, expected: float, alpha: float) -> Interval:
    """Where the mean of so many wagers must lie; each side is left by chance with at most `alpha`."""
    mean = sum((value * chance for value, chance in exact.items()), Fraction(0))
    if len(exact) < 2 or not wagers:
        return Interval(float(min(exact)), float(max(exact)))
    above = [(float(value - mean), float(chance)) for value, chance in exact.items()]
    below = [(-off, chance) for off, chance in above]
    log_odds = math.log(1 / alpha)
    up, down = (_farthest(offs, wagers, expected, log_odds) for offs in (above, below))
    least, most = math.nextafter(float(min(exact)), -math.inf), math.nextafter(float(max(exact)), math.inf)
    return Interval(max(float(mean) - down, least), min(float(mean) + up, most))


Offs = list[tuple[float, float]]
"""How far a value lies above the mean, and its chance."""


def _farthest(offs: Offs, wagers: int, expected: float, log_odds: float) -> float:
    """How far above its exact value the mean may lie."""
    most = math.log(MOST_EXPONENT / max(abs(off) for off, _ in offs))
    rate = math.exp(_least(lambda log_rate: _bound(offs, math.exp(log_rate), expected, log_odds), LEAST_LOG_RATE, most))
    return _bound(offs, rate, wagers, log_odds)


def _bound(offs: Offs, rate: float, wagers: float, log_odds: float) -> float:
    return (_psi(offs, rate) + log_odds / wagers) / rate


def _psi(offs: Offs, rate: float) -> float:
    """log E exp(rate * off). The mean of `off` is zero and is left out, for the sake of the digits of a small rate."""
    return math.log1p(sum(chance * (math.expm1(rate * off) - rate * off) for off, chance in offs))


def _least(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls and then rises is least."""
    for _ in range(STEPS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if of(left) < of(right):
            high = right
        else:
            low = left
    return (low + high) / 2
