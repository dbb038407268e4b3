"""What the driver of the casino's line and the controller say to each other: SAS, seen from our side.

One driver process a host carries the line with all addresses on it. It says that it is here and is told an image of
each address after every commit that changed it: what it answers from. It tells which exceptions the host has taken,
and what the host orders; an order is done when an image says so.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.protocol.devices.sas_tickets import SasTicketOrder, SasTickets
from controller.protocol.message import LARGEST, U8, U32, Count, Message, Name, Text, WhoIsThere

Address = Annotated[int, Field(ge=1, le=127)]
Seconds = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Seed = Annotated[int, Field(ge=0, le=0xFFFF)]
Level = Annotated[int, Field(ge=1, le=32)]
Levels = Annotated[dict[Level, Count], Field(max_length=32)]
Order = Literal[
    "disable",
    "enable",
    "bills_on",
    "bills_off",
    "notes",
    "clock",
    "reset",
    "number",
    "redeem",
    "identity",
    "tickets",
    "texts",
]
Control = Literal["play", "bills", "clock", "hand_pays", "tickets", "transfers"]
Controls = Annotated[tuple[Control, ...], Field(max_length=6)]

EVENTS_TOLD = 8
"""The first of those that wait; the host takes them one by one."""

METERS = (
    "wagered",
    "won",
    "vigorish",
    "games",
    "games_won",
    "games_lost",
    "games_since_power_up",
    "games_since_door",
    "power_ups",
    "door_openings:main",
    "in:bill",
    "in:ticket",
    "in:found",
    "in:attendant",
    "reversed:attendant",
    "out:ticket",
    "out:hand_pay",
    "unpaid:hand_pay",
    "out:jackpot",
    "unpaid:jackpot",
    "tickets_in",
    "tickets_out",
    "in:aft",
    "out:aft",
    "transfers_in",
    "transfers_out",
)
"""Those of the vault that an image has, beside `bills:VALUE` for each note."""
Meters = Annotated[dict[Name, Count], Field(max_length=64)]


# ---- controller → driver -------------------------------------------------------------------------


class SasEvent(Message):
    """An exception that the host has not taken yet."""

    kind: Literal["sas_event"] = "sas_event"
    number: Count
    code: U8
    amount: Count = 0


class SasTransfer(Message):
    """A transfer that the host wanted; `name` is the host's, in hexadecimal."""

    kind: Literal["sas_transfer"] = "sas_transfer"
    name: Annotated[str, Field(max_length=40)]
    way: U8
    amount: Count
    flags: U8
    status: U8
    number: Count = Field(default=0, description="which it was of those that were done; 0: it was not")
    time: Seconds = Field(default=0, description="when it was done, by the host's clock")


Kept = Annotated[tuple[SasTransfer, ...], Field(max_length=8)]


class SasKept(Message):
    """Transfers that were done, of the last of this address: a few at a time, oldest first."""

    kind: Literal["sas_kept"] = "sas_kept"
    address: Address
    transfers: Kept


class SasAft(Message):
    """How the host's transfers stand at an address."""

    kind: Literal["sas_aft"] = "sas_aft"
    asset: U32
    limit: Count = Field(description="how much may come now")
    registration: Literal["", "ready", "registered"] = ""
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    point: U32 = 0
    lock: Literal["locked", "waits", "unlocked"] = "unlocked"
    available: U8 = Field(default=0, description="whether money may come (1) and go (2)")
    cash_outs: bool = Field(default=False, description="cash-outs are offered to the host")
    hard: bool = Field(default=False, description="those that it does not take are paid by hand alone")
    ask: Count = Field(default=0, description="the driver's number of the transfer that was answered last")
    said: U8 = Field(default=0xFF, description="and the status that it came to")
    last: SasTransfer | None = None


class SasImage(Message):
    """All that is answered from at an address, as it was committed."""

    kind: Literal["sas_image"] = "sas_image"
    address: Address
    seat: Annotated[int, Field(ge=0, le=9999)] = Field(description="0: the address is the whole table's")
    demo: bool = Field(description="of a demo only an emulated line is opened")
    controls: Controls = ()
    meters: Meters
    credits: Count
    events: Annotated[tuple[SasEvent, ...], Field(max_length=EVENTS_TOLD)] = ()
    waiting: Count = Field(default=0, description="how many wait in all")
    disabled: bool = False
    bills: bool = Field(default=False, description="there is an acceptor, and the host lets it take notes")
    hand_pay: Count = Field(default=0, description="what the seat waits for an attendant to pay; 0: nothing")
    win: bool = Field(default=False, description="that is a win which the house pays by hand, no credits")
    clock: Seconds = Field(default=0, description="added to the machine's clock where time is told to people or hosts")
    zone: Annotated[int, Field(ge=-1440, le=1440)] = Field(default=0, description="minutes east of Greenwich")
    tickets: SasTickets | None = Field(default=None, description="none: they are no business of the host")
    aft: SasAft | None = Field(default=None, description="none: the host moves no money here")
    done: Count = Field(default=0, description="the number of the last order of this driver that was committed")
    signed: Count = Field(default=0, description="the number of the last signature of this driver that was worked out")
    signature: Seed = Field(default=0, description="and what it came to")


# ---- driver → controller -------------------------------------------------------------------------


class SasDriverHere(Message):
    """A driver of the casino's line is here: tell it the image of each address."""

    kind: Literal["sas_driver_here"] = "sas_driver_here"
    line: Text
    emulated: bool = Field(description="no real line is behind it: no journal of a live machine speaks by it")


class SasTaken(Message):
    """The host has acknowledged this exception."""

    kind: Literal["sas_taken"] = "sas_taken"
    address: Address
    number: Count


class SasRead(Message):
    """The host has read this, and acknowledged it: validations up to a serial, or how a ticket that came in ended."""

    kind: Literal["sas_read"] = "sas_read"
    address: Address
    what: Literal["validation", "redemption"]
    number: Count


class SasOrdered(Message):
    """The host wants this; each order has a number of its own, one up for each since the driver said it was here."""

    kind: Literal["sas_ordered"] = "sas_ordered"
    address: Address
    number: Count
    order: Order
    notes: U32 = Field(default=0, description="of `notes`: which are let in, a bit a value, lowest first")
    after_each: bool = Field(default=False, description="of `notes`: after each note the acceptor is turned off")
    clock: Seconds = Field(default=0, description="of `clock`: by how much the host's time is ahead of the machine's")
    ticket: SasTicketOrder | None = Field(default=None, description="of an order about tickets")


class SasSignatureWanted(Message):
    """The host wants the installed files signed with its seed; it is worked out beside play, and an image tells it."""

    kind: Literal["sas_signature_wanted"] = "sas_signature_wanted"
    address: Address
    number: Count = Field(description="one up for each since the driver said it was here")
    seed: Seed


class SasProgressives(Message):
    """What the levels of our group stand at, at each change; none: they are told no more."""

    kind: Literal["sas_progressives"] = "sas_progressives"
    levels: Levels = Field(description="level → amount, in the smallest unit")


class SasTransferWanted(Message):
    """The host wants money moved; told again under the same number it is the same."""

    kind: Literal["sas_transfer_wanted"] = "sas_transfer_wanted"
    address: Address
    ask: Count
    code: U8
    way: U8
    amount: Count
    other: Count = Field(description="of money that may not be cashed out")
    flags: U8
    asset: U32
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    name: Annotated[str, Field(max_length=40)]
    lock: Count = Field(description="milliseconds of the lock that follows on it")


class SasCancelWanted(Message):
    """The host takes a transfer back; an order, as `sas_ordered` is."""

    kind: Literal["sas_cancel_wanted"] = "sas_cancel_wanted"
    address: Address
    number: Count
    ask: Count = Field(description="of the transfer, if the driver knows; 0: of whatever waits")


class SasLockWanted(Message):
    """The host locks the seat for its transfer; an order, as `sas_ordered` is."""

    kind: Literal["sas_lock_wanted"] = "sas_lock_wanted"
    address: Address
    number: Count
    conditions: U8
    length: Count = Field(description="milliseconds; 0: it is over")


class SasRegistrationWanted(Message):
    """The host registers; an order, as `sas_ordered` is."""

    kind: Literal["sas_registration_wanted"] = "sas_registration_wanted"
    address: Address
    number: Count
    step: Literal["ready", "registered", ""]
    asset: U32
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    point: U32


class SasLink(Message):
    """How the line is, at each change and once a second: the heartbeat of the driver. Counts are since its start."""

    kind: Literal["sas_link"] = "sas_link"
    address: Address
    linked: bool = Field(description="the host polls this address and acknowledges")
    loop: bool = Field(description="anything is heard on the line; else the address chirps")
    last_poll: Annotated[str, Field(max_length=16)] = Field(description="in hexadecimal; empty: none so far")
    polls: Count
    answers: Count
    repeated: Count
    busy: Count
    bad_crc: Count
    unknown: Count
    broken: Count = Field(description="polls that were not whole, or whose answer came too late to be said")
    messages_dropped: Count = 0
    traced: bool = Field(default=False, description="what is said is kept in a trace")


ToSasDriver = SasImage | SasKept | WhoIsThere
SasAftWanted = SasTransferWanted | SasCancelWanted | SasLockWanted | SasRegistrationWanted
FromSasDriver = (
    SasDriverHere | SasTaken | SasRead | SasOrdered | SasAftWanted | SasSignatureWanted | SasProgressives | SasLink
)
TO_DRIVER: TypeAdapter[ToSasDriver] = TypeAdapter(Annotated[ToSasDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromSasDriver] = TypeAdapter(Annotated[FromSasDriver, Field(discriminator="kind")])
