"""What a player's terminal and the controller say to each other.

The terminal connects a DEALER, sets no routing id of its own, and says `Hello`. The controller answers `Welcome` and
from then on tells this seat, and nobody else, what concerns it. A command carries a number that counts up from
`Welcome.last_id`; sent again with the same number it happens once and gets the same answer.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from controller.protocol.message import U64, Hex8, Message, Name, Positive, Said
from controller.protocol.public import Bet, MachineIs, SeatNumber, TableNow
from controller.protocol.terminals import commands
from controller.protocol.terminals.answers import Answer, CommandId, NotTaken
from controller.protocol.terminals.commands import Amount, Round
from controller.protocol.terminals.seat import SeatNow, Settled

MOST_UNFINISHED = 256
"""As many answers as the controller keeps for a client."""
MOST_FIELDS = 1000
"""Of a touch test; as many as the table takes."""
LONGEST_ROUND_TRIP_MS = 600_000
SeatButton = Literal["REPEAT", "CLEAR"]
"""The buttons of a seat's panel whose work is the terminal's."""
RoundTrip = Annotated[float, Field(ge=0, le=LONGEST_ROUND_TRIP_MS)]

# ---- terminal → controller --------------------------------------------------------------------------------------


class Hello(Message):
    """The terminal of this seat is here. `unfinished`: commands sent that have had no answer."""

    kind: Literal["hello"] = "hello"
    seat: SeatNumber
    software: Said
    unfinished: Annotated[tuple[CommandId, ...], Field(max_length=MOST_UNFINISHED)] = ()


class Heartbeat(Message):
    """Each second, both ways: the controller gives the same number back."""

    kind: Literal["heartbeat"] = "heartbeat"
    n: U64


class TerminalHealth(Message):
    """How long heartbeats of this terminal took to come back: the last, and the longest of the last so many.

    Said every few seconds or not at all. It is shown to technicians and believed for nothing.
    """

    kind: Literal["terminal_health"] = "terminal_health"
    round_trip_ms: RoundTrip
    worst_round_trip_ms: RoundTrip
    heartbeats: Annotated[int, Field(ge=1, le=3600)] = Field(description="over how many the longest was looked for")


class WagerAlone(Message):
    """Place on a spot, take down from it, or turn a wager ON or OFF, in the window of this round."""

    kind: Literal["wager"] = "wager"
    id: CommandId
    round: Round
    do: Literal["place", "take_down", "turn"]
    bet: Bet
    amount: Amount | None = None
    on: bool | None = None

    @property
    def asked(self) -> commands.Wagers:
        """The same in the words of every version: one row, which may lack what it needs."""
        lay = commands.Lay.model_construct(do=self.do, bet=self.bet, amount=self.amount, on=self.on)
        return commands.Wagers.model_construct(round=self.round, wagers=(lay,))


class Numbered(Message):
    """The envelope of a command."""

    id: CommandId


class DoneNumbered(commands.Done, Numbered):
    """`Done` in its envelope."""

    kind: Literal["done"] = "done"


class ShootNumbered(commands.Shoot, Numbered):
    """`Shoot` in its envelope."""

    kind: Literal["shoot"] = "shoot"


class PassDiceNumbered(commands.PassDice, Numbered):
    """`PassDice` in its envelope."""

    kind: Literal["pass_dice"] = "pass_dice"


class ChooseNumbered(commands.Choose, Numbered):
    """`Choose` in its envelope."""

    kind: Literal["choose"] = "choose"


class CashOutNumbered(commands.CashOut, Numbered):
    """`CashOut` in its envelope."""

    kind: Literal["cash_out"] = "cash_out"


class CallService(Message):
    """The player calls an attendant, as the button on the panel does."""

    kind: Literal["call_service"] = "call_service"


class FieldsTouched(Message):
    """So many fields of this screen were touched in the test that `touch_test` named."""

    kind: Literal["touch_tested"] = "touch_tested"
    test: Said
    touched: Annotated[int, Field(ge=0, le=MOST_FIELDS)]
    fields: Annotated[int, Field(ge=1, le=MOST_FIELDS)]


class SnapshotWanted(Message):
    """Something was missed: tell the table, and this seat, as they are now."""

    kind: Literal["snapshot_wanted"] = "snapshot_wanted"


class BookWanted(Message):
    """Tell the rule book in force: what is offered, within which limits, and what it pays."""

    kind: Literal["book_wanted"] = "book_wanted"


class Goodbye(Message):
    """The terminal leaves in good order; wagers and credits stay."""

    kind: Literal["goodbye"] = "goodbye"


# ---- controller → terminal --------------------------------------------------------------------------------------


class Welcome(Message):
    """You are the terminal of this seat. Commands count on from `last_id`; `unknown` never arrived: send them again."""

    kind: Literal["welcome"] = "welcome"
    seat: SeatNumber
    epoch: Hex8
    last_id: U64
    unknown: Annotated[tuple[CommandId, ...], Field(max_length=MOST_UNFINISHED)]
    heartbeat_ms: Positive
    lost_after_ms: Positive
    table: TableNow
    you: SeatNow


class Book(Message):
    """The rule book in force, as `boxcars rulebook show` prints it."""

    kind: Literal["book"] = "book"
    digest: str
    book: dict[str, Any]
    offer: dict[str, Any] = Field(description="what the layout offers, spot by spot: a page is drawn from this")
    machine: MachineIs | None = Field(default=None, description="which machine this is")


class ServiceCalled(Message):
    """The attendants know that this seat calls."""

    kind: Literal["service_called"] = "service_called"


class ButtonPressed(Message):
    """REPEAT or CLEAR of this seat's panel was pressed, in this round: do what the screen's own button does, once.

    `press` counts up by one within an `epoch`; one that was heard already, or belongs to a round that is over, means
    nothing.
    """

    kind: Literal["button_pressed"] = "button_pressed"
    button: SeatButton
    press: Positive
    round: Round


class TouchTest(Message):
    """A technician wants this screen touched all over: cover it with fields, and say `touch_tested` with this name.

    Null: no longer; show what was there before.
    """

    kind: Literal["touch_test"] = "touch_test"
    test: Name | None


Command = WagerAlone | DoneNumbered | ShootNumbered | PassDiceNumbered | ChooseNumbered | CashOutNumbered
FromTerminal = (
    Hello | Heartbeat | TerminalHealth | Command | CallService | FieldsTouched | SnapshotWanted | BookWanted | Goodbye
)
ToTerminal = (
    Welcome
    | Heartbeat
    | Answer
    | SeatNow
    | Settled
    | TableNow
    | Book
    | ServiceCalled
    | ButtonPressed
    | TouchTest
    | NotTaken
)
FROM_TERMINAL: TypeAdapter[FromTerminal] = TypeAdapter(Annotated[FromTerminal, Field(discriminator="kind")])
TO_TERMINAL: TypeAdapter[ToTerminal] = TypeAdapter(Annotated[ToTerminal, Field(discriminator="kind")])

FromDisplay = SnapshotWanted | BookWanted | Heartbeat
ToDisplay = TableNow | Book | Heartbeat | NotTaken
FROM_DISPLAY: TypeAdapter[FromDisplay] = TypeAdapter(Annotated[FromDisplay, Field(discriminator="kind")])
TO_DISPLAY: TypeAdapter[ToDisplay] = TypeAdapter(Annotated[ToDisplay, Field(discriminator="kind")])
