"""What an operator may turn on the table itself, whatever game is played on it.

Times are in seconds and limits in units of money. None of these change what a wager can win, so they may change
while contract wagers stand.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Seconds = Annotated[int, Field(ge=1, le=600)]
Money = Annotated[int, Field(ge=1, le=10**15)]


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
