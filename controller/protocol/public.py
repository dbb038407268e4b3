"""What everybody may see of a table: broadcast to all who listen, and nothing in it that concerns one seat.

A broadcast is the whole public truth, not a difference: who missed one has missed nothing once the next arrives. It
counts up by one within an `epoch`, which is new each time the controller starts.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from controller.protocol.devices.dice import Face
from controller.protocol.message import U8, U64, Count, Hex8, Message, Name, Positive, Text
from controller.protocol.message import SeatNumber as SeatNumber

Bet = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,24}(:[0-9]{1,2}(-[0-9]{1,2}){0,5})?$")]
"""The name of a spot: `pass_line`, `place:6`, `hop:1-2`."""
Level = Literal["low", "high"]
PhaseName = Literal["idle", "betting", "drawing", "closed", "shooting", "rolling", "settling", "recovery", "asking"]
Faces = tuple[Face, Face]
Total = Annotated[int, Field(ge=2, le=12)]
MOST_SPOTS = 200
MOST_HOLDS = 32
MOST_CODES = 16
PAST_ROLLS = 20
BEST_HANDS = 5
MOST_WINNERS = 16


NOTHING_OF_CRAPS: dict[str, Any] = {"hand": None, "past": (), "totals": (), "best_hands": ()}
"""What the table of another game says where craps has its own; its own stands in `game`."""


class Part(BaseModel):
    """A piece of a message: strict and closed, like the message itself."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


Short = Annotated[str, StringConstraints(max_length=60)]


class MachineIs(Part):
    """Which machine this is, as it stands on every screen, paper and file; what the house did not say is empty."""

    name: Short
    house: Short = ""
    place: Short = ""
    asset: Short = Field(default="", description="the number by which the house knows it")
    serial: Short = Field(default="", description="the number that its maker gave it")
    zone: Short = Field(description="of its clock, such as `America/New_York`")
    game: Short
    book: Annotated[str, StringConstraints(max_length=120)] = Field(description="the rule book by its name")
    version: Short = Field(description="of the program")


Own = Annotated[
    dict[str, Any] | None,
    Field(
        exclude_if=lambda told: told is None,
        description="what a game other than craps says in its own words; not there while craps is played",
    ),
]


Closed = Annotated[
    dict[Name, Annotated[tuple[Bet, ...], Field(max_length=MOST_SPOTS)]],
    Field(max_length=MOST_CODES, exclude_if=lambda told: not told),
]
"""Code with which a wager is refused → the spots."""

OfDevice = Annotated[dict[str, Any] | None, Field(exclude_if=lambda told: told is None)]


class TallyNow(Part):
    """What the hand-long bets of some books count.

    Faces that came as a pair and how often each total came since the last seven; how often each point was made in this
    hand.
    """

    doubles: Annotated[tuple[U8, ...], Field(max_length=6)]
    times: Annotated[dict[Total, Positive], Field(max_length=10)]
    made: Annotated[dict[Total, Positive], Field(max_length=10)]


class HandNow(Part):
    """A craps hand: the puck, the rolls since the last seven-out, and what the hand-long bets count."""

    point: Total | None
    rolls: Count
    points_made: Annotated[tuple[U8, ...], Field(max_length=10)]
    numbers: Annotated[tuple[U8, ...], Field(max_length=11)]
    tally: TallyNow | None = Field(
        default=None,
        exclude_if=lambda told: told is None,
        description="not there before the first roll, nor where no bet of the book goes by it",
    )


class LastRound(Part):
    """How the round before ended; `faces` where the dice decided it."""

    round: U64
    how: Name
    reason: Text
    faces: Faces | None
    roll_count: Positive | None = Field(
        default=None, description="rolls of the hand with this one, also when it was the seven-out"
    )
    won: Annotated[dict[SeatNumber, Positive], Field(max_length=MOST_WINNERS, exclude_if=lambda told: not told)] = (
        Field(
            default_factory=dict,
            description="seats that it brought more than it cost, and how much more: the largest; not there where none",
        )
    )
    game: Own = None


class PastRoll(Part):
    """A roll that was settled, and what it did to the puck."""

    faces: Faces
    did: Literal["", "point", "made", "out"] = Field(description="set a point, made it, or was the seven-out")


class BestHand(Part):
    """A long hand, at its seven-out."""

    rolls: Positive
    shooter: SeatNumber | None


Jackpot = Annotated[str, StringConstraints(pattern="^[a-z0-9_]{1,24}$")]


class PotShown(Part):
    """A progressive jackpot that the wagers of this table feed."""

    jackpot: Jackpot
    amount: Count | None = Field(description="what a hit would be paid; null while the floor does not say")
    open: bool = Field(description="whether its wagers are taken when bets close; else they go back")
    bets: Annotated[tuple[Name, ...], Field(max_length=64)]
    trigger: Annotated[dict[Name, int | str], Field(max_length=1)] = Field(description="what wins it")


class JackpotWon(Part):
    """A progressive jackpot that was won at some table of the house, just now."""

    jackpot: Jackpot
    hit: Count = Field(description="which of its hits")
    cabinet: Annotated[str, StringConstraints(max_length=40)]
    amount: Count


class DayNow(Part):
    """What is counted in a gaming day, for those who like to know: dice have no memory."""

    hands: Count = Field(description="hands that have ended")
    rolls: Count = Field(description="the rolls of these hands")
    since: Annotated[dict[Bet, Count], Field(max_length=8)] = Field(description="rolls since a hardway came last")


class TableNow(Message):
    """The table as everybody sees it."""

    kind: Literal["table"] = "table"
    epoch: Hex8
    seq: U64
    demo: bool
    phase: PhaseName
    round: U64
    due_in_ms: U64 | None = Field(description="until time ends this phase; null while nothing is due or it is held")
    lasts_ms: U64 | None = Field(description="how long time gives this phase altogether")
    least_ms: U64 | None = Field(
        default=None,
        exclude_if=lambda told: told is None,
        description="bets cannot close sooner, whoever is done: a law wants it; not there else",
    )
    holds: Annotated[dict[Name, Text], Field(max_length=MOST_HOLDS)]
    shooter: SeatNumber | None = Field(description="who has the dice; null: the house rolls")
    hand: HandNow | None
    levels: Annotated[dict[Bet, Level], Field(max_length=MOST_SPOTS)] = Field(description="the Power Odds of this roll")
    no_rolls: Count
    last: LastRound | None
    past: Annotated[tuple[PastRoll, ...], Field(max_length=PAST_ROLLS)] = Field(description="rolls, the latest last")
    totals: Annotated[tuple[U64, ...], Field(max_length=11)] = Field(
        description="how often 2, 3 … 12 have come in the gaming day"
    )
    best_hands: Annotated[tuple[BestHand, ...], Field(max_length=BEST_HANDS)] = Field(
        description="the longest hands of the gaming day"
    )
    day: DayNow | None = Field(
        default=None, exclude_if=lambda told: told is None, description="what else was counted in the gaming day"
    )
    languages: Annotated[tuple[Name, ...], Field(max_length=8)] = Field(
        default=(),
        description="what players may choose from; a screen begins with the first; none named: every one it has",
    )
    book: Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")] = Field(
        description="digest of the rule book in force; `book_wanted` tells the book itself"
    )
    result: OfDevice = Field(
        default=None, description="a known outcome that is looked at before it is settled; not there in craps"
    )
    alarm: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, exclude_if=lambda told: told is None, description="a door's alarm sounds, so loud in percent"
    )
    device: OfDevice = Field(
        default=None, description="what the device shows while it works, such as where the ball is; not there in craps"
    )
    progressives: Annotated[dict[U8, Count], Field(max_length=32, exclude_if=lambda told: not told)] = Field(
        default_factory=dict,
        description="what the progressives of the casino stand at, by their level; not there where it tells of none",
    )
    pots: Annotated[tuple[PotShown, ...], Field(max_length=8, exclude_if=lambda told: not told)] = Field(
        default=(), description="the progressive jackpots of this table; not there where its rules have none"
    )
    won: Annotated[JackpotWon | None, Field(exclude_if=lambda told: told is None)] = Field(
        default=None, description="one that was just won in this house; not there else"
    )
    game: Own = None
    closed: Closed = Field(
        default_factory=dict,
        description="spots that take no wager at this stage, by the code of the refusal",
    )
