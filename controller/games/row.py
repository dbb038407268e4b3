"""What the commands ask of a game: one row of `registry`."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from controller.games.book import Book
from controller.games.par import Document, Ended, Sheet
from controller.games.scripts import AnyScript, AnyStep

SomeBook = TypeVar("SomeBook", bound=Book)
SomeScript = TypeVar("SomeScript", bound=AnyScript)
SomeStep = TypeVar("SomeStep", bound=AnyStep)

Notes = list[tuple[str, str]]
"""Title and text."""


class Laid(NamedTuple):
    """How one bet is tried, again and again, and what exactly may become of it."""

    stake: int
    ends: list[Ended]


class Tried(NamedTuple):
    """What the engine's own rows said, and what its house has taken by them."""

    endings: Counter[tuple[str, int, str, int]]
    """Bet, stake, result and what was paid → how often."""
    house: int


@dataclass(frozen=True)
class Trial(Generic[SomeBook]):
    """How `certify` plays a game in which one outcome decides every wager."""

    laid: Callable[[SomeBook], dict[str, Laid]]
    play: Callable[[SomeBook, Mapping[str, int], Callable[[int], int], int], Tried]
    """A book, bets with their stakes, chance below a number, how many outcomes."""


@dataclass(frozen=True)
class GameRow(Generic[SomeBook, SomeScript, SomeStep]):
    """A game as the commands meet it."""

    name: str
    book: type[SomeBook]
    spots: Callable[[SomeBook], Sequence[str]]
    """Every spot that a book offers, in the order of the felt."""

    par_sheet: Callable[[SomeBook, int | None], Sheet[SomeBook]]
    over_the_cap: Callable[[SomeBook, Fraction], list[tuple[str, Fraction]]]
    why_refused: Callable[[list[tuple[str, Fraction]], Fraction], str]

    script: Callable[[object], SomeScript]
    play: Callable[[SomeScript, Callable[[str], SomeBook]], Document]
    headline: Callable[[Document], tuple[str, list[str]]]
    """Of a played step: what came, and what there is to say of it."""
    notes: Callable[[SomeStep], Notes]
    """Of a step of the script: what stands there besides actions and settings."""

    trial: Trial[SomeBook] | None = None
    """None: the wagers stay, travel or lean on each other, and `certify` has a play of its own for them."""
