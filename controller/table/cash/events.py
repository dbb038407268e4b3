"""What happens to notes and tickets: what devices at seats tell, what an authority answers, what a desk's clock says.

Each names its seat. Where there is a `mark`, it is how far the events of a device with a counter were taken in, and is
stored with what the event does: so what is stored is acknowledged, and nothing is taken in twice.
"""

from typing import Any, NamedTuple, TypeAlias

Mark = tuple[int, int] | None
"""Epoch and counter of a device that has one."""


class CashSetUp(NamedTuple):
    """What the settings say of notes and tickets: seat → what stands there, and what holds for the house."""

    seats: dict[str, dict[str, Any]]
    house: dict[str, int]


# ---- the acceptor -----------------------------------------------------------------------------------------------


class AcceptorFound(NamedTuple):
    """The acceptor of this seat is there: who it is, and what its notes are worth."""

    seat: int
    identity: str
    currency: str
    notes: tuple[int, ...]
    mark: Mark = None


class AcceptorGone(NamedTuple):
    """The acceptor cannot be spoken to; what it does meanwhile will be found when it is back."""

    seat: int
    text: str


class AcceptorForeign(NamedTuple):
    """Another acceptor than the settings of its driver say, or one with other notes."""

    seat: int
    text: str


class AcceptorReset(NamedTuple):
    """The acceptor has started anew. `paper`: `none`, `in_path`, `in_stacker`, `unknown`."""

    seat: int
    paper: str
    mark: Mark = None


class NoteOffered(NamedTuple):
    """A note stands at escrow."""

    seat: int
    value: int
    mark: Mark = None


class TicketOffered(NamedTuple):
    """A ticket stands at escrow; its number as it was read, which may be reversed or none of ours."""

    seat: int
    text: str
    mark: Mark = None


class RouteMeant(NamedTuple):
    """The acceptor is going to be told to stack what is at escrow: on the disk before it is said."""

    seat: int


class PaperRouted(NamedTuple):
    """The acceptor has heard that order, and the paper moves."""

    seat: int


class PaperNotRouted(NamedTuple):
    """The acceptor did not carry out the order to stack or to give back."""

    seat: int
    text: str


class PaperStacked(NamedTuple):
    """A paper is in the box, or cannot be had back. `to_acknowledge`: it waits until that is booked."""

    seat: int
    value: int | None
    from_escrow: bool
    to_acknowledge: bool
    mark: Mark = None


class Acknowledged(NamedTuple):
    """The acceptor waits no more for what it told to be booked."""

    seat: int


class PaperReturned(NamedTuple):
    """What stood at escrow was given back."""

    seat: int
    mark: Mark = None


class PaperRejected(NamedTuple):
    """A paper was not taken."""

    seat: int
    why: str
    mark: Mark = None


class PathEmpty(NamedTuple):
    """Nothing is at escrow or on its way, says the acceptor itself."""

    seat: int
    mark: Mark = None


class AcceptorFaults(NamedTuple):
    """Everything that is wrong with the acceptor now; none: nothing is."""

    seat: int
    faults: tuple[str, ...]
    mark: Mark = None


class EventsLost(NamedTuple):
    """More happened in the acceptor than it can still tell of: so many `missing`, 0 where nobody knows."""

    seat: int
    missing: int
    mark: Mark = None


class Recounted(NamedTuple):
    """The acceptor was not heard for so long that its counter may have come round unseen."""

    seat: int
    mark: Mark = None


# ---- the printer ------------------------------------------------------------------------------------------------


class PrinterFound(NamedTuple):
    """The printer of this seat is there: who it is, and the number of its last job."""

    seat: int
    serial: int
    last_job: int
    memory_fault: bool = False


class PrinterGone(NamedTuple):
    """The printer cannot be spoken to."""

    seat: int


class PrinterState(NamedTuple):
    """The printer's view of itself, after a change."""

    seat: int
    state: str
    paper: str
    faults: tuple[str, ...]


class TicketDigits(NamedTuple):
    """Chance and time for the next ticket: three random digits, and what its paper says of the time.

    `last`: the largest sequence number that an authority or the second place know of."""

    seat: int
    digits: str
    time: int
    zone: int = 0
    last: int = 0


class NumbersKnown(NamedTuple):
    """The floor of the house has seen numbers up to these of this machine, in another past of its journal: the largest
    sequence of a ticket, and the largest print job by seat."""

    ticket: int
    jobs: dict[str, int]


class JobTold(NamedTuple):
    """What the printer says of a job: `whole`, `in_part`, `not_at_all`, `power_lost`, `printing`, `unknown_job`."""

    seat: int
    job: int
    serial: int
    outcome: str
    taken: str = "not_known"


class TicketGone(NamedTuple):
    """The ticket of this job was taken out of the bezel."""

    seat: int
    job: int


class CashWaited(NamedTuple):
    """The desk's clock ran out for what is called `name`: `authority`, `printer`, `take`, `redeem`."""

    seat: int
    what: str
    name: str


# ---- the authority ----------------------------------------------------------------------------------------------


class AuthorityAnswered(NamedTuple):
    """What an authority says to an ask: what it was asked to `do` under which `request`, its verdict, the amount.

    `number`: of a ticket that goes out, where the authority gives it."""

    do: str
    request: str
    verdict: str
    amount: int = 0
    number: str = ""
    decision: int = 0
    """Of a floor: the entry of its own journal in which it was decided."""
    hash: str = ""
    """Of that entry."""


class TicketExpired(NamedTuple):
    """The local authority's book has an issued ticket that is valid no more: the house keeps what it stood for."""

    number: str
    amount: int


CashEvent: TypeAlias = (
    CashSetUp
    | AcceptorFound
    | AcceptorGone
    | AcceptorForeign
    | AcceptorReset
    | NoteOffered
    | TicketOffered
    | RouteMeant
    | PaperRouted
    | PaperNotRouted
    | PaperStacked
    | Acknowledged
    | PaperReturned
    | PaperRejected
    | PathEmpty
    | AcceptorFaults
    | EventsLost
    | Recounted
    | PrinterFound
    | PrinterGone
    | PrinterState
    | TicketDigits
    | NumbersKnown
    | JobTold
    | TicketGone
    | CashWaited
    | AuthorityAnswered
    | TicketExpired
)
