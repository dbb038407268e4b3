"""What a house offers and pays: the model of a rule-book file.

The files are in `config/rulebooks/`. A book has a canonical form and a digest, because its text is part of the
record. Everything that is wrong with a book is said with its key, the value and what is allowed.
"""

from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from config.files.complaints import plain
from config.jackpots import Jackpots
from controller.games.book import GameBook, problem_at, wrong
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.dice import CRAPLESS_POINTS, PAIRS, POINTS, pair_name
from controller.games.craps.rules.jackpots import check_jackpots
from controller.games.craps.rules.kinds import Bet, Kind, Result
from controller.games.craps.rules.odds import Rate, odds_text
from controller.games.craps.rules.odds_times import check_odds_times
from controller.games.craps.rules.pays import Level, win_odds
from controller.games.craps.rules.settings import Settings, Strict
from controller.games.craps.rules.stakes import check_limits_of_kinds
from controller.games.craps.rules.terms import Terms, check_terms, listed

TurnsOver = Literal["seven_out", "point_established"]


class ShooterRules(Strict):
    """Who may have the dice, and what makes them go round. Each group is asked only when the one before is empty."""

    rotates_after: Annotated[tuple[TurnsOver, ...], Field(strict=False)]
    eligible: Annotated[tuple[Annotated[tuple[str, ...], Field(strict=False)], ...], Field(strict=False)]


class Exclusive(Strict):
    """A player may have wagers of one side only."""

    one: Annotated[tuple[str, ...], Field(strict=False)]
    other: Annotated[tuple[str, ...], Field(strict=False)]


class RuleBook(GameBook):
    """One house's rules of craps."""

    plays = "craps"

    most_vigorish: Rate = Fraction(1, 20)
    crapless: bool | None = None
    settings: Settings
    shooter: ShooterRules
    exclusive: Annotated[tuple[Exclusive, ...], Field(strict=False)] = ()
    bets: dict[str, Terms]
    jackpots: Jackpots | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers that a come-out sets."""
        return CRAPLESS_POINTS if self.crapless else POINTS

    def bets_of(self, kind: Kind) -> list[Bet]:
        """Every spot of this kind that there is by these rules."""
        return [bet for bet in kind.bets() if not kind.on_points or not bet.number or bet.number in self.points]

    def with_settings(self, change: dict[str, Any]) -> Self:
        """This book with some settings turned; ValidationError where that may not be."""
        known = {name for name, value in self.settings.model_dump().items() if value is not None}
        known |= {KINDS[pattern].limits for pattern in self.bets}
        known |= {"odds_times"} if any(KINDS[pattern].base for pattern in self.bets) else set()
        for name in change:
            if name in Settings.model_fields and name not in known:
                problem = problem_at(
                    f"settings.{name}", f"is no setting of {self.name}, which has {listed(sorted(known))}", "unknown"
                )
                raise ValidationError.from_exception_data("RuleBook", [{"type": problem, "input": change}])
        return super().with_settings(change)

    def must_wait_for(self, other: "RuleBook") -> list[str]:
        """What of another book may not come before no contract wager stands: all but its limits."""
        rules = [] if self._same_rules(other) else ["the rules"]
        return [*rules, *self.settings.must_wait_for(other.settings)]

    def returns_as(self, other: "RuleBook") -> bool:
        """Whether every bet is sure to return the same by another book."""
        same = self._same_rules(other) and self.settings.returns_as(other.settings)
        return same and (self.jackpots is None or self.settings.with_limits(other.settings) == self.settings)

    def _same_rules(self, other: "RuleBook") -> bool:
        return self.model_copy(update={"settings": other.settings}) == other

    @model_validator(mode="after")
    def _check(self) -> Self:
        for pattern, terms in self.bets.items():
            check_terms(self, pattern, terms)
        for where, patterns in self._patterns_named():
            for pattern in patterns:
                if pattern not in self.bets:
                    wrong(where, f"names {plain(pattern, 40)}, which this book does not offer")
        for number, pair in enumerate(self.exclusive):
            for pattern in set(pair.one) & set(pair.other):
                wrong(f"exclusive[{number}]", f"has {pattern} on both sides")
        self._check_settings()
        check_limits_of_kinds(self.bets, self.settings)
        check_odds_times(self.bets, self.settings, self.points)
        self._check_wins()
        check_jackpots(self.jackpots or {}, tuple(self.bets))
        return self

    def _patterns_named(self) -> list[tuple[str, tuple[str, ...]]]:
        named = [("shooter.eligible", group) for group in self.shooter.eligible]
        for pair in self.exclusive:
            named += [("exclusive.one", pair.one), ("exclusive.other", pair.other)]
        return named

    def _check_settings(self) -> None:
        settings, bets = self.settings, self.bets.values()
        self._has("fire_table", settings.fire_table, any(terms.tables for terms in bets))
        self._has("free_odds", settings.free_odds, any(terms.offered_if == "free_odds" for terms in bets))
        self._has("hot_shooter", settings.hot_shooter, any(terms.offered_if == "hot_shooter" for terms in bets))
        powered = any(terms.power_odds for terms in bets)
        self._has("power_odds_chance", settings.power_odds_chance, powered)
        self._has("power_odds_high", settings.power_odds_high, powered)
        commissions = [terms.commission for terms in bets if terms.commission]
        self._has("vigorish", settings.vigorish, any(taken.when == "setting" for taken in commissions))
        self._has("vigorish_rate", settings.vigorish_rate, any(taken.rate == "setting" for taken in commissions))
        if settings.vigorish_rate is not None and settings.vigorish_rate > self.most_vigorish:
            text = f"must be at most {self.most_vigorish}, found {settings.vigorish_rate}"
            wrong("settings.vigorish_rate", text, "at_most", most=str(self.most_vigorish))
        for terms in bets:
            if terms.tables and settings.fire_table not in terms.tables:
                allowed = listed(sorted(terms.tables))
                text = f"must be one of {allowed}, found {settings.fire_table}"
                wrong("settings.fire_table", text, "one_of", allowed=allowed)

    def _check_wins(self) -> None:
        """A commission or a poor part must not turn a win into a loss."""
        for pattern in self.bets:
            kind = KINDS[pattern]
            if not (kind.parts or self.bets[pattern].commission) or kind.decides is None:
                continue
            for bet, dice in product(self.bets_of(kind), PAIRS):
                fall = kind.decides(bet, None, dice)
                if fall is None or fall.result is not Result.WIN:
                    continue
                odds = win_odds(self.bets, self.settings, bet, fall, dice, Level.NONE)
                if odds < 0:
                    text = f"would cost {odds_text(-odds)} when {bet.name} wins on {pair_name(dice)}"
                    wrong(f"bets.{pattern}", text, "win_would_cost", bet=bet.name)

    def _has(self, name: str, value: object, wanted: bool) -> None:
        if wanted and value is None:
            wrong(f"settings.{name}", "is missing; a bet of this book leans on it", "missing")
        if not wanted and value is not None:
            wrong(f"settings.{name}", "has no meaning in this book; no bet leans on it", "unused")
