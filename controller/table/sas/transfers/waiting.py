"""What the desk's clock ran out for on the casino's line."""

from controller.table.paper import cashing_out
from controller.table.sas.hosting import host_at
from controller.table.sas.transfers.events import HostWaited
from controller.table.sas.transfers.locks import unlock
from controller.table.work import Work


def waited(work: Work, event: HostWaited) -> None:
    """A lock or an offer that is another by now goes on."""
    lock = host_at(work, event.address).aft.lock
    if event.what == "offer":
        cashing_out.not_taken(work, event.address, event.number)
    elif lock is not None and lock.number == event.number:
        unlock(work, event.address)
