"""Facts of the casino's line."""

from typing import Any, NamedTuple, TypeAlias

from controller.facts.aft_kinds import AftDecision


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
    | AftDecision
)
