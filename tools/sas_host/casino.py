"""The memory of a small casino system: what it gave, what it was told, and whether the two agree.

It knows tickets by number, transfers by id, hand-pays by machine, and the last figure of every meter. Whatever a
machine says is held against that; what does not fit is a finding, and nothing is ever put right by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import NamedTuple

from tools.sas_host.wire import aft, tickets
from tools.sas_host.wire.figures import Figures
from tools.sas_host.wire.meters import METERS

SYSTEM = 1
"""The system id that stands before this host's validation numbers."""


NO_PAPER = (None, None, None)
"""Poll 3D does not say which."""


class Stage(Enum):
    """Where a ticket is."""

    GIVEN = "given"
    PRINTED = "printed"
    OFFERED = "offered"
    TAKEN = "taken"


@dataclass
class Ticket:
    """A validation number and what it is worth."""

    number: str
    cents: int
    address: int
    stage: Stage
    paper: tuple[object, ...] = ()
    """Which paper of the machine's it was said to be on."""
    system: int = SYSTEM
    offered_to: int = 0
    """The machine that it is kept for."""

    @property
    def data(self) -> str:
        """The eighteen digits on the paper: the system before the number."""
        return f"{self.system:02d}{self.number}"


class HandPay(NamedTuple):
    """What an attendant pays: credits, or a win."""

    cents: int
    win: bool


@dataclass
class Moved:
    """A transfer that this host asked for."""

    transfer: aft.Transfer
    address: int
    status: int = aft.PENDING
    done: bool = False
    """It was reported as done once, whatever is said afterwards."""


@dataclass
class Casino:
    """All of it. `found` has what does not fit, oldest first."""

    random: Random
    tickets: dict[str, Ticket] = field(default_factory=dict)
    moved: dict[tuple[int, bytes], Moved] = field(default_factory=dict)
    meters: dict[tuple[int, int], int] = field(default_factory=dict)
    since: dict[tuple[int, int], int] = field(default_factory=dict)
    """Meters as they were first seen."""
    told: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often which machine told which exception."""
    hand_pays: dict[int, HandPay] = field(default_factory=dict)
    """The hand-pay that waits at a machine."""
    over: dict[int, Counter[HandPay | None]] = field(default_factory=lambda: defaultdict(Counter))
    """Those of a machine that wait no more and were not validated yet; None: what it was over was not heard."""
    validated: set[tuple[object, ...]] = field(default_factory=set)
    """Hand-pays of which the validation was read: read again they say nothing new."""
    found: list[str] = field(default_factory=list)

    def object(self, address: int, what: str) -> None:
        """Something does not fit."""
        self.found.append(f"machine {address}: {what}")

    # Tickets out

    def number_for(self, address: int, cents: int) -> Ticket:
        """A number that was never given before."""
        while (number := f"{self.random.randrange(10**16):016d}") in self.tickets:
            pass
        ticket = self.tickets[number] = Ticket(number, cents, address, Stage.GIVEN)
        return ticket

    def take_back(self, ticket: Ticket) -> None:
        """The machine did not take the number."""
        del self.tickets[ticket.number]

    def printed(self, address: int, figures: Figures, own: bool = False) -> None:
        """A machine says that a ticket came out, and after a cut once more; `own`: it makes its numbers itself."""
        number, cents = str(figures["number"]), int(figures["cents"])
        paper = tuple(figures.get(name) for name in ("ticket", "date", "time"))
        ticket = self._of_number(address, number)
        if ticket is None and own:
            self.tickets[number] = Ticket(number, cents, address, Stage.PRINTED, paper, int(figures.get("system", 0)))
        elif ticket is None:
            self.object(address, f"ticket {number} over {cents}: this host never gave that number")
        elif (
            ticket.stage is not Stage.GIVEN
            and (ticket.cents, ticket.address) == (cents, address)
            and (ticket.paper == paper or NO_PAPER in (ticket.paper, paper))
        ):
            ticket.paper = paper if ticket.paper == NO_PAPER else ticket.paper
        elif ticket.stage is not Stage.GIVEN or ticket.address != address:
            self.object(address, f"ticket {number}: printed once more, it is {ticket.stage.value}")
        else:
            ticket.stage, ticket.paper = Stage.PRINTED, paper
            if ticket.cents != cents:
                self.object(address, f"ticket {number}: printed over {cents}, given for {ticket.cents}")

    def _of_number(self, address: int, number: str) -> Ticket | None:
        """Poll 3D has room for the last eight digits only."""
        if ticket := self.tickets.get(number):
            return ticket
        mine = [ticket for ticket in self.tickets.values() if ticket.address == address]
        return next((ticket for ticket in reversed(mine) if ticket.number.endswith(number)), None)

    # Hand-pays

    def is_over(self, address: int) -> None:
        """It was paid or taken back, so it may be validated."""
        self.over[address][self.hand_pays.pop(address, None)] += 1

    def hand_paid(self, address: int, figures: Figures) -> None:
        """A machine says that a hand-pay was paid: one that it has told before, of that kind, over that much."""
        told = (address, *(figures.get(name) for name in ("date", "time", "cents", "type", "number")))
        if told in self.validated:
            return
        self.validated.add(told)
        paid = HandPay(int(figures["cents"]), int(figures.get("type", tickets.NO_TICKET)) in tickets.WINS_BY_HAND)
        over = self.over[address]
        if not over.total() or self.hand_pays.get(address) == paid:
            return  # it is told before the end of what waits, or nothing of it was heard
        if not over[paid] and not over[None]:
            self.object(address, f"validated {paid}, and what was over is {dict(over)}")
        over.subtract((paid if over[paid] else None,))
        self.over[address] = +over

    # Tickets in

    def offered(self, data: str, address: int) -> Ticket | None:
        """The ticket with these eighteen digits, if it may be paid; kept for this machine, which may ask once more."""
        ticket = self.tickets.get(data[2:])
        if ticket is None or ticket.data != data:
            return None
        again = ticket.stage is Stage.OFFERED and ticket.offered_to == address
        if ticket.stage is not Stage.PRINTED and not again:
            return None
        ticket.stage, ticket.offered_to = Stage.OFFERED, address
        return ticket

    def redeemed(self, address: int, figures: Figures) -> None:
        """How the machine says that it went with the ticket of these digits."""
        status, data = int(figures["status"]), str(figures.get("data", ""))
        ticket = self.tickets.get(data[2:])
        if ticket is None or status in tickets.UNDECIDED:
            if status == tickets.CASHABLE:
                self.object(address, f"took ticket {data}, which this host does not know")
            return
        if status != tickets.CASHABLE:
            ticket.stage = Stage.PRINTED if ticket.stage is Stage.OFFERED else ticket.stage
        elif ticket.stage is Stage.PRINTED:
            self.object(address, f"took ticket {data} without being told to")
        else:
            ticket.stage = Stage.TAKEN
            if (cents := figures.get("cents")) != ticket.cents:
                self.object(address, f"took ticket {data} over {cents}, it is worth {ticket.cents}")

    # Transfers

    def new_transfer(self, address: int, cents: aft.Cents, kind: int, asset: int, flags: int = 0) -> aft.Transfer:
        """One with an id of its own."""
        name = f"{self.random.randrange(10**12):012d}".encode()
        transfer = aft.Transfer(name, cents, kind, asset=asset, flags=flags)
        self.moved[address, name] = Moved(transfer, address)
        return transfer

    def transferred(self, address: int, figures: Figures) -> None:
        """What a machine says of a transfer of its last or present one."""
        status, name = int(figures["status"]), bytes.fromhex(str(figures.get("id", "")))
        if not name or status in (aft.NO_TRANSFER, aft.NOT_UNIQUE):
            return
        moved = self.moved.get((address, name))
        if moved is None:
            self.object(address, f"transfer {name!r}: this host never asked for it")
            return
        if moved.done and status not in (aft.FULL, aft.PART):
            self.object(address, f"transfer {name!r}: was done, is now {aft.STATUS.get(status, hex(status))}")
            return
        moved.status = status
        if status == aft.FULL:
            moved.done = True
            self._same_amounts(moved, figures)

    def _same_amounts(self, moved: Moved, figures: Figures) -> None:
        said = aft.Cents(*(int(figures[name]) for name in ("cashable", "restricted", "non-restricted")))
        if said != moved.transfer.cents:
            self.object(moved.address, f"transfer {moved.transfer.id!r}: asked {moved.transfer.cents}, done {said}")

    # Meters

    def metered(self, address: int, figures: Mapping[int, int], resets: bool = False) -> None:
        """Figures by their codes: what counts a lifetime never goes back."""
        for code, value in figures.items():
            last = self.meters.get((address, code))
            if last is not None and value < last and METERS[code].lifetime and not resets:
                self.object(address, f"meter {code:02X} ({METERS[code].name}) went back from {last} to {value}")
            self.meters[address, code] = value
            self.since.setdefault((address, code), value)

    def compare(self, address: int) -> None:
        """Whether the meters grew by what this host knows was moved. Every transfer must have been read before."""
        for code, cents in self._expected(address).items():
            if (address, code) not in self.meters:
                continue
            grown = self.meters[address, code] - self.since[address, code]
            if grown != cents:
                self.object(address, f"meter {code:02X} ({METERS[code].name}) grew by {grown}, this host has {cents}")

    def _expected(self, address: int) -> dict[int, int]:
        done = [
            moved
            for moved in self.moved.values()
            if moved.address == address and moved.done and any(moved.transfer.cents)
        ]
        into = [moved for moved in done if moved.transfer.type == aft.TO_MACHINE]
        out = [moved for moved in done if moved.transfer.type in (aft.TO_HOST, aft.WIN_TO_HOST)]
        return {
            AFT_IN: sum(moved.transfer.cents.cashable for moved in into),
            AFT_IN + 1: len(into),
            AFT_OUT: sum(moved.transfer.cents.cashable for moved in out),
            AFT_OUT + 1: len(out),
        }


AFT_IN, AFT_OUT = 0xA0, 0xB8
MONEY_METERS = (0x00, 0x01, 0x05, 0x80, 0x81, 0x86, 0x87, AFT_IN, AFT_IN + 1, AFT_OUT, AFT_OUT + 1)
"""What this host reads of a machine again and again; amounts of tickets and transfers are cents."""
