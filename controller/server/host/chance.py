"""Chance: the nonce of a throw and the Power Odds of its spots, from the operating system's generator.

The chances are exact rationals. A whole number below the denominator is drawn, and what lies beyond is thrown away
and drawn again (rejection sampling), so no spot is favoured by a bias of the modulus, and no float is involved.

Nothing is drawn ahead and nothing is kept: every draw asks the kernel anew (`getrandom`), so the memory of this
process holds no future draw, a restart repeats none, and what the journal holds of it are results.
"""

import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from controller.server.host.chance_health import ChanceFailed, prove
from controller.server.loop.ports import Dealt

NONCE_BYTES = 8

MOST_TRIES = 128
"""Rejections in a row. Each is less likely than one half, so a sound source comes here once in 2^128 draws."""

Source = Callable[[int], bytes]
"""So many bytes, all values alike, none foreseeable: `os.getrandom` waits until the kernel has gathered enough."""

Below = Callable[[int], int]
"""A whole number from 0 to below this, each with the same chance."""


class Chances(NamedTuple):
    """How likely a spot is to be drawn, and how likely the high figure is then."""

    triggers: Fraction
    high: Fraction


class SystemChance:
    """Draws that nobody can foresee or repeat. Made only when the source has proved to be sound."""

    def __init__(self, source: Source = os.getrandom) -> None:
        self._source = source
        prove(source)
        self._last = source(NONCE_BYTES)

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> Dealt:
        """Each spot by itself: none, low or high, by `power_odds_chance` and `power_odds_high`."""
        return Dealt(self._nonce(), levels(spots, chances_in(settings), self.below) if spots else {})

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound, each with the same chance."""
        bits = (bound - 1).bit_length()
        size, spare = -(-bits // 8), -bits % 8
        for _ in range(MOST_TRIES):
            number = int.from_bytes(self._source(size)) >> spare
            if number < bound:
                return number
        raise ChanceFailed(f"{MOST_TRIES} draws in a row did not come below {bound}")

    def _nonce(self) -> str:
        """Never the same twice running: a source that has stuck is found at the next throw."""
        nonce = self._source(NONCE_BYTES)
        if len(nonce) != NONCE_BYTES or nonce == self._last:
            raise ChanceFailed("two nonces in a row were alike")
        self._last = nonce
        return nonce.hex()


def chances_in(settings: dict[str, Any]) -> Chances:
    """What the game's settings say."""
    return _chances(settings["power_odds_chance"], settings["power_odds_high"])


@lru_cache(maxsize=64)
def _chances(triggers: str, high: str) -> Chances:
    return Chances(Fraction(triggers), Fraction(high))


def levels(spots: Sequence[str], chances: Chances, below: Below) -> dict[str, str]:
    """The level of every spot that is drawn."""
    (hits, of_hits), (highs, of_highs) = (chance.as_integer_ratio() for chance in chances)
    return {spot: "high" if below(of_highs) < highs else "low" for spot in [s for s in spots if below(of_hits) < hits]}
