"""What comes back after a poll: which of seven things it is, and what it says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from tools.sas_host.lines.line import Heard
from tools.sas_host.wire import exceptions
from tools.sas_host.wire.crc import SIZE as CRC_SIZE
from tools.sas_host.wire.crc import is_sound
from tools.sas_host.wire.figures import Figures, Unreadable, read, total
from tools.sas_host.wire.polls import GENERAL, POLLS, Poll

BUSY = 0x00


class Kind(Enum):
    """What came back."""

    SILENCE = "silence"
    ACK = "ack"
    NACK = "nack"
    BUSY = "busy"
    EVENT = "event"
    DATA = "data"
    GARBLED = "garbled"


@dataclass(frozen=True)
class Answer:
    """What came back, as bytes, as figures, and how it came."""

    address: int
    kind: Kind
    sent: bytes
    raw: bytes = b""
    figures: Figures = field(default_factory=dict)
    exception: int | None = None
    why: str = ""
    """Of a garbled one."""
    first: float = 0.0
    gap: float = 0.0
    marked: bool = False
    """A byte of it had the ninth bit."""
    late: bool = False

    @property
    def number(self) -> dict[str, int]:
        """Those figures that are numbers."""
        return {name: value for name, value in self.figures.items() if isinstance(value, int)}


class Event(NamedTuple):
    """A machine told something."""

    address: int
    exception: int
    figures: Figures


def values(heard: Sequence[Heard]) -> bytes:
    """The bytes alone."""
    return bytes(one.value for one in heard)


def answer_size(address: int, poll: Poll | None, heard: bytes, at_once: bool) -> int | None:
    """How many bytes this answer has, or None while nobody can know."""
    if heard[0] != address:
        return 1 if poll is None else None
    if poll is None and not at_once:
        return None  # an exception that is called as the machine is, or an answer that took its time
    if len(heard) < 2:
        return None
    if heard[1] == exceptions.EVENT:
        return None if len(heard) < 3 else 3 + total(exceptions.TOLD_WITH.get(heard[2], ())) + CRC_SIZE
    if poll is None or heard[1] != poll.code:
        return 2 if heard[1] == BUSY else None
    if poll.size is not None:
        return 2 + poll.size + CRC_SIZE
    return None if len(heard) < 3 else 3 + heard[2] + CRC_SIZE


def understood(address: int, message: bytes, poll: Poll | None, data: bytes, at_once: bool) -> Answer:
    """What these bytes are as an answer to that poll."""

    def answer(kind: Kind, figures: Figures | None = None, exception: int | None = None, why: str = "") -> Answer:
        return Answer(address, kind, message, data, figures or {}, exception, why)

    if not data:
        return answer(Kind.SILENCE)
    if poll is None and message == bytes((GENERAL | address,)):
        if len(data) == 1:
            return answer(Kind.EVENT, exception=data[0])
        if not at_once and not is_sound(data):
            return answer(Kind.GARBLED, why=f"{len(data)} bytes for an exception")
    if data == bytes((address,)):
        return answer(Kind.ACK)
    if data == bytes((GENERAL | address,)):
        return answer(Kind.NACK)
    if data == bytes((address, BUSY)):
        return answer(Kind.BUSY)
    try:
        return _whole(answer, address, poll, data)
    except Unreadable as error:
        return answer(Kind.GARBLED, why=str(error))


def _whole(answer: Callable[..., Answer], address: int, poll: Poll | None, data: bytes) -> Answer:
    """An answer with a check sum."""
    if data[0] != address:
        raise Unreadable(f"it begins with {data[0]:02X}")
    if not is_sound(data):
        raise Unreadable("its check sum is wrong, or it is cut short")
    code, body = data[1], data[2:-CRC_SIZE]
    if code == exceptions.EVENT:
        if not body:
            raise Unreadable("an event without a code")
        return answer(Kind.EVENT, read(exceptions.TOLD_WITH.get(body[0], ()), body[1:]), body[0])
    known = poll or POLLS.get(code)
    if known is None or code != known.code:
        raise Unreadable(f"it answers {code:02X}")
    if known.read is None:
        raise Unreadable("more than an acknowledgement")
    if known.size is None:
        if not body or body[0] != len(body) - 1:
            raise Unreadable("its length byte is wrong")
        body = body[1:]
    return answer(Kind.DATA, known.read(body))
