"""The casino's transfers between its line and the table: what the driver wants, what it is told, what time brings."""

from collections.abc import Iterator

from controller.protocol.devices import sas as wire
from controller.server.loop.hub import Hub
from controller.table.sas.state import SasHost
from controller.table.sas.transfers.aft import Transfer
from controller.table.sas.transfers.events import HostCancelled, HostLock, HostRegistered, HostTransfer, HostWaited
from controller.table.sas.transfers.may_move import available, room_for
from controller.table.sas.transfers.transfers import CONTROL
from controller.table.state import Table

AT_ONCE = 8
"""Transfers that were done, in one message."""


def wants_money(hub: Hub, wanted: wire.SasTransferWanted, seconds: int) -> None:
    """By the host's clock in seconds; told twice it is one."""
    if hub.table.sas[wanted.address].aft.ask != wanted.ask:
        hub.apply(HostTransfer(**wanted.model_dump(exclude={"kind", "v"}), time=seconds))


def wants_else(hub: Hub, wanted: wire.SasCancelWanted | wire.SasLockWanted | wire.SasRegistrationWanted) -> None:
    """An order of the host."""
    match wanted:
        case wire.SasCancelWanted(address=address, ask=ask):
            hub.apply(HostCancelled(address, ask, hub.store.wall_clock() // 1000))
        case wire.SasLockWanted(address=address, conditions=conditions, length=length):
            hub.apply(HostLock(address, conditions, length))
        case wire.SasRegistrationWanted():
            fields = (wanted.address, wanted.step, wanted.asset, wanted.key, wanted.point)
            hub.apply(HostRegistered(*fields))


def aft_image(table: Table, host: SasHost) -> wire.SasAft | None:
    """How it stands at an address; none where the host moves no money."""
    aft = host.aft
    if CONTROL not in host.controls or not host.seat:
        return None
    lock = "unlocked" if aft.lock is None else "locked" if aft.lock.on else "waits"
    return wire.SasAft(
        asset=aft.asset,
        limit=room_for(table, host),
        registration=aft.registration,  # type: ignore[arg-type]
        key=aft.key,
        point=aft.point,
        lock=lock,  # type: ignore[arg-type]
        available=available(table, host.seat),
        cash_outs=aft.cash_outs,
        ask=aft.ask,
        said=aft.said,
        last=None if aft.last is None else _told(aft.last),
    )


def kept_since(address: int, host: SasHost, number: int) -> Iterator[wire.SasKept]:
    """Those that were done after this one, a few at a time."""
    new = [_told(one) for one in host.aft.kept if one.number > number]
    for start in range(0, len(new), AT_ONCE):
        yield wire.SasKept(address=address, transfers=tuple(new[start : start + AT_ONCE]))


def _told(transfer: Transfer) -> wire.SasTransfer:
    return wire.SasTransfer(**transfer._asdict())


class HostClock:
    """How long a lock or an offer has lasted; after a start anew."""

    def __init__(self) -> None:
        self._since: dict[tuple[int, str, int, bool], int] = {}

    def look(self, hub: Hub) -> None:
        """Those whose time is over are over."""
        lasting = {
            (address, what, number, on): length
            for address, host in hub.table.sas.items()
            for what, number, on, length in _lasting(host)
        }
        self._since = {key: self._since.get(key, hub.now) for key in lasting}
        for (address, what, number, on), length in lasting.items():
            if hub.now - self._since[address, what, number, on] >= length:
                hub.apply(HostWaited(address, what, number))


def _lasting(host: SasHost) -> Iterator[tuple[str, int, bool, int]]:
    lock, offer = host.aft.lock, host.aft.offer
    if lock is not None:
        yield "lock", lock.number, lock.on, lock.length
    if offer is not None:
        yield "offer", offer.number, True, host.aft.offer_time
