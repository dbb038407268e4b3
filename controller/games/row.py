"""All that this house knows of a game before there is one: one row of `registry`, from par sheet to cabinet."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from controller.games.book import GameBook
from controller.games.chi_square import Histogram
from controller.games.interface import History, Shown, TableGame
from controller.games.par import CAP, Document, Ended, Sheet
from controller.games.scripts import AnyScript, AnyStep, BadScript

SomeBook = TypeVar("SomeBook", bound=GameBook)
SomeScript = TypeVar("SomeScript", bound=AnyScript)
SomeStep = TypeVar("SomeStep", bound=AnyStep)

Notes = list[tuple[str, str]]
"""Title and text."""


Exact: TypeAlias = dict[tuple[str, int, int], Fraction]
"""Result, paid and taken by the house → the exact chance of that ending."""


class Laid(NamedTuple):
    """How one bet is tried, again and again, and what exactly may become of it."""

    stake: int
    cost: int
    """What is put down, up-front vigorish too."""
    exact: Exact

    @property
    def returned(self) -> Fraction:
        """What comes back of what is put down."""
        taken = (chance * Fraction(taken, self.cost) for (_, _, taken), chance in self.exact.items())
        return 1 - sum(taken, Fraction(0))


def laid_at(stake: int, cost: int, ends: Iterable[Ended]) -> Laid:
    """Ends that look alike are one."""
    exact: Exact = {}
    for end in ends:
        key = (end.result, end.paid, end.taken)
        exact[key] = exact.get(key, Fraction(0)) + end.chance
    return Laid(stake, cost, exact)


class Ending(NamedTuple):
    """One way in which a wager ended, as the engine's own row said it."""

    bet: str
    stake: int
    result: str
    paid: int
    vigorish: int

    @property
    def taken(self) -> int:
        """What the house took by it, less what it paid."""
        return (self.stake if self.result == "lose" else 0) + self.vigorish - self.paid


class Tried(NamedTuple):
    """What the engine's own rows said, and what its books say that was taken."""

    endings: Counter[Ending]
    books: tuple[int, ...]
    """By what the house has; and where the game tells, by what the players no longer have."""
    besides: int = 0
    """What was taken of wagers that were not counted."""


class TrialChance(Protocol):
    """All the chance of a trial, from a seed."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound."""

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> dict[str, str]:
        """A level for some of these spots, as the cabinet draws it."""


class EngineBroke(Exception):
    """The engine did what no engine may do: refused a wager that is open, or broke its books."""


@dataclass(frozen=True)
class GameTrial(Generic[SomeBook]):
    """How `certify` plays a game beside its exact figures."""

    laid: Callable[[SomeBook], Mapping[str, Laid | str]]
    """Each bet in the order in which it is laid; or why it is not played."""
    play: Callable[[SomeBook, Mapping[str, int], TrialChance, int], Tried]
    """A book, bets with their stakes, chance, how many outcomes."""


@dataclass(frozen=True)
class Scripted(Generic[SomeBook, SomeScript, SomeStep]):
    """How scripted tables of a game are read, played and told."""

    script: Callable[[object], SomeScript]
    play: Callable[[SomeScript, Callable[[str], SomeBook]], Document]
    headline: Callable[[Document], tuple[str, list[str]]]
    """Of a played step: what came, and what there is to say of it."""
    notes: Callable[[SomeStep], Notes]
    """Of a step of the script: what stands there besides actions and settings."""
    ending: Callable[[Shown, Mapping[str, str], Sequence[str]], Document]
    """Of a recorded round: its result, the draw, the outcomes that did not count → how its step ends."""
    compared: tuple[str, ...]
    """The details of a round that a played step tells as well."""


AnyScripted: TypeAlias = Scripted[Any, Any, Any]


class Habits(NamedTuple):
    """What its players lay: the workshop plays as they do."""

    bets: tuple[str, ...]
    """Every name that some book of the game could offer."""
    favourites: tuple[str, ...]
    always: str
    """It is open in every window, for any whole hundreds."""


class Length(NamedTuple):
    """How long a chapter of rounds lasts."""

    probability: Fraction
    """That it lasts so many rounds."""
    expected: Fraction


@dataclass(frozen=True)
class Chapter:
    """Rounds that belong together, as a hand of craps does. How they stand before a round is the game's own affair."""

    ends: str
    """The detail that is true of the round with which one ends."""
    beginning: Any
    from_data: Callable[[Mapping[str, Any]], Any]
    """How it stands by `TableGame.common_data`."""
    common: Callable[[Any], dict[str, Any]]
    """The same the other way: of `TableGame.common_data` what says how it stands."""
    after: Callable[[Any, Mapping[str, Any]], Any]
    """How it stands after a round that was settled with these details; the beginning, where that ended it."""
    differs: Callable[[Any, Mapping[str, Any]], str]
    """Why a round with these details cannot have come when it stood so; or nothing."""
    plain: Callable[[Any], dict[str, Any]]
    """As screens are told of it."""
    result: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Of the details of a round: what its result did."""
    length: Callable[[Any, int], Length]
    """Of a book, for so many rounds."""
    longest: int
    """Rounds that may be asked for."""


class TableRow(NamedTuple):
    """How a game stands on the cabinet."""

    opened: Callable[[Any, Iterable[int]], TableGame]
    """A game that has just opened, by such rules, with these seats, all empty."""
    from_data: Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[int, Any]], TableGame]
    """The game that its `rules`, its `common_data` and the `seat_data` of its seats describe."""
    history: Callable[[Mapping[str, Any]], History]
    """The history that `History.plain` described; of nothing, one that begins."""
    table_view: Callable[[Any, Any], dict[str, Any]]
    """Game and history → what the wire's `TableNow` says of this game: keys of its own, or `game`."""
    outcome_view: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Details of a round that has ended → what the wire's `Settled` says of its outcome."""
    ended_view: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Details of a round that has ended → what the wire's `LastRound` says of this game."""
    fairness: Callable[[Sequence[Shown]], dict[str, Histogram]]
    """Results, the newest first → how often each came, beside what an even device would show."""
    device: str = "dice"
    """What its outcomes come from: a row of `config/devices.py`."""


@dataclass(frozen=True)
class GameRow(Generic[SomeBook, SomeScript, SomeStep]):
    """A game."""

    name: str
    """Of the game: `game` in a file of its rules, `TableGame.name`, and `game` in `TableGame.common_data`."""
    book: type[SomeBook]
    """The model of its rules; `TableGame.rules` gives them as plain data."""
    spots: Callable[[SomeBook], Sequence[str]]
    """Every spot that a book offers, in the order of the felt."""

    par_sheet: Callable[[SomeBook, int | None], Sheet[SomeBook]]
    """What every bet returns, exactly or with the floors of a stake. It may take a second or two."""
    over_the_cap: Callable[[Sheet[SomeBook], Fraction], list[tuple[str, Fraction]]]
    why_refused: Callable[[list[tuple[str, Fraction]], Fraction], str]
    exposure: Callable[[SomeBook], int]
    """What one outcome can cost at the most for each seat, with as much on every spot as its limits allow."""

    habits: Habits
    table: TableRow | None
    """None for a game that has rules, scripts and returns and does not stand on the cabinet."""
    scripted: Scripted[SomeBook, SomeScript, SomeStep] | None = None
    """None: the game has no scripted tables."""
    trial: GameTrial[SomeBook] | None = None
    """None: `certify` does not play it."""
    chapter: Chapter | None = None
    """None: its rounds stand by themselves."""

    def scripts(self) -> Scripted[SomeBook, SomeScript, SomeStep]:
        """How its scripted tables are played; BadScript where it has none."""
        if self.scripted is None:
            raise BadScript(f"{self.name} has no scripted tables")
        return self.scripted

    def worked_out(self, book: SomeBook, sheet: Sheet[SomeBook] | None = None) -> dict[str, str]:
        """What has to be known of such rules before they are played by: `interface.WorkedOut`. With their exact sheet,
        where that is there already."""
        sheet = self.par_sheet(book, None) if sheet is None else sheet
        over = self.over_the_cap(sheet, CAP)
        least = min(((sheet.returned(bet), bet) for bet in sheet.bets), default=(Fraction(1), ""))
        return {
            "rules": book.digest(),
            "over": self.why_refused(over, CAP) if over else "",
            "least": f"{least[1]} {least[0].numerator}/{least[0].denominator}",
        }
