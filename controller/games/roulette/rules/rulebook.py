"""What a house pays at roulette, and what it may turn: the model of a rule-book file with `game = "roulette"`."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from config.files.complaints import WrongValue
from controller.games.book import GameBook, wrong
from controller.games.craps.rules.settings import Amount, Limits, Strict
from controller.games.roulette.rules.spots import INSIDE
from controller.games.setting import Setting

TO_ONE = re.compile(r"([1-9]\d{0,3}):1", re.ASCII)
SLOWEST_ROTOR, FASTEST_ROTOR = 8, 40


def _to_one(value: Any) -> Any:
    match = TO_ONE.fullmatch(value) if isinstance(value, str) else None
    if match is None and type(value) is not int:
        raise ValueError('must be whole odds to one such as "35:1"')
    return value if match is None else int(match[1])


def _turning(rpm: int) -> int:
    if not SLOWEST_ROTOR <= abs(rpm) <= FASTEST_ROTOR:
        text = f"must be from {SLOWEST_ROTOR} to {FASTEST_ROTOR}, or as much below zero"
        raise WrongValue(text, "either_way", least=SLOWEST_ROTOR, most=FASTEST_ROTOR)
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

    model_config = ConfigDict(use_attribute_docstrings=True)

    inside: Limits = Limits(max=50_000)
    outside: Limits = Limits()
    denomination: Annotated[Amount, Setting("limits", "money")] = 100
    """what one credit is worth"""
    bet_time: Annotated[int, Field(ge=1, le=600), Setting("timers", "seconds")] = 25
    """how long wagers are taken from the first one on"""
    spin_before: Annotated[int, Field(ge=0, le=12), Setting("timers", "seconds")] = 8
    """so long before "no more bets" the wheel is asked to spin; 0: bets close before the spin"""
    close_early: Annotated[bool, Setting("timers", "switch")] = True
    """the timer is cut short when every seat with wagers is done"""
    confirm_time: Annotated[int, Field(ge=0, le=10), Setting("timers", "seconds")] = 2
    """how long a result is shown before it is settled"""
    max_voids: Annotated[int, Field(ge=1, le=20), Setting("timers", "count")] = 3
    """how many voids in a row there may be before a person looks"""
    rotor: Annotated[int, AfterValidator(_turning), Setting("rules", "count")] = -18
    """revolutions a minute of the rotor, 8 to 40; below zero it turns anticlockwise"""
    launch: Annotated[int, Field(ge=1, le=255), Setting("rules", "count")] = 180
    """how hard the ball is launched, 1 to 255"""

    @model_validator(mode="after")
    def _the_wheel_is_asked_while_the_timer_runs(self) -> Self:
        if self.spin_before > self.bet_time - 1:
            wrong(
                "settings.spin_before",
                f"must be at most bet_time less one, which is {self.bet_time - 1}, found {self.spin_before}",
                "at_most",
                most=self.bet_time - 1,
            )
        return self

    def limits(self, kind: str) -> Limits:
        """Those that a spot of this kind has."""
        return self.inside if kind in INSIDE else self.outside


class RuleBook(GameBook):
    """One house's rules of roulette. Every spot is offered."""

    plays = "roulette"

    game: Literal["roulette"]
    settings: Settings
    pays: Pays
