"""Facts of a player's session: how long it lasted, what it brought, and the limits that players set themselves."""

from typing import Literal, NamedTuple, TypeAlias

SessionBecame = Literal["begun", "over", "resumed"]


class SessionTurned(NamedTuple):
    """A player's session at a seat began, is over, or goes on after all: it lasted so long, in milliseconds, and
    brought so much, or cost it when negative."""

    seat: int
    became: SessionBecame
    played: int
    net: int


class LimitsSet(NamedTuple):
    """A player's own limits; 0: none. Those that are looser than before hold after `wait` milliseconds."""

    seat: int
    minutes: int
    loss: int
    stake: int
    wait: int


class BreakTaken(NamedTuple):
    """A player takes a break of so many minutes."""

    seat: int
    minutes: int


class RealityChecked(NamedTuple):
    """A player was told how long they have played, in milliseconds, and what it has brought; they go on."""

    seat: int
    played: int
    net: int


CareDecision: TypeAlias = SessionTurned | LimitsSet | BreakTaken | RealityChecked
