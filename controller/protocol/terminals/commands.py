"""What a player may ask for: one class for each command, from their terminal to the journal.

A message of the wire is such a class in its envelope (kind, version, series and number); the table takes it as it is,
from which seat; the journal has its fields beside these. What bounds a field stands here once.
"""

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from controller.protocol.message import U64
from controller.protocol.public import Bet, Part

Amount = Annotated[int, Field(ge=1, le=10**15)]
Round = U64
MOST_WAGERS = 64
"""In one command; of the longest that may be, as many as a message holds."""
Money = Annotated[int, Field(ge=0, le=10**18)]
MOST_MINUTES = 24 * 60


class Place(Part):
    """Put so much more on a spot."""

    do: Literal["place"] = "place"
    bet: Bet
    amount: Amount
    on: ClassVar[None] = None


class TakeDown(Part):
    """Take so much off a spot; without an amount, all of it."""

    do: Literal["take_down"] = "take_down"
    bet: Bet
    amount: Amount | None = None
    on: ClassVar[None] = None


class Turn(Part):
    """Call a wager ON or OFF."""

    do: Literal["turn"] = "turn"
    bet: Bet
    amount: ClassVar[None] = None
    on: bool


class Lay(Part):
    """One of the three in the words of version 1 and of journals.

    There it may lack what it needs: the game refuses it.
    """

    do: str
    bet: str
    amount: int | None = None
    on: bool | None = None


AnyLay: TypeAlias = Place | TakeDown | Turn | Lay


class Wagers(Part):
    """One wager or several, in the window of this round: done in this order, all of them or none."""

    round: Round
    wagers: tuple[AnyLay, ...]


class Done(Part):
    """This player has finished betting in this round."""

    round: Round


class Shoot(Part):
    """The shooter's button on the screen."""

    round: Round


class PassDice(Part):
    """The shooter does not want the dice."""

    round: Round


class Choose(Part):
    """After a power failure: keep all wagers, or withdraw all."""

    round: Round
    keep: bool


class CashOut(Part):
    """Pay out the free credits of this seat, which locks; what could be taken down comes back to it."""


class SetLimits(Part):
    """A player's own limits of this session; 0: none. What is tighter holds at once, what is looser after a wait."""

    minutes: Annotated[int, Field(ge=0, le=MOST_MINUTES)]
    loss: Money
    stake: Money = Field(description="the most that may lie on one spot")


class TakeBreak(Part):
    """The player takes a break: nothing is put up here until it is over, and what may come down comes back."""


class GoOn(Part):
    """The player was told how long they have played and with what result, and goes on."""


PlayerCommand: TypeAlias = Wagers | Done | Shoot | PassDice | Choose | CashOut | SetLimits | TakeBreak | GoOn
"""All of them."""
