"""What is kept of tickets where the casino's host says what they are worth. Frozen, as the rest of an address."""

from typing import Any, NamedTuple

SYSTEM, SECURE = "system", "secure"
"""How a ticket gets its number: the host gives it, or it is made here of what the host gave once."""
TICKET, HAND_PAY, WIN_BY_HAND = 0x00, 0x40, 0x60
"""Kinds of a validation: a ticket; hand-pays without a receipt of the machine's, of credits and of a win."""
REDEEMED, WAITING, PENDING = 0x00, 0x20, 0x40
REFUSED, NO_SUCH_CODE, BAD_AMOUNT, TOO_MUCH, NOT_NOW, TOO_LATE, FAILED = 0x80, 0x82, 0x83, 0x84, 0x87, 0x88, 0x8B
"""How a ticket that came in stands; from `REFUSED` on it was given back."""
MOST_RECORDS = 31
"""Validations that the host may ask for; the oldest that it has read is forgotten first."""
LONGEST_LINE, LONGEST_PLACE = 40, 48
"""Signs of a text by the host, and of its address in one line, as printers have room for it."""
MOST_IDENTITIES = 64
"""Identities whose last sequence is remembered, so that none of their numbers is made twice."""


class Validation(NamedTuple):
    """A ticket that came out, or a hand-pay that was paid."""

    serial: int
    kind: int
    move: str
    number: str
    """Eighteen digits: system, and the host's or our own sixteen; empty of a hand-pay that has none."""
    amount: int
    time: int
    """Seconds since 1970, as they were printed."""
    zone: int
    ticket: int
    """Its sequence here."""
    days: int


class Redemption(NamedTuple):
    """The last ticket that came in."""

    serial: int
    request: str
    number: str
    amount: int
    status: int

    @property
    def is_over(self) -> bool:
        """Nothing changes it any more; the host is told until it has read it."""
        return self.status not in (WAITING, PENDING)


class HostTickets(NamedTuple):
    """Of one address."""

    style: str = ""
    """`system`, `secure`; empty: tickets are no business of this host."""
    identity: int = 0
    """Of this machine, for numbers that are made here; 0: the host has given none."""
    sequence: int = 0
    """Of the last number that was made of it."""
    used: tuple[tuple[int, int], ...] = ()
    """Identities of before, and how far they went."""
    given: str = ""
    """The last number that the host gave, or its denial."""
    records: tuple[Validation, ...] = ()
    serial: int = 0
    """Of the last of them."""
    read: int = 0
    """The host has read them up to here."""
    redemption: Redemption | None = None
    unstamped: tuple[tuple[str, int, int], ...] = ()
    """Hand-pays that were paid and want a time for their validation: name, amount and kind."""
    off: tuple[str, ...] = ()
    """What the host does not want here: `tickets`, `hand_pays`, `redemption`."""
    days: int = 0
    """Of validity, by the host; 0: as the settings say."""
    location: str = ""
    """What the host wants printed on tickets; empty: as the settings of the printer have it."""
    first: str = ""
    second: str = ""
    """Lines of its address."""

    @property
    def place(self) -> str:
        """The address in one line, as a ticket has it."""
        return ", ".join(filter(None, (self.first, self.second)))

    @property
    def unread(self) -> tuple[Validation, ...]:
        """Oldest first."""
        return tuple(one for one in self.records if one.serial > self.read)


def tickets_of(row: list[Any]) -> HostTickets:
    """What such data describe, whether or not they went through JSON."""
    read = HostTickets(*row)
    return read._replace(
        used=tuple((identity, sequence) for identity, sequence in read.used),
        records=tuple(Validation(*one) for one in read.records),
        redemption=None if read.redemption is None else Redemption(*read.redemption),
        unstamped=tuple(_unstamped(*one) for one in read.unstamped),
        off=tuple(read.off),
    )


def _unstamped(move: str, amount: int, kind: int = HAND_PAY) -> tuple[str, int, int]:
    """Before wins were validated there was one kind, which was not kept."""
    return move, amount, kind
