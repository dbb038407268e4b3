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
from controller.certify.plan import Fate, Plan
from controller.certify.tally import Ending, Tally

SHEET_FAILS = 1e-6
"""The chance that a sound engine is called outside, for the whole sheet."""

SIDES = 2
BOTH_ENDINGS = 2
"""A bet with two ways to end has one figure: the return says all."""


class Way(NamedTuple):
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
    ways: list[Way]
    impossible: list[tuple[Ending, int]]
    """Endings that the exact figures do not have, and how often they came."""

    @property
    def inside(self) -> bool:
        """Whether all of it may be chance."""
        fits = self.returned is None or self.allowed.holds(self.returned)
        return fits and not self.impossible and all(way.inside for way in self.ways)


def intervals(plan: Plan) -> int:
    """How many figures are judged."""
    return sum(1 + len(_judged(fate)) for fate in plan.fates.values())


def judge(plan: Plan, tally: Tally, pilot: Tally) -> list[VerdictLine]:
    """Every bet of the plan. The pilot tells how many wagers were to be expected, and for nothing else."""
    alpha = SHEET_FAILS / (SIDES * intervals(plan))
    scale = tally.rolls / pilot.rolls
    lines = []
    for wager in plan.wagers:
        expected = max(1.0, scale * sum(count for _, count in pilot.of(wager.bet)))
        lines.append(_line(wager.bet, wager.stake, plan.fates[wager.bet], dict(tally.of(wager.bet)), expected, alpha))
    return lines


def _line(bet: str, stake: int, fate: Fate, seen: Mapping[Ending, int], expected: float, alpha: float) -> VerdictLine:
    wagers = sum(seen.values())
    counts = dict.fromkeys(fate.exact, 0)
    impossible = []
    for ending, count in seen.items():
        key = (ending.result, ending.paid, ending.taken)
        if ending.stake == stake and key in counts:
            counts[key] += count
        else:
            impossible.append((ending, count))
    returned = None
    if wagers:
        returned = 1 - Fraction(sum(ending.taken * count for ending, count in seen.items()), wagers * fate.cost)
    return VerdictLine(
        bet=bet,
        stake=stake,
        wagers=wagers,
        returned=returned,
        exact=fate.returned,
        allowed=interval(_returns(fate), wagers, expected, alpha),
        ways=list(_ways(fate, counts, wagers, expected, alpha)),
        impossible=impossible,
    )


def _ways(
    fate: Fate, counts: Mapping[tuple[str, int, int], int], wagers: int, expected: float, alpha: float
) -> Iterator[Way]:
    for key in _judged(fate):
        chance = fate.exact[key]
        allowed = interval({Fraction(1): chance, Fraction(0): 1 - chance}, wagers, expected, alpha)
        inside = not wagers or allowed.holds(Fraction(counts[key], wagers))
        yield Way(key[0], key[1], counts[key], chance, allowed, inside)


def _judged(fate: Fate) -> list[tuple[str, int, int]]:
    return list(fate.exact) if len(fate.exact) > BOTH_ENDINGS else []


def _returns(fate: Fate) -> dict[Fraction, Fraction]:
    """What one unit put down brings back → its chance."""
    returns: dict[Fraction, Fraction] = {}
    for (_, _, taken), chance in fate.exact.items():
        returned = 1 - Fraction(taken, fate.cost)
        returns[returned] = returns.get(returned, Fraction(0)) + chance
    return returns
