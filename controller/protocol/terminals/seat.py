"""What a terminal is told of its seat, in both versions of the wire: how it stands, and what a round brought it."""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import Message, Name, Text
from controller.protocol.public import MOST_SPOTS, Bet, Closed, Faces, Own, Part, SeatNumber
from controller.protocol.terminals.commands import Money, Round

MOST_ROWS = 400
Spots = Annotated[tuple[Bet, ...], Field(max_length=MOST_SPOTS, exclude_if=lambda told: not told)]


class SeatNow(Message):
    """Everything of one seat, for its own terminal: always whole, never a difference."""

    kind: Literal["seat"] = "seat"
    seat: SeatNumber
    credits: Money
    layout: Money
    vigorish: Money
    stakes: Annotated[dict[Bet, Money], Field(max_length=MOST_SPOTS)]
    added: Annotated[dict[Bet, Money], Field(max_length=MOST_SPOTS)] = Field(
        description="the part of a stake that this window put there and can still take back"
    )
    held: Annotated[dict[Bet, Money], Field(max_length=MOST_SPOTS)] = Field(description="vigorish held, spot by spot")
    calls: Annotated[dict[Bet, bool], Field(max_length=MOST_SPOTS)]
    open: bool
    turned_off: Annotated[bool, Field(exclude_if=lambda told: not told)] = Field(
        default=False, description="where it is not open: the casino's host has turned it off, no person of the house"
    )
    done: bool
    asked: bool = Field(description="whether the seat still has to say if it keeps or withdraws all its wagers")
    lock: Name | None
    lock_amount: Money
    closed: Closed = Field(
        default_factory=dict, description="spots that take none from this seat, for what it has or lacks"
    )
    takes: Spots = Field(default=(), description="spots that take one from this seat though `table.closed` has them")
    most: Annotated[dict[Bet, Money], Field(max_length=MOST_SPOTS, exclude_if=lambda told: not told)] = Field(
        default_factory=dict, description="the most that may lie on a spot, where that is less than its `max`"
    )
    locked: Spots = Field(default=(), description="wagers of which only `added` can come down")
    working: Annotated[dict[Bet, bool], Field(max_length=MOST_SPOTS, exclude_if=lambda told: not told)] = Field(
        default_factory=dict, description="of the wagers that may be off: whether they count on the next result"
    )
    stays: Spots = Field(default=(), description="wagers that stay where they are when they win")


class SettledRow(Part):
    """One wager that the outcome decided."""

    bet: Bet
    stake: Money
    result: Name
    paid: Money
    stays: bool
    vigorish: Money


class ReturnedRow(Part):
    """Stake that the rules gave back, and why."""

    bet: Bet
    amount: Money
    why: Text


class Settled(Message):
    """What a round brought this seat, and the seat after it."""

    kind: Literal["settled"] = "settled"
    round: Round
    how: Name
    faces: Faces | None
    rows: Annotated[tuple[SettledRow, ...], Field(max_length=MOST_ROWS)]
    returned: Annotated[tuple[ReturnedRow, ...], Field(max_length=MOST_ROWS)]
    you: SeatNow
    game: Own = None
