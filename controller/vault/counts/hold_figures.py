"""What the house held, what it should have held by the exact returns of its bets, and how far chance alone may lead.

What it should have held was counted decision by decision, by the rules then in force; nothing is worked out anew here.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from controller.games.interface import FIGURE_PARTS
from controller.vault.counts.meters import EXPECTED, NOT_LOOKED_AT, SQUARES, UNPRICED, VARIANCE

Counts = Mapping[str, int]

BAND = 1.96
"""Standard deviations either way: nineteen times of twenty chance stays within."""


class Held(NamedTuple):
    """Of what was decided: how much was wagered, and what of it the house kept."""

    wagered: int
    vigorish: int
    won: int
    actual: int
    theoretical: Fraction | None
    """None where the return of a bet that was played is not known."""
    deviation: float | None
    """One standard deviation of the actual hold; None where it is not known."""

    @property
    def band(self) -> tuple[int, int] | None:
        """From where to where the actual hold is no surprise."""
        if self.theoretical is None or self.deviation is None:
            return None
        middle, reach = float(self.theoretical), BAND * self.deviation
        return math.floor(middle - reach), math.ceil(middle + reach)

    @property
    def within(self) -> bool | None:
        """Whether the actual hold lies in the band; None where there is none."""
        return None if self.band is None else self.band[0] <= self.actual <= self.band[1]


def held(counts: Counts) -> Held:
    """From the meters of one scope, or of some of its bets."""
    wagered, won, vigorish = counts.get("wagered", 0), counts.get("won", 0), counts.get("vigorish", 0)
    actual = wagered + vigorish - won
    if _of_the_bets(counts, UNPRICED):
        return Held(wagered, vigorish, won, actual, None, None)
    theoretical = Fraction(sum(_of_the_bets(counts, EXPECTED).values()), FIGURE_PARTS)
    by_bet = Fraction(sum(_of_the_bets(counts, VARIANCE).values()), FIGURE_PARTS)
    complete = _of_the_bets(counts, "wagered").keys() <= _of_the_bets(counts, SQUARES).keys()
    deviation = math.sqrt(max(float(by_bet), float(_seen(counts)))) if complete else None
    return Held(wagered, vigorish, won, actual, theoretical, deviation)


def _of_the_bets(counts: Counts, meter: str) -> dict[str, int]:
    """What one meter says bet by bet."""
    named = ((name.partition(":"), value) for name, value in counts.items())
    return {bet: value for (of, _, bet), value in named if of == meter and bet and value}


def _seen(counts: Counts) -> int:
    """The variance as it was seen, roll by roll: different bets on the same dice win and lose together.

    Where that shows, it is more than the bets' own variances add up to; where play was short, less.
    """
    return counts.get(SQUARES, 0)


def by_kind(counts: Counts) -> dict[str, Counts]:
    """The meters of each kind of bet, as if nothing else had been played: `place` for `place:6` and `place:8`."""
    return _parted(counts, lambda bet: bet.partition(":")[0])


def by_bet(counts: Counts) -> dict[str, Counts]:
    """The meters of each bet, as if nothing else had been played."""
    return _parted(counts, lambda bet: bet)


def _parted(counts: Counts, under: Callable[[str], str]) -> dict[str, Counts]:
    parts: dict[str, dict[str, int]] = {}
    for name, amount in counts.items():
        meter, _, bet = name.partition(":")
        if meter in ("wagered", "won", *NOT_LOOKED_AT) and bet:
            part = parts.setdefault(under(bet), {"wagered": 0, "won": 0})
            part[name] = amount
            if meter not in NOT_LOOKED_AT:
                part[meter] += amount
    return {name: parts[name] for name in sorted(parts)}


def percent(part: int | Fraction | None, whole: int) -> str:
    """For people."""
    return "–" if part is None or not whole else f"{float(100 * Fraction(part) / whole):.2f} %"
