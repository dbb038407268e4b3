"""What an operator may turn on the table itself, whatever game is played on it.

Times are in seconds and limits in units of money. None of these change what a wager can win, so they may change
while contract wagers stand.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

Seconds = Annotated[int, Field(ge=1, le=600)]
Money = Annotated[int, Field(ge=1, le=10**15)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$")]


class TableSettings(BaseModel):
    """Timers and limits of the table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    bet_time: Seconds = 25
    shoot_time: Seconds = 10
    result_time: Seconds = 5
    withdraw_time: Seconds = 60
    close_early: bool = True
    """Whether betting closes as soon as every seat with wagers says it is done."""
    max_no_rolls: Annotated[int, Field(ge=0, le=20)] = 3
    large_win: Money | None = 1_000_000
    """Won in one roll, more than this locks the seat for an attendant; None: never."""
    credit_limit: Money = 10_000_000
    """The most that credits put on a seat may bring its balance to."""
    liability_limit: Money | None = None
    """The most that all wagers together could win; a wager that would pass it is refused. None: no limit."""
    time_zone: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$", max_length=60)] = "UTC"
    """Where the machine stands. Whether there is such a zone, who can look at the system's list says."""
    day_closes: Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] = "06:00"
    """Local time at which the gaming day ends."""
    languages: Annotated[list[Language], Field(max_length=8)] = []
    """What players may choose from; the first is what a screen begins with. Which there are, who can look at the
    screens says; none named: every one that a screen has."""

    @field_validator("languages")
    @classmethod
    def _each_once(cls, languages: list[str]) -> list[str]:
        if len(set(languages)) < len(languages):
            raise ValueError("names a language twice")
        return languages
