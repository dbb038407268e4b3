"""Counts beside exact figures. A bet is outside when its return, or how often it ended in one of its ways, lies beyond
what chance allows, or when it ended in a way that the exact figures do not have.

All intervals of a sheet together are left by chance once in a million runs at the most. The bets lean on the same
dice, so their chances cannot be multiplied (Šidák); they are added (Bonferroni), which is right whatever they lean on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from controller.certify.bounds import Interval, interval
from controller.certify.plan import Plan
from controller.certify.tally import Tally
from controller.games.row import Ending, Laid

SHEET_FAILS = 1e-6
"""The chance that a sound engine is called outside, for the whole sheet."""

SIDES = 2
BOTH_ENDINGS = 2
"""A bet with two ways to end has one figure: the return says all."""


class WayToEnd(NamedTuple):
    """One way in which a bet may end: how often it did, and how often it may."""

    result: str
    paid: int
    seen: int
    exact: Fraction
    allowed: Interval
    inside: bool


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """One bet of the sheet."""

    bet: str
    stake: int
    wagers: int
    returned: Fraction | None
    """None where no wager was decided."""
    exact: Fraction
    allowed: Interval
    ways: list[WayToEnd]
    impossible: list[tuple[Ending, int]]
    """Endings that the exact figures do not have, and how often they came."""

    @property
    def inside(self) -> bool:
        """Whether all of it may be chance."""
        fits = self.returned is None or self.allowed.holds(self.returned)
        return fits and not self.impossible and all(way.inside for way in self.ways)


def intervals(plan: Plan) -> int:
    """How many figures are judged."""
    return sum(1 + len(_judged(laid)) for laid in plan.laid.values())


def judge(plan: Plan, tally: Tally, pilot: Tally) -> list[VerdictLine]:
    """Every bet of the plan. The pilot tells how many wagers were to be expected, and for nothing else."""
    alpha = SHEET_FAILS / (SIDES * intervals(plan))
    scale = tally.rolls / pilot.rolls
    lines = []
    for bet, laid in plan.laid.items():
        expected = max(1.0, scale * sum(count for _, count in pilot.of(bet)))
        lines.append(_line(bet, laid, dict(tally.of(bet)), expected, alpha))
    return lines


def _line(bet: str, laid: Laid, seen: Mapping[Ending, int], expected: float, alpha: float) -> VerdictLine:
    wagers = sum(seen.values())
    counts = dict.fromkeys(laid.exact, 0)
    impossible = []
    for ending, count in seen.items():
        key = (ending.result, ending.paid, ending.taken)
        if ending.stake == laid.stake and key in counts:
            counts[key] += count
        else:
            impossible.append((ending, count))
    returned = None
    if wagers:
        returned = 1 - Fraction(sum(ending.taken * count for ending, count in seen.items()), wagers * laid.cost)
    return VerdictLine(
        bet=bet,
        stake=laid.stake,
        wagers=wagers,
        returned=returned,
        exact=laid.returned,
        allowed=interval(_returns(laid), wagers, expected, alpha),
        ways=list(_ways(laid, counts, wagers, expected, alpha)),
        impossible=impossible,
    )


def _ways(
    laid: Laid, counts: Mapping[tuple[str, int, int], int], wagers: int, expected: float, alpha: float
) -> Iterator[WayToEnd]:
    for key in _judged(laid):
        chance = laid.exact[key]
        allowed = interval({Fraction(1): chance, Fraction(0): 1 - chance}, wagers, expected, alpha)
        inside = not wagers or allowed.holds(Fraction(counts[key], wagers))
        yield WayToEnd(key[0], key[1], counts[key], chance, allowed, inside)


def _judged(laid: Laid) -> list[tuple[str, int, int]]:
    return list(laid.exact) if len(laid.exact) > BOTH_ENDINGS else []


def _returns(laid: Laid) -> dict[Fraction, Fraction]:
    """What one unit put down brings back → its chance."""
    returns: dict[Fraction, Fraction] = {}
    for (_, _, taken), chance in laid.exact.items():
        returned = 1 - Fraction(taken, laid.cost)
        returns[returned] = returns.get(returned, Fraction(0)) + chance
    return returns
