"""What the driver of the bill acceptors and the controller say to each other.

A driver process serves the acceptors of all seats, each by a connection of its own. What a unit told is one message
each, in order: `session` says which beginning of the conversation with the unit it belongs to, `tell` its place there.
Where a number is left out something was lost, and the controller wants another session: it begins at the stored mark,
and the unit is asked what became of everything since.

The controller's word is one wish, told again whenever it changes and at least once a second. What is to happen to a
paper names it, so a wish that is said again never touches the next one.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from controller.protocol.devices.unit import DriverHere
from controller.protocol.message import LARGEST, Count, Message, Positive, SeatNumber, Text, WhoIsThere

MOST_TYPES = 64
MarkNow = tuple[Count, Annotated[int, Field(ge=0, le=255)]]
"""How far the events of a unit with a counter were taken in: how often a counter of 0 was seen, and the counter."""
Value = Positive
PaperPlace = Literal["none", "in_path", "in_stacker", "unknown"]
AcceptorFault = Literal[
    "jammed",
    "stacker_jammed",
    "stacker_full",
    "stacker_removed",
    "cheated",
    "paused",
    "failed",
    "line",
    "unknown",
]
PaperOrder = Literal["nothing", "hold", "accept", "return"]
Identity = Annotated[str, Field(max_length=80)]


# ---- to the driver -------------------------------------------------------------------------------


class WantedOfAcceptor(Message):
    """All that is wanted of an acceptor now."""

    kind: Literal["wanted_of_acceptor"] = "wanted_of_acceptor"
    session: Positive = Field(description="another than the driver's: begin anew, at the mark")
    mark: MarkNow | None = Field(description="the stored one; null: none is")
    notes: Annotated[tuple[Value, ...], Field(max_length=MOST_TYPES)] = Field(description="to be let in, by value")
    tickets: bool = Field(description="to be let in")
    paper: Count = Field(
        default=0, description="which paper of the session the order is about; 0: the one that stood there at its start"
    )
    order: PaperOrder = "nothing"
    booked: Count = Field(
        default=0,
        description="what this tell said is on the disk: that a paper was stacked, or where one lay at a start",
    )


# ---- from the driver -----------------------------------------------------------------------------


class BillsDriverHere(DriverHere):
    """The driver of a seat's acceptor is here, and whether it was told before is unsure: tell it what is wanted."""

    kind: Literal["bills_driver_here"] = "bills_driver_here"
    seat: SeatNumber
    session: Count = Field(description="the one that runs; 0: none, for nobody has said where to begin")


class AcceptorHealth(Message):
    """Of the line since the driver started, once a second whether the unit answers or not: the driver's heartbeat."""

    kind: Literal["acceptor_health"] = "acceptor_health"
    session: Count
    told: Count = Field(description="the last tell of the session")
    linked: bool
    sent: Count
    answered: Count
    unanswered: Count
    noise: Count
    strays: Count
    reopens: Count
    messages_dropped: Count


class OfAcceptor(Message):
    """Something happened at a unit."""

    session: Positive
    tell: Positive
    mark: MarkNow | None = Field(description="what is stored with it; null of units that have no counter")


class NoteType(BaseModel):
    """A kind of note that a unit knows: its number there, and what it is worth in the smallest unit."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    type: Annotated[int, Field(ge=0, le=255)]
    value: Value


class AcceptorReady(OfAcceptor):
    """The unit is the right one and is set up; nothing is let in yet."""

    kind: Literal["acceptor_ready"] = "acceptor_ready"
    serial: Identity = Field(description="empty where its protocol has none")
    product: Identity = Field(description="what it says it is")
    currency: Identity
    notes: Annotated[tuple[NoteType, ...], Field(max_length=MOST_TYPES)]


class AcceptorForeign(OfAcceptor):
    """Another unit, or one whose notes are not those of the settings: it takes nothing."""

    kind: Literal["acceptor_foreign"] = "acceptor_foreign"
    text: Text


class AcceptorLost(OfAcceptor):
    """The unit cannot be spoken to; what it does meanwhile will be found when it is back."""

    kind: Literal["acceptor_lost"] = "acceptor_lost"
    text: Text


class AcceptorReset(OfAcceptor):
    """The unit has started anew, and where it says the paper is."""

    kind: Literal["acceptor_reset"] = "acceptor_reset"
    paper: PaperPlace


class AcceptorEnabled(OfAcceptor):
    """These are let in now, and nothing else: the unit has read it back."""

    kind: Literal["acceptor_enabled"] = "acceptor_enabled"
    notes: Annotated[tuple[Value, ...], Field(max_length=MOST_TYPES)]
    tickets: bool


class NoteAtEscrow(OfAcceptor):
    kind: Literal["note_at_escrow"] = "note_at_escrow"
    paper: Positive = Field(description="the driver's count of papers in this session")
    note: NoteType


class TicketAtEscrow(OfAcceptor):
    kind: Literal["ticket_at_escrow"] = "ticket_at_escrow"
    paper: Positive = Field(description="the driver's count of papers in this session")
    number: Annotated[str, Field(max_length=64)] = Field(description="as it was read: perhaps reversed or not ours")


class PaperRouted(OfAcceptor):
    """The unit has heard the order to accept, and the paper moves."""

    kind: Literal["paper_routed"] = "paper_routed"


class PaperNotRouted(OfAcceptor):
    """The unit did not carry out an order to accept or to return."""

    kind: Literal["paper_not_routed"] = "paper_not_routed"
    text: Text


class PaperStacked(OfAcceptor):
    """The paper is in the box. Where it is to be acknowledged, it is told again each second until it was booked."""

    kind: Literal["paper_stacked"] = "paper_stacked"
    note: NoteType | None = Field(description="null where the unit does not say, and of a ticket")
    from_escrow: bool = Field(description="false of paper that was not offered, or when that is not known")
    to_acknowledge: bool = Field(description="the unit waits for it to be booked, and takes nothing more until then")


class PaperReturned(OfAcceptor):
    """What stood at escrow was given back."""

    kind: Literal["paper_returned"] = "paper_returned"


class PaperRejected(OfAcceptor):
    """A paper was not taken; none was at escrow."""

    kind: Literal["paper_rejected"] = "paper_rejected"
    why: Text


class PathEmpty(OfAcceptor):
    """The path is empty, says the unit itself."""

    kind: Literal["path_empty"] = "path_empty"


class AcceptorFaulty(OfAcceptor):
    kind: Literal["acceptor_faulty"] = "acceptor_faulty"
    fault: AcceptorFault
    text: Text


class AcceptorFaultOver(OfAcceptor):
    kind: Literal["acceptor_fault_over"] = "acceptor_fault_over"
    fault: AcceptorFault


class AcceptorEventsLost(OfAcceptor):
    """More happened than the unit can still tell of."""

    kind: Literal["acceptor_events_lost"] = "acceptor_events_lost"
    count: Count = Field(description="beyond those told, as its counter has it; 0 where it contradicts itself")


class AcceptorRecount(OfAcceptor):
    """The unit was not heard for so long that its counter may have come round unseen."""

    kind: Literal["acceptor_recount"] = "acceptor_recount"
    silent: Annotated[float, Field(ge=0, le=LARGEST, allow_inf_nan=False)] | None = Field(
        description="seconds; null where nobody listened before"
    )


ToBillsDriver = WantedOfAcceptor | WhoIsThere
ToldOfAcceptor = (
    AcceptorReady
    | AcceptorForeign
    | AcceptorLost
    | AcceptorReset
    | AcceptorEnabled
    | NoteAtEscrow
    | TicketAtEscrow
    | PaperRouted
    | PaperNotRouted
    | PaperStacked
    | PaperReturned
    | PaperRejected
    | PathEmpty
    | AcceptorFaulty
    | AcceptorFaultOver
    | AcceptorEventsLost
    | AcceptorRecount
)
"""What happened at a unit."""
FromBillsDriver = BillsDriverHere | AcceptorHealth | ToldOfAcceptor
TO_DRIVER: TypeAdapter[ToBillsDriver] = TypeAdapter(Annotated[ToBillsDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromBillsDriver] = TypeAdapter(Annotated[FromBillsDriver, Field(discriminator="kind")])
