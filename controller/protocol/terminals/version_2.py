"""What a player's terminal and the controller say to each other in version 2 of the wire.

A hello says the version of its connection. Ids of commands belong to a series, which the controller grants at hello;
several wagers are one command, all or none; and no key may stand twice in a message. What is not here is as in
version 1, and told as such.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from config.touch import NotSet, Six, SixOrNone
from controller.protocol.message import Message, Name, Said, Version2
from controller.protocol.public import Jackpot, TableNow
from controller.protocol.terminals import commands
from controller.protocol.terminals import version_1 as first
from controller.protocol.terminals.answers import Answer, NotTaken
from controller.protocol.terminals.care import CareNow
from controller.protocol.terminals.cash import CashMoved, CashNow
from controller.protocol.terminals.commands import Money
from controller.protocol.terminals.seat import SeatNow, Settled
from controller.protocol.terminals.version_1 import MOST_UNFINISHED

LARGEST_ID = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly; nobody gets there counting."""
CommandId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Series = Annotated[int, Field(ge=0, le=LARGEST_ID)]

# ---- terminal → controller --------------------------------------------------------------------------------------


class HelloInSeries(first.Hello):
    """The terminal of this seat is here, and speaks version 2 on this connection.

    `series` is the one it goes on counting in, with `unfinished` of it; without one, or with one that is over, it
    counts from 1 again in a series of its own, and nothing that was sent before is of any account.
    """

    v: Version2
    series: Series | None = None
    unfinished: Annotated[tuple[CommandId, ...], Field(max_length=MOST_UNFINISHED)] = ()


class Heartbeat(first.Heartbeat):
    """Each second: the controller gives the same number back."""

    v: Version2 = 2


class TerminalHealth(first.TerminalHealth):
    """How long heartbeats of this terminal took to come back: the last, and the longest of the last so many."""

    v: Version2 = 2


class PagesOpen(Message):
    """So many pages of this seat are open. Said when it changes and every few seconds, or never.

    Where none has been open for ten seconds after there was one, the screen counts as dark: the staff is told, and the
    seat is not offered the dice.
    """

    v: Version2 = 2
    kind: Literal["pages_open"] = "pages_open"
    pages: Annotated[int, Field(ge=0, le=64)]


Lay = Annotated[commands.Place | commands.TakeDown | commands.Turn, Field(discriminator="do")]
Lays = Annotated[tuple[Lay, ...], Field(min_length=1, max_length=commands.MOST_WAGERS)]


class InSeries(Message):
    """The envelope of a command."""

    v: Version2 = 2
    series: Series
    id: CommandId


class WagersInSeries(commands.Wagers, InSeries):
    """`Wagers` in its envelope."""

    kind: Literal["wagers"] = "wagers"
    wagers: Lays


class DoneInSeries(commands.Done, InSeries):
    """`Done` in its envelope."""

    kind: Literal["done"] = "done"


class ShootInSeries(commands.Shoot, InSeries):
    """`Shoot` in its envelope."""

    kind: Literal["shoot"] = "shoot"


class PassDiceInSeries(commands.PassDice, InSeries):
    """`PassDice` in its envelope."""

    kind: Literal["pass_dice"] = "pass_dice"


class ChooseInSeries(commands.Choose, InSeries):
    """`Choose` in its envelope."""

    kind: Literal["choose"] = "choose"


class CashOutInSeries(commands.CashOut, InSeries):
    """`CashOut` in its envelope."""

    kind: Literal["cash_out"] = "cash_out"


class SetLimitsInSeries(commands.SetLimits, InSeries):
    """`SetLimits` in its envelope."""

    kind: Literal["set_limits"] = "set_limits"


class TakeBreakInSeries(commands.TakeBreak, InSeries):
    """`TakeBreak` in its envelope."""

    kind: Literal["take_break"] = "take_break"


class GoOnInSeries(commands.GoOn, InSeries):
    """`GoOn` in its envelope."""

    kind: Literal["go_on"] = "go_on"


class CallService(first.CallService):
    """The player calls an attendant, as the button on the panel does."""

    v: Version2 = 2


class FieldsTouched(first.FieldsTouched):
    """So many fields of this screen were touched in the test that `touch_test` named."""

    v: Version2 = 2


class TouchSet(Message):
    """A person has set this screen right, as `calibrate` wanted; it is kept once `calibrate` says it is on record."""

    v: Version2 = 2
    kind: Literal["touch_set"] = "touch_set"
    test: Said
    before: Six = Field(description="the six numbers that were in force, six decimals each")
    after: SixOrNone = Field(description="those that are kept; none: as the screen was delivered")


class TouchNotSet(Message):
    """Nothing came of the setting that `calibrate` wanted; this screen is as it was."""

    v: Version2 = 2
    kind: Literal["touch_not_set"] = "touch_not_set"
    test: Said
    cause: NotSet


class SnapshotWanted(first.SnapshotWanted):
    """Something was missed: tell the table, and this seat, as they are now."""

    v: Version2 = 2


class BookWanted(first.BookWanted):
    """Tell the rule book in force: what is offered, within which limits, and what it pays."""

    v: Version2 = 2


class Goodbye(first.Goodbye):
    """The terminal leaves in good order; wagers and credits stay."""

    v: Version2 = 2


# ---- controller → terminal --------------------------------------------------------------------------------------


class Welcome(first.Welcome):
    """You are the terminal of this seat. Commands count on from `last_id` in `series`; `unknown` never arrived."""

    v: Version2 = 2
    series: Series
    last_id: Annotated[int, Field(ge=0, le=LARGEST_ID)]


class AnswerInSeries(Answer):
    """What became of a command, on disk before it is told.

    The same command again gets the same answer, with the purse as it is then; but a refusal for its number, by
    `id_jump`, `stale_id` or `series_over`, is for the moment.
    """

    v: Version2 = 2
    series: Series


class JackpotPart(Message):
    """What this seat has won of a jackpot, paid already as the floor of the house says. Said once."""

    v: Version2 = 2
    kind: Literal["jackpot_part"] = "jackpot_part"
    jackpot: Jackpot
    amount: Money = Field(description="of this seat")
    prize: Money = Field(description="of all seats that won it together")
    by_last_roll: bool = Field(description="whether the last roll of this table hit it; else an earlier one")


class Calibrate(Message):
    """A technician wants the touch of this screen set right: show crosses.

    Say `touch_set` or `touch_not_set` with this name. With a null test it is over: `kept` names the setting that is on
    record, which is kept now; any other is given up.
    """

    v: Version2 = 2
    kind: Literal["calibrate"] = "calibrate"
    test: Name | None
    as_delivered: bool = Field(
        default=False, description="nobody touches anything: what staff set before is taken back"
    )
    kept: Name | None = None


Command = (
    WagersInSeries
    | DoneInSeries
    | ShootInSeries
    | PassDiceInSeries
    | ChooseInSeries
    | CashOutInSeries
    | SetLimitsInSeries
    | TakeBreakInSeries
    | GoOnInSeries
)
FromTerminal = (
    HelloInSeries
    | Heartbeat
    | TerminalHealth
    | PagesOpen
    | Command
    | CallService
    | FieldsTouched
    | TouchSet
    | TouchNotSet
    | SnapshotWanted
    | BookWanted
    | Goodbye
)
ToTerminal = (
    Welcome
    | first.Heartbeat
    | AnswerInSeries
    | SeatNow
    | CashNow
    | CashMoved
    | JackpotPart
    | CareNow
    | Settled
    | TableNow
    | first.Book
    | first.ServiceCalled
    | first.ButtonPressed
    | first.TouchTest
    | Calibrate
    | NotTaken
)
FROM_TERMINAL: TypeAdapter[FromTerminal] = TypeAdapter(Annotated[FromTerminal, Field(discriminator="kind")])
TO_TERMINAL: TypeAdapter[ToTerminal] = TypeAdapter(Annotated[ToTerminal, Field(discriminator="kind")])
