"""Facts of notes and tickets. The number of a ticket stands in few of them, and those are neither recalled nor logged:
whoever reads it could print one. The others name its movement, and the last digits."""

from typing import Any, NamedTuple, TypeAlias


class CashRules(NamedTuple):
    """What the settings say of notes and tickets is another thing from now on."""

    seats: dict[str, dict[str, Any]]
    house: dict[str, int]


class DeviceMet(NamedTuple):
    """This acceptor or printer is the one of this seat from now on; `by` whom, if it followed on another."""

    seat: int
    device: str
    identity: str
    by: str


class DeviceLinked(NamedTuple):
    """The line to an acceptor or a printer is there, or has gone."""

    seat: int
    device: str
    linked: bool
    text: str


class DeviceFaults(NamedTuple):
    """Everything that is wrong with an acceptor or a printer after a change; none: nothing is."""

    seat: int
    device: str
    faults: tuple[str, ...]


class CounterDoubted(NamedTuple):
    """What an acceptor has counted may be more than it told: so many are missing, or nobody listened for a while."""

    seat: int
    missing: int


class CashHeld(NamedTuple):
    """Notes and tickets of a seat wait for a reason, or no more. `about`: what of."""

    seat: int
    why: str
    on: bool
    about: str
    by: str


class PaperBack(NamedTuple):
    """A `note` or `ticket` was not taken, and why: by us at escrow, or by the acceptor."""

    seat: int
    what: str
    amount: int
    why: str


class PaperOrdered(NamedTuple):
    """What is at escrow is told to be stacked; from here on nothing refuses it."""

    seat: int
    move: str


class PaperKept(NamedTuple):
    """A `note` or `ticket` lies in the box, and its money has arrived."""

    seat: int
    what: str
    move: str
    amount: int


class CashUnknown(NamedTuple):
    """Nobody knows what became of a paper, and nobody guesses: two persons count."""

    seat: int
    move: str
    amount: int
    why: str


class CashFound(NamedTuple):
    """Cash without a move: 0 where only a count can say how much."""

    seat: int
    name: str
    amount: int
    why: str


class CashSettled(NamedTuple):
    """Persons said what became of something unknown or found: `credited`, `paid`, `undone`, `nothing`, `ticket`.

    `counted`: by how much their count was more than what was known of it, or less.
    """

    seat: int
    name: str
    how: str
    amount: int
    by: str
    witness: str
    counted: int = 0


class StackerRemoved(NamedTuple):
    """The box of a seat was taken out: what should be in it since the last time. `notes`: value → how many."""

    seat: int
    drop: int
    notes: dict[str, int]
    tickets: int
    ticket_amount: int
    found: int
    found_amount: int
    amount: int


class StackerCounted(NamedTuple):
    """What was counted in a box, and by how much that is over what should be in it; below nothing it is short."""

    seat: int
    drop: int
    amount: int
    counted: int
    over: int
    by: str


class TicketDrawn(NamedTuple):
    """A ticket has its number, which is never drawn again, and what its paper says."""

    seat: int
    move: str
    number: str
    sequence: int
    amount: int
    time: int
    zone: int
    days: int
    authority: str = "local"
    """`sas`: the casino's host knows it, and the cabinet's own book does not."""


class TicketPrinting(NamedTuple):
    """A ticket is wanted from the printer, under this job number."""

    seat: int
    move: str
    job: int
    serial: int
    amount: int


class TicketCame(NamedTuple):
    """The printer says what became of a job. `moved`: the money has gone with it; a late word moves nothing."""

    seat: int
    move: str
    job: int
    outcome: str
    amount: int
    moved: bool


class TicketTurned(NamedTuple):
    """A ticket on its way out has become a hand-pay, of the same name and amount."""

    seat: int
    move: str
    amount: int
    why: str
    ends: str


class TicketTaken(NamedTuple):
    """Somebody took the ticket of a job, or has left it for too long."""

    seat: int
    job: int
    taken: bool


class TicketRead(NamedTuple):
    """A ticket stands at escrow, and an authority is asked about it under the name of this request."""

    seat: int
    request: str
    number: str


class FloorAsked(NamedTuple):
    """From this entry on the floor of the house is asked, until it answers. `until`: of a number that is to be
    reserved, the second since 1970 from which on it is worth nothing."""

    seat: int
    do: str
    request: str
    number: str
    amount: int
    until: int


class AuthorityTold(NamedTuple):
    """What an authority says to an ask. `heeded`: it was that ask's answer; a late word, or one against an earlier,
    moves nothing. Of a floor, `decision` and `hash` name the entry of its own journal."""

    seat: int
    do: str
    request: str
    number: str
    verdict: str
    amount: int
    heeded: bool
    decision: int = 0
    hash: str = ""


class TicketVoided(NamedTuple):
    """What the authority said when persons wanted a ticket voided, and what was owed on it until then."""

    seat: int
    ends: str
    amount: int
    verdict: str


class TicketLapsed(NamedTuple):
    """A ticket is valid no more: what it stood for is the house's."""

    number: str
    amount: int


CashDecision: TypeAlias = (
    CashRules
    | DeviceMet
    | DeviceLinked
    | DeviceFaults
    | CounterDoubted
    | CashHeld
    | PaperBack
    | PaperOrdered
    | PaperKept
    | CashUnknown
    | CashFound
    | CashSettled
    | StackerRemoved
    | StackerCounted
    | TicketDrawn
    | TicketPrinting
    | TicketCame
    | TicketTurned
    | TicketTaken
    | TicketRead
    | FloorAsked
    | AuthorityTold
    | TicketVoided
    | TicketLapsed
)
