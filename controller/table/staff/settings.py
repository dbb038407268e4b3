"""What an operator may turn on the table itself, whatever game is played on it.

Times are in seconds and limits in units of money. None of these change what a wager can win, so they may change
while contract wagers stand. Which zones and languages there are, who can look at the machine says.
"""

from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from config.files.complaints import WrongValue
from controller.games.par import CAP
from controller.games.setting import Setting

Seconds = Annotated[int, Field(ge=1, le=600)]
Money = Annotated[int, Field(ge=1, le=10**15)]
LeastReturn = Annotated[str, Field(pattern=r"^\d{1,6}/[1-9]\d{0,5}$")]
Told = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}: \S.*$", max_length=300)]
"""`en: what it says`."""
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$")]


LEAST_VOLUME = 40
"""Percent: no alarm is softer."""


class TableSettings(BaseModel):
    """Timers and limits of the table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)

    bet_time: Annotated[Seconds, Setting("timers", "seconds")] = 25
    """how long wagers are taken from the first one on"""
    shoot_time: Annotated[Seconds, Setting("timers", "seconds")] = 10
    """how long the shooter may press"""
    result_time: Annotated[Seconds, Setting("timers", "seconds")] = 5
    """how long a result is shown"""
    withdraw_time: Annotated[Seconds, Setting("timers", "seconds")] = 60
    """how long players may keep or withdraw after a power failure"""
    close_early: Annotated[bool, Setting("timers", "switch")] = True
    """bets close as soon as every seat with wagers is done"""
    least_round: Annotated[int, Field(ge=0, le=600), Setting("timers", "seconds")] = 0
    """a round takes so long at least, from one start of its device to the next; 0: as long as it is played"""
    max_no_rolls: Annotated[int, Field(ge=0, le=20), Setting("timers", "count")] = 3
    """how often the dice are shaken again in a round before a person looks"""
    large_win: Annotated[Money | None, Setting("money", "money")] = 1_000_000
    """more than this won in one roll locks the seat for an attendant; none: never"""
    wins_by_hand: Annotated[bool, Setting("money", "switch")] = False
    """a large win leaves the credits and is paid by hand, on a meter of its own"""
    tax_win: Annotated[Money | None, Setting("money", "money")] = None
    """a wager that wins this much or more wants a form for the tax office, whose number is said before play goes on;
    none: never"""
    tax_odds: Annotated[int, Field(ge=0, le=100_000), Setting("money", "count")] = 0
    """and only where it wins so many times its stake; 0: whatever it was"""
    two_for_forms: Annotated[bool, Setting("staff", "switch")] = False
    """a win that wants a form wants a second person with key and PIN"""
    credit_limit: Annotated[Money, Setting("money", "money")] = 10_000_000
    """the most that credits put on a seat may bring its balance to"""
    liability_limit: Annotated[Money | None, Setting("money", "money")] = None
    """the most that all wagers together could win; a wager that would pass it is refused; none: no limit"""
    least_return: Annotated[LeastReturn | None, Setting("money", "rate")] = None
    """the least that every bet returns of its stake, such as 3/4; rules by which one returns less are refused; none:
    whatever they return"""
    alone_up_to: Annotated[Money | None, Setting("staff", "money")] = None
    """credits, hand-pays, large wins, reversals of more than this want a second person with key and PIN; none: never"""
    two_for_rules: Annotated[bool, Setting("staff", "switch")] = False
    """changes of the rule book, of returns and limits want a second person with key and PIN"""
    rules_without_credits: Annotated[bool, Setting("staff", "switch")] = False
    """settings of the game wait until no credits and no wagers are on any seat"""
    two_departments: Annotated[bool, Setting("staff", "switch")] = False
    """the second person has another role than the first"""
    count_drawers: Annotated[bool, Setting("staff", "switch")] = False
    """a shift is handed over with its drawer counted, to a second person who takes it with key and PIN"""
    all_doors: Annotated[bool, Setting("house", "switch")] = False
    """an open main or drop door stops play too, and while any door is open nothing is credited or cashed out"""
    reality_check: Annotated[int, Field(ge=0, le=240), Setting("care", "count")] = 0
    """minutes after which a player reads how long they have played and with what result, and goes on or cashes out; 0:
    never"""
    limit_wait: Annotated[int, Field(ge=60, le=86_400), Setting("care", "seconds")] = 3600
    """how long a player waits before a limit of their own is looser"""
    break_time: Annotated[int, Field(ge=1, le=1440), Setting("care", "count")] = 15
    """minutes of a player's break"""
    auto_repeat: Annotated[bool, Setting("care", "switch")] = True
    """a player may let the same wagers be laid again round by round until they end it"""
    session_ends: Annotated[int, Field(ge=30, le=86_400), Setting("care", "seconds")] = 300
    """how long a seat is without credits and wagers before a player's session, with its limits, is over"""
    care_text: Annotated[list[Told], Field(max_length=8), Setting("care", "texts")] = []
    """what the house says about playing responsibly, by language"""
    care_number: Annotated[list[Told], Field(max_length=8), Setting("care", "texts")] = []
    """whom a player may call about it, by language"""
    door_alarm: Annotated[int, Field(ge=0, le=600), Setting("house", "seconds")] = 0
    """a door opened without key and role sounds an alarm for so long at least, and until it is closed or silenced; 0:
    no alarm"""
    alarm_volume: Annotated[int, Field(ge=LEAST_VOLUME, le=100), Setting("house", "count")] = 80
    """how loud the screens sound an alarm, in percent; never softer than 40, whatever a player has turned off"""
    time_zone: Annotated[
        str,
        Field(pattern=r"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$", max_length=60),
        Setting("house", "choice"),
    ] = "UTC"
    """where the machine stands; the gaming day ends by its clock"""
    day_closes: Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$"), Setting("house", "text")] = "06:00"
    """local time at which the gaming day ends, such as 06:00"""
    languages: Annotated[list[Language], Field(max_length=8), Setting("house", "choices")] = []
    """what players may choose from; the first is what a screen begins with; none named: every one that a screen has"""

    @field_validator("care_text", "care_number")
    @classmethod
    def _each_language_once(cls, told: list[str]) -> list[str]:
        if len(by_language(told)) < len(told):
            raise WrongValue("says something twice in a language", "once")
        return told

    @field_validator("least_return")
    @classmethod
    def _below_the_cap(cls, least: str | None) -> str | None:
        if least is not None and Fraction(least) > CAP:
            raise WrongValue("must be at most the cap, 99/100", "at_most", most=str(CAP))
        return least

    @field_validator("languages")
    @classmethod
    def _each_once(cls, languages: list[str]) -> list[str]:
        if len(set(languages)) < len(languages):
            raise WrongValue("names a language twice", "once")
        return languages


def by_language(told: list[str]) -> dict[str, str]:
    """`en: what it says` as language → what it says."""
    return {language: text for language, _, text in (row.partition(": ") for row in told)}
