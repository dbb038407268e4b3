"""Frames ⇄ what an ID-003 acceptor says and is told. Nothing is judged here but the form."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from drivers.cash.id003.codec import Id003Frame


class AcceptorStatus(IntEnum):
    """What STATUS is answered with."""

    IDLING = 0x11
    ACCEPTING = 0x12
    ESCROW = 0x13
    STACKING = 0x14
    VEND_VALID = 0x15
    STACKED = 0x16
    REJECTING = 0x17
    RETURNING = 0x18
    HOLDING = 0x19
    INHIBITED = 0x1A
    INITIALIZING = 0x1B
    POWER_UP = 0x40
    POWER_UP_IN_ACCEPTOR = 0x41
    POWER_UP_IN_STACKER = 0x42
    STACKER_FULL = 0x43
    STACKER_OPEN = 0x44
    JAM_IN_ACCEPTOR = 0x45
    JAM_IN_STACKER = 0x46
    PAUSED = 0x47
    CHEATED = 0x48
    FAILED = 0x49
    COMMUNICATION_ERROR = 0x4A


class RequestCode(IntEnum):
    """Requests, and the host's one acknowledgement, which is answered by nothing."""

    STATUS = 0x11
    RESET = 0x40
    STACK_1 = 0x41
    STACK_2 = 0x42
    RETURN = 0x43
    HOLD = 0x44
    WAIT = 0x45
    ACK = 0x50
    VERSION = 0x88
    BOOT_VERSION = 0x89
    CURRENCIES = 0x8A


class AcceptorSetting(IntEnum):
    """The codes that set; what is set is asked with the same code less `TO_ASK`."""

    NOTES_SHUT = 0xC0
    SECURITY = 0xC1
    COMMUNICATION = 0xC2
    SHUT = 0xC3
    DIRECTIONS_SHUT = 0xC4
    OPTIONS = 0xC5
    BARCODE = 0xC6
    KINDS_SHUT = 0xC7


TO_ASK = 0x40
LENGTHS = {
    AcceptorSetting.NOTES_SHUT: 2,
    AcceptorSetting.SECURITY: 2,
    AcceptorSetting.COMMUNICATION: 1,
    AcceptorSetting.SHUT: 1,
    AcceptorSetting.DIRECTIONS_SHUT: 1,
    AcceptorSetting.OPTIONS: 2,
    AcceptorSetting.BARCODE: 2,
    AcceptorSetting.KINDS_SHUT: 1,
}
"""Bytes of each setting. In all that shut something, a bit of 1 shuts it."""
DONE, REFUSED = 0x50, 0x4B
FIRST_TYPE, LAST_TYPE, TICKET = 0x61, 0x6E, 0x6F
"""How ESCROW says what stands there."""
LARGEST_EXPONENT = 9
STATUSES, SETTINGS = frozenset(AcceptorStatus), frozenset(AcceptorSetting)
_OPERATIONS = (
    RequestCode.RESET,
    RequestCode.STACK_1,
    RequestCode.STACK_2,
    RequestCode.RETURN,
    RequestCode.HOLD,
    RequestCode.WAIT,
)
_WITH_DATA = (AcceptorStatus.ESCROW, AcceptorStatus.REJECTING, AcceptorStatus.FAILED)

REJECTED = {
    0x71: "it was put in crooked",
    0x72: "its magnetic pattern is wrong",
    0x73: "something was left in the acceptor",
    0x74: "its readings could not be made good",
    0x75: "it was not drawn in well",
    0x76: "its value could not be told",
    0x77: "its picture is wrong",
    0x78: "it lets through too much or too little light",
    0x79: "it is not let in now",
    0x7A: "it was not taken, for no reason that is named",
    0x7B: "the acceptor did not work as it should",
    0x7C: "something was left on the way to the stacker",
    0x7D: "its length is wrong",
    0x7E: "its colours are wrong",
    0x98: "more than one was put in",
    0x9B: "the ticket lay upside down",
}
FAILED = {
    0xA2: "the stacker's motor",
    0xA5: "the speed of the transport motor",
    0xA6: "the transport motor",
    0xA7: "the aligning motor",
    0xAB: "the box is not ready",
    0xAC: "an optical sensor",
    0xAD: "a magnetic sensor",
    0xAF: "the head was taken off",
    0xB0: "the boot memory",
    0xB1: "the external memory",
    0xB2: "the memory",
    0xB3: "writing the external memory",
}


# ---- what an acceptor says -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AcceptorSays:
    """`code` is no `AcceptorStatus` where nobody knows of such a one."""

    code: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class OrderTaken:
    """The operation was heard and begins."""


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """Not known, or not now."""


@dataclass(frozen=True, slots=True)
class Echoed:
    """A setting, as the acceptor has taken it."""

    setting: AcceptorSetting
    data: bytes


@dataclass(frozen=True, slots=True)
class SettingNow:
    """A setting that was asked."""

    setting: AcceptorSetting
    data: bytes


@dataclass(frozen=True, slots=True)
class Version:
    """`boot` of its loader, else of the program."""

    text: str
    boot: bool = False


@dataclass(frozen=True, slots=True)
class Currency:
    """What one of its note types is; a value of 0 is none."""

    type: int
    country: int
    value: int


@dataclass(frozen=True, slots=True)
class Currencies:
    rows: tuple[Currency, ...]


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A good frame that says nothing anybody knows, or says it in the wrong form."""

    frame: Id003Frame


Reply: TypeAlias = AcceptorSays | OrderTaken | OrderRefused | Echoed | SettingNow | Version | Currencies | Nonsense


def read(frame: Id003Frame) -> Reply:
    """What the acceptor says with this."""
    code, data = frame.code, frame.data
    if code in (DONE, REFUSED):
        return Nonsense(frame) if data else OrderTaken() if code == DONE else OrderRefused()
    if code in SETTINGS:
        return _setting(frame, AcceptorSetting(code), Echoed)
    if code + TO_ASK in SETTINGS:
        return _setting(frame, AcceptorSetting(code + TO_ASK), SettingNow)
    match code:
        case RequestCode.VERSION | RequestCode.BOOT_VERSION:
            return Version(_text(data), boot=code == RequestCode.BOOT_VERSION) if data else Nonsense(frame)
        case RequestCode.CURRENCIES:
            return _currencies(frame)
    return Nonsense(frame) if code in STATUSES and data and code not in _WITH_DATA else AcceptorSays(code, data)


def answers(asked: Id003Frame, reply: Reply) -> bool:
    """Whether this can be the answer to that."""
    match reply:
        case AcceptorSays():
            return asked.code == RequestCode.STATUS
        case OrderTaken():
            return asked.code in _OPERATIONS
        case OrderRefused():
            return asked.code != RequestCode.STATUS
        case Echoed(setting=setting):
            return asked.code == setting
        case SettingNow(setting=setting):
            return asked.code == setting - TO_ASK
        case Version(boot=boot):
            return asked.code == (RequestCode.BOOT_VERSION if boot else RequestCode.VERSION)
        case Currencies():
            return asked.code == RequestCode.CURRENCIES
    return False


def to_set(setting: AcceptorSetting, data: bytes) -> Id003Frame:
    assert len(data) == LENGTHS[setting]
    return Id003Frame(setting, data)


def to_ask(setting: AcceptorSetting) -> Id003Frame:
    return Id003Frame(setting - TO_ASK)


# ---- what stands at escrow -----------------------------------------------------------------------


def note_type_of(data: bytes) -> int | None:
    """The type of the note that ESCROW names with this, from 1 on."""
    return data[0] - FIRST_TYPE + 1 if len(data) == 1 and FIRST_TYPE <= data[0] <= LAST_TYPE else None


def ticket_of(data: bytes) -> str | None:
    """What was read from the ticket that ESCROW names with this."""
    text = data[1:]
    readable = text.isascii() and text.decode("latin-1").isprintable()
    return text.decode("ascii") if data[:1] == bytes((TICKET,)) and text and readable else None


def _setting(frame: Id003Frame, setting: AcceptorSetting, kind: type[Echoed] | type[SettingNow]) -> Reply:
    return kind(setting, frame.data) if len(frame.data) == LENGTHS[setting] else Nonsense(frame)


def _text(data: bytes) -> str:
    return data.decode("ascii", "backslashreplace").strip(" \0\r\n")


def _currencies(frame: Id003Frame) -> Reply:
    """Four bytes for each type: its code at escrow, country, value and how many noughts follow."""
    if not frame.data or len(frame.data) % 4:
        return Nonsense(frame)
    rows = [frame.data[at : at + 4] for at in range(0, len(frame.data), 4)]
    types = [note_type_of(row[:1]) for row in rows]
    if None in types or len(set(types)) < len(types) or any(row[3] > LARGEST_EXPONENT for row in rows):
        return Nonsense(frame)
    return Currencies(tuple(Currency(row[0] - FIRST_TYPE + 1, row[1], row[2] * 10 ** row[3]) for row in rows))
