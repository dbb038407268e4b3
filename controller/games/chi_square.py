"""How far counts are from what was to be expected. A chi-square warns and never decides: fair ones in a thousand look
as bad as the warning."""

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

Histogram: TypeAlias = dict[str, Any]
"""Counts and expectations by name, the chi-square over them, and what fair counts pass."""

FEWEST_EXPECTED = 5
"""Below so many expected in a cell the distribution of chi-square is no guide."""

CRITICAL = {5: (11.07, 20.52), 8: (15.51, 26.12), 10: (18.31, 29.59), 35: (49.80, 66.62), 36: (51.00, 67.99)}
"""Degrees of freedom → what fair counts pass once in twenty, and once in a thousand."""


def histogram(seen: Mapping[Any, int], expected: Mapping[Any, float]) -> Histogram:
    """Counts beside what was expected of each, and how far from that they are."""
    freedom = len(expected) - 1
    once_in_20, once_in_1000 = CRITICAL[freedom]
    enough = bool(expected) and min(expected.values()) >= FEWEST_EXPECTED
    square = sum((seen.get(name, 0) - mean) ** 2 / mean for name, mean in expected.items()) if enough else None
    return {
        "counts": {str(name): seen.get(name, 0) for name in expected},
        "expected": {str(name): round(mean, 2) for name, mean in expected.items()},
        "chi_square": None if square is None else round(square, 3),
        "p_value": None if square is None else float(f"{passed_by(square, freedom):.4g}"),
        "degrees_of_freedom": freedom,
        "once_in_20": once_in_20,
        "once_in_1000": once_in_1000,
        "warning": square is not None and square > once_in_1000,
    }


def passed_by(square: float, freedom: int) -> float:
    """How often fair counts do at least as badly: the chi-square distribution beyond `square`, in closed form."""
    half = square / 2
    if freedom % 2:
        terms = (math.pow(half, k + 0.5) / math.gamma(k + 1.5) for k in range(freedom // 2))
        return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(terms)
    return math.exp(-half) * sum(half**k / math.factorial(k) for k in range(freedom // 2))
