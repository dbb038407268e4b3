"""Polls 72 and 73: transfers and the registration, as requests and as answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tools.sas_host.wire.figures import Figures, Unreadable, bcd, binary, digits, from_bcd, raw, read_some, to_bcd

TO_MACHINE, TO_HOST = 0x00, 0x80
BONUS, BONUS_JACKPOT, TO_TICKET, DEBIT, DEBIT_TO_TICKET, WIN_TO_HOST = 0x10, 0x11, 0x20, 0x40, 0x60, 0x90
TRANSFER, PARTLY, CANCEL, ASK = 0x00, 0x01, 0x80, 0xFF
FULL, PART, PENDING = 0x00, 0x01, 0x40
NOT_UNIQUE, NOT_NOW, WRONG_ASSET, NO_TRANSFER = 0x81, 0x87, 0x93, 0xFF
FOR_CASH_OUT = 0x08
"""Flag of a transfer that answers 6A."""
KEY_SIZE, LONGEST_ID = 20, 20

STATUS: Mapping[int, str] = {
    0x00: "done in full",
    0x01: "done in part",
    0x40: "pending",
    0x80: "cancelled by the host",
    0x81: "the id is that of the last one",
    0x82: "no such kind of transfer",
    0x83: "amount or expiration is wrong",
    0x84: "over the machine's limit",
    0x85: "no multiple of the denomination",
    0x86: "not in parts",
    0x87: "not now",
    0x88: "not registered",
    0x89: "another registration key",
    0x8A: "no point of sale",
    0x8B: "no win to take",
    0x8C: "no denomination set",
    0x8D: "expired",
    0x8E: "no printer for it",
    0x8F: "restricted money of another pool",
    0x90: "no receipt can be printed",
    0x91: "not enough for a receipt",
    0x92: "no receipt for such a transfer",
    0x93: "another asset number",
    0x94: "not locked",
    0x95: "the id is no id",
    0x9F: "unexpected fault",
    0xC0: "another transfer is under way",
    0xC1: "no such transfer code",
    0xFF: "nothing to tell",
}


class Cents(NamedTuple):
    """The three kinds of money of a transfer."""

    cashable: int = 0
    restricted: int = 0
    non_restricted: int = 0


@dataclass(frozen=True)
class Transfer:
    """What a host asks for with poll 72."""

    id: bytes
    cents: Cents
    type: int = TO_MACHINE
    code: int = TRANSFER
    flags: int = 0
    asset: int = 1
    key: bytes = bytes(KEY_SIZE)
    expiration: int = 0
    pool: int = 0
    lock_timeout: int = 0

    def body(self) -> bytes:
        """What stands after the poll's code, its length first."""
        amounts = b"".join(to_bcd(part, 5) for part in self.cents)
        data = bytes((self.code, 0, self.type)) + amounts + bytes((self.flags,))
        data += self.asset.to_bytes(4, "little") + self.key + bytes((len(self.id),)) + self.id
        data += (
            to_bcd(self.expiration, 4) + self.pool.to_bytes(2, "little") + bytes((0,)) + to_bcd(self.lock_timeout, 2)
        )
        return bytes((len(data),)) + data


def ask(index: int = 0) -> bytes:
    """How the transfer at this place of the history stands, the current or last one at 0."""
    return bytes((2, ASK, index))


def cancel() -> bytes:
    """The pending transfer shall not happen."""
    return bytes((1, CANCEL))


_HEAD = (
    binary("position"),
    binary("status"),
    binary("receipt"),
    binary("type"),
    bcd("cashable", 5),
    bcd("restricted", 5),
    bcd("non-restricted", 5),
    raw("flags", 1),
    binary("asset", 4),
)
_TAIL = (digits("date", 4), digits("time", 3), digits("expiration", 4), binary("pool", 2))
_TOTALS = ("cashable so far", "restricted so far", "non-restricted so far")


def answered(data: bytes) -> Figures:
    """The answer to 72, after its length. A machine without a transfer to tell of may end early."""
    head = sum(field.size for field in _HEAD)
    found = read_some(_HEAD, data[:head])
    if "status" not in found:
        raise Unreadable("no status")
    rest = data[head:]
    if not rest:
        return found
    size, rest = rest[0], rest[1:]
    if size > LONGEST_ID or len(rest) < size:
        raise Unreadable(f"an id of {size} bytes")
    found["id"], rest = rest[:size].hex(), rest[size:]
    tail = sum(field.size for field in _TAIL)
    found |= read_some(_TAIL, rest[:tail])
    return found | _totals(rest[tail:])


def _totals(rest: bytes) -> Figures:
    found: Figures = {}
    for name in _TOTALS:
        if not rest:
            return found
        size, rest = rest[0], rest[1:]
        if len(rest) < size:
            raise Unreadable(f"{name} is cut short")
        if size:
            found[name] = from_bcd(rest[:size], name)
        rest = rest[size:]
    if rest:
        raise Unreadable(f"{len(rest)} bytes too many")
    return found


def read_registration() -> bytes:
    """What 73 asks to be told how it stands, and change nothing."""
    return bytes((1, 0xFF))


def register(code: int, asset: int, key: bytes, point_of_sale: int) -> bytes:
    """Code 0 begins a registration, 1 ends it, 0x80 takes it back."""
    return bytes((0x1D, code)) + asset.to_bytes(4, "little") + key + point_of_sale.to_bytes(4, "little")


REGISTRATION = (binary("registration"), binary("asset", 4), raw("key", KEY_SIZE), binary("point of sale", 4))
