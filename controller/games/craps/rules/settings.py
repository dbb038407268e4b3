"""What an operator may turn on a table, and what may be turned while wagers stand."""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from config.strict import Strict as Strict
from controller.games.craps.rules.odds import Rate

LARGEST_AMOUNT = 10**12
"""Units. A bound for every limit: a layout full of such stakes still adds up far below 2**63."""

Amount = Annotated[int, Field(ge=1, le=LARGEST_AMOUNT)]


def _capital_letter(value: Any) -> Any:
    if not (isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z"):
        raise ValueError('must be one capital letter such as "A"')
    return value


TableName = Annotated[str, BeforeValidator(_capital_letter)]


class Limits(Strict):
    """A spot's total is nothing, or from min to max and a multiple of step."""

    min: Amount = 100
    max: Amount = 500_000
    step: Amount = 100

    @model_validator(mode="after")
    def _some_amount_fits(self) -> Self:
        first = -(-self.min // self.step) * self.step
        if first > self.max:
            raise ValueError(f"no multiple of step {self.step} lies between min {self.min} and max {self.max}")
        return self


class Settings(Strict):
    """The settings of the game. Those that may be None exist only in a rule book that gives them a value."""

    limits: Limits = Limits()
    denomination: Amount = 100
    vigorish: Literal["at_placement", "on_win"] | None = None
    vigorish_rate: Rate | None = None
    fire_table: TableName | None = None
    free_odds: bool | None = None
    hot_shooter: bool | None = None
    power_odds_chance: Rate | None = None
    power_odds_high: Rate | None = None

    def must_wait_for(self, other: "Settings") -> list[str]:
        """The settings in which `other` differs that wait until no contract wager stands; limits do not wait."""
        return [
            name for name in Settings.model_fields if name != "limits" and getattr(self, name) != getattr(other, name)
        ]

    def returns_as(self, other: "Settings") -> bool:
        """Whether every bet returns the same under `other`: how much may be put up turns no return."""
        return set(self.must_wait_for(other)) <= {"denomination"}
