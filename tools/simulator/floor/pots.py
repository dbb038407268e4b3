"""Pots of the simulated house, and the floor's book of them: what feeds them and what wins them, in the order in which
it comes. Its arithmetic is its own, so that it cannot share a mistake with the shipped one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from config.jackpots import Jackpot
from controller.games.book import GameBook

MILLION = 10**6
ROLLS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("sevens", ("any_seven",), "3-4"),
    ("wide", ("field", "any_craps"), "1-2"),
    ("boxcars", ("horn:12", "field"), "6-6"),
    ("nines", ("field",), "4-5"),
    ("elevens", ("any_seven", "horn:12", "field"), "5-6"),
)
"""Name, wagers, and the roll that wins it: likelier than in any house, so that an evening has some."""
OF_THE_HAND = {"hot_shooter": 3, "fire": 2}
"""Wager → the roll of the hand that wins the pot of it."""


def pots_for(book: GameBook, seed: int) -> dict[str, Jackpot]:
    """What the house of this seed has for a table by this book; none where its game knows no jackpots."""
    if "jackpots" not in type(book).model_fields:
        return {}
    random = Random(f"{seed}/pots")
    offered: Mapping[str, Any] = book.bets  # type: ignore[attr-defined]
    wanted: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
        (name, bets, {"roll": roll}) for name, bets, roll in ROLLS
    ]
    wanted += [(f"long_{bet}", (bet,), {"hand": rolls}) for bet, rolls in OF_THE_HAND.items() if bet in offered]
    return {name: _jackpot(random, bets, trigger) for name, bets, trigger in wanted}


def _jackpot(random: Random, bets: tuple[str, ...], trigger: dict[str, Any]) -> Jackpot:
    base = random.randrange(1, 50_000)
    said = {"base": base, "ceiling": base + random.randrange(500), "rate": random.randrange(1, 200_000), "bets": bets}
    return Jackpot.model_validate({**said, "trigger": trigger})


class Prize(NamedTuple):
    """What a claim was decided to be."""

    verdict: str
    amount: int
    number: int
    """Of the decision."""


class Won(NamedTuple):
    """A pot that was won, at whichever table."""

    jackpot: str
    hit: int
    cabinet: str
    amount: int


@dataclass
class Sums:
    """Of one pot, in millionths but for `hits`."""

    fed: int = 0
    bases: int = 0
    paid: int = 0
    hits: int = 0

    @property
    def inside(self) -> int:
        """What is in it, over its ceiling too."""
        return self.fed + self.bases - self.paid


@dataclass
class PotBook:
    """Everything that the floor's store has of pots; a copy of it is an older store."""

    jackpots: Mapping[str, Jackpot]
    sums: dict[str, Sums] = field(default_factory=dict)
    prizes: dict[str, Prize] = field(default_factory=dict)
    """Claim of this cabinet → what it was decided to be."""
    wins: list[Won] = field(default_factory=list)
    own_fed: dict[str, int] = field(default_factory=dict)
    """Of this cabinet alone, in millionths."""
    taken: int = 0
    """Entries of this cabinet's that are in it."""
    others: int = 0
    """What other cabinets did, as far as it is in it."""

    def __post_init__(self) -> None:
        """The first base is in each."""
        for name, of in self.jackpots.items():
            self.sums.setdefault(name, Sums(bases=of.base * MILLION))

    def prize(self, name: str) -> int:
        """What a hit would be paid now, in units."""
        return max(0, min(self.sums[name].inside // MILLION, self.jackpots[name].ceiling))

    def feed(self, name: str, parts: int) -> None:
        """A wager's part."""
        self.sums[name].fed += parts

    def win(self, name: str, cabinet: str, told: int | None) -> Won:
        """A hit; `told`: what its cabinet has heard before, from a store that is lost."""
        amount, of = self.prize(name) if told is None else told, self.sums[name]
        of.paid += amount * MILLION
        of.bases += self.jackpots[name].base * MILLION
        of.hits += 1
        self.wins.append(Won(name, of.hits, cabinet, amount))
        return self.wins[-1]
