"""The bill acceptors and ticket printers of a demo: an emulated one of each at every seat, and how drivers find them.

By turns a seat has an acceptor that speaks ccTalk and one that speaks ID-003.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools.emulators.bills.commands import VERSION

COUNTRY, DECIMALS = "US", 2
NOTES = (1, 2, 5, 10, 20, 50, 100)
"""Whole units of the currency, as they are printed on a note."""
TICKET_LIMIT = 100_000
"""More is paid by hand."""
PRODUCT, TICKET_EVENT = "BV-EMU", (0, 30)
"""How the emulated ccTalk acceptor calls itself, and says that a ticket is stacked."""
BILLS, TICKETS = "bills", "tickets"
KINDS = (BILLS, TICKETS)

CASH_TABLE = """
[[cash]]
seat = {seat}
notes = {notes}
ticket_limit = {limit}
"""
BILLS_TABLE = """
[[bills]]
seat = {seat}
endpoint = "ipc://{run}/bills/commands"
port = "{port}"
protocol = "{protocol}"
country = "{country}"
decimals = {decimals}
notes = {notes}
{own}
"""
OF_PROTOCOL = {
    "cctalk": 'serial = {serial}\nproduct = "{product}"\nticket_stacked = {ticket_event}',
    "id003": 'version = "{version}"',
}
TICKETS_TABLE = """
[[tickets]]
seat = {seat}
endpoint = "ipc://{run}/tickets/commands"
port = "{port}"
serial = {serial}
"""
TEXTS = """
[ticket_texts]
house = "Boxcars"
place = "Demo table"
asset = "demo"
sign = "$"
one = "dollar"
many = "dollars"
"""


class SeatCash(NamedTuple):
    """Acceptor and printer of one seat."""

    seat: int
    run: Path
    """Where their lines and their orders are."""

    @property
    def protocol(self) -> str:
        return "cctalk" if self.seat % 2 else "id003"

    @property
    def serial(self) -> int:
        """Of either: two seats have two units."""
        return 3000 + self.seat

    def line(self, kind: str) -> Path:
        """Where the emulated unit's pty is linked."""
        return self.run / f"{kind}-{self.seat}"

    def control(self, kind: str) -> Path:
        """Where it takes orders."""
        return self.run / f"{kind}-{self.seat}.control"

    def tables(self) -> str:
        """Of `drivers.toml`."""
        said = {"serial": self.serial, "product": PRODUCT, "ticket_event": list(TICKET_EVENT), "version": VERSION}
        bills = BILLS_TABLE.format(
            seat=self.seat,
            run=self.run,
            port=self.line(BILLS),
            protocol=self.protocol,
            country=COUNTRY,
            decimals=DECIMALS,
            notes=amounts(),
            own=OF_PROTOCOL[self.protocol].format(**said),
        )
        return bills + TICKETS_TABLE.format(seat=self.seat, run=self.run, port=self.line(TICKETS), serial=self.serial)

    def emulated(self, folder: Path, pace: list[str]) -> dict[str, list[object]]:
        """Words for `boxcars` by name of the process; what the units remember lies in the folder of the demo."""
        notes = f"{COUNTRY}:{','.join(map(str, NOTES))}"
        own: dict[str, list[object]] = {
            "cctalk": ["--serial", self.serial, "--ticket-event", *TICKET_EVENT],
            "id003": ["--version", VERSION],
        }
        bills = ["--protocol", self.protocol, "--notes", notes, *own[self.protocol]]
        tickets = ["--serial", self.serial, "--papers", papers(folder, self.seat)]
        return {
            f"{kind}-unit-{self.seat}": [
                *(kind, "emulate", "--link", self.line(kind)),
                *("--state", folder / f"{kind}-{self.seat}", *words, *pace),
            ]
            for kind, words in ((BILLS, bills), (TICKETS, tickets))
        }


def amounts() -> list[int]:
    """What the notes are worth in the smallest unit."""
    return [note * 10**DECIMALS for note in NOTES]


def papers(folder: Path, seat: int) -> Path:
    """Where the papers of this seat's printer fall."""
    return folder / "papers" / str(seat)


def driver_tables(seats: Sequence[SeatCash]) -> str:
    """What `drivers.toml` says of them."""
    return "".join(cash.tables() for cash in seats) + (TEXTS if seats else "")


def cabinet_tables(seats: Sequence[int]) -> str:
    """What `cabinet.toml` says of them."""
    return "".join(CASH_TABLE.format(seat=seat, notes=amounts(), limit=TICKET_LIMIT) for seat in seats)
