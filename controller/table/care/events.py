"""What a player asks for their own sake: commands like a wager, with their client and number."""

from typing import NamedTuple, TypeAlias


class SetLimits(NamedTuple):
    """A player's own limits of time in minutes, loss and stake on one spot; 0: none. What is looser waits."""

    seat: int
    client: str
    id: int
    minutes: int
    loss: int
    stake: int


class TakeBreak(NamedTuple):
    """A player takes a break: nothing is put up at the seat for as long as the house says."""

    seat: int
    client: str
    id: int


class GoOn(NamedTuple):
    """A player was told of time and net, and goes on."""

    seat: int
    client: str
    id: int


CareEvent: TypeAlias = SetLimits | TakeBreak | GoOn
