"""What any bill acceptor tells and is told, whichever protocol it speaks.

A session behind this interface has no port and no clock and decides nothing: bytes, the time and orders go in, bytes
and what happened come out. It keeps nothing that the journal does not: after a restart it is given its `Mark` again.

How it goes, for a note that is credited:

    Ready → Enable → Enabled → NoteAtEscrow → Accept → Routed → Stacked → Booked

An order is good until the unit is found anew (`Ready`) or lost (`Lost`); then nothing is allowed in until it is said
again. `Accept` is never repeated blind: the session looks first whether the same paper still stands at escrow.
Values are whole numbers of the currency's smallest unit.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Protocol, TypeAlias


class PaperPlace(StrEnum):
    """Where the paper is when a unit has started."""

    NONE = "none"
    IN_PATH = "in the acceptor"
    IN_STACKER = "in the stacker"
    UNKNOWN = "unknown"


class Fault(StrEnum):
    """Why a unit takes nothing, or took what it should not have."""

    JAMMED = "jammed"
    STACKER_JAMMED = "stacker jammed"
    STACKER_FULL = "stacker full"
    STACKER_REMOVED = "stacker removed"
    CHEATED = "cheated"
    PAUSED = "paused"
    FAILED = "failed"
    LINE = "line"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """How far the events of a unit with a counter were taken in: the stored mark is what acknowledges them."""

    epoch: int
    """How often a counter of 0 was seen."""
    counter: int


@dataclass(frozen=True, slots=True)
class Note:
    """A kind of note that the unit knows: the number it has there, and what it is worth."""

    type: int
    value: int


# ---- told by the acceptor ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something happened. `mark` is what is stored with it; None of units that have no counter."""

    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Ready(Told):
    """The unit is the right one and is set up; nothing is allowed in yet."""

    serial: str
    """Empty where the protocol has none."""
    product: str
    """What it says it is: product code, or version string."""
    currency: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Foreign(Told):
    """Another unit, or one whose notes are not those of the settings: nothing is taken."""

    text: str


@dataclass(frozen=True, slots=True)
class Lost(Told):
    """The unit cannot be spoken to; what it does meanwhile will be found when it is back."""

    text: str


@dataclass(frozen=True, slots=True)
class Reset(Told):
    """The unit has started anew, by itself or by us."""

    paper: PaperPlace


@dataclass(frozen=True, slots=True)
class Enabled(Told):
    """These are let in now, and nothing else: the unit has read it back."""

    notes: frozenset[int]
    tickets: bool


@dataclass(frozen=True, slots=True)
class NoteAtEscrow(Told):
    note: Note


@dataclass(frozen=True, slots=True)
class TicketAtEscrow(Told):
    number: str
    """As it was read, which may be reversed or no number of ours."""


@dataclass(frozen=True, slots=True)
class Routed(Told):
    """The unit has heard the order to accept, and the paper moves."""


@dataclass(frozen=True, slots=True)
class NotRouted(Told):
    """The unit did not carry out the order to accept or to return."""

    text: str


@dataclass(frozen=True, slots=True)
class Stacked(Told):
    """The paper is in the box, or cannot be had back. Until `Booked`, some protocols say it again."""

    note: Note | None = None
    """None where the unit does not say, and of a ticket."""
    from_escrow: bool = True
    """False of paper that was never offered, or when that is not known."""
    to_acknowledge: bool = False
    """The unit waits for `Booked`, and takes nothing more until then."""


@dataclass(frozen=True, slots=True)
class Returned(Told):
    """What stood at escrow was given back."""


@dataclass(frozen=True, slots=True)
class Rejected(Told):
    """A paper was not taken; none was at escrow."""

    why: str


@dataclass(frozen=True, slots=True)
class Idle(Told):
    """The path is empty, says the unit itself: nothing is at escrow or on its way."""


@dataclass(frozen=True, slots=True)
class Faulty(Told):
    fault: Fault
    text: str


@dataclass(frozen=True, slots=True)
class FaultOver(Told):
    fault: Fault


@dataclass(frozen=True, slots=True)
class EventsLost(Told):
    """More happened than the unit can still tell of: what it was worth only a count can say."""

    count: int
    """Beyond those told, as its counter has it; 0 where it contradicts itself."""


@dataclass(frozen=True, slots=True)
class Recount(Told):
    """The unit was not heard for so long that its counter may have come round unseen."""

    silent: float | None
    """Seconds; None where nobody listened before."""


# ---- told to the acceptor ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enable:
    """Let these in and nothing else: notes by their value. Nothing at all is `Enable()`."""

    notes: frozenset[int] = field(default_factory=frozenset)
    tickets: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Stack what is at escrow. Said when the move is `routed` on the disk."""


@dataclass(frozen=True, slots=True)
class Return:
    """Give back what is at escrow."""


@dataclass(frozen=True, slots=True)
class KeepAtEscrow:
    """Keep it at escrow: an authority is being asked. Lasts until the next order; the session repeats it in time."""


@dataclass(frozen=True, slots=True)
class Booked:
    """What was said to be stacked, or where a paper lay at a start, is on the disk: the unit may forget it."""


Order: TypeAlias = Enable | Accept | Return | KeepAtEscrow | Booked


@dataclass(slots=True)
class LineCounts:
    """Of a line, since it was begun: for health, never for decisions."""

    sent: int = 0
    answered: int = 0
    unanswered: int = 0
    noise: int = 0  # bytes that were no frame
    strays: int = 0  # good frames that answered nothing we asked


class Acceptor(Protocol):
    """A session with one acceptor; `drivers.cash.line` turns it."""

    baud: ClassVar[int]
    parity: ClassVar[str]
    """"N" or "E"."""

    def opened(self, now: float) -> None:
        """The port was opened: find out who is there before anything else."""

    def lost(self, text: str) -> None:
        """The port is gone; said as `Lost`, once for each new reason."""

    def told(self, order: Order, now: float) -> None:
        """What the controller wants. One that makes no sense now is answered `NotRouted`, or comes to nothing."""

    def feed(self, data: bytes, now: float) -> None:
        """These bytes were read."""

    def due(self, now: float) -> None:
        """Whatever the time that has passed brings: polls, repeats, silence."""

    def deadline(self) -> float:
        """When `due` has something to do next."""

    def take_output(self) -> bytes:
        """The bytes to write now."""

    def counts(self) -> LineCounts:
        """How the line has fared."""

    def take_said(self) -> list[Told]:
        """What happened since the last time, in order. A `Lost` among it: the port is closed and opened anew."""
