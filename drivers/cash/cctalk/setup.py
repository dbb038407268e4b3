"""What the acceptor is asked and told before anything may come in, step by step. No port, no clock.

A script yields requests, is sent their answers, and asks again what got lost. It ends with what was found out, or with
`Misfit`: then nothing is let in.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from drivers.cash.acceptor import Note
from drivers.cash.cctalk.codec import Checksum
from drivers.cash.cctalk.counting import Code
from drivers.cash.cctalk.messages import (
    TYPES,
    Answer,
    AskBill,
    AskCategory,
    AskInhibits,
    AskMaster,
    AskMode,
    AskProduct,
    AskScaling,
    AskSerial,
    BillName,
    Number,
    Request,
    Scaling,
    SetInhibits,
    SetMaster,
    SetMode,
    TextReply,
)

CATEGORY = "bill validator"
STACKER_AND_ESCROW = 0b11
MOST_DECIMALS = 9

Outcome = TypeVar("Outcome")
Script: TypeAlias = Generator[Request, Answer, Outcome]


class Misfit(Exception):
    """This unit is not the one that belongs here, or does not do as it is told."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The unit that belongs here; what is None may be anything."""

    checksum: Checksum = Checksum.SIMPLE
    serial: int | None = None
    product: str | None = None
    country: str | None = None
    decimals: int = 2
    """Of the currency: how many make its smallest unit."""
    notes: tuple[int, ...] | None = None
    """What type 1, 2, … is worth; 0 is none."""
    ticket_stacked: Code | None = None
    """The event that proves a stacked ticket; without one no tickets are taken."""


@dataclass(frozen=True, slots=True)
class CctalkIdentity:
    """Who the unit is, and which notes it knows."""

    serial: int
    product: str
    country: str
    notes: dict[int, Note] = field(default_factory=dict)


def identify(expected: Expected) -> Script[CctalkIdentity]:
    """Who is there: serial, category, product, then what every type is worth."""
    serial = _number((yield AskSerial()))
    _same("serial", serial, expected.serial)
    category = _text((yield AskCategory()))
    if category.lower() != CATEGORY:
        raise Misfit(f"it is no bill validator: it calls itself {category!r}")
    product = _text((yield AskProduct()))
    _same("product", product, expected.product)
    countries, notes = yield from _read_notes(expected)
    country = "+".join(sorted(countries))
    _same("currency", country, expected.country)
    values = [notes[type].value if type in notes else 0 for type in range(1, TYPES + 1)]
    if expected.notes is not None and values != _padded(expected.notes):
        raise Misfit(f"its notes are {_listed(values)}, and the settings say {_listed(expected.notes)}")
    return CctalkIdentity(serial, product, country, notes)


def _read_notes(expected: Expected) -> Script[tuple[set[str], dict[int, Note]]]:
    scalings: dict[str, Scaling] = {}
    notes: dict[int, Note] = {}
    for type in range(1, TYPES + 1):
        name = yield AskBill(type)
        assert isinstance(name, BillName)
        if not name.country or not name.value:
            continue
        if name.country not in scalings:
            scaling = yield AskScaling(name.country)
            assert isinstance(scaling, Scaling)
            scalings[name.country] = scaling
        notes[type] = Note(type, _worth(name, scalings[name.country], expected.decimals))
    return set(scalings), notes


def _worth(name: BillName, scaling: Scaling, decimals: int) -> int:
    """A note's value in the smallest unit of its currency."""
    if not scaling.factor or scaling.decimals > MOST_DECIMALS:
        raise Misfit(f"it has no scaling for {name.country}")
    smallest: int = 10**decimals
    finest: int = 10**scaling.decimals
    worth, rest = divmod(name.value * scaling.factor * smallest, finest)
    if rest or not worth:
        raise Misfit(f"what it says of {name.country} notes is no whole number of the smallest unit")
    return worth


def modes_are_set() -> Script[bool]:
    """Whether they are still as they were set once: a start undoes it."""
    return _number((yield AskMode())) & STACKER_AND_ESCROW == STACKER_AND_ESCROW


def set_modes() -> Script[None]:
    """Escrow and stacker are used: set, and read back."""
    yield SetMode(STACKER_AND_ESCROW)
    if not (yield from modes_are_set()):
        raise Misfit("it does not use both stacker and escrow, told to")


def let_in(types: Sequence[int], tickets: bool) -> Script[int]:
    """Note by note, and last the master, each read back. Tickets have no bit: the master lets them in."""
    mask = sum(1 << type - 1 for type in types)
    yield SetInhibits(mask)
    if (now := _number((yield AskInhibits()))) != mask:
        raise Misfit(f"its inhibits were set to {mask:016b} and are {now:016b}")
    master = int(bool(mask) or tickets)
    yield SetMaster(master)
    if (now := _number((yield AskMaster()))) & 1 != master:
        raise Misfit(f"its master inhibit was set to {master} and is {now}")
    return master


def _number(answer: Answer) -> int:
    assert isinstance(answer, Number)
    return answer.number


def _text(answer: Answer) -> str:
    assert isinstance(answer, TextReply)
    return answer.text


def _same(what: str, found: object, expected: object) -> None:
    if expected is not None and found != expected:
        raise Misfit(f"another unit is there: its {what} is {found}, and the settings say {expected}")


def _padded(values: tuple[int, ...]) -> list[int]:
    return [*values, *[0] * (TYPES - len(values))]


def _listed(values: Sequence[int]) -> str:
    return " ".join(map(str, values))
