"""What a terminal is told of the player's session, and of the house's care, in version 2 of the wire."""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name, Text, Version2
from controller.protocol.public import Part, SeatNumber
from controller.protocol.terminals.commands import Money


class OwnLimits(Part):
    """What a player allows themselves; 0: no limit."""

    minutes: Count
    loss: Money
    stake: Money


class PlaySessionNow(Part):
    """The session of whoever plays here. Net is what the seat has, less what was brought."""

    played_ms: U64
    brought: Annotated[int, Field(ge=-(10**18), le=10**18)] = Field(description="put in, less what was paid out")
    limits: OwnLimits
    wanted: OwnLimits | None = Field(description="looser ones, which hold in `wanted_in_ms`")
    wanted_in_ms: U64
    break_ms: U64 = Field(description="what is left of a break; 0: there is none")
    check_in_ms: U64 | None = Field(
        description="until nothing is put up before the player has gone on or cashed out; 0: now; null: never"
    )
    time_left_ms: U64 | None = Field(description="until the player's own limit of time")


Words = Annotated[dict[Name, Text], Field(max_length=8)]


class CareNow(Message):
    """The player's session, and what the house has for who wants to play less; told when it has changed."""

    v: Version2 = 2
    kind: Literal["care"] = "care"
    seat: SeatNumber
    session: PlaySessionNow | None
    limit_wait_s: Count = Field(description="how long a looser limit waits")
    break_minutes: Count
    ends_after_s: Count = Field(description="an empty seat's session is over after so long")
    check_minutes: Count = Field(description="how often the player reads time and net; 0: never")
    auto: bool = Field(description="whether a screen may lay the same again by itself, round by round")
    text: Words = Field(description="by language, what the house says about playing responsibly")
    number: Words = Field(description="by language, whom a player may call about it")
