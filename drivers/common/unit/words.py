"""What one kind of unit calls what all of them do: its numbers in words, its messages to the controller.

A session knows of links, wishes, answers and losses; dice unit, wheel and ticket printer each give it the words for
them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from controller.protocol.devices.unit import ClearFaults, RunSelfTest, UnitIdentity
from controller.protocol.message import Message
from drivers.common.serial.link import NEVER
from drivers.common.serial.messages import (
    Abort,
    AbortVerdict,
    Clear,
    Found,
    SelfTest,
    Spoken,
    Start,
    StartVerdict,
    StatusReply,
    Vocabulary,
)

Word = TypeVar("Word")
ACCEPTED, BUSY, DONE_ALREADY = 0, 1, 6
"""Verdicts that all units share."""


class Names(Generic[Word]):
    """Names of numbers, or of bits, from nought on; what has none is `unknown`."""

    def __init__(self, names: Sequence[Word], unknown: Word) -> None:
        self.names, self.unknown = tuple(names), unknown

    def of(self, number: int) -> Word:
        return self.names[number] if number < len(self.names) else self.unknown

    def of_bits(self, bits: int) -> tuple[Word, ...]:
        """The names of the bits set; bits without a name together are one `unknown`."""
        known = tuple(name for bit, name in enumerate(self.names) if bits >> bit & 1)
        return known if not bits >> len(self.names) else (*known, self.unknown)


@dataclass(frozen=True, slots=True)
class Wish:
    """The play that the controller wants."""

    start: Start
    fresh: bool
    may_start: bool
    longest: float
    """Seconds from its acceptance to its report, at the most."""
    only_on: int | None = None
    """Serial number of the only unit that may play it; None is any that belongs here."""
    greeting: Sequence[Spoken] | None = None
    """What the unit has to have been told before it starts this; None: what it is told after each HELLO anyway."""

    @property
    def id(self) -> int:
        return self.start.id

    @property
    def nonce(self) -> bytes:
        return self.start.nonce_sent


@dataclass(frozen=True, slots=True)
class UnitSeen:
    """What is known of the unit and the wanted play when it is about to start."""

    serial: int
    status: StatusReply | None
    greeted: bool
    """The unit has taken all that it is told after HELLO."""
    known: bool
    """The unit has said before that it plays or has played this."""
    faults: int
    """All that it has told of since the play is wanted."""


class Words(ABC):
    """Of one kind of unit."""

    device: ClassVar[str]
    unit: ClassVar[str]
    model: ClassVar[str | None] = None
    """The only one that its driver speaks with, unless the settings name another; None: any."""
    play: ClassVar[str]
    states: ClassVar[Names[Any]]
    verdicts: ClassVar[Names[Any]]
    faults: ClassVar[Names[Any]]
    status_kind: ClassVar[type[Message]]
    tested_kind: ClassVar[type[Message]]
    fields: ClassVar[dict[str, str]]
    """What this unit's document calls the fields that all units have."""
    logged: ClassVar[tuple[str, ...]]
    """Messages that a technician wants to find in the log, beside those of every unit."""
    vocabulary: ClassVar[Vocabulary]
    busy_pause: ClassVar[float] = NEVER
    """Seconds after which a unit that is busy is asked again; never, where that is the controller's business."""

    # ---- what the controller says ----------------------------------------------------------------

    @abstractmethod
    def wish(self, message: Message) -> Wish | None:
        """The play that this message wants."""

    def abort(self, message: Message) -> Abort | None:
        """The play that this message wants ended, where a unit can."""
        del message
        return None

    def order(self, message: Message) -> Spoken | None:
        """The request that carries out this order."""
        match message:
            case ClearFaults(mask=mask):
                return Clear(mask)
            case RunSelfTest():
                return SelfTest()
        return self.abort(message)

    def greeting(self) -> Sequence[Spoken]:
        """What the unit is asked and told after each HELLO, before it may start anything."""
        return ()

    def ungreeted(self, request: Spoken, reply: Spoken) -> Message | None:
        """What is said when the unit did not take that; nothing when it did."""
        del request, reply
        return None

    def bar(self, wish: Wish, seen: UnitSeen) -> Message | None:
        """Why this play is not started on this unit now, for the controller; nothing when it is."""
        del wish, seen
        return None

    @abstractmethod
    def here(self, port: str, emulated: bool) -> Message:
        """What a driver says first."""

    # ---- what the unit says ----------------------------------------------------------------------

    def flaw(self, found: Found) -> str:
        """What makes this answer one that is not passed on, in words; empty when it is."""
        del found
        return ""

    @abstractmethod
    def outcome(self, found: Found) -> str:
        """What became of a play, in words, for a technician."""

    @abstractmethod
    def status(self, status: StatusReply) -> Message: ...

    @abstractmethod
    def report(self, found: Found, unit: UnitIdentity) -> Message: ...

    def knows(self, answer: StartVerdict) -> bool:
        """Whether there is such a verdict."""
        return answer.verdict < len(self.verdicts.names)

    @abstractmethod
    def refused(self, answer: StartVerdict) -> Message: ...

    def aborted(self, answer: AbortVerdict) -> Message:
        """Said by units that end a play, and by those alone."""
        raise AssertionError(f"a {self.unit} has no {answer}")

    @abstractmethod
    def started(self, play: int) -> Message: ...

    @abstractmethod
    def unknown(self, play: int) -> Message: ...

    @abstractmethod
    def overdue(self, play: int, waited_ms: int) -> Message: ...

    @abstractmethod
    def faulty(self, bits: int) -> Message: ...

    @abstractmethod
    def cleared(self, bits: int) -> Message: ...

    @abstractmethod
    def tested(self, bits: int) -> Message: ...

    def opened(self, is_open: bool) -> Message:
        """Of units with lid or cover, and of those alone."""
        raise AssertionError(f"a {self.unit} has nothing to open ({is_open})")

    def progress(self, report: Spoken) -> Message | None:
        """What is told of a report that only this kind of unit makes."""
        del report
        return None

    @abstractmethod
    def malfunction(self, what: str, text: str, found: Found | None) -> Message: ...

    def about(self, found: Found | None) -> dict[str, object]:
        """Which play a malfunction is about, with the bytes that the unit said of it."""
        if found is None:
            return {}
        return {f"{self.play}_id": found.id, "payload": found.signed.hex(), "mac": found.signature.hex()}

    def play_of(self, message: Message) -> int | None:
        """Which play a message to the controller is about."""
        return getattr(message, f"{self.play}_id", None)
