"""Tickets on the casino's line: what its driver is told of them, and which events the host's words are."""

from controller.protocol.devices import sas as wire
from controller.protocol.devices.sas_tickets import (
    SasRedemption,
    SasTicketOrder,
    SasTickets,
    SasValidation,
)
from controller.table.events import Event
from controller.table.sas.events import HostIdentifies, HostLets, HostNumbered, HostRedeems
from controller.table.sas.tickets.state import HostTickets, Redemption, Validation
from controller.table.sas.tickets.validation import speaks_for
from controller.table.sas.tickets.words import FUNCTIONS
from controller.table.state import Table

NOTHING = SasTicketOrder()


class TicketImages:
    """What is kept of tickets changes seldom, so what was made of it is kept with it."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[tuple[object, ...], SasTickets]] = {}

    def of(self, table: Table, address: int) -> SasTickets | None:
        """As the driver is told; None where they are no business of this host."""
        host = table.sas[address]
        found = speaks_for(table, host.seat)
        if found is None or found[0] != address:
            return None
        asks = tuple(ask.request for ask in table.cash[host.seat].asks if ask.do in ("redeem", "cancel"))
        parts = (host.tickets, host.aft.asset, waits_for_number(table, host.seat), asks, table.house.days)
        known = self._made.get(address)
        if known is None or known[0] != parts:
            known = (parts, _image(host.tickets, host.aft.asset, parts[2], asks, table.house.days))
            self._made[address] = known
        return known[1]


def waits_for_number(table: Table, seat: int) -> int:
    """What a ticket is to be over that has no number yet."""
    out = table.cash[seat].out
    return out.amount if out is not None and out.stage == "reserving" and not out.number else 0


def _image(tickets: HostTickets, asset: int, cash_out: int, asks: tuple[str, ...], days: int) -> SasTickets:
    return SasTickets(
        style=tickets.style,  # type: ignore[arg-type]
        asset=asset,
        cash_out=cash_out,
        given=tickets.given,
        identity=tickets.identity,
        sequence=tickets.sequence,
        records=tuple(_record(one) for one in tickets.records),
        read=tickets.read,
        redemption=None if tickets.redemption is None else _redemption(tickets.redemption, asks),
        functions=tuple(name for name in FUNCTIONS if name not in tickets.off),  # type: ignore[misc]
        days=tickets.days or days,
    )


def _record(one: Validation) -> SasValidation:
    return SasValidation(
        serial=one.serial,
        type=one.kind,
        number=one.number,
        amount=one.amount,
        time=one.time,
        zone=one.zone,
        ticket=one.ticket,
        days=one.days,
    )


def _redemption(last: Redemption, asks: tuple[str, ...]) -> SasRedemption:
    return SasRedemption(
        serial=last.serial,
        number=last.number,
        amount=last.amount,
        status=last.status,
        to_tell=last.is_over and last.request in asks,
    )


def event_of(order: wire.SasOrdered) -> Event | None:
    """What the host says of tickets, to the table; None: it is about something else."""
    said = order.ticket or NOTHING
    match order.order:
        case "number":
            return HostNumbered(order.address, said.number)
        case "redeem":
            return HostRedeems(order.address, said.number, said.code, said.amount)
        case "identity":
            return HostIdentifies(order.address, said.identity, said.sequence)
        case "tickets":
            return HostLets(order.address, said.on, said.off, said.days)
    return None
