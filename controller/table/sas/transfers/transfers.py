"""Money that the casino's host moves: onto the credits and from them, in one step each, and exactly once.

Every transfer ends with a status that the host is told. The name of the last one that was done is remembered: asked for
again it moves nothing. What was done is never undone.
"""

from controller.facts.host_kinds import CashOutOffered, HostTurned, TransferDone, TransferNotDone, TransferWaits
from controller.table.cash import moves
from controller.table.paper import cashing_out
from controller.table.sas.hosting import host_at, put
from controller.table.sas.state import SasHost
from controller.table.sas.transfers import aft as a
from controller.table.sas.transfers.aft import Aft, Transfer, Waiting
from controller.table.sas.transfers.events import HostCancelled, HostTransfer
from controller.table.sas.transfers.locks import lock, unlock
from controller.table.sas.transfers.may_move import may_come, may_go, paper_is_coming, room_for
from controller.table.state import Move, Table
from controller.table.work import Refuse, Work

CONTROL = "transfers"


def put_aft(work: Work, address: int, **changes: object) -> Aft:
    """Transfers of an address with some of it changed."""
    aft = work.table.sas[address].aft._replace(**changes)  # type: ignore[arg-type]
    put(work, address, aft=aft)
    return aft


def transferred(work: Work, event: HostTransfer) -> None:
    """The host wants money moved. What the driver tells twice is one."""
    host = host_at(work, event.address)
    if CONTROL not in host.controls:
        raise Refuse("not_the_hosts", f"address {event.address} may not move money")
    if event.ask == host.aft.ask:
        return
    transfer = Transfer(event.name, event.way, event.amount, event.flags, a.NOTHING, time=event.time)
    status = _why_not(work.table, host, event)
    if status is None and event.way == a.OUT_OF and paper_is_coming(work.table, host.seat):
        waiting = Waiting(transfer._replace(status=a.PENDING), event.code, event.lock, event.ask)
        put_aft(work, event.address, ask=event.ask, said=a.PENDING, last=waiting.transfer, waiting=waiting)
        work.decide(TransferWaits(host.seat, event.address, event.amount, event.name))
        return
    if status is None:
        status = _do(work, event.address, transfer, event.code, event.lock)
    else:
        _not_done(work, event.address, transfer, status)
    put_aft(work, event.address, ask=event.ask, said=status)


def cancelled(work: Work, event: HostCancelled) -> None:
    """Only what waits can be taken back; one that never came is taken back before it comes."""
    waiting = host_at(work, event.address).aft.waiting
    if waiting is not None:
        put_aft(work, event.address, waiting=None)
        _not_done(work, event.address, waiting.transfer._replace(time=event.time), a.CANCELLED)
        _say(work, event.address, waiting, a.CANCELLED)
    if event.ask and event.ask != work.table.sas[event.address].aft.ask:
        put_aft(work, event.address, ask=event.ask, said=a.CANCELLED)


def go_on(work: Work) -> None:
    """What waited for a paper is done once that has come to its end."""
    for address, host in list(work.table.sas.items()):
        waiting = host.aft.waiting
        if waiting is None or paper_is_coming(work.table, host.seat):
            continue
        put_aft(work, address, waiting=None)
        if may_go(work.table, host.seat):
            status = _do(work, address, waiting.transfer, waiting.code, waiting.lock)
        else:
            status = a.NOT_NOW
            _not_done(work, address, waiting.transfer, status)
        _say(work, address, waiting, status)


def _say(work: Work, address: int, waiting: Waiting, status: int) -> None:
    """What became of one that waited, unless the driver has told of another since."""
    if work.table.sas[address].aft.ask == waiting.ask:
        put_aft(work, address, said=status)


# ---- why not -----------------------------------------------------------------------------------------------------


def _why_not(table: Table, host: SasHost, event: HostTransfer) -> int | None:
    """What a transfer is refused with before money is looked at; None: nothing speaks against it."""
    return (
        _why_no_host(host.aft, event)
        or _why_no_transfer(host.aft, event)
        or (_why_not_into(table, host, event) if event.way == a.INTO else _why_not_out_of(table, host, event))
    )


def _why_no_host(aft: Aft, event: HostTransfer) -> int | None:
    if event.code not in (a.WHOLE, a.IN_PART):
        return a.NO_SUCH_CODE
    if event.asset != aft.asset or not aft.asset:
        return a.OTHER_ASSET
    if aft.registers and aft.registration != "registered":
        return a.NOT_REGISTERED
    registered = aft.key if aft.registration == "registered" else a.NO_KEY
    return None if event.key == registered else a.OTHER_KEY


def _why_no_transfer(aft: Aft, event: HostTransfer) -> int | None:
    if not event.name or len(event.name) > 2 * a.LONGEST_NAME:
        return a.BAD_NAME
    if aft.waiting is not None:
        return a.PENDING if event.name == aft.waiting.transfer.name else a.ANOTHER
    if event.name == aft.last_done:
        return a.KNOWN
    if event.way == a.WIN:
        return a.NO_WIN
    if event.way not in (a.INTO, a.OUT_OF) or event.other:
        return a.NO_SUCH_THING
    if event.flags & a.RECEIPT:
        return a.NO_RECEIPT
    refuses = event.way == a.OUT_OF and event.flags & a.FOR_CASH_OUT and aft.offer is not None
    if not event.amount and not event.flags & a.TURNS_CASH_OUTS and not refuses:
        return a.BAD_AMOUNT
    locked = aft.lock is not None and aft.lock.on
    return a.NOT_LOCKED if event.flags & a.IF_LOCKED and not locked else None


def _why_not_into(table: Table, host: SasHost, event: HostTransfer) -> int | None:
    room = room_for(table, host)
    if not may_come(table, host.seat):
        return a.NOT_NOW
    return a.TOO_MUCH if event.amount > room and (event.code == a.WHOLE or room <= 0) else None


def _why_not_out_of(table: Table, host: SasHost, event: HostTransfer) -> int | None:
    """One for a cash-out whose time is over is too late, and so is one for credits that have gone meanwhile."""
    credits = table.game.money(host.seat).credits
    if not may_go(table, host.seat) or (event.flags & a.FOR_CASH_OUT and host.aft.offer is None):
        return a.NOT_NOW
    coming = paper_is_coming(table, host.seat)
    short = event.amount > credits and (event.code == a.WHOLE or not credits)
    return a.NOT_NOW if short and not coming else None


# ---- done, or not ------------------------------------------------------------------------------------------------


def _do(work: Work, address: int, transfer: Transfer, code: int, length: int) -> int:
    """Asked and done in one step. Returns what the host is told."""
    host = work.table.sas[address]
    amount = _how_much(work.table, host, transfer)
    if amount != transfer.amount and (code == a.WHOLE or not amount):
        status = a.NOT_NOW
        _not_done(work, address, transfer, status)
        return status
    move = ""
    if amount:
        try:
            move = _move(work, host.seat, amount, transfer.way == a.INTO)
        except Refuse:
            _not_done(work, address, transfer, a.NOT_NOW)
            return a.NOT_NOW
    whole = amount == transfer.amount
    status = a.DONE if whole else a.DONE_IN_PART
    done = transfer._replace(amount=amount, status=status, number=_next(host.aft))
    put_aft(work, address, last=done, kept=(*host.aft.kept, done)[-a.MOST_KEPT :])
    work.decide(TransferDone(host.seat, address, move, transfer.way == a.INTO, amount, transfer.name, whole))
    _heed_flags(work, address, transfer, length)
    return status


def _how_much(table: Table, host: SasHost, transfer: Transfer) -> int:
    most = room_for(table, host) if transfer.way == a.INTO else table.game.money(host.seat).credits
    return min(transfer.amount, max(0, most))


def _move(work: Work, seat: int, amount: int, into_seat: bool) -> str:
    number = work.table.house.transfers + 1
    name = f"{moves.BY_HOST}-{number}"
    moves.ask(work, name, Move(seat, moves.BY_HOST, amount, into_seat, "asked"))
    moves.end(work, name, True)
    work.table.house = work.table.house._replace(transfers=number)
    return name


def _next(aft: Aft) -> int:
    return aft.kept[-1].number + 1 if aft.kept else 1


def _heed_flags(work: Work, address: int, transfer: Transfer, length: int) -> None:
    """What follows on one that was done: the seat is let go, or locked again; cash-outs are the host's from now on. One
    of nothing for a cash-out that is offered is the host's refusal of it."""
    host = work.table.sas[address]
    offer = host.aft.offer
    if offer is not None and transfer.way == a.OUT_OF and transfer.amount:
        put_aft(work, address, offer=None)
        work.decide(CashOutOffered(host.seat, address, offer.amount, "taken"))
    unlock(work, address)
    if transfer.flags & a.LOCK_AFTER and length:
        lock(work, address, 0, length)
    on = bool(transfer.flags & a.CASH_OUTS_ON)
    hard = on and bool(transfer.flags & a.CASH_OUTS_HARD)
    if transfer.flags & a.TURNS_CASH_OUTS and (on, hard) != (host.aft.cash_outs, host.aft.hard):
        put_aft(work, address, cash_outs=on, hard=hard)
        work.decide(HostTurned(address, host.seat, "cash_outs", {"cash_outs": on, "hard": hard}))
    if offer is not None and transfer.way == a.OUT_OF and not transfer.amount and transfer.flags & a.FOR_CASH_OUT:
        cashing_out.not_taken(work, address, offer.number)


def _not_done(work: Work, address: int, transfer: Transfer, status: int) -> None:
    """Nothing has moved. What has a name that was not the last one's is the last one now."""
    host = work.table.sas[address]
    if status not in a.UNCHANGED:
        put_aft(work, address, last=transfer._replace(status=status))
    work.decide(
        TransferNotDone(host.seat, address, status, transfer.way, transfer.amount, transfer.name),
    )
