"""What a terminal is told of notes and tickets at its seat, in version 2 of the wire."""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import Message, Name, Version2
from controller.protocol.public import Part, SeatNumber
from controller.protocol.terminals.commands import Amount, Money

MOST_NOTES, MOST_HOLDS = 32, 16
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
