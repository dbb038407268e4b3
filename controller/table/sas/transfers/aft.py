"""What is kept of an address about money that the casino's host moves: the last transfers by the host's own names, the
lock it asked for, a cash-out that it is offered. Frozen, as `SasHost` is.

A transfer is called `aft-N` by a number of the table's own, since hosts use their names again.
"""

from typing import Any, NamedTuple

MOST_KEPT = 70
"""Transfers that were done, at an address; the oldest is forgotten first."""
LONGEST_NAME = 20
"""Bytes that a host may call a transfer by."""
KEY = 20
"""Bytes of the key of a registration."""
NO_KEY = "00" * KEY

INTO, OUT_OF, WIN = 0x00, 0x80, 0x90
"""Ways of a transfer: to the credits, from them, of a win that waits to be paid."""
WHOLE, IN_PART = 0x00, 0x01
"""Codes of a transfer: as it is asked for or not at all; or as much of it as can be."""
TURNS_CASH_OUTS, CASH_OUTS_ON, FOR_CASH_OUT, LOCK_AFTER, IF_LOCKED, RECEIPT = 0x01, 0x02, 0x08, 0x10, 0x40, 0x80
"""Flags of a transfer."""
MAY_COME, MAY_GO = 0x01, 0x02
"""What a lock can wait for."""

DONE, DONE_IN_PART, PENDING, CANCELLED = 0x00, 0x01, 0x40, 0x80
KNOWN, NO_SUCH_THING, BAD_AMOUNT, TOO_MUCH, NOT_NOW = 0x81, 0x82, 0x83, 0x84, 0x87
NOT_REGISTERED, OTHER_KEY, NO_WIN, NO_RECEIPT, OTHER_ASSET = 0x88, 0x89, 0x8B, 0x90, 0x93
NOT_LOCKED, BAD_NAME, ANOTHER, NO_SUCH_CODE, NOTHING = 0x94, 0x95, 0xC0, 0xC1, 0xFF
"""What the host is told of a transfer."""
UNCHANGED = (KNOWN, ANOTHER, PENDING)
"""With these the last transfer is still the one that it was."""


class Transfer(NamedTuple):
    """One that came to its end, or waits for it."""

    name: str
    """The host's, in hexadecimal."""
    way: int
    amount: int
    """What was asked for, and once it is done what was moved."""
    flags: int
    status: int
    number: int = 0
    """Its place among those that were done at this address; 0: it was not."""
    time: int = 0
    """When it came to its end, by the host's clock, seconds."""


class Lock(NamedTuple):
    """The host has asked that nothing moves at the seat but its transfer."""

    number: int
    conditions: int
    length: int
    """Milliseconds."""
    on: bool
    """False: it waits for what it was asked under."""


class TransferOffer(NamedTuple):
    """A cash-out that the host may take."""

    number: int
    name: str
    """What the cash-out is called that the player asked for."""
    amount: int


class Waiting(NamedTuple):
    """A transfer that is done as soon as what is on its way in has come to its end."""

    transfer: Transfer
    code: int
    lock: int
    """Milliseconds of the lock that follows on it."""
    ask: int
    """What the line's driver calls it."""


class Aft(NamedTuple):
    """Transfers of one address."""

    asset: int = 0
    """By which the house knows this machine; 0: no transfers."""
    limit: int = 0
    """The largest that may come."""
    registers: bool = False
    """Only a host that has registered may move money."""
    offer_time: int = 10_000
    """Milliseconds that the host has for a cash-out."""
    cash_outs: bool = False
    """Cash-outs are offered to the host."""
    registration: str = ""
    """`ready`, `registered`; empty: neither."""
    key: str = NO_KEY
    """In hexadecimal."""
    point: int = 0
    """The host's point of sale."""
    ask: int = 0
    """By what the line's driver calls the transfer that it told of last, and what became of that."""
    said: int = NOTHING
    last: Transfer | None = None
    """The last that was asked for and had a name of its own, done or not."""
    kept: tuple[Transfer, ...] = ()
    """The last that were done, oldest first."""
    lock: Lock | None = None
    offer: TransferOffer | None = None
    waiting: Waiting | None = None
    numbered: int = 0
    """Of locks and offers."""

    @property
    def last_done(self) -> str:
        """The host's name of the last one that was done."""
        return self.kept[-1].name if self.kept else ""

    @property
    def is_busy(self) -> bool:
        """Whether nothing else may leave the seat, and nothing be wagered there."""
        return self.offer is not None or (self.lock is not None and self.lock.on)


def aft_of(row: list[Any]) -> Aft:
    """What such data describe, whether or not they went through JSON."""
    read = Aft(*row)
    waiting = None if read.waiting is None else Waiting(*read.waiting)
    return read._replace(
        last=None if read.last is None else Transfer(*read.last),
        kept=tuple(Transfer(*one) for one in read.kept),
        lock=None if read.lock is None else Lock(*read.lock),
        offer=None if read.offer is None else TransferOffer(*read.offer),
        waiting=None if waiting is None else waiting._replace(transfer=Transfer(*waiting.transfer)),
    )
