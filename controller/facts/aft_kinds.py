"""Facts of money that the casino's host moves."""

from typing import Literal, NamedTuple, TypeAlias


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


AftDecision: TypeAlias = (
    TransferDone | TransferNotDone | TransferWaits | LockTurned | RegistrationTurned | CashOutOffered
)
