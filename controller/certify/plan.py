"""Every wager of a book: on which seat it lies, with what stake, when it is laid, and what exactly may become of it.

The stake is the smallest at which no floor bites, so that the exact figures are those of the par sheet; where the
table's limits leave none, it is the largest, and the exact figures are those with its floors. Either way they come
from `craps/par`, by a walk at this very stake. A game whose every outcome decides every wager brings a trial of its own
(`games/row.py`) with stakes and figures.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from controller.games.book import Book
from controller.games.craps.play.felt import Felt, Spot, lay_felt
from controller.games.craps.returns.returns import chances_of_levels
from controller.games.craps.returns.sheet import divisors, laid_by_hand
from controller.games.craps.returns.walk import Fortune, walk
from controller.games.craps.rules.bets import Opens
from controller.games.craps.rules.refusal import Refused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import Settings
from controller.games.registry import trial_of

Exact = dict[tuple[str, int, int], Fraction]
"""Result, paid and taken by the house → the exact chance of that ending."""


@dataclass(frozen=True, slots=True)
class Wager:
    """One bet as it is laid, again and again. Plain data: it travels to the workers."""

    bet: str
    seat: int
    stake: int
    opens: Opens
    base: str | None = None
    """The wager that must lie there, for odds."""
    needs_point: bool = False
    travels_to: dict[int, str] = field(default_factory=dict)
    called_on: bool = False
    """It is off on the come-out, and is called ON."""
    laid_anew: bool = False
    """It turns OFF when a point is made, and is ON when it is laid anew."""
    lonely: bool = False
    """It wants other money on the layout, so it is laid last."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What one wager costs, and what exactly may become of it."""

    cost: int
    exact: Exact

    @property
    def returned(self) -> Fraction:
        """What comes back of what is put down."""
        taken = (chance * Fraction(taken, self.cost) for (_, _, taken), chance in self.exact.items())
        return 1 - sum(taken, Fraction(0))


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is played of a book, and what is not, with the reason."""

    book: Book
    wagers: tuple[Wager, ...]
    fates: dict[str, Fate]
    not_played: dict[str, str]


def plan(book: Book) -> Plan:
    """How every bet of this book is played."""
    return _plan_of_craps(book) if isinstance(book, RuleBook) else _plan_of_trial(book)


def _plan_of_trial(book: Book) -> Plan:
    """One outcome decides every bet, so all are laid anew for each, at one seat."""
    fates, wagers = {}, []
    for bet, laid in trial_of(book).laid(book).items():
        wagers.append(Wager(bet, 1, laid.stake, Opens.ALWAYS))
        fates[bet] = Fate(laid.stake, {(end.result, end.paid, end.taken): end.chance for end in laid.ends})
    return Plan(book, tuple(wagers), fates, {})


def _plan_of_craps(book: RuleBook) -> Plan:
    felt = lay_felt(book)
    planned, fates, not_played = [], {}, {}
    bases = {spot.base for spot in felt.spots.values() if spot.base}
    seats = _seats(felt)
    for spot in laid_by_hand(felt):
        reason = _why_not(spot)
        if reason is None:
            stake = _stake(felt, spot, carries_odds=spot.name in bases or bool(spot.bet.kind.travels_to))
            try:
                fates[spot.name] = _fate(walk(felt, spot, stake), book.settings)
            except Refused as refusal:
                reason = refusal.reason
            else:
                planned.append(_wager(felt, spot, seats[spot.name], stake))
        if reason is not None:
            not_played[spot.name] = reason
    planned.sort(key=lambda wager: wager.lonely)
    return Plan(book, tuple(planned), fates, not_played)


def _wager(felt: Felt, spot: Spot, seat: int, stake: int) -> Wager:
    kind, terms = spot.bet.kind, spot.terms
    return Wager(
        bet=spot.name,
        seat=seat,
        stake=stake,
        opens=kind.opens,
        base=spot.base,
        needs_point=kind.needs_point,
        travels_to=felt.come_boxes.get(spot.name, {}),
        called_on=terms.takes_calls and not terms.works_on_come_out,
        laid_anew=terms.rests_after_point_made,
        lonely=spot.needs_units > 0,
    )


def _why_not(spot: Spot) -> str | None:
    """The ways to hold a wager ON that a player does not have, and to lay it anew for what it cost before."""
    terms = spot.terms
    if not terms.works_on_come_out and not terms.takes_calls:
        return "it is off on the come-out, and nobody can call it ON"
    if spot.vigorish and (terms.rests_after_point_made or terms.stays_after):
        return "it stays on the layout without the vigorish that the exact figure counts for each wager"
    return None


# ---- stakes -----------------------------------------------------------------------------------------------------


def _stake(felt: Felt, spot: Spot, carries_odds: bool) -> int:
    """The smallest stake that no floor bites; the largest such one where odds are to lie on it."""
    step = math.lcm(*divisors(felt, spot))
    smallest, largest = -(-spot.min // step) * step, spot.max - spot.max % step
    if smallest > spot.max or largest < spot.min:
        return spot.max - spot.max % spot.unit
    return largest if carries_odds else smallest


def _fate(fortune: Fortune, settings: Settings) -> Fate:
    levels = chances_of_levels(settings)
    exact: Exact = {}
    for end, chance in fortune.ends.items():
        if levels[end.level]:
            key = (end.result.value, end.paid, end.taken)
            exact[key] = exact.get(key, Fraction(0)) + chance * levels[end.level]
    return Fate(fortune.cost, exact)


# ---- seats ------------------------------------------------------------------------------------------------------


def _seats(felt: Felt) -> dict[str, int]:
    """Bet → seat. Wagers that exclude each other sit apart; odds sit with the wager under them."""
    seats: dict[str, int] = {}
    sitting: list[set[str]] = []
    for spot in felt.spots.values():
        if spot.base is None and spot.name not in seats:
            together = {spot.name, *felt.come_boxes.get(spot.name, {}).values()}
            number = next(_free(felt, together, sitting))
            if number == len(sitting):
                sitting.append(set())
            sitting[number] |= together
            seats |= dict.fromkeys(together, number + 1)
    for spot in felt.spots.values():
        if spot.base is not None:
            seats[spot.name] = seats[spot.base]
    return seats


def _free(felt: Felt, together: set[str], sitting: list[set[str]]) -> Iterator[int]:
    """The seats where none of these has a rival; the last is a new one."""
    for number, there in enumerate(sitting):
        if not any(felt.spots[name].rivals & there for name in together if name in felt.spots):
            yield number
    yield len(sitting)
