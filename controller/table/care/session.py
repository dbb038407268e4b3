"""A player's session at a seat, and what of it holds at a moment of the table's clock.

It begins with the first credits, or with a limit that is set before them. It is over when the player has been paid out
and nothing of theirs is left, or when the seat has had neither credits nor wagers for as long as the house says
(`session_ends`). The clock runs while the controller does: a machine that is off plays nobody's time.
"""

from typing import Any, NamedTuple, Self

MINUTE = 60_000


class PlayerLimits(NamedTuple):
    """What a player allows themselves; 0: no limit."""

    minutes: int = 0
    """Of the session's time."""
    loss: int = 0
    """The most that the session may cost."""
    stake: int = 0
    """The most that may lie on one spot."""

    def tighter(self, other: Self) -> "PlayerLimits":
        """Of each the one that allows less."""
        return PlayerLimits(*(min(a, b) if a and b else a or b for a, b in zip(self, other, strict=True)))


NO_LIMITS = PlayerLimits()


class PlaySession(NamedTuple):
    """One player at a seat. Moments are those of the table's clock, in milliseconds."""

    began: int
    brought: int = 0
    """What was put in, less what was paid out."""
    limits: PlayerLimits = NO_LIMITS
    wanted: PlayerLimits | None = None
    """Looser ones, which are in force from `wanted_at` on."""
    wanted_at: int = 0
    checked: int = 0
    """When the player was last told of time and net, and went on; at first, when the session began."""
    break_until: int = 0
    empty_at: int | None = None
    """Since when the seat has had neither credits nor wagers."""
    leaving: bool = False
    """Paid out: with nothing left here the player is gone."""
    over: bool = False

    def limits_at(self, clock: int) -> PlayerLimits:
        """Those in force."""
        return self.wanted if self.wanted is not None and clock >= self.wanted_at else self.limits

    def is_over(self, clock: int, ends_after: int) -> bool:
        """Whether the next credits are another player's; `ends_after` in milliseconds."""
        return self.over or (self.empty_at is not None and clock - self.empty_at >= ends_after)

    def rests(self, clock: int) -> bool:
        """Whether the player takes a break."""
        return clock < self.break_until

    def time_left(self, clock: int) -> int | None:
        """Milliseconds until the player's own limit of time; None: there is none."""
        minutes = self.limits_at(clock).minutes
        return max(0, self.began + minutes * MINUTE - clock) if minutes else None

    def check_in(self, clock: int, every: int) -> int | None:
        """Milliseconds until time and net are told, every so many minutes; None: never."""
        return max(0, self.checked + every * MINUTE - clock) if every else None


def session_of(row: Any) -> PlaySession | None:
    """A session out of a snapshot; older ones have none."""
    if row is None:
        return None
    session = PlaySession(*row)
    wanted = None if session.wanted is None else PlayerLimits(*session.wanted)
    return session._replace(limits=PlayerLimits(*session.limits), wanted=wanted)
