"""What may be staked on a spot: as the house says for its kind, else as its book says for this bet, else as for all."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from controller.games.book import wrong
from controller.games.craps.rules.bets import KINDS

if TYPE_CHECKING:
    from controller.games.craps.rules.settings import Settings
    from controller.games.craps.rules.terms import Terms


class Stakes(NamedTuple):
    """A spot holds nothing, or from least to most, a multiple of the unit."""

    least: int
    most: int
    unit: int


def stakes_of(bets: "Mapping[str, Terms]", settings: "Settings", pattern: str) -> Stakes:
    """Of the spots of this bet."""
    terms, kind = bets[pattern], KINDS[pattern].limits
    limits, said = settings.limits_of(kind), settings.said_of(kind)
    return Stakes(
        least=limits.min if "min" in said else terms.min or limits.min,
        most=limits.max if "max" in said else terms.max or limits.max,
        unit=math.lcm(limits.step * terms.steps, terms.divides_by),
    )


def check_limits_of_kinds(bets: "Mapping[str, Terms]", settings: "Settings") -> None:
    """A house may be stricter with a kind of bets, and no more generous than the book is with one of them."""
    for kind in settings.kinds_said():
        of_kind = [pattern for pattern in bets if KINDS[pattern].limits == kind]
        if not of_kind:
            wrong(f"settings.{kind}", "has no meaning in this book; no bet leans on it", "unused")
        for pattern in of_kind:
            _check_within_the_book(kind, settings.said_of(kind), pattern, bets[pattern])
            least, most, unit = stakes_of(bets, settings, pattern)
            if -(-least // unit) * unit > most:
                wrong(
                    f"settings.{kind}",
                    f"leaves nothing to stake on {pattern}: no multiple of {unit} lies from {least} to {most}",
                    "no_stake_on",
                    bet=pattern,
                    least=least,
                    most=most,
                    step=unit,
                )


def _check_within_the_book(kind: str, said: Mapping[str, int], pattern: str, terms: "Terms") -> None:
    if terms.max is not None and said.get("max", 0) > terms.max:
        wrong(
            f"settings.{kind}.max",
            f"must be at most {terms.max}, the most on {pattern} by the book; found {said['max']}",
            "at_most",
            most=terms.max,
        )
    if terms.min is not None and said.get("min", terms.min) < terms.min:
        wrong(
            f"settings.{kind}.min",
            f"must be at least {terms.min}, the least on {pattern} by the book; found {said['min']}",
            "at_least",
            least=terms.min,
        )
