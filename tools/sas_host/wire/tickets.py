"""Polls 58, 71 and 4C: what a host says of tickets."""

from collections.abc import Mapping

from tools.sas_host.wire.figures import Figures, Unreadable, bcd, binary, digits, read_some, to_bcd

CASHABLE, RESTRICTED, NON_RESTRICTED = 0x00, 0x01, 0x02
DENIED, NO_SUCH_NUMBER, UNDER_WAY, ALREADY_PAID, WRONG_AMOUNT = 0x80, 0x82, 0x83, 0x84, 0x87
ASK = 0xFF
PENDING = 0x40
UNDECIDED = frozenset({PENDING, 0xC0, 0xFF})
"""Statuses that say nothing of how it ended: a host that was not heard may have to ask once more."""
NO_TICKET = 0xFF
NUMBER_SIZE, DATA_SIZE = 8, 9

STATUS: Mapping[int, str] = {
    0x00: "cashable ticket taken",
    0x01: "restricted ticket taken",
    0x02: "non-restricted ticket taken",
    0x40: "pending",
    0x80: "refused by the host",
    0x81: "another number",
    0x82: "no such transfer code",
    0x83: "amount is wrong",
    0x84: "over the machine's limit",
    0x85: "no multiple of the denomination",
    0x86: "another amount than the ticket's",
    0x87: "not now",
    0x88: "the host was too late",
    0x89: "the link was down",
    0x8A: "redemption is off",
    0x8B: "the acceptor failed",
    0xC0: "another ticket is under way",
    0xFF: "nothing to tell",
}
VALIDATIONS: Mapping[int, str] = {
    0x00: "cashable ticket",
    0x01: "restricted ticket",
    0x02: "cashable ticket of a transfer",
    0x03: "restricted ticket of a transfer",
    0x04: "debit ticket of a transfer",
    0x10: "hand-pay of credits, receipt",
    0x20: "hand-pay of a win, receipt",
    0x40: "hand-pay of credits, no receipt",
    0x60: "hand-pay of a win, no receipt",
}
WINS_BY_HAND = (0x20, 0x60)


def number_given(system: int, number: str) -> bytes:
    """Poll 58: the validation number of a cash-out; a system of 0 denies it one."""
    return to_bcd(system, 1) + to_bcd(int(number or 0), NUMBER_SIZE)


def word_on(code: int, cents: int, data: str, expiration: int = 0, pool: int = 0) -> bytes:
    """Poll 71: what the host says of the ticket in the acceptor; of a restricted one also when and where it ends."""
    said = bytes((code,)) + to_bcd(cents, 5) + bytes((0,)) + bytes.fromhex(data)
    if code == RESTRICTED:
        said += to_bcd(expiration, 4) + pool.to_bytes(2, "little")
    return bytes((len(said),)) + said


def asked_status() -> bytes:
    """Poll 71: how does the last ticket stand?"""
    return bytes((1, ASK))


_TICKET = (binary("ticket"), bcd("cents", 5), binary("parsing"), digits("data", DATA_SIZE))


def inserted(data: bytes) -> Figures:
    """The answer to 70, after its length; without a ticket it is one byte."""
    found = read_some(_TICKET, data)
    if found.get("ticket") != NO_TICKET and "data" not in found:
        raise Unreadable("a ticket without a number")
    return found


def redeemed(data: bytes) -> Figures:
    """The answer to 71, after its length; with nothing to tell it may be one byte."""
    found = read_some((_TICKET[0]._replace(name="status"), *_TICKET[1:]), data)
    if "status" not in found:
        raise Unreadable("no status")
    return found


def identity(machine: int, sequence: int) -> bytes:
    """Poll 4C: the id and sequence from which the machine makes its numbers; a machine of 0 only asks."""
    return machine.to_bytes(3, "little") + sequence.to_bytes(3, "little")
