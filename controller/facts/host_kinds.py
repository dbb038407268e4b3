"""Facts of the casino's line, and of money that its host moves by it."""

from typing import Any, Literal, NamedTuple, TypeAlias


class HostRules(NamedTuple):
    """What the settings say of the line is another thing from now on."""

    addresses: dict[str, dict[str, Any]]


class ExceptionQueued(NamedTuple):
    """The host is to be told this, by its code in SAS; `amount` is that of a note."""

    address: int
    number: int
    code: int
    amount: int = 0


class ExceptionTaken(NamedTuple):
    """The host has been told."""

    address: int
    number: int
    code: int


class ExceptionLost(NamedTuple):
    """So many waited that this one was not kept; that there was one, the host is told."""

    address: int
    code: int


class HostTurned(NamedTuple):
    """The host has turned something here: play or notes on or off, which notes, by how much its clock is ahead."""

    address: int
    seat: int
    order: str
    about: dict[str, Any]


class ProgressivesLost(NamedTuple):
    """The host tells no more what its progressives stand at: the screens show none."""


class RedemptionEnded(NamedTuple):
    """A ticket that the host was asked about is in the box as money, or was given back; how it stands, by its code."""

    address: int
    seat: int
    request: str
    amount: int
    status: int


class TicketValidated(NamedTuple):
    """A ticket of the host is out, and its validation is there to be read. `ends`: the last digits of its number."""

    address: int
    seat: int
    move: str
    amount: int
    ends: str


class HandPayValidated(NamedTuple):
    """A hand-pay that was paid has its validation."""

    address: int
    seat: int
    move: str
    amount: int


class TransferDone(NamedTuple):
    """The host has put money onto a seat, or taken it. `name` is the host's, in hexadecimal; `move`: what the table
    calls it, empty where nothing was moved but what the flags say."""

    seat: int
    address: int
    move: str
    into_seat: bool
    amount: int
    name: str
    whole: bool


class TransferNotDone(NamedTuple):
    """A transfer was refused or taken back: `status` is what the host is told."""

    seat: int
    address: int
    status: int
    way: int
    amount: int
    name: str


class TransferWaits(NamedTuple):
    """A transfer is done as soon as what is on its way in has come to its end."""

    seat: int
    address: int
    amount: int
    name: str


class LockTurned(NamedTuple):
    """The host has the seat locked for its transfer, waits for that, or not any more."""

    seat: int
    address: int
    became: Literal["locked", "waits", "unlocked"]


class RegistrationTurned(NamedTuple):
    """The host has begun, ended or taken back its registration."""

    seat: int
    address: int
    became: Literal["ready", "registered", "none"]


class CashOutOffered(NamedTuple):
    """A cash-out is offered to the host, was taken by it, or was not in time."""

    seat: int
    address: int
    amount: int
    became: Literal["offered", "taken", "ended"]


HostDecision: TypeAlias = (
    HostRules
    | ExceptionQueued
    | ExceptionTaken
    | ExceptionLost
    | HostTurned
    | ProgressivesLost
    | RedemptionEnded
    | TicketValidated
    | HandPayValidated
    | TransferDone
    | TransferNotDone
    | TransferWaits
    | LockTurned
    | RegistrationTurned
    | CashOutOffered
)
