"""What one kind of unit calls what all of them do: its numbers in words, its messages to the controller.

A session knows of links, wishes, answers and losses; dice unit and wheel each give it the words for them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from controller.protocol.devices.unit import ClearFaults, RunSelfTest
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
    StatusNow,
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

    @property
    def id(self) -> int:
        return self.start.id

    @property
    def nonce(self) -> bytes:
        return self.start.nonce_sent


class Words(ABC):
    """Of one kind of unit."""

    device: ClassVar[str]
    unit: ClassVar[str]
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

    @abstractmethod
    def abort(self, message: Message) -> Abort | None:
        """The play that this message wants ended."""

    def order(self, message: Message) -> Spoken | None:
        """The request that carries out this order."""
        match message:
            case ClearFaults(mask=mask):
                return Clear(mask)
            case RunSelfTest():
                return SelfTest()
        return self.abort(message)

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
    def status(self, status: StatusNow) -> Message: ...

    @abstractmethod
    def report(self, found: Found) -> Message: ...

    def knows(self, answer: StartVerdict) -> bool:
        """Whether there is such a verdict."""
        return answer.verdict < len(self.verdicts.names)

    @abstractmethod
    def refused(self, answer: StartVerdict) -> Message: ...

    @abstractmethod
    def aborted(self, answer: AbortVerdict) -> Message: ...

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

    @abstractmethod
    def opened(self, is_open: bool) -> Message: ...

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
