"""What a house pays at roulette, and what it may turn: the model of a rule-book file with `game = "roulette"`."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, model_validator

from controller.games.book import Book, wrong
from controller.games.craps.rules.settings import Amount, Limits, Strict
from controller.games.roulette.spots import INSIDE

TO_ONE = re.compile(r"([1-9]\d{0,3}):1", re.ASCII)
SLOWEST_ROTOR, FASTEST_ROTOR = 8, 40


def _to_one(value: Any) -> Any:
    match = TO_ONE.fullmatch(value) if isinstance(value, str) else None
    if match is None and type(value) is not int:
        raise ValueError('must be whole odds to one such as "35:1"')
    return value if match is None else int(match[1])


def _turning(rpm: int) -> int:
    if not SLOWEST_ROTOR <= abs(rpm) <= FASTEST_ROTOR:
        raise ValueError(f"must be from {SLOWEST_ROTOR} to {FASTEST_ROTOR}, or as much below zero")
    return rpm


ToOne = Annotated[int, BeforeValidator(_to_one), Field(ge=1, le=9999), PlainSerializer("{}:1".format)]
"""Whole, so a payout has no fraction and nothing is ever floored."""


class Pays(Strict):
    """What a win of each kind pays on top of the stake."""

    straight: ToOne
    split: ToOne
    street: ToOne
    corner: ToOne
    six_line: ToOne
    column: ToOne
    dozen: ToOne
    low: ToOne
    high: ToOne
    even: ToOne
    odd: ToOne
    red: ToOne
    black: ToOne

    def of(self, kind: str) -> int:
        """What this kind pays to one."""
        pays: int = getattr(self, kind)
        return pays


class Settings(Strict):
    """What an operator may turn. All of it may change between rounds: no wager outlasts a round."""

    inside: Limits = Limits(max=50_000)
    outside: Limits = Limits()
    denomination: Amount = 100
    bet_time: Annotated[int, Field(ge=1, le=600)] = 25
    """Seconds from the first wager to "no more bets"."""
    spin_before: Annotated[int, Field(ge=0, le=12)] = 8
    """Seconds before that at which the wheel is asked; 0: bets close before the spin."""
    close_early: bool = True
    """Whether what is left of the timer is cut short when everyone with wagers is done."""
    confirm_time: Annotated[int, Field(ge=0, le=10)] = 2
    """Seconds for which a result is shown before it is settled."""
    max_voids: Annotated[int, Field(ge=1, le=20)] = 3
    """Voids in a row at which the table holds."""
    rotor: Annotated[int, AfterValidator(_turning)] = -18
    """Revolutions a minute, plus is clockwise."""
    launch: Annotated[int, Field(ge=1, le=255)] = 180
    """How hard the ball is launched."""

    @model_validator(mode="after")
    def _the_wheel_is_asked_while_the_timer_runs(self) -> Self:
        if self.spin_before > self.bet_time - 1:
            wrong(
                "settings.spin_before",
                f"must be at most bet_time less one, which is {self.bet_time - 1}, found {self.spin_before}",
            )
        return self

    def limits(self, kind: str) -> Limits:
        """Those that a spot of this kind has."""
        return self.inside if kind in INSIDE else self.outside


class RuleBook(Book):
    """One house's rules of roulette. Every spot is offered."""

    game: Literal["roulette"]
    settings: Settings
    pays: Pays
