"""A rule book made ready for play: limits and pays of every spot, and what each number pays."""

from dataclasses import dataclass
from typing import NamedTuple

from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS


class SpotTerms(NamedTuple):
    """What a spot takes and pays."""

    min: int
    max: int
    step: int
    pays: int
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Felt:
    """All that can be worked out before a wager is laid."""

    book: RuleBook
    digest: str
    """Of the book."""
    terms: dict[str, SpotTerms]
    winners: tuple[dict[str, int], ...]
    """Number → the spots that win on it, with what they pay to one."""


def lay_felt(book: RuleBook) -> Felt:
    """The felt of this book."""
    terms = {}
    for spot in SPOTS.values():
        limits = book.settings.limits(spot.kind)
        terms[spot.name] = SpotTerms(limits.min, limits.max, limits.step, book.pays.of(spot.kind), spot.numbers)
    winners = tuple({bet: of.pays for bet, of in terms.items() if number in of.numbers} for number in NUMBERS)
    return Felt(book, book.digest(), terms, winners)
