"""Every poll that this host knows: its code, its kind, and how its answer is read."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from tools.sas_host.wire import aft, meters, tickets
from tools.sas_host.wire.figures import (
    Field,
    Figures,
    Unreadable,
    bcd,
    binary,
    digits,
    from_bcd,
    raw,
    read,
    read_some,
    text,
    total,
)

Read: TypeAlias = Callable[[bytes], Figures]
GENERAL = 0x80
"""Added to an address: has this machine anything to tell? By itself: all be in step."""


class Poll(NamedTuple):
    """A row. `size` is that of the answer between code and check sum; None means that a length byte says it."""

    code: int
    name: str
    kind: Literal["R", "S", "M", "G"]
    """R only asks and has no check sum; S sets or asks about something; M asks meters of a game; G may go to all."""
    size: int | None
    read: Read | None
    """None: the answer is the bare address, an acknowledgement."""


def _fixed(code: int, name: str, kind: Literal["R", "S", "M", "G"], *fields: Field) -> Poll:
    return Poll(code, name, kind, total(fields), partial(read, fields))


def _counted(code: int, name: str, kind: Literal["R", "S", "M", "G"], reads: Read) -> Poll:
    return Poll(code, name, kind, None, reads)


def _told(code: int, name: str, kind: Literal["S", "M", "G"] = "S") -> Poll:
    return Poll(code, name, kind, 0, None)


def _meter(code: int, name: str) -> Poll:
    return _fixed(code, name, "R", bcd(name, 4))


def _many(*names: str) -> tuple[Field, ...]:
    return tuple(bcd(name, 4) for name in names)


CANCELLED, COIN_IN, COIN_OUT, DROP = "cancelled credits", "coin in", "coin out", "drop"
JACKPOT, PLAYED, WON, LOST = "jackpots", "games played", "games won", "games lost"
_GAME = bcd("game", 2)
_WHAT_GAME = (
    text("game id", 2),
    text("additional id", 3),
    binary("denomination"),
    binary("max bet"),
    binary("progressive group"),
    raw("options", 2),
    text("pay table", 6),
    text("base", 4),
)


def _version(data: bytes) -> Figures:
    if len(data) < 3:
        raise Unreadable("no version")
    return read((text("version", 3), text("serial", len(data) - 3)), data)


def _enabled(data: bytes) -> Figures:
    if not data or len(data) != 1 + 2 * data[0]:
        raise Unreadable(f"{data.hex()} is no list of games")
    games = [from_bcd(data[at : at + 2], "game") for at in range(1, len(data), 2)]
    return {"number": data[0], "games": " ".join(map(str, games))}


def _progressives(data: bytes) -> Figures:
    found = read_some((binary("group"), binary("number")), data[:2])
    levels = data[2:]
    if len(data) < 2 or len(levels) != 6 * data[1]:
        raise Unreadable(f"{data.hex()} is no list of levels")
    for at in range(0, len(levels), 6):
        found[f"level {levels[at]}"] = from_bcd(levels[at + 1 : at + 6], "amount")
    return found


_ROWS = (
    _told(0x01, "lock out play"),
    _told(0x02, "allow play"),
    _told(0x06, "bill acceptor on"),
    _told(0x07, "bill acceptor off"),
    _told(0x08, "which bills"),
    _told(0x0E, "tell at once, or not"),
    _fixed(0x0F, "meters 10 to 15", "R", *_many(CANCELLED, COIN_IN, COIN_OUT, DROP, JACKPOT, PLAYED)),
    _meter(0x10, CANCELLED),
    _meter(0x11, COIN_IN),
    _meter(0x12, COIN_OUT),
    _meter(0x13, DROP),
    _meter(0x14, JACKPOT),
    _meter(0x15, PLAYED),
    _meter(0x16, WON),
    _meter(0x17, LOST),
    _fixed(0x18, "games since", "R", bcd("since power on", 2), bcd("since slot door", 2)),
    _fixed(0x19, "meters 11 to 15", "R", *_many(COIN_IN, COIN_OUT, DROP, JACKPOT, PLAYED)),
    _meter(0x1A, "credits"),
    _fixed(
        0x1B,
        "hand-pay",
        "R",
        binary("group"),
        binary("level"),
        bcd("cents", 5),
        bcd("partly paid", 2),
        binary("reset"),
        raw("unused", 10),
    ),
    _fixed(
        0x1C,
        "meters of play",
        "R",
        *_many(COIN_IN, COIN_OUT, DROP, JACKPOT, PLAYED, WON, "slot doors", "power ons"),
    ),
    _fixed(0x1E, "meters of bills", "R", *_many("bills of 1", "of 5", "of 10", "of 20", "of 50", "of 100")),
    _fixed(0x1F, "what machine", "R", *_WHAT_GAME),
    _fixed(0x20, "worth of bills", "R", bcd("dollars", 4)),
    _fixed(0x21, "ROM signature", "S", binary("signature", 2)),
    _fixed(0x2D, "hand-paid cancelled credits", "M", _GAME, bcd("credits", 4)),
    _counted(0x2F, "some meters", "M", meters.selected),
    _fixed(0x3D, "last ticket", "R", digits("number", 4), bcd("cents", 5)),
    _fixed(0x4C, "validation id", "S", binary("machine", 3), binary("sequence", 3)),
    _fixed(
        0x4D,
        "last validation",
        "S",
        binary("type"),
        binary("index"),
        digits("date", 4),
        digits("time", 3),
        digits("number", 8),
        bcd("cents", 5),
        binary("ticket", 2),
        bcd("system", 1),
        digits("expires", 4),
        binary("pool", 2),
    ),
    _fixed(0x51, "number of games", "R", bcd("games", 2)),
    _fixed(0x52, "meters of a game", "M", _GAME, *_many(COIN_IN, COIN_OUT, JACKPOT, PLAYED)),
    _fixed(0x53, "what game", "M", _GAME, *_WHAT_GAME),
    _counted(0x54, "version and serial", "R", _version),
    _fixed(0x55, "chosen game", "R", _GAME),
    _counted(0x56, "enabled games", "R", _enabled),
    _fixed(0x57, "pending cash-out", "R", binary("type"), bcd("cents", 5)),
    _fixed(0x58, "validation number", "S", binary("status")),
    _counted(0x6F, "more meters", "M", meters.extended),
    _counted(0x70, "ticket in the acceptor", "R", tickets.inserted),
    _counted(0x71, "word on the ticket", "S", tickets.redeemed),
    _counted(0x72, "AFT transfer", "S", aft.answered),
    _counted(0x73, "AFT registration", "S", partial(read, aft.REGISTRATION)),
    _counted(
        0x74,
        "AFT lock and status",
        "S",
        partial(
            read,
            (
                binary("asset", 4),
                binary("lock"),
                binary("transfers"),
                raw("host cash-out", 1),
                raw("aft", 1),
                binary("history"),
                bcd("cashable", 5),
                bcd("restricted", 5),
                bcd("non-restricted", 5),
                bcd("limit", 5),
                digits("expires", 4),
                binary("pool", 2),
            ),
        ),
    ),
    _counted(
        0x7B,
        "validation status",
        "S",
        partial(read, (binary("asset", 4), raw("bits", 2), bcd("cashable days", 2), bcd("restricted days", 2))),
    ),
    _fixed(0x7C, "words on tickets", "S", binary("flag")),
    _fixed(0x7D, "place on tickets", "S", binary("flag")),
    _fixed(0x7E, "date and time", "R", digits("date", 4), digits("time", 3)),
    _told(0x7F, "set date and time", "G"),
    _told(0x80, "progressive", "G"),
    _fixed(0x83, "progressive wins of a game", "M", _GAME, bcd("cents", 4)),
    _fixed(0x84, "progressive win", "R", binary("group"), binary("level"), bcd("cents", 5)),
    _fixed(0x85, "host's progressive win", "R", binary("group"), binary("level"), bcd("cents", 5)),
    _told(0x86, "progressives", "G"),
    _counted(0x87, "host's progressive wins", "R", _progressives),
    _told(0x8A, "legacy bonus"),
    _fixed(0x94, "remote reset", "S", binary("reset")),
    _fixed(0xA0, "features", "M", _GAME, raw("features", 3), raw("reserved", 3)),
    _fixed(0xA8, "method of reset", "S", binary("method")),
)
POLLS: Mapping[int, Poll] = {poll.code: poll for poll in _ROWS}
