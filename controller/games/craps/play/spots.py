"""The spots of a felt: what may be laid on each, and which take a wager when."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.kinds import Bet, Opens
from controller.games.craps.rules.odds_times import most_of_base
from controller.games.craps.rules.pays import upfront_rate
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.stakes import stakes_of
from controller.games.craps.rules.terms import Terms

WHEN_ELSE: dict[Opens, tuple[str, str]] = {
    Opens.COME_OUT: ("come_out_only", "is placed on the come-out only"),
    Opens.POINT: ("point_only", "is placed only while a point stands"),
    Opens.NEW_HAND: ("new_hand_only", "is placed only before the first roll after a seven-out"),
    Opens.NEVER: ("never_placed", "is not placed by hand; a come bet travels there"),
}
"""Why a spot takes no wager now: the code, and what is to be said of the bet."""


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


def offered(book: RuleBook) -> list[Bet]:
    """What this book offers under its settings, in the order of the felt."""
    return [
        bet
        for kind in KINDS.values()
        if (terms := book.bets.get(kind.pattern))
        and (terms.offered_if is None or getattr(book.settings, terms.offered_if))
        for bet in book.bets_of(kind)
        if bet.name not in terms.not_offered
    ]


def spot_of(book: RuleBook, bet: Bet) -> Spot:
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


def open_spots(book: RuleBook, spots: Iterable[Spot], point: int | None) -> dict[str, Spot]:
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


def closed_spots(spots: dict[str, Spot], opened: dict[str, Spot]) -> dict[str, tuple[str, ...]]:
    """What takes nothing of a seat without wagers, by its code."""
    found: dict[str, list[str]] = {}
    for name, spot in spots.items():
        there = opened.get(name)
        if there is None or there.needs == name:
            found.setdefault(WHEN_ELSE[spot.bet.kind.opens][0], []).append(name)
        elif there.needs:
            found.setdefault("needs_base", []).append(name)
    return {code: tuple(names) for code, names in found.items()}


def by_rivals(spots: Iterable[Spot]) -> dict[frozenset[str], tuple[str, ...]]:
    found: dict[frozenset[str], list[str]] = {}
    for spot in spots:
        if spot.rivals:
            found.setdefault(spot.rivals, []).append(spot.name)
    return {rivals: tuple(names) for rivals, names in found.items()}


def names_of(spots: Iterable[Spot], patterns: tuple[str, ...]) -> frozenset[str]:
    return frozenset(spot.name for spot in spots if spot.bet.kind.pattern in patterns)
