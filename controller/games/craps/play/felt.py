"""A rule book under given settings, made ready for play: every spot, and what each roll does to it.

All that can be worked out beforehand is worked out here once. What is left for play is look-ups: the spots that are
open in a betting window, and, for a point and a pair of dice, the verdict on every wager that this roll decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from controller.games.craps.places import check_places
from controller.games.craps.rules.bets import KINDS, TALLIED, UNTIL_THE_SEVEN_OUT, Bet, Fall, Opens, Result
from controller.games.craps.rules.dice import ALL_ROLLS, PAIRS, Dice, sorted_pair
from controller.games.craps.rules.jackpots import spots_of
from controller.games.craps.rules.odds_times import most_of_base
from controller.games.craps.rules.pays import Level, has_power_odds, upfront_rate, win_odds
from controller.games.craps.rules.rulebook import RuleBook, Terms
from controller.games.craps.rules.stakes import stakes_of

BOOKS_KEPT_READY = 64

WHEN_ELSE: dict[Opens, tuple[str, str]] = {
    Opens.COME_OUT: ("come_out_only", "is placed on the come-out only"),
    Opens.POINT: ("point_only", "is placed only while a point stands"),
    Opens.NEW_HAND: ("new_hand_only", "is placed only before the first roll after a seven-out"),
    Opens.NEVER: ("never_placed", "is not placed by hand; a come bet travels there"),
}
"""Why a spot takes no wager now: the code, and what is to be said of the bet."""


class Verdict(NamedTuple):
    """What a roll does to a wager it decides."""

    result: Result
    numerator: int
    denominator: int
    stays: bool
    works: bool | None
    """Whether the wager counts when nobody called it; None where it can never be off."""
    returned_when_off: bool


Verdicts: TypeAlias = dict[str, Verdict]


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot on the felt and what may be laid there."""

    bet: Bet
    min: int
    max: int
    unit: int
    terms: Terms
    base: str | None = None
    needs: str | None = None
    """The wager that must lie there already: the base of odds, or the wager itself where it may only grow."""
    times_base: tuple[int, int] | None = None
    rivals: frozenset[str] = frozenset()
    vigorish: tuple[int, int] | None = None
    """Up-front commission as a share of the stake."""
    needs_units: int = 0
    """How much of the player's other money must be on the layout."""
    locks_on_come_out: bool = False
    """Whether a stake that was carried through a roll is locked while no point stands."""
    locks_on_point: bool = False
    """Whether it is locked while a point stands."""

    @property
    def name(self) -> str:
        """The bet's name."""
        return self.bet.name


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
    spots = {bet.name: _spot(book, bet) for bet in _offered(book)}
    check_places(spots)
    hand_bets = tuple(spot for spot in spots.values() if spot.bet.kind.for_the_hand)
    verdicts = {point: _verdicts_by_dice(book, spots.values(), point) for point in (None, *points)}
    opened = {point: _open(book, spots.values(), point) for point in (None, *points)}
    for_new_hand = opened[None] | {spot.name: spot for spot in hand_bets}
    power = {name: _power(book, spot.bet) for name, spot in spots.items() if has_power_odds(book.bets, spot.bet)}
    return Felt(
        book=book,
        digest=key.digest,
        points=points,
        spots=spots,
        open=opened,
        open_for_new_hand=for_new_hand,
        closed={point: _closed(spots, there) for point, there in opened.items()},
        closed_for_new_hand=_closed(spots, for_new_hand),
        rivals=_by_rivals(spots.values()),
        lonely=tuple(spot for spot in spots.values() if spot.needs_units),
        leaves={False: _leaving([verdicts[None]]), True: _leaving([verdicts[point] for point in points])},
        verdicts=verdicts,
        power=power,
        best_odds={name: _best_odds(spot, verdicts, power) for name, spot in spots.items()},
        rests=frozenset(name for name, spot in spots.items() if spot.terms.rests_after_point_made),
        odds_on={spot.base: name for name, spot in spots.items() if spot.base},
        hand_bets=hand_bets,
        number_bets=tuple(spot for spot in hand_bets if spot.bet.kind.counts not in UNTIL_THE_SEVEN_OUT),
        tallied=any(spot.bet.kind.counts in TALLIED for spot in hand_bets),
        groups=tuple(_names(spots.values(), group) for group in book.shooter.eligible),
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


# ---- spots ------------------------------------------------------------------------------------------------------


def _offered(book: RuleBook) -> list[Bet]:
    """What this book offers under its settings, in the order of the felt."""
    return [
        bet
        for kind in KINDS.values()
        if (terms := book.bets.get(kind.pattern))
        and (terms.offered_if is None or getattr(book.settings, terms.offered_if))
        for bet in book.bets_of(kind)
        if bet.name not in terms.not_offered
    ]


def _spot(book: RuleBook, bet: Bet) -> Spot:
    kind = bet.kind
    terms = book.bets[kind.pattern]
    stakes = stakes_of(book.bets, book.settings, kind.pattern)
    rate = upfront_rate(terms, book.settings, terms.pay(str(bet.number))) if terms.commission else Fraction(0)
    return Spot(
        bet=bet,
        terms=terms,
        min=stakes.least,
        max=stakes.most,
        unit=stakes.unit,
        base=bet.base,
        needs=bet.base,
        times_base=_times_base(book, bet, None),
        rivals=_rivals(book, bet),
        vigorish=_as_pair(rate) if rate else None,
        needs_units=terms.needs_credits * book.settings.denomination,
        locks_on_come_out=kind.for_the_hand or (terms.contract and kind.opens is Opens.NEVER),
        locks_on_point=kind.for_the_hand or terms.contract,
    )


def _times_base(book: RuleBook, bet: Bet, point: int | None) -> tuple[int, int] | None:
    return _as_pair(most_of_base(book.bets, book.settings, bet, point)) if bet.base else None


def _as_pair(share: Fraction | None) -> tuple[int, int] | None:
    return None if share is None else (share.numerator, share.denominator)


def _rivals(book: RuleBook, bet: Bet) -> frozenset[str]:
    """The spots that this player must not have a wager on to bet here."""
    pattern = bet.kind.pattern
    patterns = [other for pair in book.exclusive if pattern in pair.one for other in pair.other]
    patterns += [one for pair in book.exclusive if pattern in pair.other for one in pair.one]
    return frozenset(rival.name for name in patterns for rival in KINDS[name].bets())


def _open(book: RuleBook, spots: Iterable[Spot], point: int | None) -> dict[str, Spot]:
    """The spots that take wagers while this point (or none) stands."""
    opened = ((spot.name, _as_open(book, spot, point)) for spot in spots)
    return {name: spot for name, spot in opened if spot is not None}


def _as_open(book: RuleBook, spot: Spot, point: int | None) -> Spot | None:
    kind, terms = spot.bet.kind, spot.terms
    if kind.needs_point and point is not None:
        return replace(spot, times_base=_times_base(book, spot.bet, point))
    if kind.opens is Opens.ALWAYS or kind.opens is (Opens.COME_OUT if point is None else Opens.POINT):
        return spot
    may_grow = terms.grows_after_point and (kind.opens is Opens.NEVER or point is not None)
    return replace(spot, needs=spot.name) if may_grow else None


def _closed(spots: dict[str, Spot], opened: dict[str, Spot]) -> dict[str, tuple[str, ...]]:
    """What takes nothing of a seat without wagers, by its code."""
    found: dict[str, list[str]] = {}
    for name, spot in spots.items():
        there = opened.get(name)
        if there is None or there.needs == name:
            found.setdefault(WHEN_ELSE[spot.bet.kind.opens][0], []).append(name)
        elif there.needs:
            found.setdefault("needs_base", []).append(name)
    return {code: tuple(names) for code, names in found.items()}


def _by_rivals(spots: Iterable[Spot]) -> dict[frozenset[str], tuple[str, ...]]:
    found: dict[frozenset[str], list[str]] = {}
    for spot in spots:
        if spot.rivals:
            found.setdefault(spot.rivals, []).append(spot.name)
    return {rivals: tuple(names) for rivals, names in found.items()}


def _leaving(by_dice: Iterable[dict[Dice, Verdicts]]) -> frozenset[str]:
    decided = (verdicts.items() for by in by_dice for verdicts in by.values())
    won = ((name, verdict) for items in decided for name, verdict in items if verdict.result is Result.WIN)
    return frozenset(name for name, verdict in won if not verdict.stays)


def _names(spots: Iterable[Spot], patterns: tuple[str, ...]) -> frozenset[str]:
    return frozenset(spot.name for spot in spots if spot.bet.kind.pattern in patterns)


# ---- verdicts ---------------------------------------------------------------------------------------------------


def _verdicts_by_dice(book: RuleBook, spots: Iterable[Spot], point: int | None) -> dict[Dice, Verdicts]:
    by_pair = {pair: _verdicts(book, spots, point, pair) for pair in PAIRS}
    return {dice: by_pair[sorted_pair(dice)] for dice in ALL_ROLLS}


def _verdicts(book: RuleBook, spots: Iterable[Spot], point: int | None, dice: Dice) -> Verdicts:
    """What these dice decide while this point (or none) stands."""
    verdicts: Verdicts = {}
    for spot in spots:
        kind = spot.bet.kind
        decides = (kind.crapless if book.crapless else None) or kind.decides
        fall = decides(spot.bet, point, dice) if decides else None
        if fall is not None:
            verdicts[spot.name] = _verdict(book, spot, fall, point, dice)
    return verdicts


def _verdict(book: RuleBook, spot: Spot, fall: Fall, point: int | None, dice: Dice) -> Verdict:
    terms = spot.terms
    odds = Fraction(0)
    if fall.result is Result.WIN:
        odds = win_odds(book.bets, book.settings, spot.bet, fall, dice, Level.NONE)
    may_be_off = terms.takes_calls or terms.rests_after_point_made or not terms.works_on_come_out
    return Verdict(
        result=fall.result,
        numerator=odds.numerator,
        denominator=odds.denominator,
        stays=_stays(terms, fall),
        works=(terms.works_on_come_out or point is not None) if may_be_off else None,
        returned_when_off=spot.base is not None,
    )


def _stays(terms: Terms, fall: Fall) -> bool:
    """Whether the stake is left on the layout: a winner by its occasion, a barred don't bet by the house's rule."""
    if fall.result is Result.WIN:
        return fall.occasion in terms.stays_after
    return fall.result is Result.PUSH and terms.twelve == "stays"


def _power(book: RuleBook, bet: Bet) -> dict[Level, dict[Dice, Fraction]]:
    """Level → dice → what this spot pays if it was drawn at that level and these dice win."""
    decides = bet.kind.decides
    falls = {dice: decides(bet, None, dice) for dice in ALL_ROLLS} if decides else {}
    return {
        level: {
            dice: win_odds(book.bets, book.settings, bet, fall, dice, level)
            for dice, fall in falls.items()
            if fall is not None and fall.result is Result.WIN
        }
        for level in (Level.LOW, Level.HIGH)
    }


def _best_odds(
    spot: Spot, verdicts: dict[int | None, dict[Dice, Verdicts]], power: dict[str, dict[Level, dict[Dice, Fraction]]]
) -> tuple[int, int]:
    """The largest win there is for this wager, over all points, dice and levels of Power Odds."""
    ordinary = [
        Fraction(verdict.numerator, verdict.denominator)
        for by_dice in verdicts.values()
        for decided in by_dice.values()
        if (verdict := decided.get(spot.name))
    ]
    powered = [odds for by_dice in power.get(spot.name, {}).values() for odds in by_dice.values()]
    best = max([*ordinary, *powered, *_hand_odds(spot)], default=Fraction(0))
    return best.numerator, best.denominator


def _hand_odds(spot: Spot) -> list[Fraction]:
    """What the bets that live on a hand can pay."""
    if not spot.bet.kind.for_the_hand:
        return []
    if spot.bet.number:
        return [spot.terms.pay(str(spot.bet.number))]
    return [*(Fraction(times - 1) for times in (spot.terms.pays_for or {}).values()), *spot.terms.all_pays()]
