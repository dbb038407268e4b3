"""A rule book under given settings, made ready for play: every spot, and what each roll does to it.

All that can be worked out beforehand is worked out here once. What is left for play is look-ups: the spots that are
open in a betting window, and, for a point and a pair of dice, the verdict on every wager that this roll decides.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from controller.games.craps.places import check_places
from controller.games.craps.play.spots import Spot, by_rivals, closed_spots, names_of, offered, open_spots, spot_of
from controller.games.craps.play.verdicts import Verdicts, best_odds_of, leaving, power_of, verdicts_by_dice
from controller.games.craps.rules.dice import Dice
from controller.games.craps.rules.jackpots import spots_of
from controller.games.craps.rules.kinds import TALLIED, UNTIL_THE_SEVEN_OUT
from controller.games.craps.rules.pays import Level, has_power_odds
from controller.games.craps.rules.rulebook import RuleBook

BOOKS_KEPT_READY = 64


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything a table needs to know of its rule book."""

    book: RuleBook
    digest: str
    points: tuple[int, ...]
    """The numbers that a come-out sets."""
    spots: dict[str, Spot]
    open: dict[int | None, dict[str, Spot]]
    """Point → the spots that take wagers then, but for those of a new hand."""
    open_for_new_hand: dict[str, Spot]
    """The spots that take wagers before the first roll of a hand."""
    closed: dict[int | None, dict[str, tuple[str, ...]]]
    """Point → the other spots, by the code with which a wager is refused."""
    closed_for_new_hand: dict[str, tuple[str, ...]]
    rivals: dict[frozenset[str], tuple[str, ...]]
    """Spots on which a seat must have no wager → those that it then closes."""
    lonely: tuple[Spot, ...]
    """The spots that want company: other wagers of the seat."""
    leaves: dict[bool, frozenset[str]]
    """Whether a point stands → the wagers that some win takes off the felt."""
    verdicts: dict[int | None, dict[Dice, Verdicts]]
    """Point → dice → what they decide; wagers not named there are left alone."""
    power: dict[str, dict[Level, dict[Dice, Fraction]]]
    rests: frozenset[str]
    """The spots whose chips turn OFF when a point is made."""
    odds_on: dict[str, str]
    """Base wager → the odds that lie on it."""
    hand_bets: tuple[Spot, ...]
    number_bets: tuple[Spot, ...]
    """Those of them that any roll may decide; the others wait for the seven-out."""
    tallied: bool
    """Whether one of them goes by more of the hand than every book keeps count of."""
    best_odds: dict[str, tuple[int, int]]
    """The most each wager can win, for one staked."""
    groups: tuple[frozenset[str], ...]
    """Whoever has a wager of the first group may shoot; failing that, of the next."""
    come_boxes: dict[str, dict[int, str]]
    """Come box → total → where its wager travels on that total."""
    jackpot_spots: dict[str, tuple[str, ...]]
    """Progressive jackpot → the spots that feed it and may win it."""


def lay_felt(book: RuleBook) -> Felt:
    """The felt of a book under its settings; the same book gives the same felt."""
    return _lay(_Hashable(book.digest(), book))


class _Hashable:
    """A book as a key: equal when its digest is."""

    __slots__ = ("book", "digest")

    def __init__(self, digest: str, book: RuleBook) -> None:
        self.digest, self.book = digest, book

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashable) and other.digest == self.digest


@lru_cache(maxsize=BOOKS_KEPT_READY)
def _lay(key: _Hashable) -> Felt:
    book = key.book
    points = book.points
    spots = {bet.name: spot_of(book, bet) for bet in offered(book)}
    check_places(spots)
    hand_bets = tuple(spot for spot in spots.values() if spot.bet.kind.for_the_hand)
    verdicts = {point: verdicts_by_dice(book, spots.values(), point) for point in (None, *points)}
    opened = {point: open_spots(book, spots.values(), point) for point in (None, *points)}
    for_new_hand = opened[None] | {spot.name: spot for spot in hand_bets}
    power = {name: power_of(book, spot.bet) for name, spot in spots.items() if has_power_odds(book.bets, spot.bet)}
    return Felt(
        book=book,
        digest=key.digest,
        points=points,
        spots=spots,
        open=opened,
        open_for_new_hand=for_new_hand,
        closed={point: closed_spots(spots, there) for point, there in opened.items()},
        closed_for_new_hand=closed_spots(spots, for_new_hand),
        rivals=by_rivals(spots.values()),
        lonely=tuple(spot for spot in spots.values() if spot.needs_units),
        leaves={False: leaving([verdicts[None]]), True: leaving([verdicts[point] for point in points])},
        verdicts=verdicts,
        power=power,
        best_odds={name: best_odds_of(spot, verdicts, power) for name, spot in spots.items()},
        rests=frozenset(name for name, spot in spots.items() if spot.terms.rests_after_point_made),
        odds_on={spot.base: name for name, spot in spots.items() if spot.base},
        hand_bets=hand_bets,
        number_bets=tuple(spot for spot in hand_bets if spot.bet.kind.counts not in UNTIL_THE_SEVEN_OUT),
        tallied=any(spot.bet.kind.counts in TALLIED for spot in hand_bets),
        groups=tuple(names_of(spots.values(), group) for group in book.shooter.eligible),
        come_boxes={
            name: {point: kind.travels_to.replace("N", str(point)) for point in points}
            for name, spot in spots.items()
            if (kind := spot.bet.kind).travels_to
        },
        jackpot_spots={
            name: tuple(bet for bet in spots_of(jackpot) if bet in spots)
            for name, jackpot in (book.jackpots or {}).items()
        },
    )
