"""A cabinet with an acceptor and a printer at seat 1, all of it by one clock that nobody waits for.

The loop, the journal, the drivers of the seat and the emulated units are the shipped ones; only ports, sockets and the
clock are played. Whoever is killed here takes all that it had in memory with it.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from config.drivers import BillSettings, TicketPrinterSettings, TicketTexts
from controller.books import load_book
from controller.protocol.devices import bills, printer
from controller.protocol.message import Message, WhoIsThere, encode
from controller.server.host.cabinet import DeskSettings, build_loop
from controller.server.loop.journal import Journal
from controller.server.loop.loop import Loop
from controller.server.loop.ports import Arrival, Peer, Sent, TransportTrouble, Who
from controller.table.cash.events import CashSetUp
from controller.table.events import Event, Restarted
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.act import OperatorAct
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from drivers.cash.driver import SeatAcceptor
from drivers.cash.printer.driver import SeatPrinter
from drivers.cash.seats import SeatDevice
from drivers.common.serial.port import NoPort, PortName
from tests.asked import cash_out
from tests.server.simulated import CapCheckAtOnce, LoadedChance
from tests.server.staff import PinsAtOnce
from tools.emulators.bills.acceptor import Acceptor
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.commands import PROTOCOLS
from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.memory import Shelf as PaperShelf
from tools.emulators.bills.orders import follow
from tools.emulators.bills.paper import read_data_set
from tools.emulators.bills.path import REAL as ACCEPTOR_PACE
from tools.emulators.common.process import SerialUnit
from tools.emulators.printer.memory import Shelf as PrinterShelf
from tools.emulators.printer.orders import follow as follow_printer
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import REAL as PRINTER_PACE
from tools.emulators.printer.unit import Unit as Printer

SEAT, SERIAL, PRINTER_SERIAL, VERSION = 1, 3001, 3003, "CUTS-003"
NOTES = (100, 200, 500)
TICKET_STACKED = (0, 21)
ON_THE_WIRE = 0.03
"""Seconds of a ccTalk answer: setting a unit up takes so long that much can be missed meanwhile."""
STEP = 100
"""Milliseconds: nothing is looked at less often."""
HEALTH_EVERY, AWAY = 1000, 700
WALL_CLOCK = 1_790_000_000_000
HOUSE = {"cabinet": 17, "printer_wait": 8_000, "take_time": 6_000, "redeem_wait": 4_000}
"""Waiting is shorter here than at a real table."""
SETUP: dict[str, Any] = {
    "notes": list(NOTES),
    "highest_note": 500,
    "credit_limit": 1_000_000,
    "ticket_limit": 100_000,
    "tickets_in": True,
    "authority": "local",
}
TEXTS = TicketTexts(house="H", place="P", asset="A", sign="$", one="dollar", many="dollars")
CREDIT_SAID = ("terminal hears", "credits")
Point = tuple[str, str]
"""Where something can be cut: between which two, and at what."""


class Killed(BaseException):
    """The controller's process ends here, in the middle of whatever it does."""


class SimPort:
    """A serial port, as a driver has it open."""

    def __init__(self, line: "Line") -> None:
        self._line = line
        self.heard = b""

    def fileno(self) -> int:
        return -1

    def read(self) -> bytes:
        self._check()
        self._line.tick()
        heard, self.heard = self.heard, b""
        if heard:
            self._line.read_at = time.perf_counter()
        return heard

    def write(self, data: bytes) -> None:
        self._check()
        self._line.unit.hear(data, self._line.now())

    def close(self) -> None:
        if self._line.port is self:
            self._line.port = None

    def _check(self) -> None:
        if not self._line.is_in or self._line.port is not self:
            raise NoPort("the cable is out")


class Line:
    """A unit and its cable."""

    def __init__(self, unit: SerialUnit, now: Callable[[], float]) -> None:
        self.unit, self.now = unit, now
        self.port: SimPort | None = None
        self.is_in = True
        self.read_at = 0.0
        """When bytes were last read, by the machine's own clock: for who measures."""

    def tick(self) -> None:
        """What the unit says is heard by whoever has the port open."""
        said = self.unit.tick(self.now())
        if self.port is not None and self.is_in:
            self.port.heard += said
        else:
            self.unit.host_left()

    def open(self, name: PortName, baud: int, parity: str) -> Any:
        del name, baud, parity
        if not self.is_in:
            raise NoPort("the cable is out")
        self.port = SimPort(self)
        return self.port


class Driver:
    """A driver process with one seat, and its connection."""

    def __init__(self, world: "World", role: str, make: Callable[[], SeatDevice], words: TypeAdapter[Any]) -> None:
        self.world, self.role, self._make, self._words = world, role, make, words
        self.device: SeatDevice | None = None
        self.start_at = 0
        self.come()

    def come(self) -> None:
        """The process starts."""
        self.device, self._health_at = self._make(), 0
        self.connect()

    def connect(self) -> None:
        """Another connection: who is there has to be said again."""
        self.world.connections += 1
        self.peer = Peer(self.role, self.world.connections.to_bytes(5, "big"))
        self._announced = False

    def die(self, away: int = AWAY) -> None:
        """Killed: nothing that it knew is left."""
        if self.device is not None:
            self.device.close()
        self.device, self.start_at = None, self.world.time + away

    def deadline(self) -> float:
        return self.start_at / 1000 if self.device is None else self.device.deadline()

    def turn(self) -> None:
        if self.device is None and self.world.time >= self.start_at:
            self.come()
        if self.device is None:
            return
        if self.world.loop is None:
            self._announced = False
        elif not self._announced:
            self._announced = True
            for message in self.device.here():
                self._send(message)
        for message in self.device.turn() if self.device else ():
            self._send(message)
        if self.device is not None and self.world.time >= self._health_at:
            self._health_at = self.world.time + HEALTH_EVERY
            self._send(self.device.health(0))

    def _send(self, message: Message) -> None:
        if self.device is None or not self._announced or self.world.loop is None:
            return
        self.world.transport.waiting.append(Arrival(self.peer, Who(f"local {self.role}", self.role), encode(message)))
        if not isinstance(message, bills.AcceptorHealth | printer.PrinterStatus) and message.kind != "link_health":
            self.world.passes((f"{self.role} says", message.kind))

    def hear(self) -> None:
        for data in self.world.transport.taken(self.peer):
            message = self._words.validate_json(data)
            what = self.world.news(self.role, message)
            if what:
                self.world.passes((f"{self.role} hears", what))
            if self.device is None:
                return
            if isinstance(message, WhoIsThere):
                self._announced = False
            else:
                self.device.told(message)


class Wire:
    """What is on its way between the loop and its peers."""

    def __init__(self, shown: Callable[[bytes], None]) -> None:
        self.waiting: deque[Arrival] = deque()
        self._sent: dict[Peer, list[bytes]] = {}
        self.shown = shown

    def wait(self, milliseconds: int) -> None: ...

    def arrived(self, most: int) -> Sequence[Arrival]:
        return [self.waiting.popleft() for _ in range(min(most, len(self.waiting)))]

    def send(self, peer: Peer, data: bytes) -> Sent:
        self._sent.setdefault(peer, []).append(data)
        if peer.socket == "terminal":
            self.shown(data)
        return "sent"

    def taken(self, peer: Peer) -> list[bytes]:
        return self._sent.pop(peer, [])

    def broadcast(self, data: bytes) -> None: ...

    def flush(self) -> None: ...

    def troubles(self) -> Sequence[TransportTrouble]:
        return ()

    def keys_changed(self) -> bool:
        return False

    def stands(self, who: Who) -> bool:
        return bool(who)


class WatchedJournal(Journal):
    """Tells of each event of notes and tickets before it is on the disk and after."""

    world: "World"
    taken: list[str]

    def take(self, event: Event, elapsed: int = 0) -> None:
        super().take(event, elapsed)
        of_cash = type(event).__module__.startswith(("controller.table.cash", "controller.table.sas"))
        if of_cash or isinstance(event, OperatorAct):
            self.taken.append(type(event).__name__)

    def commit(self) -> Any:
        names, self.taken = self.taken, []
        for name in names:
            self.world.passes(("before the commit", name))
        done = super().commit()
        for name in names:
            self.world.passes(("after the commit", name))
        return done


class World:
    """All of it, for one protocol."""

    def __init__(self, protocol: str, folder: Path) -> None:
        self.time = 1_000_000
        self.connections = 0
        self.place = folder / "journal"
        self.points: list[Point] = []
        self.at: tuple[int, Callable[[World], None]] | None = None
        """At which point from now on what happens."""
        self._wishes: dict[str, str] = {}
        self.protocol = protocol
        self.acceptor = self._new_acceptor()
        self.printer = Printer(
            PrinterShelf(None), Tray(None), PRINTER_PACE, self.now(), PRINTER_SERIAL, "TICKET-P", Random(1)
        )
        self.lines = {"bills": Line(self.acceptor, self.now), "tickets": Line(self.printer, self.now)}
        self.loop: Loop | None = None
        self.transport = Wire(self._shown)
        self._later: list[tuple[int, Callable[[], None]]] = []
        self._commands = 0
        self._at_terminal = False
        table = open_game("craps", load_book("electronic"), (SEAT, 2), TableSettings(credit_limit=10_000_000))
        self.place.mkdir(parents=True)
        bear(self.place, Birth(Life.DEMO, plain(table), WALL_CLOCK, name="0" * 32))
        self.start()
        self.drivers = {
            "bills": Driver(self, "bills", self._new_bills, bills.TO_DRIVER),
            "tickets": Driver(self, "tickets", self._new_tickets, printer.TO_DRIVER),
        }

    def now(self) -> float:
        return self.time / 1000

    # ---- the parts ---------------------------------------------------------------------------------------------------

    def _new_acceptor(self) -> Acceptor:
        shelf, notes = PaperShelf(None), read_data_set("US:1,2,5")
        if self.protocol == "cctalk":
            unit = Validator(shelf, notes, ACCEPTOR_PACE, self.now(), SERIAL, Random(1))
            unit.ticket_event = TICKET_STACKED
            unit.trouble.delay = ON_THE_WIRE
            return unit
        return Id003(shelf, notes, ACCEPTOR_PACE, self.now(), VERSION, Random(1))

    def _new_bills(self) -> SeatDevice:
        who: dict[str, Any] = (
            {"serial": SERIAL, "product": "BV-EMU", "ticket_stacked": list(TICKET_STACKED)}
            if self.protocol == "cctalk"
            else {"version": VERSION}
        )
        said = {"seat": SEAT, "port": "here", "protocol": self.protocol, "country": "US", "notes": list(NOTES)}
        settings = BillSettings.model_validate({**said, **who})
        return SeatAcceptor(settings, PortName("here"), self.now, self.lines["bills"].open)

    def _new_tickets(self) -> SeatDevice:
        settings = TicketPrinterSettings(seat=SEAT, port="there", serial=PRINTER_SERIAL)
        return SeatPrinter(settings, PortName("there"), TEXTS, self.now, self.lines["tickets"].open)

    def start(self) -> None:
        """What `controller.server.host.process` does, but for sockets and signals."""
        kept = KeptTable.open(self.place, self.wall_clock, from_plain, dice=Dice.EMULATOR)
        self.journal = WatchedJournal(kept, Dice.EMULATOR, self.wall_clock)
        self.journal.world, self.journal.taken = self, []
        self.kept = kept
        self.journal.take(Restarted())
        for event in self.settings():
            self.journal.take(event)
        self.journal.taken.clear()
        self.journal.commit()
        settings = DeskSettings(
            unit_key=bytes(16),
            shake_ms=1500,
            shake_strength=150,
            boards={},
            local_seats=frozenset((SEAT, 2)),
            second_process="take_over",
            emulated_allowed=True,
            demo=True,
            cap_check=CapCheckAtOnce(),
            pins=PinsAtOnce(),
        )
        self.loop = build_loop(settings, Clock(self), self.journal, self.transport, LoadedChance())
        self.connections += 1
        self._dice = Peer("dice", self.connections.to_bytes(5, "big"))
        self._of_dice(kind="dice_driver_here", port="/dev/pts/1", emulated=True)
        unit = {"kind": "unit_identity", "model": "BOXDICE1", "serial": 1001, "firmware": "1.0", "boot_id": 5}
        self._of_dice(kind="link_up", port="/dev/pts/1", unit=unit)
        self._dice_at = 0

    def settings(self) -> list[Event]:
        """What the files say, told at each start."""
        return [CashSetUp({str(SEAT): SETUP}, HOUSE)]

    def sit_down(self) -> None:
        """Somebody comes to the seat's terminal."""
        self._at_terminal = True
        self._of_terminal(kind="hello", seat=SEAT, software="cuts", unfinished=[])

    def _of_terminal(self, **message: Any) -> None:
        who = Who("local terminal", "terminal", SEAT)
        self.transport.waiting.append(Arrival(Peer("terminal", b"00001"), who, json.dumps(message).encode()))

    def _shown(self, data: bytes) -> None:
        if b'"credits":' in data and b'"welcome"' not in data:
            self.passes(CREDIT_SAID)

    def wall_clock(self) -> int:
        return WALL_CLOCK + self.time

    def _of_dice(self, **message: Any) -> None:
        self.transport.waiting.append(Arrival(self._dice, Who("local dice", "dice"), json.dumps(message).encode()))

    def _dice_breathes(self) -> None:
        if self.time >= self._dice_at:
            self._dice_at = self.time + 500
            self._of_dice(
                kind="unit_status", state="ready", faults=[], lid_open=False, last_roll=0, temperature=31, shakes=7,
                link_errors=0,
            )  # fmt: skip
            self.transport.taken(self._dice)
            if self._at_terminal:
                self._of_terminal(kind="heartbeat", n=1)
                self.transport.taken(Peer("terminal", b"00001"))

    # ---- what happens ------------------------------------------------------------------------------------------------

    def passes(self, point: Point) -> None:
        """Something could be cut here; what is to happen at this one does."""
        self.points.append(point)
        if self.at is not None and self.at[0] == len(self.points) - 1:
            act, self.at = self.at[1], None
            act(self)

    def news(self, role: str, message: Message) -> str:
        """What is new in a wish; a wish that is only said again is none."""
        parts = message.model_dump(exclude={"mark", "fresh", "v"})
        said = json.dumps(parts, sort_keys=True, default=str)
        if self._wishes.get(role) == said:
            return ""
        self._wishes[role] = said
        return str(parts.get("order") or message.kind)

    def after(self, milliseconds: int, act: Callable[[], None]) -> None:
        self._later.append((self.time + milliseconds, act))

    def step(self) -> None:
        """On to the next thing that is due."""
        self.tick()

    def tick(self, latest: float = float("inf")) -> None:
        """The same, and no later than that."""
        times = [latest, self.now() + STEP / 1000, *(driver.deadline() for driver in self.drivers.values())]
        times += [line.unit.next_time() for line in self.lines.values()]
        times += [moment / 1000 for moment, _ in self._later]
        self.time = max(self.time + 1, int(min(times) * 1000) + 1)
        due = [act for moment, act in self._later if moment <= self.time]
        self._later = [(moment, act) for moment, act in self._later if moment > self.time]
        for act in due:
            act()
        for line in self.lines.values():
            line.tick()
        with suppress(Killed):
            for driver in self.drivers.values():
                driver.turn()
            if self.loop is not None:
                self._dice_breathes()
                self.loop.turn()
                for driver in self.drivers.values():
                    driver.hear()

    def until(self, done: Callable[[], bool], what: str, seconds: int = 60) -> None:
        end = self.time + 1000 * seconds
        while not done():
            assert self.time < end, f"not within {seconds} s: {what}; last {self.points[-12:]}"
            self.step()

    def run(self, seconds: float) -> None:
        end = self.time + 1000 * seconds
        while self.time < end:
            self.step()

    def kill_controller(self) -> None:
        """In the middle of what it does: what was not committed is gone."""
        self._let_go()
        self.after(AWAY, self.start)
        raise Killed

    def _let_go(self) -> None:
        self.loop = None
        self.transport.waiting.clear()
        self._wishes.clear()
        for driver in self.drivers.values():
            driver.connect()
        self.kept.vault.close()

    def put_in(self, words: str) -> None:
        follow(PROTOCOLS[self.protocol], self.acceptor, words.split(), self.now())

    def order_printer(self, words: str) -> None:
        follow_printer(self.printer, words.split(), self.now())

    def cash_out(self) -> None:
        self._commands += 1
        assert self.loop is not None
        self.loop.apply(cash_out(SEAT, "till", self._commands))

    # ---- what is seen ------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.journal.table

    @property
    def credits(self) -> int:
        return int(self.table.game.money(SEAT).credits)

    def takes_notes(self) -> bool:
        """Whether a note may come: the acceptor has been told so, and has done so."""
        seen = self.acceptor.glance(self.now())
        return bool(seen["master"] == 1 if self.protocol == "cctalk" else seen["status"] == "11")


class Clock:
    """The world's, for the loop."""

    def __init__(self, world: World) -> None:
        self._world = world

    def now(self) -> int:
        return self._world.time
