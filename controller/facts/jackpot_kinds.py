"""Facts of progressive jackpots. The floor keeps its pots by `JackpotFed` and `JackpotClaimed`."""

from typing import NamedTuple, TypeAlias


class JackpotFed(NamedTuple):
    """What the wagers of a roll gave to a pot, in millionths of the unit, and the floor's lease under which they were
    closed: what the cabinet called it, and what the floor signed."""

    jackpot: str
    roll: int
    stake: int
    parts: int
    nonce: str
    leased_at: int
    leased: tuple[str, ...]
    signature: str


class JackpotClaimed(NamedTuple):
    """This roll has hit these: jackpot → seat → stake. The floor is asked, and the seats wait."""

    roll: int
    round: int
    hits: dict[str, dict[str, int]]


class JackpotPaid(NamedTuple):
    """A seat's part of a prize, as the floor's decision of this number has it."""

    seat: int
    jackpot: str
    roll: int
    amount: int
    prize: int
    decision: int


class JackpotRefused(NamedTuple):
    """The floor does not pay this claim; its seats wait for a person."""

    roll: int
    jackpot: str
    decision: int


JackpotDecision: TypeAlias = JackpotFed | JackpotClaimed | JackpotPaid | JackpotRefused
