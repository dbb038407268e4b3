"""What is asked of rounds, log and papers, and what is answered: what happened, one after another.

A terminal is told of its own seat alone: other seats' rows are taken out before the answer leaves."""

from typing import Annotated, Any, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name
from controller.protocol.public import Part, SeatNumber

MOST_ROUNDS = 100
MOST_ROWS = 500


class RoundsWanted(Message):
    """Past rounds, newest first. A terminal names its own seat."""

    kind: Literal["rounds_wanted"] = "rounds_wanted"
    number: Count | None = None
    seat: SeatNumber | None = None
    since: Count | None = Field(default=None, description="UTC in milliseconds")
    until: Count | None = None
    before: Count | None = Field(default=None, description="rounds older than this one, to leaf back")
    last: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 10
    part: Count = Field(default=0, description="of a round too long for one answer, what comes from its `cut` on")
    open: bool = Field(
        default=False,
        description="the round still being played too, first, as `open`: of it only the movements of the seat's cash",
    )


class Rounds(Message):
    """The rounds asked for; `more`: no room for the rest, ask with `before`; what is `cut` is asked for by `part`."""

    kind: Literal["rounds"] = "rounds"
    rounds: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_ROUNDS)]
    more: bool


class SeenWanted(Message):
    """A past round as the players saw it."""

    kind: Literal["seen_wanted"] = "seen_wanted"
    number: Count


class RoundSeen(Message):
    """The felt they were offered, the hand before the roll, and every throw of the hand."""

    kind: Literal["seen"] = "seen"
    document: dict[str, Any]


class LogWanted(Message):
    """The event log, newest first."""

    kind: Literal["log_wanted"] = "log_wanted"
    of: Name | None = Field(default=None, description="only this kind, such as door or operator")
    seat: SeatNumber | None = Field(default=None, description="only what concerns this seat")
    since: Count | None = Field(default=None, description="UTC in milliseconds")
    until: Count | None = None
    before: Count | None = Field(default=None, description="rows older than this id")
    last: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 100
    words: Annotated[str, Field(min_length=1, max_length=60)] | None = Field(
        default=None, description="only rows that have these words in some field"
    )
    whats: Annotated[tuple[Name, ...], Field(max_length=64, strict=False)] = Field(
        default=(), description="or say one of these: what the words mean in the reader's language"
    )
    person: Annotated[str, Field(min_length=1, max_length=32)] | None = Field(
        default=None, description="only what this person did, or what was done to them"
    )


class LogRow(Part):
    """One line of the log."""

    id: U64
    seq: U64 = Field(description="the journal's entry that says so")
    at: U64
    of: Name
    seat: Count
    text: str = Field(description="in English")
    details: str
    fact: dict[str, Any] | None = Field(
        default=None, description="the line as a fact, its word and its fields; null where only its sentence is known"
    )


class Log(Message):
    """The rows asked for."""

    kind: Literal["log"] = "log"
    rows: Annotated[tuple[LogRow, ...], Field(max_length=MOST_ROWS)]
    more: bool
    journal: str
    life: Name


class LastPapersWanted(Message):
    """The last notes and tickets that were stacked or came out, of a seat or of all."""

    kind: Literal["last_papers_wanted"] = "last_papers_wanted"
    seat: SeatNumber | None = None


class LastPaper(Part):
    """One whose money has moved. Of a ticket's number its end alone: who reads this can print one."""

    at: U64
    seat: SeatNumber
    amount: U64
    into_seat: bool
    ends: Annotated[str, Field(max_length=4)] = ""


class LastPapers(Message):
    """Newest first."""

    kind: Literal["last_papers"] = "last_papers"
    notes: Annotated[tuple[LastPaper, ...], Field(max_length=5)]
    tickets: Annotated[tuple[LastPaper, ...], Field(max_length=35)]


class ScriptWanted(Message):
    """A past round as a script for `boxcars scenario`."""

    kind: Literal["script_wanted"] = "script_wanted"
    number: Count


class RoundScript(Message):
    """As `boxcars recall --round N --script --compare --json` prints it: each step as recorded, and as played today."""

    kind: Literal["round_script"] = "round_script"
    document: dict[str, Any]
