"""What happens on the casino's line."""

from typing import Any, NamedTuple, TypeAlias

from controller.table.sas.aft_events import AftEvent


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


HostEvent: TypeAlias = HostSetUp | HostTook | HostOrdered | HostFellSilent | AftEvent
