"""Cabinets whose tickets the floor knows: a real journal, the table's own cashier, and the desk that the uplink speaks
with. A test plays the player, the acceptor and the printer.
"""

from pathlib import Path
from typing import Any

from controller.protocol.message import Message, encode
from controller.protocol.uplink import FloorAsks
from controller.server.cash.cashier import Cashier
from controller.server.cash.floor import FloorAuthority
from controller.server.cash.local import LocalAuthority
from controller.server.cash.pots import Pots
from controller.server.connections.uplink_desk import UplinkDesk
from controller.server.loop.journal import Journal
from controller.server.loop.ports import Dealt, Peer
from controller.server.loop.public_views import PublicViews
from controller.server.zmq.transport import SocketTransport
from controller.table.cash import events as c
from controller.table.cash.seat import CashSeat
from controller.table.commands.clients import last_id
from controller.table.events import Event, UnitFound
from controller.table.paper.tickets.numbers import ticket_number
from controller.table.state import Table
from controller.table.wishes import Wishes, wishes
from controller.uplink.exchange import Asking
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from tests.asked import cash_out
from tests.cash.till import SEAT, VALUES
from tests.vault.evening import Clock, make_table

SECONDS = 1_900_000_000
"""When tickets are printed, by the clock of the cabinets."""
NOTE = 2000


class Till:
    """The controller of one cabinet, as far as tickets know it."""

    def __init__(self, journal: Path, cabinet: int, dice: Dice = Dice.EMULATOR, run: Path | None = None) -> None:
        self.now = 0
        self.public_views = PublicViews("0" * 16, True)
        kept = KeptTable.open(journal, Clock(), make_table, dice=dice)
        self.kept, self.store = kept, Journal(kept, dice)
        own = LocalAuthority(lambda: self.store.tickets, lambda: SECONDS, lambda: dice is not Dice.UNIT)
        self.authority = FloorAuthority(lambda: self.store.tickets, own)
        self.cashier: Any = Cashier(self.authority, self)
        self.pots = Pots(lambda: f"{self.draw((), {}).nonce}")
        self.desk: Any = UplinkDesk(self.authority, self.pots)
        self._transport = None if run is None else SocketTransport(run)
        self.digits = 0
        system = 0 if dice is not Dice.UNIT else 7
        jobs = self.table.cash[1].printer.jobs if self.table.cash else 0
        for event in (
            UnitFound(4711, self.table.unit.last_roll if self.table.unit else 0),
            c.CashSetUp({"1": {**SEAT, "authority": "floor"}}, {"system": system, "cabinet": cabinet, "days": 30}),
            c.AcceptorFound(1, "ccTalk NV9", "USD", VALUES, (1, 0)),
            c.PrinterFound(1, 78, jobs),
            c.PrinterState(1, "ready", "enough", ()),
        ):
            self.apply(event)
        self.kept.commit()

    # ---- as much of the loop as is needed ----

    @property
    def table(self) -> Table:
        return self.kept.table

    @property
    def wishes(self) -> Wishes:
        return wishes(self.table)

    @property
    def seat(self) -> CashSeat:
        return self.table.cash[1]

    def apply(self, event: Event) -> None:
        self.store.take(event)

    def wall_clock(self) -> int:
        return 1000 * SECONDS

    def draw(self, _spots: object, _settings: object) -> Dealt:
        self.digits += 1
        return Dealt(f"{self.digits:016x}", {})

    def say(self, peer: Peer, message: Message) -> None:
        assert self._transport is not None
        self._transport.send(peer, encode(message))

    def turn(self) -> None:
        """What has come is heard, then the commit, and then what is to be said."""
        self.now += 1000
        if self._transport is not None:
            self._transport.wait(50)
            for arrival in self._transport.arrived(64):
                self.desk.hear(self, arrival)
        self.cashier.act(self)
        self.kept.commit()
        self.cashier.tell(self)
        self.desk.tell(self, None)

    def close(self) -> None:
        """It ends, as by a cut."""
        if self._transport is not None:
            self._transport.close()
        self.kept.close()

    # ---- the uplink, where a test is it ----

    def asks(self) -> FloorAsks:
        """What the uplink is told."""
        decision, hash = self.authority.heard()
        return FloorAsks(asks=self.authority.asks(), heard=decision, hash=hash)

    def hears(self, asking: Asking) -> None:
        """One exchange that goes well."""
        self.turn()
        asks = self.asks()
        if asks.asks:
            for said in asking.ask(asks):
                self.authority.answered(said)
        self.turn()

    # ---- the player and the devices ----

    def note(self, value: int = NOTE) -> None:
        """Money comes in."""
        for event in (
            c.NoteOffered(1, value),
            c.RouteMeant(1),
            c.PaperRouted(1),
            c.PaperStacked(1, value, True, False),
        ):
            self.apply(event)
        self.kept.commit()

    def cash_out(self) -> None:
        """The player wants a ticket."""
        self.apply(cash_out(1, "terminal 1", last_id(self.table, "terminal 1") + 1))
        self.turn()

    def prints(self) -> str:
        """The job is printed, whole; returns its number."""
        job = self.wishes.cash[1].job
        assert job is not None
        self.apply(c.JobTold(1, job.job, job.serial, "whole", "taken"))
        self.turn()
        return job.number

    def offers(self, number: str) -> None:
        """A paper comes in."""
        self.apply(c.TicketOffered(1, number))
        self.turn()

    def stacks(self) -> None:
        """What was granted goes into the box."""
        for event in (c.RouteMeant(1), c.PaperRouted(1), c.PaperStacked(1, None, True, False)):
            self.apply(event)
        self.turn()

    def returned(self) -> None:
        """The acceptor has given it back."""
        self.apply(c.PaperReturned(1))
        self.turn()

    @property
    def credits(self) -> int:
        """Of the seat."""
        return self.table.game.money(1).credits


def forged(cabinet: int, sequence: int, system: int = 0) -> str:
    """A number that looks right, and nobody issued."""
    return ticket_number(system, cabinet, sequence, "777")
