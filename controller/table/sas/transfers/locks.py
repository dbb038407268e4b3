"""A seat that the casino's host locks for its transfer, and its registration with the machine."""

from controller.facts.host_kinds import LockTurned, RegistrationTurned
from controller.table.sas.hosting import host_at, put
from controller.table.sas.transfers.aft import NO_KEY, Lock
from controller.table.sas.transfers.events import HostLock, HostRegistered
from controller.table.sas.transfers.may_move import available
from controller.table.work import Refuse, Work

CONTROL = "transfers"


def locks(work: Work, event: HostLock) -> None:
    """At once if what it is asked under is so, else as soon as it is; 0 ends it."""
    host = host_at(work, event.address)
    if CONTROL not in host.controls:
        raise Refuse("not_the_hosts", f"address {event.address} may not lock its seat")
    if event.length:
        lock(work, event.address, event.conditions, event.length)
    else:
        unlock(work, event.address)


def lock(work: Work, address: int, conditions: int, length: int) -> None:
    """Another lock in place of the one that was."""
    host = work.table.sas[address]
    number = host.aft.numbered + 1
    on = not conditions & ~available(work.table, host.seat) and host.aft.offer is None
    put(work, address, aft=host.aft._replace(lock=Lock(number, conditions, length, on), numbered=number))
    work.decide(LockTurned(host.seat, address, "locked" if on else "waits"))


def unlock(work: Work, address: int) -> None:
    """Whatever there was."""
    host = work.table.sas[address]
    if host.aft.lock is not None:
        put(work, address, aft=host.aft._replace(lock=None))
        work.decide(LockTurned(host.seat, address, "unlocked"))


def lock_what_waits(work: Work) -> None:
    """A lock that waited for what is so now."""
    for address, host in list(work.table.sas.items()):
        wanted = host.aft.lock
        if wanted is None or wanted.on or host.aft.offer is not None:
            continue
        if not wanted.conditions & ~available(work.table, host.seat):
            put(work, address, aft=host.aft._replace(lock=wanted._replace(on=True)))
            work.decide(LockTurned(host.seat, address, "locked"))


def registered(work: Work, event: HostRegistered) -> None:
    """A registration is begun and then ended, by the same asset number and key; taken back it is as if it never was."""
    host = host_at(work, event.address)
    if CONTROL not in host.controls:
        raise Refuse("not_the_hosts", f"address {event.address} may not register")
    aft = host.aft
    if not event.step or event.asset != aft.asset:
        became = aft._replace(registration="", key=NO_KEY, point=0)
    elif event.step == "ready":
        became = aft._replace(registration="ready", key=event.key, point=event.point)
    elif aft.registration and (event.key, event.point) == (aft.key, aft.point):
        became = aft._replace(registration="registered")
    else:
        became = aft
    if became != aft:
        put(work, event.address, aft=became)
        work.decide(RegistrationTurned(host.seat, event.address, became.registration or "none"))  # type: ignore[arg-type]
