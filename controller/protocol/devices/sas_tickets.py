"""What the driver of the casino's line is told of tickets, and what the host says of them."""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.message import U8, U32, Count, Message

Digits = Annotated[str, Field(pattern=r"^\d{0,18}$")]
Function = Literal["tickets", "hand_pays", "redemption"]
Functions = Annotated[tuple[Function, ...], Field(max_length=3)]
Three = Annotated[int, Field(ge=0, le=0xFFFFFF, description="three bytes")]
Days = Annotated[int, Field(ge=0, le=9999)]
LONGEST_LINE, LONGEST_PLACE = 40, 48
"""Of a text of the host, and of what a printer keeps for the place: both lines of the address, with a comma."""
Line = Annotated[str, Field(pattern=rf"^[ -~]{{0,{LONGEST_LINE}}}$")]


class SasValidation(Message):
    """A ticket that came out, or a hand-pay that was paid."""

    kind: Literal["sas_validation"] = "sas_validation"
    serial: Count
    type: U8 = Field(description="0 a ticket, 64 a hand-pay of credits, 96 one of a win")
    number: Digits = Field(description="system and number; empty of a hand-pay that has none")
    amount: Count
    time: U32
    zone: Annotated[int, Field(ge=-1440, le=1440)]
    ticket: Count
    days: Days


class SasRedemption(Message):
    """The last ticket that came in."""

    kind: Literal["sas_redemption"] = "sas_redemption"
    serial: Count
    number: Digits
    amount: Count
    status: U8 = Field(
        description="as SAS numbers it: 32 waits for the host, 64 on its way, 0 taken, the others refused"
    )
    to_tell: bool = Field(description="it is over, and the host has not read that yet")


class SasTickets(Message):
    """Tickets of one address."""

    kind: Literal["sas_tickets"] = "sas_tickets"
    style: Literal["system", "secure"]
    asset: U32 = 0
    cash_out: Count = Field(default=0, description="what waits for a number; 0: nothing")
    given: Digits = Field(default="", description="the last number of the host, or its denial")
    identity: Three = 0
    sequence: Three = 0
    records: Annotated[tuple[SasValidation, ...], Field(max_length=31)] = ()
    read: Count = Field(default=0, description="the serial up to which the host has read them")
    redemption: SasRedemption | None = None
    functions: Functions = Field(default=(), description="those that are on")
    days: Days = 0
    texts: tuple[Line, Line, Line] = Field(
        default=("", "", ""), description="location and two lines of the address, by the host; empty: it has not said"
    )


class SasTicketOrder(Message):
    """What an order about tickets says besides."""

    kind: Literal["sas_ticket_order"] = "sas_ticket_order"
    number: Digits = ""
    code: U8 = 0
    amount: Count = 0
    identity: Three = 0
    sequence: Three = 0
    on: Functions = ()
    off: Functions = ()
    days: Days = 0
    location: Line | None = Field(default=None, description="of `texts`; left out: it stays as it is")
    first: Line | None = None
    second: Line | None = None
