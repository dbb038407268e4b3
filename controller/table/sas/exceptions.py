"""Which facts are an exception for the casino's host, a row each. `docs/sas.md` shows them.

A fact of a seat is told at the address of that seat and of the whole table; any other at every address.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from controller.facts import cash_kinds as c
from controller.facts import host_kinds as h
from controller.facts import kinds as k
from controller.facts import staff_kinds as s
from controller.facts.cabinet_kinds import ControllerStarted, DoorChanged
from controller.facts.host_kinds import (
    CashOutOffered,
    ExceptionLost,
    ExceptionQueued,
    LockTurned,
    ProgressivesLost,
    TransferDone,
    TransferNotDone,
)
from controller.table.sas.hosting import put
from controller.table.sas.state import MOST_WAITING, Exceptional
from controller.table.sas.tickets.validation import BY_HAND, speaks_for, want_validations
from controller.table.sas.transfers.aft import UNCHANGED
from controller.table.state import Table
from controller.table.work import Work

NOTE, OVERFLOW = 0x4F, 0x70
HAND_PAY, HAND_PAY_RESET = 0x51, 0x52
TRANSFER, CASH_OUT, LOCKED = 0x69, 0x6A, 0x6F
OF_TRANSFERS = frozenset({TRANSFER, CASH_OUT, LOCKED})
TICKET_OUT, HAND_PAY_VALIDATED, NUMBER_WANTED, TICKET_IN, TICKET_DONE = 0x3D, 0x3E, 0x57, 0x67, 0x68
OF_TICKETS = frozenset({TICKET_OUT, HAND_PAY_VALIDATED, NUMBER_WANTED, TICKET_IN, TICKET_DONE})
"""Told only where the host is the authority over them."""
FIRST = frozenset({HAND_PAY, HAND_PAY_RESET, OVERFLOW, *OF_TRANSFERS, *OF_TICKETS})
"""These go before others."""
OF_A_SEAT_ALONE = frozenset({HAND_PAY, HAND_PAY_RESET, *OF_TRANSFERS})
"""At an address of the whole table poll 1B and transfers are off, so nothing points to it."""

TILT, OUT_OF_SERVICE = 0x20, 0x86
NO_PROGRESSIVES = 0x53
DOORS = {
    ("main", "open"): 0x11,
    ("main", "closed"): 0x12,
    ("drop", "open"): 0x13,
    ("drop", "closed"): 0x14,
    ("logic", "open"): 0x15,
    ("logic", "closed"): 0x16,
    ("logic", "latched"): 0x98,
    ("main", "latched"): 0x99,
    ("drop", "latched"): 0x9B,
}
HOLDS = {
    **dict.fromkeys(("dice", "dice_fault", "dice_link", "malfunction", "core", "books"), TILT),
    **dict.fromkeys(("operator", "service"), OUT_OF_SERVICE),
}
SEATS = {"hand_pay": HAND_PAY, "calls": 0x71, "attended": 0x72}
STATIONS = {"signed_in": 0x82, "signed_out": 0x83}
FAULTS = {
    "stacker_full": 0x27,
    "jammed": 0x28,
    "stacker_jammed": 0x28,
    "failed": 0x29,
    "cheated": 0x2C,
    "paper_out": 0x61,
    "paper_low": 0x74,
    "jam": 0x78,
}


class ExceptionOfFact(NamedTuple):
    """An exception that a fact is."""

    code: int
    seat: int = 0
    amount: int = 0


Telling = Callable[[Any], Iterator[ExceptionOfFact]]


def _door(fact: DoorChanged) -> Iterator[ExceptionOfFact]:
    """A door that cannot be read has not moved."""
    code = DOORS.get((fact.door, fact.became))
    if code is not None and fact.became != fact.was:
        yield ExceptionOfFact(code)


def _seat(fact: k.SeatChanged) -> Iterator[ExceptionOfFact]:
    if fact.change in SEATS:
        yield ExceptionOfFact(SEATS[fact.change], fact.seat)
    elif fact.change == "unlocked" and "hand_pay" in fact.lock:
        yield ExceptionOfFact(HAND_PAY_RESET, fact.seat)


def _next_by_hand(work: Work, fact: k.MoveChanged) -> Iterator[ExceptionOfFact]:
    """Of two hand-pays the first is over and the seat waits for the next: 1B has another amount."""
    by_hand = fact.instrument in BY_HAND and fact.state in ("done", "undone")
    if by_hand and work.table.seats[fact.seat].hand_pay:
        yield ExceptionOfFact(HAND_PAY_RESET, fact.seat)
        yield ExceptionOfFact(HAND_PAY, fact.seat)


def _hold(fact: k.HoldChanged) -> Iterator[ExceptionOfFact]:
    if fact.on and fact.reason in HOLDS:
        yield ExceptionOfFact(HOLDS[fact.reason])


def _paper(fact: c.PaperKept) -> Iterator[ExceptionOfFact]:
    if fact.what == "note":
        yield ExceptionOfFact(NOTE, fact.seat, fact.amount)


def _back(fact: c.PaperBack) -> Iterator[ExceptionOfFact]:
    if fact.what == "note":
        yield ExceptionOfFact(0x2B, fact.seat)


def _faults(fact: c.DeviceFaults) -> Iterator[ExceptionOfFact]:
    """All that stand after a change: one that stood before is told again."""
    for code in sorted({FAULTS[fault] for fault in fact.faults if fault in FAULTS}):
        yield ExceptionOfFact(code, fact.seat)


def _linked(fact: c.DeviceLinked) -> Iterator[ExceptionOfFact]:
    if fact.device == "printer" and not fact.linked:
        yield ExceptionOfFact(0x60, fact.seat)


def _station(fact: s.StationEntered) -> Iterator[ExceptionOfFact]:
    if fact.did in STATIONS:
        yield ExceptionOfFact(STATIONS[fact.did])


def _books(fact: s.BooksTurned) -> Iterator[ExceptionOfFact]:
    if fact.of == "period":
        yield ExceptionOfFact(0x7A)


def _not_done(fact: TransferNotDone) -> Iterator[ExceptionOfFact]:
    """What the host hears of by an answer that came late."""
    if fact.status not in UNCHANGED:
        yield ExceptionOfFact(TRANSFER, fact.seat)


def _locked(fact: LockTurned) -> Iterator[ExceptionOfFact]:
    if fact.became == "locked":
        yield ExceptionOfFact(LOCKED, fact.seat)


def _offered(fact: CashOutOffered) -> Iterator[ExceptionOfFact]:
    if fact.became == "offered":
        yield ExceptionOfFact(CASH_OUT, fact.seat)


def _drawn(fact: c.TicketDrawn) -> Iterator[ExceptionOfFact]:
    """A number that is made here is not asked for."""
    if not fact.number:
        yield ExceptionOfFact(NUMBER_WANTED, fact.seat)


def _came(fact: c.TicketCame) -> Iterator[ExceptionOfFact]:
    if fact.moved:
        yield ExceptionOfFact(TICKET_OUT, fact.seat)


EXCEPTIONS: dict[type, Telling] = {
    DoorChanged: _door,
    ControllerStarted: lambda _fact: iter((ExceptionOfFact(0x17),)),
    c.StackerRemoved: lambda fact: iter((ExceptionOfFact(0x1B, fact.seat),)),
    k.HoldChanged: _hold,
    c.PaperBack: _back,
    c.DeviceFaults: _faults,
    s.SettingsChanged: lambda _fact: iter((ExceptionOfFact(0x3C),)),
    c.PaperKept: _paper,
    k.SeatChanged: _seat,
    c.DeviceLinked: _linked,
    s.BooksTurned: _books,
    s.StationEntered: _station,
    ProgressivesLost: lambda _fact: iter((ExceptionOfFact(NO_PROGRESSIVES),)),
    TransferDone: lambda fact: iter((ExceptionOfFact(TRANSFER, fact.seat),)),
    TransferNotDone: _not_done,
    LockTurned: _locked,
    CashOutOffered: _offered,
    c.TicketDrawn: _drawn,
    c.TicketCame: _came,
    c.TicketRead: lambda fact: iter((ExceptionOfFact(TICKET_IN, fact.seat),)),
    h.RedemptionEnded: lambda fact: iter((ExceptionOfFact(TICKET_DONE, fact.seat),)),
    h.HandPayValidated: lambda fact: iter((ExceptionOfFact(HAND_PAY_VALIDATED, fact.seat),)),
}


def queue_up(work: Work) -> None:
    """What was decided in this step, as far as the host is to be told of it."""
    want_validations(work)
    for fact in list(work.decisions):
        for told in _told_of(work, fact):
            for address in list(work.table.sas):
                if _is_told(work.table, address, told):
                    _queue(work, address, told)


def _told_of(work: Work, fact: object) -> Iterator[ExceptionOfFact]:
    if isinstance(fact, k.MoveChanged):
        yield from _next_by_hand(work, fact)
    elif (telling := EXCEPTIONS.get(type(fact))) is not None:
        yield from telling(fact)


def _is_told(table: Table, address: int, told: ExceptionOfFact) -> bool:
    host = table.sas[address]
    if told.code in OF_TICKETS:
        found = speaks_for(table, told.seat)
        return found is not None and found[0] == address
    if told.code in OF_A_SEAT_ALONE:
        return host.seat == told.seat
    return not told.seat or host.seat in (0, told.seat)


def _queue(work: Work, address: int, told: ExceptionOfFact) -> None:
    host = work.table.sas[address]
    if told.code == NOTE and host.after_each:
        put(work, address, bills_off=True)
    if told.code == TRANSFER and any(one.code == TRANSFER for one in host.waiting):
        return  # the host asks how it stands, and is told of the last
    first = told.code in FIRST
    if sum((one.code in FIRST) == first for one in host.waiting) < MOST_WAITING:
        _put_in(work, address, told)
        return
    work.decide(ExceptionLost(address, told.code))
    if not any(one.code == OVERFLOW for one in host.waiting):
        _put_in(work, address, ExceptionOfFact(OVERFLOW))


def _put_in(work: Work, address: int, told: ExceptionOfFact) -> None:
    """Those that go first, in their order, before all others."""
    host = work.table.sas[address]
    one = Exceptional(host.number + 1, told.code, told.amount)
    ahead = tuple(other for other in host.waiting if other.code in FIRST)
    others = host.waiting[len(ahead) :]
    waiting = (*ahead, one, *others) if told.code in FIRST else (*host.waiting, one)
    put(work, address, waiting=waiting, number=one.number)
    work.decide(ExceptionQueued(address, one.number, told.code, told.amount))
