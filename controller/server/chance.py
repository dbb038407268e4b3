"""Chance: the nonce of a throw and the Power Odds of its spots, from the operating system's generator.

The chances are exact rationals. `secrets.randbelow` draws a whole number below the denominator and throws away what
lies beyond (rejection sampling), so no spot is favoured by a bias of the modulus, and no float is involved.
"""

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from controller.server.ports import Dealt

NONCE_BYTES = 8

Below = Callable[[int], int]
"""A whole number from 0 to below this, each with the same chance."""


class SystemChance:
    """Draws that nobody can foresee or repeat."""

    def __init__(self, below: Below = secrets.randbelow) -> None:
        self._below = below

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> Dealt:
        """Each spot by itself: none, low or high, by `power_odds_chance` and `power_odds_high`."""
        nonce = secrets.token_hex(NONCE_BYTES)
        if not spots:
            return Dealt(nonce, {})
        triggers, high = Fraction(settings["power_odds_chance"]), Fraction(settings["power_odds_high"])
        hit = [spot for spot in spots if self._happens(triggers)]
        return Dealt(nonce, {spot: "high" if self._happens(high) else "low" for spot in hit})

    def _happens(self, chance: Fraction) -> bool:
        return self._below(chance.denominator) < chance.numerator
