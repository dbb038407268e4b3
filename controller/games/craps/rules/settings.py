"""What an operator may turn on a table, and what may be turned while wagers stand."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from config.files.complaints import WrongValue
from config.files.strict import Strict as Strict
from config.text.sentence import about_of
from controller.games.book import wrong
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.odds import Rate
from controller.games.craps.rules.odds_times import ODDS_TIMES, choices, has_odds
from controller.games.setting import Setting, Unsaid, settings_of

LARGEST_AMOUNT = 10**12
"""Units. A bound for every limit: a layout full of such stakes still adds up far below 2**63."""

Amount = Annotated[int, Field(ge=1, le=LARGEST_AMOUNT)]


def _capital_letter(value: Any) -> Any:
    if not (isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z"):
        raise ValueError('must be one capital letter such as "A"')
    return value


def _known_times(value: Any) -> Any:
    if value not in ODDS_TIMES:
        allowed = ", ".join(ODDS_TIMES)
        raise WrongValue(f"must be one of {allowed}", "one_of", allowed=allowed)
    return value


OddsTimes = Annotated[str, BeforeValidator(_known_times)]
TableName = Annotated[str, BeforeValidator(_capital_letter)]


def _fire_tables(rules: Mapping[str, Any]) -> Iterable[str]:
    tables: Mapping[str, Any] = rules.get("bets", {}).get("fire", {}).get("tables", {})
    return sorted(tables)


class Limits(Strict):
    """A spot's total is nothing, or from min to max and a multiple of step."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    min: Annotated[Amount, Setting("limits", "money")] = 100
    """the least on a spot"""
    max: Annotated[Amount, Setting("limits", "money")] = 500_000
    """the most on a spot"""
    step: Annotated[Amount, Setting("limits", "money")] = 100
    """what is on a spot is a multiple of this"""

    @model_validator(mode="after")
    def _some_amount_fits(self) -> Self:
        first = -(-self.min // self.step) * self.step
        if first > self.max:
            text = f"no multiple of step {self.step} lies between min {self.min} and max {self.max}"
            raise WrongValue(text, "no_stake", least=self.min, most=self.max, step=self.step)
        return self


class KindLimits(Strict):
    """What a kind of bets has in place of the table's limits; what is not said is the table's, or the book's for it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    min: Annotated[Amount | None, Setting("kinds", "money")] = None
    """the least on a spot"""
    max: Annotated[Amount | None, Setting("kinds", "money")] = None
    """the most on a spot"""
    step: Annotated[Amount | None, Setting("kinds", "money")] = None
    """what is on a spot is a multiple of this"""


def _none_where_nothing_is_said(value: KindLimits | None) -> KindLimits | None:
    """So that a book that says nothing of a kind has the same canonical form as before there were kinds."""
    return value if value != KindLimits() else None


def _of_kind(name: str) -> Unsaid:
    return Unsaid(lambda rules: any(KINDS[pattern].limits == name for pattern in rules.get("bets", {})))


MaybeOwn = Annotated[KindLimits | None, AfterValidator(_none_where_nothing_is_said)]


class Settings(Strict):
    """The settings of the game. Those that may be None exist only in a rule book that gives them a value."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    limits: Limits = Limits()
    line: Annotated[MaybeOwn, _of_kind("line")] = None
    """pass, don't pass, come and don't come"""
    odds: Annotated[MaybeOwn, _of_kind("odds")] = None
    """odds behind line and come bets"""
    numbers: Annotated[MaybeOwn, _of_kind("numbers")] = None
    """place, buy, lay and big bets"""
    hardways: Annotated[MaybeOwn, _of_kind("hardways")] = None
    """hardways"""
    field: Annotated[MaybeOwn, _of_kind("field")] = None
    """the field"""
    one_roll: Annotated[MaybeOwn, _of_kind("one_roll")] = None
    """propositions and hops, which one roll decides"""
    hand: Annotated[MaybeOwn, _of_kind("hand")] = None
    """bets that live on the hand"""
    odds_times: Annotated[OddsTimes | None, Setting("kinds", "choice", chosen_from=choices), Unsaid(has_odds)] = None
    """how many times their base odds may be, within what the book allows; those that pay less than even money may win
    so many times their base"""
    denomination: Annotated[Amount, Setting("limits", "money", waits=True)] = 100
    """what one credit is worth"""
    vigorish: Annotated[Literal["at_placement", "on_win"] | None, Setting("rules", "choice", waits=True)] = None
    """when the commission on buy and lay is taken"""
    vigorish_rate: Annotated[Rate | None, Setting("rules", "rate", waits=True)] = None
    """the commission, such as 5/100"""
    fire_table: Annotated[TableName | None, Setting("rules", "choice", True, _fire_tables)] = None
    """the pay table of the fire bet"""
    free_odds: Annotated[bool | None, Setting("rules", "switch", waits=True)] = None
    """whether odds are offered"""
    hot_shooter: Annotated[bool | None, Setting("rules", "switch", waits=True)] = None
    """whether Hot Shooter is offered"""
    power_odds_chance: Annotated[Rate | None, Setting("rules", "rate", waits=True)] = None
    """how often a spot is drawn for Power Odds, such as 1/20"""
    power_odds_high: Annotated[Rate | None, Setting("rules", "rate", waits=True)] = None
    """how many of those drawn pay the high figure"""

    @model_validator(mode="after")
    def _some_amount_fits_each_kind(self) -> Self:
        for kind in self.kinds_said():
            try:
                self.limits_of(kind)
            except ValidationError as error:
                first = error.errors()[0]
                about = about_of(first["ctx"]["error"])
                wrong(f"settings.{kind}", first["msg"].removeprefix("Value error, "), **about)
        return self

    def kinds_said(self) -> list[str]:
        """The kinds of bets that have limits of their own."""
        return [kind for kind in LIMIT_KINDS if self.said_of(kind)]

    def said_of(self, kind: str) -> dict[str, int]:
        """The limits that this kind has of its own."""
        own: KindLimits | None = getattr(self, kind)
        return {} if own is None else own.model_dump(exclude_none=True)

    def limits_of(self, kind: str) -> Limits:
        """Of the spots of this kind, where the book says nothing of one."""
        return Limits.model_validate({**dict(self.limits), **self.said_of(kind)})

    def with_limits(self, other: "Settings") -> Self:
        """These settings, but for how much may be put up."""
        return self.model_copy(update={name: getattr(other, name) for name in ("limits", "odds_times", *LIMIT_KINDS)})

    def must_wait_for(self, other: "Settings") -> list[str]:
        """The settings in which `other` differs that wait until no contract wager stands."""
        return [name for name in WAITING if attrgetter(name)(self) != attrgetter(name)(other)]

    def returns_as(self, other: "Settings") -> bool:
        """Whether every bet returns the same under `other`, also with all its odds. What else may be put up turns no
        return."""
        return set(self.must_wait_for(other)) <= {"denomination"} and self.odds_times == other.odds_times


LIMIT_KINDS = tuple(dict.fromkeys(kind.limits for kind in KINDS.values()))
"""The kinds of bets that may have limits of their own; each is a table of the settings."""

SETTINGS = settings_of(Settings)
WAITING = tuple(row.name for row in SETTINGS if row.of.waits)
