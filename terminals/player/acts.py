"""What a page may ask of its terminal: checked here, and by the controller again."""

import json
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from controller.protocol.message import Name
from controller.protocol.public import Bet
from controller.protocol.terminals.version_1 import MOST_FIELDS, Amount, CommandId, Round
from controller.protocol.terminals.version_2 import (
    CashOut,
    Choose,
    Command,
    Done,
    Lay,
    Lays,
    PassDice,
    Place,
    Series,
    Shoot,
    TakeDown,
    Turn,
    Wagers,
)

Tag = Annotated[int, Field(ge=1, le=2**53)]
"""The page's own number for what it asked; it comes back with the answer."""


class _Said(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class WagerAct(_Said):
    """Place, take down, or call ON or OFF."""

    kind: Literal["wager"]
    tag: Tag
    round: Round
    do: Literal["place", "take_down", "turn"]
    bet: Bet
    amount: Amount | None = None
    on: bool | None = None

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if (self.do == "place" and self.amount is None) or (self.do == "turn" and self.on is None):
            raise ValueError(f"{self.do} says how much, or whether ON or OFF")
        return self

    def lay(self) -> Lay:
        """As one row of a command."""
        if self.do == "place" and self.amount is not None:
            return Place(bet=self.bet, amount=self.amount)
        return Turn(bet=self.bet, on=self.on) if self.on is not None else TakeDown(bet=self.bet, amount=self.amount)


class WagersAct(_Said):
    """Several wagers in one act, in this order, all of them or none."""

    kind: Literal["wagers"]
    tag: Tag
    round: Round
    wagers: Lays


class RoundAct(_Said):
    """What needs no more words than its round."""

    kind: Literal["done", "shoot", "pass_dice"]
    tag: Tag
    round: Round


class ChooseAct(_Said):
    """Keep, or withdraw, all wagers."""

    kind: Literal["choose"]
    tag: Tag
    round: Round
    keep: bool


class CashOutAct(_Said):
    """Pay out the free credits."""

    kind: Literal["cash_out"]
    tag: Tag


class Ask(_Said):
    """Call an attendant, be told the help figures or this seat's past, or play here again after another screen did."""

    kind: Literal["call_service", "help", "past", "come_back"]


class Touched(_Said):
    """So many fields of the glass were touched in the test of this name."""

    kind: Literal["touched"]
    test: Name
    touched: Annotated[int, Field(ge=0, le=MOST_FIELDS)]
    fields: Annotated[int, Field(ge=1, le=MOST_FIELDS)]


PageAct = WagerAct | WagersAct | RoundAct | ChooseAct | CashOutAct
PageSaid = PageAct | Ask | Touched
SAID: TypeAdapter[PageSaid] = TypeAdapter(Annotated[PageSaid, Field(discriminator="kind")])


def read_act(said: object) -> PageSaid | None:
    """What the page said, if it is something a page may say."""
    try:
        return SAID.validate_json(json.dumps(said))
    except (ValidationError, ValueError):
        return None


def command(act: PageAct, series: Series, id: CommandId) -> Command:
    """The act under its number on the wire."""
    match act:
        case WagerAct():
            return Wagers(series=series, id=id, round=act.round, wagers=(act.lay(),))
        case WagersAct():
            return Wagers(series=series, id=id, round=act.round, wagers=act.wagers)
        case RoundAct(kind="done"):
            return Done(series=series, id=id, round=act.round)
        case RoundAct(kind="shoot"):
            return Shoot(series=series, id=id, round=act.round)
        case RoundAct():
            return PassDice(series=series, id=id, round=act.round)
        case ChooseAct():
            return Choose(series=series, id=id, round=act.round, keep=act.keep)
        case CashOutAct():
            return CashOut(series=series, id=id)
