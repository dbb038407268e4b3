"""The par sheet of a rule book: every spot that a player may bet on, and what it returns.

A walk is kept for as long as nothing it leans on changes, so an operator who turns a knob waits only for the bets
that the knob touches. The chances of Power Odds touch no walk at all.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.returns.jackpots import jackpot_lines
from controller.games.craps.returns.returns import returns_of
from controller.games.craps.returns.walk import Fortune, walk
from controller.games.craps.returns.with_odds import together
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.kinds import Opens
from controller.games.craps.rules.refusal import BetRefused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.par import Sheet

WALKS_KEPT = 2048
"""Some twenty books' worth."""

SMALLEST_MULTIPLE = 10**6
"""The smallest share of its base that odds may be limited to is one in so many; see `odds.RATE_TEXT`."""


def par_sheet(book: RuleBook, stake: int | None = None) -> Sheet[RuleBook]:
    """The exact figures of a book or, at a stake, those with every payout and vigorish floored as on the table."""
    laboratory = _Laboratory(lay_felt(book))
    sheet = Sheet(book, stake, {}, {}, tuple(jackpot_lines(book, stake)))
    for spot in laid_by_hand(laboratory.felt):
        try:
            fortune = laboratory.fortune(spot) if stake is None else walk(laboratory.felt, spot, stake)
        except BetRefused as refusal:
            sheet.refused[spot.name] = refusal
        else:
            sheet.bets[spot.name] = returns_of(fortune, book.settings)
    return sheet if stake is not None else replace(sheet, together=tuple(together(laboratory.felt, sheet.bets)))


def laid_by_hand(felt: Felt) -> Iterator[Spot]:
    """All but `come:6` and its like: that is the come bet on its way, not a wager of its own."""
    return (spot for spot in felt.spots.values() if spot.bet.kind.opens is not Opens.NEVER)


# ---- walks that are kept ----------------------------------------------------------------------------------------

_kept: dict[tuple[str, ...], Fortune] = {}
"""What a walk leaned on → what came of it."""


class _Laboratory:
    """A book's felt, where walks are made when none is kept that leaned on the same."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self._terms = {
            pattern: json.dumps(
                terms.model_dump(mode="json"), sort_keys=True
            )  # equal books may say it in another order
            for pattern, terms in felt.book.bets.items()
        }

    def fortune(self, spot: Spot) -> Fortune:
        """What becomes of a wager on this spot at a stake that no floor bites."""
        leans_on = self._leans_on(spot)
        if leans_on not in _kept:
            if len(_kept) >= WALKS_KEPT:
                del _kept[next(iter(_kept))]
            felt, stake = self._exact
            _kept[leans_on] = walk(felt, felt.spots[spot.name], stake)
        return _kept[leans_on]

    @cached_property
    def _exact(self) -> tuple[Felt, int]:
        """The felt without limits, and a stake that everything on it divides."""
        stake = math.lcm(*(part for spot in self.felt.spots.values() for part in divisors(self.felt, spot)))
        return _without_limits(self.felt, stake * SMALLEST_MULTIPLE), stake

    def _leans_on(self, spot: Spot) -> tuple[str, ...]:
        """All of the book and its settings that can change what becomes of the wager."""
        kind, terms, settings = spot.bet.kind, spot.terms, self.felt.book.settings
        beside = [BETS[part].kind.pattern for part in spot.bet.parts]
        beside += [pattern for pattern in (kind.base, kind.travels_to) if pattern]
        taken = f"{settings.vigorish} {settings.vigorish_rate}" if terms.commission else ""
        table = f"{settings.fire_table}" if terms.tables else ""
        points = f"{self.felt.points}"
        return (spot.name, *(self._terms[pattern] for pattern in (kind.pattern, *beside)), taken, table, points)


def divisors(felt: Felt, spot: Spot) -> Iterator[int]:
    """Everything that a stake on this spot is divided by, where it travels to as well."""
    yield spot.unit
    yield spot.vigorish[1] if spot.vigorish else 1
    names = {spot.name, *felt.come_boxes.get(spot.name, {}).values()}
    for verdicts in (verdicts for by_dice in felt.verdicts.values() for verdicts in by_dice.values()):
        yield from {verdicts[name].denominator for name in names & verdicts.keys()}
    for by_dice in felt.power.get(spot.name, {}).values():
        yield from (odds.denominator for odds in by_dice.values())
    if spot.bet.kind.for_the_hand:
        yield from (odds.denominator for odds in spot.terms.all_pays())


def _without_limits(felt: Felt, most: int) -> Felt:
    """The same felt, its spots open to any amount up to `most` that divides as they need it."""

    def lifted(spots: dict[str, Spot]) -> dict[str, Spot]:
        return {name: replace(spot, min=1, max=most) for name, spot in spots.items()}

    return replace(
        felt,
        spots=lifted(felt.spots),
        open={point: lifted(spots) for point, spots in felt.open.items()},
        open_for_new_hand=lifted(felt.open_for_new_hand),
    )
