"""What a person at a station looks at of notes and tickets: the devices of seats, what lies in them, what waits."""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name, Text
from controller.protocol.public import Part, SeatNumber
from controller.protocol.terminals.commands import Money

MOST_SHOWN = 16
"""Seats in one answer."""
MOST_ROWS = 32
Word = Annotated[str, Field(max_length=64)]
MoveName = Annotated[str, Field(max_length=100)]
Names = Annotated[tuple[Name, ...], Field(max_length=MOST_ROWS)]


class AcceptorSeen(Part):
    """The bill acceptor of a seat."""

    identity: Text = Field(description="empty before one was met")
    another: Text | None = Field(description="one that stands in its place, and waits to be accepted")
    linked: bool
    faults: Names
    why: Name | None = Field(description="why nothing is let in now")


class PrinterSeen(Part):
    """The ticket printer of a seat."""

    serial: U64 = Field(description="0 before one was met")
    another: U64 | None = Field(description="one that stands in its place, and waits to be accepted")
    linked: bool
    state: Word = Field(description="empty before it has told")
    paper: Word
    faults: Names
    at_the_bezel: bool
    left: bool = Field(description="nobody has taken that for too long")


class PaperSeen(Part):
    """A note or ticket in the acceptor. Unknown, it waits for two persons and a count."""

    move: MoveName
    what: Literal["note", "ticket"]
    amount: Money
    unknown: Name | None = Field(description="why nobody knows what became of it")


class TicketSeen(Part):
    """A ticket on its way out, or what it has become."""

    move: MoveName
    amount: Money
    stage: Name
    ends: Annotated[str, Field(max_length=4)] = Field(description="the last digits of its number")


class BoxSeen(Part):
    """What lies in the stacker since it was taken out last, as every paper was booked."""

    notes: Annotated[dict[str, Count], Field(max_length=MOST_ROWS)] = Field(description="value → how many")
    tickets: Count
    ticket_amount: Money
    found: Count
    cash: Money = Field(description="what a count should come to: notes, and what was found")


class FoundSeen(Part):
    """Cash without a move: somebody's, and a person says whose."""

    name: MoveName
    amount: Money = Field(description="0 where only a count can say")
    why: Name


class DropSeen(Part):
    """A box that was taken out and not counted yet."""

    drop: Count
    cash: Money


class CashOfSeat(Part):
    """Notes and tickets of one seat."""

    seat: SeatNumber
    acceptor: AcceptorSeen | None
    printer: PrinterSeen | None
    paper: PaperSeen | None
    ticket: TicketSeen | None
    box: BoxSeen
    found: Annotated[tuple[FoundSeen, ...], Field(max_length=MOST_ROWS)]
    drops: Annotated[tuple[DropSeen, ...], Field(max_length=MOST_ROWS)]
    holds: Names = Field(description="why its cash waits")


class CashSeen(Message):
    """Notes and tickets of the seats that have devices; of many, the first from the seat that was asked for."""

    kind: Literal["cash_seen"] = "cash_seen"
    seats: Annotated[tuple[CashOfSeat, ...], Field(max_length=MOST_SHOWN)]
    more: SeatNumber | None = Field(default=None, description="ask on from this seat; null: that was all")
