"""Meter codes of polls 2F and 6F: what each counts, in what, and how many bytes 2F gives it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from tools.sas_host.wire.figures import Figures, Unreadable, from_bcd


class Meter(NamedTuple):
    """One code."""

    name: str
    unit: Literal["credits", "cents", "count"]
    lifetime: bool = True
    """Whether it can only grow."""

    @property
    def size(self) -> int:
        """Bytes in an answer to 2F; 6F says its own."""
        return 5 if self.unit == "cents" else 4


METERS: Mapping[int, Meter] = {
    0x00: Meter("coin in", "credits"),
    0x01: Meter("coin out", "credits"),
    0x02: Meter("jackpots", "credits"),
    0x03: Meter("hand-paid cancelled credits", "credits"),
    0x04: Meter("cancelled credits", "credits"),
    0x05: Meter("games played", "count"),
    0x06: Meter("games won", "count"),
    0x07: Meter("games lost", "count"),
    0x08: Meter("from coin acceptor", "credits"),
    0x09: Meter("paid by hopper", "credits"),
    0x0A: Meter("coins to drop", "credits"),
    0x0B: Meter("bills", "credits"),
    0x0C: Meter("credits now", "credits", lifetime=False),
    0x0D: Meter("SAS cashable tickets in", "cents"),
    0x0E: Meter("SAS cashable tickets out", "cents"),
    0x0F: Meter("SAS restricted tickets in", "cents"),
    0x10: Meter("SAS restricted tickets out", "cents"),
    0x11: Meter("SAS cashable tickets in, number", "count"),
    0x12: Meter("SAS cashable tickets out, number", "count"),
    0x13: Meter("SAS restricted tickets in, number", "count"),
    0x14: Meter("SAS restricted tickets out, number", "count"),
    0x15: Meter("tickets in", "credits"),
    0x16: Meter("tickets out", "credits"),
    0x17: Meter("electronic to the machine", "credits"),
    0x18: Meter("electronic to the host", "credits"),
    0x19: Meter("restricted played", "credits"),
    0x1A: Meter("non-restricted played", "credits"),
    0x1B: Meter("restricted credits now", "credits", lifetime=False),
    0x1C: Meter("wins paid by the machine", "credits"),
    0x1D: Meter("progressive wins paid by the machine", "credits"),
    0x1E: Meter("external bonus paid by the machine", "credits"),
    0x1F: Meter("wins paid by an attendant", "credits"),
    0x20: Meter("progressive wins paid by an attendant", "credits"),
    0x21: Meter("external bonus paid by an attendant", "credits"),
    0x22: Meter("won in all", "credits"),
    0x23: Meter("hand-paid in all", "credits"),
    0x24: Meter("drop", "credits"),
    0x25: Meter("games since power on", "count", lifetime=False),
    0x26: Meter("games since the slot door", "count", lifetime=False),
    0x28: Meter("cashable tickets in with non-restricted", "credits"),
    0x29: Meter("regular cashable tickets in", "credits"),
    0x2A: Meter("restricted tickets in", "credits"),
    0x2B: Meter("non-restricted tickets in", "credits"),
    0x2C: Meter("cashable tickets out", "credits"),
    0x2D: Meter("restricted tickets out", "credits"),
    0x2E: Meter("electronic regular cashable in", "credits"),
    0x2F: Meter("electronic restricted in", "credits"),
    0x30: Meter("electronic non-restricted in", "credits"),
    0x31: Meter("electronic debit in", "credits"),
    0x32: Meter("electronic regular cashable out", "credits"),
    0x33: Meter("electronic restricted out", "credits"),
    0x34: Meter("electronic non-restricted out", "credits"),
    0x35: Meter("regular cashable tickets in, number", "count"),
    0x36: Meter("restricted tickets in, number", "count"),
    0x37: Meter("non-restricted tickets in, number", "count"),
    0x38: Meter("cashable tickets out, number", "count"),
    0x39: Meter("restricted tickets out, number", "count"),
    0x3E: Meter("bills in the stacker, number", "count", lifetime=False),
    0x3F: Meter("bills in the stacker", "credits", lifetime=False),
    **{0x40 + at: Meter(f"bills of {value}", "count") for at, value in enumerate((1, 2, 5, 10, 20, 25, 50, 100))},
    **{0x48 + at: Meter(f"bills of {value}", "count") for at, value in enumerate((200, 250, 500, 1000, 2000))},
    0x80: Meter("regular cashable tickets in", "cents"),
    0x81: Meter("regular cashable tickets in, number", "count"),
    0x82: Meter("restricted tickets in", "cents"),
    0x83: Meter("restricted tickets in, number", "count"),
    0x84: Meter("non-restricted tickets in", "cents"),
    0x85: Meter("non-restricted tickets in, number", "count"),
    0x86: Meter("cashable tickets out", "cents"),
    0x87: Meter("cashable tickets out, number", "count"),
    0x88: Meter("restricted tickets out", "cents"),
    0x89: Meter("restricted tickets out, number", "count"),
    0x8C: Meter("validated hand-pays of credits, receipt", "cents"),
    0x8D: Meter("validated hand-pays of credits, receipt, number", "count"),
    0x8E: Meter("validated jackpots, receipt", "cents"),
    0x8F: Meter("validated jackpots, receipt, number", "count"),
    0x90: Meter("validated hand-pays of credits, no receipt", "cents"),
    0x91: Meter("validated hand-pays of credits, no receipt, number", "count"),
    0x92: Meter("validated jackpots, no receipt", "cents"),
    0x93: Meter("validated jackpots, no receipt, number", "count"),
    0xA0: Meter("AFT cashable in", "cents"),
    0xA1: Meter("AFT cashable in, number", "count"),
    0xA2: Meter("AFT restricted in", "cents"),
    0xA3: Meter("AFT restricted in, number", "count"),
    0xA4: Meter("AFT non-restricted in", "cents"),
    0xA5: Meter("AFT non-restricted in, number", "count"),
    0xB8: Meter("AFT cashable out", "cents"),
    0xB9: Meter("AFT cashable out, number", "count"),
    0xBA: Meter("AFT restricted out", "cents"),
    0xBB: Meter("AFT restricted out, number", "count"),
    0xBC: Meter("AFT non-restricted out", "cents"),
    0xBD: Meter("AFT non-restricted out, number", "count"),
}


def key(code: int) -> str:
    """How the figure of a meter is called in an answer: by its code, which no two share."""
    return f"meter {code:02X}"


def selected(data: bytes) -> Figures:
    """The answer to 2F, after its length: the game, then each code of one byte and its figure."""
    if len(data) < 2:
        raise Unreadable("no game number")
    found: Figures = {"game": from_bcd(data[:2], "game")}
    rest = data[2:]
    while rest:
        code, rest = rest[0], rest[1:]
        if code not in METERS:
            raise Unreadable(f"meter {code:02X} is unknown to this host, so its size is")
        size = METERS[code].size
        found[key(code)], rest = _figure(rest, size, code), rest[size:]
    return found


def extended(data: bytes) -> Figures:
    """The answer to 6F, after its length: the game, then each code of two bytes, its size and its figure."""
    if len(data) < 2:
        raise Unreadable("no game number")
    found: Figures = {"game": from_bcd(data[:2], "game")}
    rest = data[2:]
    while rest:
        if len(rest) < 3:
            raise Unreadable("a meter is cut short")
        code, size, rest = int.from_bytes(rest[:2], "little"), rest[2], rest[3:]
        if size:  # a meter that is not kept has a size of 0 and no figure
            found[key(code)] = _figure(rest, size, code)
        rest = rest[size:]
    return found


def _figure(data: bytes, size: int, code: int) -> int:
    if len(data) < size:
        raise Unreadable(f"meter {code:02X} is cut short")
    return from_bcd(data[:size], key(code))
