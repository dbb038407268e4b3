"""What a player's terminal and the controller say to each other in version 2 of the wire.

A hello says the version of its connection. Ids of commands belong to a series, which the controller grants at hello;
several wagers are one command, all or none; and no key may stand twice in a message. What is not here is as in
version 1, and told as such.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from config.touch import NotSet, Six, SixOrNone
from controller.protocol.message import U64, Count, Message, Name, Said, Text
from controller.protocol.public import Jackpot, Part, SeatNumber, TableNow
from controller.protocol.terminals import commands
from controller.protocol.terminals import version_1 as first
from controller.protocol.terminals.commands import Amount, Money
from controller.protocol.terminals.version_1 import MOST_UNFINISHED

Version2 = Annotated[int, Field(ge=2, le=2)]
LARGEST_ID = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly; nobody gets there counting."""
CommandId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Series = Annotated[int, Field(ge=0, le=LARGEST_ID)]
MOST_NOTES, MOST_HOLDS = 32, 16

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


class AnswerInSeries(first.Answer):
    """What became of a command, on disk before it is told.

    The same command again gets the same answer, with the purse as it is then; but a refusal for its number, by
    `id_jump`, `stale_id` or `series_over`, is for the moment.
    """

    v: Version2 = 2
    series: Series


Notes = Annotated[tuple[Amount, ...], Field(max_length=MOST_NOTES)]


class PaperNow(Part):
    """What is in the acceptor of a seat."""

    what: Literal["note", "ticket"]
    amount: Money = Field(description="0 of a ticket that the authority has not answered for")
    stage: Literal["asking", "accepted", "returning", "unknown"] = Field(
        description="`asking`: an authority is asked about a ticket; `unknown`: an attendant settles what became of it"
    )


class TicketNow(Part):
    """A ticket that this seat is paid with, or waits to be."""

    amount: Money = Field(description="0 where it is not known yet, and once it has come out")
    stage: Literal["coming", "waiting", "printing", "take", "left", "voiding", "payable"] = Field(
        description="`coming`: the cash-out waits for what is in the acceptor; `waiting`: for the one before it, "
        "which nobody has taken; `take`: it is at the bezel, `left`: for too long; where nobody knows whether it came "
        "out, `voiding` and then `payable` by hand"
    )


class CashNow(Message):
    """Notes and tickets at this seat, where it has devices for them: always whole, and told when it has changed."""

    v: Version2 = 2
    kind: Literal["cash"] = "cash"
    seat: SeatNumber
    notes: Notes = Field(description="what is let in now, by its value")
    tickets: bool = Field(description="whether tickets are let in now")
    takes: Notes = Field(description="the notes that are let in where nothing speaks against it")
    takes_tickets: bool
    why: Name | None = Field(description="why nothing is let in now")
    paper: PaperNow | None
    ticket: TicketNow | None
    ticket_limit: Money = Field(description="a cash-out up to this prints a ticket now; 0: it is paid by hand")
    holds: Annotated[tuple[Name, ...], Field(max_length=MOST_HOLDS)] = Field(
        description="why cash of this seat waits for an attendant"
    )


class CashMoved(Message):
    """A note or a ticket has come in, was given back, or has come out. Said once; how things stand is in `cash`."""

    v: Version2 = 2
    kind: Literal["cash_moved"] = "cash_moved"
    what: Name = Field(description="`note`, `ticket`, `paper` where the acceptor did not say which, or `transfer`")
    how: Literal["credited", "returned", "printed", "sent", "offered"] = Field(
        description="`sent`: to the casino's system; `offered`: it may take what is cashed out"
    )
    amount: Money = Field(description="0 where nobody knows it")
    why: Name | None = Field(default=None, description="why it was given back")


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
    | first.SeatNow
    | CashNow
    | CashMoved
    | JackpotPart
    | CareNow
    | first.Settled
    | TableNow
    | first.Book
    | first.ServiceCalled
    | first.ButtonPressed
    | first.TouchTest
    | Calibrate
    | first.NotTaken
)
FROM_TERMINAL: TypeAdapter[FromTerminal] = TypeAdapter(Annotated[FromTerminal, Field(discriminator="kind")])
TO_TERMINAL: TypeAdapter[ToTerminal] = TypeAdapter(Annotated[ToTerminal, Field(discriminator="kind")])
