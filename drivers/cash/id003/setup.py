"""What the acceptor is asked and told before anything may come in, step by step. No port, no clock.

A script yields requests and is sent their answers. It ends with what was found out, or with `Misfit`: then nothing is
let in. The notes are let in one by one, and the master inhibit is lifted last.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from drivers.cash.acceptor import Note
from drivers.cash.id003.codec import Id003Frame
from drivers.cash.id003.messages import (
    AcceptorSetting,
    Currencies,
    Echoed,
    OrderRefused,
    Reply,
    RequestCode,
    SettingNow,
    Version,
    to_ask,
    to_set,
)

COUNTRIES = {
    0x01: "US",
    0x08: "CA",
    0x16: "CH",
    0x27: "RU",
    0x2D: "CN",
    0x30: "HU",
    0x51: "KZ",
    0x5C: "UA",
    0x63: "IN",
    0x78: "IR",
    0x7E: "MD",
    0x86: "UZ",
    0xE0: "EU",
}
"""Those that open drivers name."""
OPEN, SHUT, ALL_SHUT = b"\0", b"\1", b"\xff\xff"
POLLED = b"\0"
"""It speaks when it is asked, and every paper waits at escrow for an order."""
NO_OPTIONS = b"\0\0"
"""Power recovery among them, by which it would tell VEND VALID of what status 42 has told already."""
INTERLEAVED_18 = b"\x01\x12"
"""Interleaved 2 of 5, eighteen digits."""
NOTES_IN, TICKETS_IN = 0b01, 0b10
"""Bits of `KINDS_SHUT`."""

Outcome = TypeVar("Outcome")
Script: TypeAlias = Generator[Id003Frame, Reply, Outcome]


class Misfit(Exception):
    """This unit is not the one that belongs here, or does not do as it is told."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The unit that belongs here; what is None may be anything. It has no serial number that could be asked."""

    version: str | None = None
    country: str | None = None
    decimals: int = 2
    """Of the currency: how many make its smallest unit."""
    notes: tuple[int, ...] | None = None
    """What type 1, 2, … is worth; 0 is none."""


@dataclass(frozen=True, slots=True)
class Id003Identity:
    """Who the unit is, and which notes it knows."""

    version: str
    country: str
    notes: dict[int, Note] = field(default_factory=dict)


def identify(expected: Expected) -> Script[Id003Identity]:
    """Who is there, and what every type is worth."""
    version = yield Id003Frame(RequestCode.VERSION)
    if not isinstance(version, Version):
        raise Misfit("it does not say its version")
    _same("version", version.text, expected.version)
    told = yield Id003Frame(RequestCode.CURRENCIES)
    if not isinstance(told, Currencies):
        raise Misfit("it does not say what its notes are worth")
    rows = [row for row in told.rows if row.value]
    country = "+".join(sorted({COUNTRIES.get(row.country, f"country {row.country}") for row in rows}))
    _same("currency", country, expected.country)
    worth = {row.type: row.value * 10**expected.decimals for row in rows}
    wanted = {type: value for type, value in enumerate(expected.notes or (), start=1) if value}
    if expected.notes is not None and worth != wanted:
        raise Misfit(f"its notes are {_listed(worth)}, and the settings say {_listed(wanted)}")
    return Id003Identity(version.text, country, {type: Note(type, value) for type, value in worth.items()})


def set_up() -> Script[bool]:
    """Shut first, then escrow mode, options and every inhibit, each read back. Whether it can take tickets."""
    yield from _set(AcceptorSetting.SHUT, SHUT)
    yield from _set(AcceptorSetting.COMMUNICATION, POLLED, needed=False)
    yield from _set(AcceptorSetting.OPTIONS, NO_OPTIONS, needed=False)
    reads_bars = yield from _set(AcceptorSetting.BARCODE, INTERLEAVED_18, needed=False)
    knows_kinds = yield from _set(AcceptorSetting.KINDS_SHUT, bytes((NOTES_IN | TICKETS_IN,)), needed=False)
    yield from _set(AcceptorSetting.NOTES_SHUT, ALL_SHUT)
    return reads_bars and knows_kinds


def let_in(types: Sequence[int], *, tickets: bool, knows_kinds: bool) -> Script[None]:
    """Note by note, and last the master, each read back."""
    yield from _set(AcceptorSetting.SHUT, SHUT)
    bits = sum(1 << type - 1 for type in types)
    yield from _set(AcceptorSetting.NOTES_SHUT, (0xFFFF & ~bits).to_bytes(2, "little"))
    if knows_kinds:
        shut = (0 if types else NOTES_IN) | (0 if tickets else TICKETS_IN)
        yield from _set(AcceptorSetting.KINDS_SHUT, bytes((shut,)))
    if types or tickets:
        yield from _set(AcceptorSetting.SHUT, OPEN)


def shut_out() -> Script[None]:
    """Of a unit that does not belong here."""
    yield to_set(AcceptorSetting.SHUT, SHUT)


def _set(setting: AcceptorSetting, data: bytes, *, needed: bool = True) -> Script[bool]:
    """Set it and read it back; false of what a unit need not know, and does not."""
    said = yield to_set(setting, data)
    if isinstance(said, OrderRefused) and not needed:
        return False
    said = yield to_ask(setting)
    if not isinstance(said, SettingNow) or said.data != data:
        now = said.data.hex() if isinstance(said, SettingNow | Echoed) else "not told"
        raise Misfit(f"its setting {setting:02X} was set to {data.hex()} and is {now}")
    return True


def _same(what: str, found: str, expected: str | None) -> None:
    if expected is not None and found != expected:
        raise Misfit(f"another unit is there: its {what} is {found!r}, and the settings say {expected!r}")


def _listed(worth: dict[int, int]) -> str:
    return ", ".join(f"{type}: {value}" for type, value in sorted(worth.items())) or "none"
