"""What follows from what the casino's host says: what it turns, and what it has been told."""

from typing import Any

from controller.facts.host_kinds import ExceptionTaken, HostRules, HostTurned, ProgressivesLost
from controller.facts.kinds import SeatChanged
from controller.table.sas.events import HostFellSilent, HostOrdered, HostSetUp, HostTook
from controller.table.sas.state import SasHost
from controller.table.sas.tickets.state import HostTickets
from controller.table.work import Refuse, Work

HOLD = "host"
TICKETS = "tickets"
CONTROL = {
    "disable": "play",
    "enable": "play",
    "bills_on": "bills",
    "bills_off": "bills",
    "notes": "bills",
    "clock": "clock",
    "reset": "hand_pays",
}
"""An order, and which of the settings lets the host give it."""


def set_up(work: Work, event: HostSetUp) -> None:
    """An address that is there no more is forgotten with what waited for it; nothing stays turned off by it."""
    table = work.table
    rules = {int(address): of for address, of in event.addresses.items()}
    for address, of in rules.items():
        if of["seat"] and of["seat"] not in table.seats:
            raise Refuse("no_such_seat", f"address {address} is of seat {of['seat']}, which this table has not")
    hosts = {address: _set_up(table.sas.get(address, SasHost()), of) for address, of in sorted(rules.items())}
    if hosts != table.sas:
        table.sas = hosts
        work.decide(HostRules(event.addresses))
        _hold_by(work)


def _set_up(host: SasHost, of: dict[str, Any]) -> SasHost:
    """With what the settings say; where the host may move no money any more, nothing waits for it."""
    aft = host.aft._replace(**{name: value for name, value in of.get("aft", {}).items() if value is not None})
    if "transfers" not in of["controls"]:
        aft = aft._replace(cash_outs=False, lock=None, offer=None, waiting=None)
    return host._replace(
        seat=of["seat"], controls=tuple(of["controls"]), unit=of["unit"], aft=aft, tickets=_tickets(host, of)
    )


def _tickets(host: SasHost, of: dict[str, Any]) -> HostTickets:
    """An address of the whole table has none: nobody would know whose they are."""
    style = of.get("validation", "") if of["seat"] and TICKETS in of["controls"] else ""
    return host.tickets._replace(style=style)


def took(work: Work, event: HostTook) -> None:
    """It waits no more. Told twice, it is gone already."""
    host = host_at(work, event.address)
    gone = [one for one in host.waiting if one.number == event.number]
    for one in gone:
        put(work, event.address, waiting=tuple(other for other in host.waiting if other is not one))
        work.decide(ExceptionTaken(event.address, one.number, one.code))


def ordered(work: Work, event: HostOrdered) -> None:
    """Done in every phase and on every hold; the same again changes nothing."""
    host = host_at(work, event.address)
    control = CONTROL.get(event.order)
    if control not in host.controls:
        raise Refuse("not_the_hosts", f"address {event.address} may not turn {control or event.order}")
    if event.order == "reset":
        _reset(work, event.address, host.seat)
        return
    changes = _changes(event)
    if put(work, event.address, **changes) != host:
        work.decide(HostTurned(event.address, host.seat, event.order, changes))
        _hold_by(work)


def fell_silent(work: Work, event: HostFellSilent) -> None:  # noqa: ARG001
    """The host is told that it has."""
    work.decide(ProgressivesLost())


def _reset(work: Work, address: int, seat: int) -> None:
    """The seat plays on; what it waited for stays owed until a person has paid it, with a receipt. Not while a ticket
    may be out that is worth the same."""
    cash = work.table.cash.get(seat)
    if seat and work.seat(seat).hand_pay and (cash is None or cash.out is None):
        work.change_seat(seat, hand_pay=0)
        work.decide(SeatChanged(seat, "unlocked", lock="hand_pay"))
        work.decide(HostTurned(address, seat, "reset", {}))


def _changes(event: HostOrdered) -> dict[str, object]:
    match event.order:
        case "disable" | "enable":
            return {"disabled": event.order == "disable"}
        case "bills_on" | "bills_off":
            return {"bills_off": event.order == "bills_off"}
        case "notes":
            return {"notes": event.notes, "after_each": event.after_each}
        case _:
            return {"clock": event.clock}


def put(work: Work, address: int, **changes: object) -> SasHost:
    """An address with some of it changed."""
    host = work.table.sas[address]._replace(**changes)  # type: ignore[arg-type]
    work.table.sas = {**work.table.sas, address: host}
    return host


def host_at(work: Work, address: int) -> SasHost:
    """An address that has to be ours."""
    host = work.table.sas.get(address)
    if host is None:
        raise Refuse("no_such_address", f"address {address} is not ours")
    return host


def _hold_by(work: Work) -> None:
    """The whole table stands still while an address of the whole table is turned off."""
    off = any(host.disabled and not host.seat for host in work.table.sas.values())
    if off:
        work.hold(HOLD)
    else:
        work.release(HOLD)
