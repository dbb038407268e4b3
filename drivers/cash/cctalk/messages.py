"""Frames ⇄ what they mean: what a bill acceptor is asked, and how each answer is read.

Only the shape is checked here. An answer of another shape than was asked for is none: it may be a late one.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from drivers.cash.cctalk.codec import ACCEPTOR, ANSWER, HOST, CctalkFrame

TYPES = 16
"""Bill types that have a bit among the inhibits: 1 to 16."""
EVENTS = 5
"""How many the unit remembers."""

# ---- answers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderTaken:
    """No data: it was heard."""


@dataclass(frozen=True, slots=True)
class TextReply:
    text: str


@dataclass(frozen=True, slots=True)
class Number:
    number: int


@dataclass(frozen=True, slots=True)
class BillName:
    """Country, value before scaling, issue; no country where the unit has no such bill."""

    country: str
    value: int
    issue: str


@dataclass(frozen=True, slots=True)
class Scaling:
    factor: int
    decimals: int


@dataclass(frozen=True, slots=True)
class Events:
    """Counter and the last five, newest first, as the unit has them."""

    counter: int
    events: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RouteRefused:
    code: int


Answer: TypeAlias = OrderTaken | TextReply | Number | BillName | Scaling | Events | RouteRefused

# ---- requests ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Request:
    """One question or order to the acceptor."""

    header: ClassVar[int]

    def data(self) -> bytes:
        return b""

    def read(self, data: bytes) -> Answer | None:
        """What this answer says; None where it answers something else."""
        return OrderTaken() if not data else None


@dataclass(frozen=True, slots=True)
class _AskNumber(Request):
    size: ClassVar[int] = 1

    def read(self, data: bytes) -> Number | None:
        return Number(int.from_bytes(data, "little")) if len(data) == self.size else None


@dataclass(frozen=True, slots=True)
class _AskText(Request):
    may_be_empty: ClassVar[bool] = False

    def read(self, data: bytes) -> TextReply | None:
        text = data.decode("ascii", "replace").strip(" \0")
        sound = text.isascii() and text.isprintable() and (text or self.may_be_empty)
        return TextReply(text) if sound else None


@dataclass(frozen=True, slots=True)
class AskSerial(_AskNumber):
    header = 242
    size = 3


@dataclass(frozen=True, slots=True)
class AskCategory(_AskText):
    header = 245


@dataclass(frozen=True, slots=True)
class AskProduct(_AskText):
    header = 244


@dataclass(frozen=True, slots=True)
class AskBill(Request):
    """Country, value and issue of a type: `US0005A`."""

    header = 157
    type: int

    def data(self) -> bytes:
        return bytes((self.type,))

    def read(self, data: bytes) -> BillName | None:
        if len(data) != 7:
            return None
        name = data.decode("ascii", "replace")
        digits = name[2:6]
        if not (name[:2].isascii() and name[:2].isalpha() and digits.isascii() and digits.isdigit()):
            return BillName("", 0, "")
        return BillName(name[:2], int(digits), name[6])


@dataclass(frozen=True, slots=True)
class AskScaling(Request):
    header = 156
    country: str

    def data(self) -> bytes:
        return self.country.encode("ascii")

    def read(self, data: bytes) -> Scaling | None:
        return Scaling(int.from_bytes(data[:2], "little"), data[2]) if len(data) == 3 else None


@dataclass(frozen=True, slots=True)
class _SetByte(Request):
    value: int

    def data(self) -> bytes:
        return bytes((self.value,))


@dataclass(frozen=True, slots=True)
class SetMode(_SetByte):
    """Bit 0: the stacker is used; bit 1: escrow is."""

    header = 153


@dataclass(frozen=True, slots=True)
class AskMode(_AskNumber):
    header = 152


@dataclass(frozen=True, slots=True)
class SetInhibits(Request):
    """A bit for each type, the lowest for type 1; 1 lets it in."""

    header = 231
    mask: int

    def data(self) -> bytes:
        return self.mask.to_bytes(2, "little")


@dataclass(frozen=True, slots=True)
class AskInhibits(_AskNumber):
    header = 230
    size = 2


@dataclass(frozen=True, slots=True)
class SetMaster(_SetByte):
    """1 lets in what the inhibits let in, 0 nothing."""

    header = 228


@dataclass(frozen=True, slots=True)
class AskMaster(_AskNumber):
    header = 227


@dataclass(frozen=True, slots=True)
class Route(_SetByte):
    """What becomes of the paper at escrow."""

    header = 154

    def read(self, data: bytes) -> OrderTaken | RouteRefused | None:
        return OrderTaken() if not data else RouteRefused(data[0]) if len(data) == 1 else None


RETURN, STACK, EXTEND = 0, 1, 255
ESCROW_EMPTY = 254


@dataclass(frozen=True, slots=True)
class ReadEvents(Request):
    header = 159

    def read(self, data: bytes) -> Events | None:
        if len(data) != 1 + 2 * EVENTS:
            return None
        return Events(data[0], tuple(zip(data[1::2], data[2::2], strict=True)))


@dataclass(frozen=True, slots=True)
class ReadTicket(_AskText):
    """The digits of the ticket at escrow; nothing where there is none."""

    header = 129
    may_be_empty = True


@dataclass(frozen=True, slots=True)
class CheckYourself(Request):
    """Answered with the code of a fault, 0 for none, and maybe with more."""

    header = 232

    def read(self, data: bytes) -> Number | None:
        return Number(data[0]) if len(data) in (1, 2) else None


REQUESTS: tuple[type[Request], ...] = (
    AskSerial,
    AskCategory,
    AskProduct,
    AskBill,
    AskScaling,
    SetMode,
    AskMode,
    SetInhibits,
    AskInhibits,
    SetMaster,
    AskMaster,
    Route,
    ReadEvents,
    ReadTicket,
    CheckYourself,
)


def frame_of(request: Request) -> CctalkFrame:
    """The frame that asks it."""
    return CctalkFrame(ACCEPTOR, request.header, request.data())


def answer_in(frame: CctalkFrame, request: Request) -> Answer | None:
    """What a frame answers to a request; None where it does not."""
    if (frame.to, frame.header) != (HOST, ANSWER):
        return None
    return request.read(frame.data)
