"""What the table knows of the acceptor and the printer of a seat, and of the money that is on its way through them.

All of it is frozen: a change makes another `CashSeat`, and another dictionary of them, so that whoever knows one knows
what is in it. Names: `bills-SEAT/N` of a note, `ticket-SEAT/N` of a ticket that came in; a ticket that goes out is
called as the command that asked for it.
"""

from typing import Any, NamedTuple

MOST_ASKS = 16
"""A seat, that an authority has not answered: with so many it makes no ticket, and takes none."""

MOST_DROPS = 8
"""A seat, that were not counted; the oldest is forgotten here first, and stays on record."""

MOST_FOUND = 16
"""A seat, kept one by one; what comes on top is added to the last."""

REFUSED_IN_A_ROW = 5
"""Numbers that an authority did not know; then the seat takes no tickets until a person says so."""


class SeatSetup(NamedTuple):
    """What the settings say of a seat."""

    notes: tuple[int, ...] = ()
    """That it takes; none: no acceptor."""
    highest_note: int = 0
    """None above it; 0: any of those."""
    credit_limit: int = 0
    """The most that a note or ticket may bring its credits to; 0: what holds for the table."""
    ticket_limit: int = 0
    """The largest ticket; 0: it has no printer."""
    tickets_in: bool = False
    authority: str = "local"


class House(NamedTuple):
    """What holds for every seat: the numbers of tickets, and how long is waited for what, in milliseconds."""

    system: int = 0
    cabinet: int = 0
    days: int = 30
    """Of validity."""
    printer_wait: int = 60_000
    take_time: int = 30_000
    redeem_wait: int = 8_000
    authority_wait: int = 2_000
    sequence: int = 0
    """The largest that any ticket was given. It is nobody's setting: it only grows."""
    transfers: int = 0
    """How many the casino's host has had done; nobody's setting either."""


class AuthorityAsk(NamedTuple):
    """Something that an authority has to answer. Said until it has."""

    do: str
    """`reserve`, `issue`, `void`; `lock`, `redeem`, `cancel`."""
    request: str
    number: str
    amount: int = 0


FOLLOWS: dict[str, tuple[str, ...]] = {
    "redeem": ("lock",),
    "cancel": ("lock",),
    "issue": ("reserve", "void"),
    "void": ("reserve", "issue"),
}
"""An ask, and which earlier ones of the same request it makes idle."""


class FoundCash(NamedTuple):
    """Cash without a move: it belongs to somebody, and a person says to whom."""

    name: str
    value: int
    """0 where only a count can say."""
    why: str


class Box(NamedTuple):
    """What lies in a stacker since it was taken out last."""

    notes: tuple[tuple[int, int], ...] = ()
    """Value and how many, by value."""
    tickets: int = 0
    ticket_amount: int = 0
    found: int = 0
    found_amount: int = 0

    @property
    def cash(self) -> int:
        """What should be counted: notes, and what was found."""
        return sum(value * many for value, many in self.notes) + self.found_amount

    def with_note(self, value: int) -> "Box":
        """With one more."""
        notes = dict(self.notes)
        notes[value] = notes.get(value, 0) + 1
        return self._replace(notes=tuple(sorted(notes.items())))


class Drop(NamedTuple):
    """A box that was taken out and not counted yet."""

    number: int
    cash: int


class AcceptorNow(NamedTuple):
    """The acceptor of a seat."""

    identity: str = ""
    """The one this seat was made for, as it said who it is."""
    currency: str = ""
    values: tuple[int, ...] = ()
    """What its notes are worth, by itself."""
    found: tuple[str, str, tuple[int, ...]] | None = None
    """Another, until a person accepts it."""
    linked: bool = False
    notes: int = 0
    """The number of the last note."""
    tickets: int = 0
    """The number of the last request."""
    move: str = ""
    """What is called so is at escrow or on its way to the box."""
    ticket: str = ""
    """The number of that, if it is a ticket."""
    granted: int = 0
    """What the authority gave for it; 0 while it has not answered."""
    routed: bool = False
    """The order to stack it is on the disk: from here on nothing refuses it."""
    moving: bool = False
    """The acceptor has heard that order."""
    power_up: bool = False
    """It has started anew since then."""
    unknown: str = ""
    """Why nobody knows what became of it: two persons count."""
    back: str = ""
    """Why what is at escrow has to be given back; empty where nothing has."""
    ack_owed: bool = False
    mark: tuple[int, int] | None = None
    faults: tuple[str, ...] = ()
    refused: int = 0
    """Numbers in a row that were refused."""


class TicketOut(NamedTuple):
    """A ticket on its way out."""

    move: str
    amount: int
    stage: str
    """`digits`, `reserving`, `queued`, `printing`, and after it has become a hand-pay: `voiding`, `payable`."""
    number: str = ""
    sequence: int = 0
    time: int = 0
    zone: int = 0
    days: int = 0
    language: str = "en"
    job: int = 0
    serial: int = 0
    known: bool = False
    """The printer has said that it knows the job."""
    memory_fault: bool = False
    """The printer told of a fault of its memory since the job was made."""
    late: str = ""
    """What its printer said after that."""
    said: str = ""
    """What the authority last said of its number."""


class PrinterNow(NamedTuple):
    """The printer of a seat."""

    serial: int = 0
    """The one this seat was made for; 0 before there was one."""
    found: tuple[int, int] | None = None
    """Another, with its last job, or this with one that went too far; until a person accepts it."""
    linked: bool = False
    last_job: int = 0
    """Its own count, as it said when it was found."""
    jobs: int = 0
    """The largest number that any printer of this seat was given."""
    state: str = ""
    paper: str = ""
    faults: tuple[str, ...] = ()
    memory_fault: bool = False
    at_bezel: int = 0
    """The job whose ticket nobody has taken; 0: none."""
    left: bool = False
    """It has been there for too long."""


class CashSeat(NamedTuple):
    """Notes and tickets of one seat."""

    setup: SeatSetup = SeatSetup()
    acceptor: AcceptorNow = AcceptorNow()
    printer: PrinterNow = PrinterNow()
    out: TicketOut | None = None
    paying_after: str = ""
    """A cash-out of this name waits for what is on its way in."""
    found: tuple[FoundCash, ...] = ()
    found_count: int = 0
    box: Box = Box()
    drops: tuple[Drop, ...] = ()
    drop_count: int = 0
    asks: tuple[AuthorityAsk, ...] = ()
    holds: tuple[str, ...] = ()
    """Why cash of this seat waits, in order."""

    @property
    def found_money(self) -> int:
        """What was found and is still nobody's."""
        return sum(one.value for one in self.found)


def seat_of(row: list[Any]) -> CashSeat:
    """The seat that such data describe, whether or not they went through JSON."""
    setup, acceptor, printer, out, after, found, count, box, drops, drop_count, asks, holds = row
    return CashSeat(
        SeatSetup(tuple(setup[0]), *setup[1:]),
        _acceptor(AcceptorNow(*acceptor)),
        _printer(PrinterNow(*printer)),
        None if out is None else TicketOut(*out),
        after,
        tuple(FoundCash(*one) for one in found),
        count,
        Box(tuple((value, many) for value, many in box[0]), *box[1:]),
        tuple(Drop(*one) for one in drops),
        drop_count,
        tuple(AuthorityAsk(*one) for one in asks),
        tuple(holds),
    )


def _acceptor(read: AcceptorNow) -> AcceptorNow:
    found = read.found
    return read._replace(
        values=tuple(read.values),
        found=None if found is None else (found[0], found[1], tuple(found[2])),
        mark=None if read.mark is None else (read.mark[0], read.mark[1]),
        faults=tuple(read.faults),
    )


def _printer(read: PrinterNow) -> PrinterNow:
    found = read.found
    return read._replace(found=None if found is None else (found[0], found[1]), faults=tuple(read.faults))
