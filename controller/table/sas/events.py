"""What happens on the casino's line."""

from typing import Any, NamedTuple, TypeAlias

from controller.table.sas.transfers.events import AftEvent


class HostSetUp(NamedTuple):
    """What the settings say of the line: address → whose it is, and what the host may turn there."""

    addresses: dict[str, dict[str, Any]]


class HostTook(NamedTuple):
    """The host has acknowledged an exception."""

    address: int
    number: int


class HostOrdered(NamedTuple):
    """The host wants this: `disable`, `enable`, `bills_on`, `bills_off`, `notes`, `clock`, `reset`."""

    address: int
    order: str
    notes: int = 0
    after_each: bool = False
    clock: int = 0


class HostFellSilent(NamedTuple):
    """The host has told of its progressives, and does so no more."""


class HostNumbered(NamedTuple):
    """The host gives the ticket that waits for it a number of eighteen digits; one of system 00 is a denial."""

    address: int
    number: str


class HostRedeems(NamedTuple):
    """Its word on the ticket of this number at escrow: code 0 grants the amount."""

    address: int
    number: str
    code: int
    amount: int


class HostRead(NamedTuple):
    """It has read and acknowledged all up to this number of `validation`, or this `redemption`."""

    address: int
    what: str
    number: int


class HostIdentifies(NamedTuple):
    """Of this identity, and after this sequence, numbers are made here."""

    address: int
    identity: int
    sequence: int


class HostLets(NamedTuple):
    """What of `tickets`, `hand_pays`, `redemption` it wants on or off; `days` of validity, 0 leaves them."""

    address: int
    on: tuple[str, ...]
    off: tuple[str, ...]
    days: int = 0


class HandPayStamped(NamedTuple):
    """The time, and minutes east of Greenwich, for the validation of a hand-pay that was paid."""

    address: int
    time: int
    zone: int


HostEvent: TypeAlias = (
    HostSetUp
    | HostTook
    | HostOrdered
    | HostNumbered
    | HostRedeems
    | HostRead
    | HostIdentifies
    | HostLets
    | HandPayStamped
    | HostFellSilent
    | AftEvent
)
