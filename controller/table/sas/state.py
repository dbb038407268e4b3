"""What is kept of each address on the casino's line. Frozen: a change makes another, and another dictionary of them."""

from typing import Any, NamedTuple

from controller.table.sas.tickets.state import HostTickets, tickets_of
from controller.table.sas.transfers.aft import Aft, aft_of

MOST_WAITING = 32
"""Exceptions of an address that the host has not taken, and as many again of those that go before others. One more
is not kept, and the host is told that there was one."""


NOTES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 25_000, 50_000, 100_000)
"""What a note is worth in the currency, by the bit that lets it in."""


class Exceptional(NamedTuple):
    """Something that the host has to be told once."""

    number: int
    code: int
    amount: int = 0
    """Of a note."""


class SasHost(NamedTuple):
    """An address."""

    seat: int = 0
    """0: it is the whole table's."""
    controls: tuple[str, ...] = ()
    """What the host may turn here: `play`, `bills`, `clock`, `hand_pays`, `transfers`, `tickets`."""
    waiting: tuple[Exceptional, ...] = ()
    """In the order in which they are told."""
    number: int = 0
    """Of the last of them."""
    disabled: bool = False
    bills_off: bool = False
    notes: int | None = None
    """Which are let in, a bit a value; None: the host has not said."""
    after_each: bool = False
    """After each note the host has to let in the next."""
    clock: int = 0
    """Seconds that its time is ahead."""
    unit: int = 100
    """How many of the smallest unit make one of the currency."""
    aft: Aft = Aft()
    """Money that the host moves."""
    tickets: HostTickets = HostTickets()

    def lets_in(self, value: int) -> bool:
        """Whether this note may come, by the host's word; of one that it has no bit for, the settings decide."""
        whole, rest = divmod(value, self.unit)
        if self.notes is None or rest or whole not in NOTES:
            return True
        return bool(self.notes >> NOTES.index(whole) & 1)


def host_of(row: list[Any]) -> SasHost:
    """The address that such data describe, whether or not they went through JSON."""
    read = SasHost(*row)
    waiting = tuple(Exceptional(*one) for one in read.waiting)
    return read._replace(
        controls=tuple(read.controls),
        waiting=waiting,
        aft=aft_of(list(read.aft)),
        tickets=tickets_of(list(read.tickets)),
    )


def of_seat(hosts: dict[int, SasHost], seat: int) -> list[SasHost]:
    """Those that speak for this seat: its own, and the table's."""
    return [host for host in hosts.values() if host.seat in (0, seat)]


def clock_of(hosts: dict[int, SasHost], seat: int) -> int:
    """By how many seconds what is printed at this seat is ahead of the machine's clock."""
    return next((host.clock for host in of_seat(hosts, seat) if host.clock), 0)
