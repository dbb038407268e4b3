"""What the house held, what it should have held by the exact returns of its bets, and how far chance alone may lead."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from controller.vault.meters import SQUARES

Counts = Mapping[str, int]

BAND = 1.96
"""Standard deviations either way: nineteen times of twenty chance stays within."""


class Figures(NamedTuple):
    """What the par sheet says of one bet: the exact edge, and the variance of what the house keeps of one unit."""

    edge: Fraction
    variance: Fraction


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


def held(counts: Counts, figures: Mapping[str, Figures]) -> Held:
    """From the meters of one scope; `figures` are those of the book in force."""
    wagered, won, vigorish = counts.get("wagered", 0), counts.get("won", 0), counts.get("vigorish", 0)
    bets = [(name.partition(":")[2], amount) for name, amount in counts.items() if name.startswith("wagered:")]
    known = [(_figures(bet, figures), bet, amount) for bet, amount in bets]
    actual = wagered + vigorish - won
    if any(of is None for of, _, _ in known):
        return Held(wagered, vigorish, won, actual, None, None)
    theoretical = sum((amount * of.edge for of, _, amount in known if of), Fraction(0))
    by_bet = sum((of.variance * counts.get(f"{SQUARES}:{bet}", 0) for of, bet, _ in known if of), Fraction(0))
    complete = all(f"{SQUARES}:{bet}" in counts for _, bet, _ in known)
    deviation = math.sqrt(max(float(by_bet), float(_seen(counts)))) if complete else None
    return Held(wagered, vigorish, won, actual, theoretical, deviation)


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
        if meter in ("wagered", "won", SQUARES) and bet:
            part = parts.setdefault(under(bet), {"wagered": 0, "won": 0})
            part[name] = amount
            if meter != SQUARES:
                part[meter] += amount
    return {name: parts[name] for name in sorted(parts)}


def _figures(bet: str, figures: Mapping[str, Figures]) -> Figures | None:
    """A come bet that has travelled is still the come bet."""
    return figures.get(bet, figures.get(bet.partition(":")[0]))


def percent(part: int | Fraction | None, whole: int) -> str:
    """For people."""
    return "–" if part is None or not whole else f"{float(100 * Fraction(part) / whole):.2f} %"
