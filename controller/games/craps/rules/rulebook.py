"""What a house offers and pays: the model of a rule-book file.

The files are in `config/rulebooks/`. A book has a canonical form and a digest, because its text is part of the
record. Everything that is wrong with a book is said with its key, the value and what is allowed.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from config.files.complaints import plain
from config.jackpots import Jackpots
from controller.games.book import GameBook, problem_at, wrong
from controller.games.craps.rules.bets import KINDS, Bet, Counts, Kind, Opens, Result
from controller.games.craps.rules.dice import CRAPLESS_POINTS, PAIRS, POINTS, pair_name
from controller.games.craps.rules.jackpots import check_jackpots
from controller.games.craps.rules.odds import Multiple, Odds, Rate, odds_text
from controller.games.craps.rules.odds_times import check_odds_times
from controller.games.craps.rules.pays import Level, win_odds
from controller.games.craps.rules.settings import Amount, Settings, Strict
from controller.games.craps.rules.stakes import check_limits_of_kinds

Occasion = Literal["seven", "eleven", "craps", "point", "win"]
PowerPair = Annotated[tuple[Odds, Odds], Field(strict=False)]
TurnsOver = Literal["seven_out", "point_established"]

MOST_ROLLS_COUNTED = 1000
"""The longest hand on record had 154 rolls; exact chances of far longer ones are numbers that nobody can print."""

MOST_TIMES = 20
"""As often a number or a point may have to come."""
MOST_DOUBLES = 6


class Commission(Strict):
    """What the house takes on a buy or lay wager, of the stake or of what it can win."""

    of: Literal["stake", "win"]
    rate: Rate | Literal["setting"]
    when: Literal["at_placement", "on_win", "setting"]
    comes_back_on_reduction: bool = False


class Terms(Strict):
    """A house's terms for one kind of bet. Which of them a kind may have says `_allowed`."""

    pays: Odds | dict[str, Odds] | None = None
    stays_after: Annotated[tuple[Occasion, ...], Field(strict=False)] = ()
    twelve: Literal["stays", "returned"] | None = None
    contract: bool = False
    grows_after_point: bool = False
    works_on_come_out: bool = True
    rests_after_point_made: bool = False
    takes_calls: bool = False
    commission: Commission | None = None
    most_times_base: Multiple | dict[str, Multiple] | None = None
    divides_by: Annotated[int, Field(ge=1, le=1000)] = 1
    steps: Annotated[int, Field(ge=1, le=1000)] = 1
    power_odds: PowerPair | dict[str, PowerPair] | None = None
    offered_if: Literal["free_odds", "hot_shooter"] | None = None
    not_offered: Annotated[tuple[str, ...], Field(strict=False)] = ()
    min: Amount | None = None
    max: Amount | None = None
    needs_credits: Annotated[int, Field(ge=0, le=1000)] = 0
    pays_for: dict[str, Annotated[int, Field(ge=1, le=100_000)]] | None = None
    tables: dict[str, dict[str, Odds]] | None = None
    times: dict[str, Annotated[int, Field(ge=1, le=MOST_TIMES)]] | None = None
    pays_made: dict[str, dict[str, Odds]] | None = None

    def pay(self, key: str) -> Fraction:
        """The odds paid for a win of this kind."""
        return self.pays[key] if isinstance(self.pays, dict) else self.pays or Fraction(0)

    def numbers(self) -> tuple[int, ...]:
        """Those that it is paid by."""
        return tuple(int(key) for key in self.pays) if isinstance(self.pays, dict) else POINTS

    def all_pays(self) -> Iterator[Fraction]:
        """All odds that a win may be paid, but for Power Odds and what is paid for one."""
        for paid in (self.pays, *(self.tables or {}).values(), *(self.pays_made or {}).values()):
            yield from paid.values() if isinstance(paid, dict) else [paid or Fraction(0)]

    def power(self, key: str) -> tuple[Fraction, Fraction] | None:
        """The low and the high Power Odds for a win of this kind."""
        return self.power_odds.get(key) if isinstance(self.power_odds, dict) else self.power_odds

    def most_of_base(self, number: int | None) -> Fraction | None:
        """How many times its base an odds bet may be at most."""
        most = self.most_times_base
        return most.get(str(number)) if isinstance(most, dict) else most


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
                    f"settings.{name}", f"is no setting of {self.name}, which has {_listed(sorted(known))}", "unknown"
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
            _check_terms(self, pattern, terms)
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
                allowed = _listed(sorted(terms.tables))
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


# ---- which terms make sense for which kind ----------------------------------------------------------------------

_PLACED = {"offered_if", "not_offered", "min", "max", "divides_by", "steps"}
_PAID = _PLACED | {"pays", "stays_after"}
_WORKING = {"works_on_come_out", "rests_after_point_made", "takes_calls"}
_HAND_TERMS = {
    "hot_shooter": {"pays_for", "needs_credits"},
    "fire": {"tables"},
    "replay": {"pays_made"},
    "repeater:N": {"pays", "times"},
}


def _allowed(kind: Kind) -> set[str]:
    """The terms that mean something for this kind of bet."""
    if kind.for_the_hand:
        return _PLACED | _HAND_TERMS.get(kind.pattern, {"pays"})
    if kind.base:
        return _PAID - {"stays_after"} | _WORKING | {"most_times_base"}
    if kind.parts:
        return _PAID - {"pays"} | {"power_odds"}
    if kind.opens is Opens.NEVER:
        return {"pays", "contract", "grows_after_point"}
    if kind.opens is Opens.COME_OUT or kind.travels_to:
        wrong_way = {"twelve"} if "craps" in kind.occasions else set()
        line = {"contract", "grows_after_point"} if kind.opens is Opens.COME_OUT else set()
        return _PAID | wrong_way | line
    if kind.word in ("buy", "lay"):
        return _PAID | _WORKING | {"commission"}
    if kind.stands:
        return _PAID | _WORKING | ({"power_odds"} if kind.word == "hard" else set())
    return _PAID | {"power_odds"}


def _pay_keys(book: RuleBook, kind: Kind) -> tuple[str, ...]:
    """What this bet wins on in this book."""
    return tuple(str(point) for point in book.points) if kind.on_points and kind.pay_keys else kind.pay_keys


def _check_terms(book: RuleBook, pattern: str, terms: Terms) -> None:
    kind = KINDS.get(pattern)
    if kind is None:
        wrong(f"bets.{pattern}", f"is no bet; there is {_listed(list(KINDS))}")
    where, keys = f"bets.{pattern}", _pay_keys(book, kind)
    if book.crapless and kind.wrong_way:
        wrong(where, "is against craps on the come-out, which a crapless book has not")
    if book.crapless and "eleven" in terms.stays_after:
        wrong(f"{where}.stays_after", "names eleven, which is a point in a crapless book")
    allowed = _allowed(kind)
    said = {key for key, field in Terms.model_fields.items() if getattr(terms, key) != field.default}
    for key in sorted(said - allowed):
        wrong(f"{where}.{key}", f"has no meaning for this bet, which takes {_listed(sorted(allowed))}")
    if kind.counts is Counts.DOUBLES:
        _check_counts(f"{where}.pays", terms.pays if isinstance(terms.pays, dict) else None, 1, MOST_DOUBLES)
    elif "pays" in allowed:
        _check_table(f"{where}.pays", terms.pays, keys)
    if terms.power_odds is not None and not kind.parts:
        _check_table(f"{where}.power_odds", terms.power_odds, keys)
    if isinstance(terms.most_times_base, dict):
        _check_table(f"{where}.most_times_base", terms.most_times_base, keys)
    for occasion in terms.stays_after:
        if occasion not in kind.occasions:
            wrong(
                f"{where}.stays_after",
                f"names {occasion}; this bet wins on {_listed(list(kind.occasions))}",
            )
    _check_company(book, where, kind, terms)
    _check_kind(where, kind, terms)
    if kind.counts is Counts.MADE:
        _check_made(f"{where}.pays_made", terms.pays_made, tuple(str(point) for point in book.points))


def _check_company(book: RuleBook, where: str, kind: Kind, terms: Terms) -> None:
    """Bets that lean on other bets need them in the same book."""
    needed = [*([kind.base] if kind.base else []), *([kind.travels_to] if kind.travels_to else [])]
    needed += [f"{part.partition(':')[0]}:N" if ":" in part else part for part in kind.parts]
    for other in needed:
        if other not in book.bets:
            wrong(where, f"needs {other}, which this book does not offer")
    for name in terms.not_offered:
        if name not in {bet.name for bet in book.bets_of(kind)}:
            wrong(f"{where}.not_offered", f"names {plain(name, 40)}, which is none of these spots")
    if terms.power_odds is not None and kind.parts:
        wrong(f"{where}.power_odds", "follow from the parts of this bet and are not given here")


def _check_kind(where: str, kind: Kind, terms: Terms) -> None:
    if "twelve" in _allowed(kind) and terms.twelve is None:
        wrong(f"{where}.twelve", 'is missing; it is "stays" or "returned"')
    if terms.grows_after_point and not terms.contract:
        wrong(f"{where}.grows_after_point", "is for contract wagers")
    if kind.word in ("buy", "lay") and terms.commission is None:
        wrong(f"{where}.commission", "is missing")
    if terms.commission and terms.commission.when != "on_win" and terms.stays_after:
        wrong(
            f"{where}.stays_after",
            "cannot go with commission at placement: a winner takes its vigorish along",
        )
    if terms.min is not None and terms.max is not None and terms.min > terms.max:
        wrong(f"{where}.max", f"is {terms.max}, less than min, which is {terms.min}")
    if kind.pattern == "hot_shooter":
        _check_counts(f"{where}.pays_for", terms.pays_for, 1, MOST_ROLLS_COUNTED)
    if kind.pattern == "fire":
        if not terms.tables:
            wrong(f"{where}.tables", "is missing")
        for name, table in terms.tables.items():
            _check_counts(f"{where}.tables.{name}", table, 1, 6)
    if kind.counts is Counts.TIMES:
        _check_table(f"{where}.times", terms.times, kind.pay_keys)


def _check_made(where: str, tables: dict[str, dict[str, Odds]] | None, points: tuple[str, ...]) -> None:
    """By how often, then by the point; to make it once more never pays less."""
    _check_counts(where, tables, 1, MOST_TIMES)
    best: dict[str, Fraction] = {}
    for times, pays in sorted((tables or {}).items(), key=lambda table: int(table[0])):
        _check_table(f"{where}.{times}", pays, points)
        for point, odds in pays.items():
            if odds < best.get(point, odds):
                wrong(f"{where}.{times}.{point}", f"is {odds_text(odds)}, less than for fewer times")
            best[point] = odds


def _check_table(where: str, value: object, keys: tuple[str, ...]) -> None:
    if value is None:
        wrong(where, "is missing")
    if not isinstance(value, dict):
        return
    if not keys:
        wrong(where, "must be one value, not a table")
    for key in keys:
        if key not in value:
            wrong(f"{where}.{key}", f"is missing; this bet wins on {_listed(list(keys))}")
    for key in value:
        if key not in keys:
            wrong(f"{where}.{key}", f"is nothing this bet wins on; that is {_listed(list(keys))}")


def _check_counts(where: str, table: dict[str, Any] | None, least: int, most: int) -> None:
    """Tables by a count (of rolls, of points made): at least this many, pays that."""
    if not table:
        wrong(where, "is missing")
    for key in table:
        number = len(key) <= len(str(most)) and key.isascii() and key.isdigit()
        if not (number and least <= int(key) <= most and key == str(int(key))):
            wrong(f"{where}.{key}", f"is no count from {least} to {most}")


def _listed(words: list[str]) -> str:
    return ", ".join(words)
