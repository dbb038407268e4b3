"""What the casino's host wants with money, as the driver of its line tells it."""

from typing import NamedTuple, TypeAlias


class HostTransfer(NamedTuple):
    """The host wants money moved. `ask`: by what the driver calls it, so that told twice it is one; `name`: the host's,
    in hexadecimal; `time`: seconds, by the host's clock."""

    address: int
    ask: int
    code: int
    way: int
    amount: int
    other: int
    """Money that may not be cashed out, which is not taken."""
    flags: int
    asset: int
    key: str
    name: str
    lock: int
    time: int


class HostCancelled(NamedTuple):
    """The host does not want the transfer any more that the driver calls so."""

    address: int
    ask: int
    time: int


class HostLock(NamedTuple):
    """The host wants nothing else to move at the seat for so many milliseconds; 0: what it wanted is over."""

    address: int
    conditions: int
    length: int


class HostRegistered(NamedTuple):
    """The host begins a registration (`ready`), ends it (`registered`), or takes it back (empty)."""

    address: int
    step: str
    asset: int
    key: str
    point: int


class HostWaited(NamedTuple):
    """The desk's clock ran out for the `lock` or the `offer` of this number."""

    address: int
    what: str
    number: int


AftEvent: TypeAlias = HostTransfer | HostCancelled | HostLock | HostRegistered | HostWaited
