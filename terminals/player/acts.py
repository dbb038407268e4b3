"""What a page may ask of its terminal: checked here, and by the controller again."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from controller.wire.message import Name
from controller.wire.public import Bet
from controller.wire.terminal import (
    MOST_FIELDS,
    Amount,
    CashOut,
    Choose,
    CommandId,
    Done,
    PassDice,
    Round,
    Shoot,
    Wager,
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
    """Call an attendant, or be told the help figures, or this seat's past."""

    kind: Literal["call_service", "help", "past"]


class Touched(_Said):
    """So many fields of the glass were touched in the test of this name."""

    kind: Literal["touched"]
    test: Name
    touched: Annotated[int, Field(ge=0, le=MOST_FIELDS)]
    fields: Annotated[int, Field(ge=1, le=MOST_FIELDS)]


PageAct = WagerAct | RoundAct | ChooseAct | CashOutAct
Command = Wager | Done | Shoot | PassDice | Choose | CashOut
PageSaid = PageAct | Ask | Touched
SAID: TypeAdapter[PageSaid] = TypeAdapter(Annotated[PageSaid, Field(discriminator="kind")])


def read_act(said: object) -> PageSaid | None:
    """What the page said, if it is something a page may say."""
    try:
        return SAID.validate_python(said)
    except ValidationError:
        return None


def command(act: PageAct, id: CommandId) -> Command:
    """The act under its number on the wire."""
    match act:
        case WagerAct():
            return Wager(id=id, round=act.round, do=act.do, bet=act.bet, amount=act.amount, on=act.on)
        case RoundAct(kind="done"):
            return Done(id=id, round=act.round)
        case RoundAct(kind="shoot"):
            return Shoot(id=id, round=act.round)
        case RoundAct():
            return PassDice(id=id, round=act.round)
        case ChooseAct():
            return Choose(id=id, round=act.round, keep=act.keep)
        case CashOutAct():
            return CashOut(id=id)
