"""A cash-out that the casino's host may take: for as long as it has time, nothing else happens to the credits."""

from controller.facts.host_kinds import CashOutOffered
from controller.table.sas.hosting import put
from controller.table.sas.transfers.aft import TransferOffer
from controller.table.state import Table
from controller.table.work import Work


def taker(table: Table, seat: int) -> int:
    """The address whose host takes cash-outs of this seat; 0: none does."""
    return next((address for address, host in table.sas.items() if host.seat == seat and host.aft.cash_outs), 0)


def offer(work: Work, address: int, name: str, amount: int) -> None:
    """The host is told, and the seat waits for it."""
    host = work.table.sas[address]
    number = host.aft.numbered + 1
    put(work, address, aft=host.aft._replace(offer=TransferOffer(number, name, amount), numbered=number))
    work.decide(CashOutOffered(host.seat, address, amount, "offered"))


def end_offer(work: Work, address: int, number: int) -> TransferOffer | None:
    """Its time is over: the host may not take it any more. None where it did, or another is under way."""
    host = work.table.sas[address]
    found = host.aft.offer
    if found is None or found.number != number:
        return None
    put(work, address, aft=host.aft._replace(offer=None))
    work.decide(CashOutOffered(host.seat, address, found.amount, "ended"))
    return found
