"""The bill acceptor of a seat: emulated, on a line, with what it can be ordered to suffer."""

from collections.abc import Callable
from random import Random
from typing import Any

from config.drivers import BillSettings
from drivers.common.serial.port import NoPort
from tools.emulators.bills.acceptor import Acceptor
from tools.emulators.bills.cctalk.orders import CCTALK_ORDERS
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.id003.orders import ID003_ORDERS
from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.memory import HAND, STACKER
from tools.emulators.bills.orders import ORDERS, follow
from tools.emulators.bills.paper import DataSet
from tools.emulators.bills.path import Pace, Stage
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cash.notes import other_than, table_of, values_of
from tools.simulator.cash.papers import Papers, SeatMemory, SeatShelf
from tools.simulator.serial.unit import UnitAtLine

PACE = Pace(boot=0.1, initialize=0.1, accept=0.15, stack=0.15, settle=0.1, give_back=0.1)
VERSION = "E(USA)-71-SS ID003-01V100-{} 19NOV26 5A1C"
FIRST_SERIAL, STRANGER = 3000, 77
TICKET_EVENT = (0, 30)
"""What a ccTalk acceptor of ours tells of a stacked ticket."""
COUNTERS = (0, 3, 240, 252)
"""Of events, when an acceptor is first spoken with: some have been switched on for long, and come round soon."""
PORT = "/dev/pts/simulated"
ALL_ORDERS = {"cctalk": ORDERS | CCTALK_ORDERS, "id003": ORDERS | ID003_ORDERS}
COMMON = (
    "reboot",
    "power-cut 1",
    *(f"power-cut 0.4 {moment}" for moment in ("accepting", "escrow", "offered", "routed", "stacking", "stacked")),
    "power-cut 0.4 reported",
    "power-cut 0.4 returning",
    "power-cut 0.4 stacking acceptor",
    "power-cut 0.4 stacking box",
    "power-cut 0.4 stacking hand",
    "power-cut 0.4 stacking stacker",
    "jam acceptor",
    "jam stacker",
    "cheat",
    "cheat pull",
    "stacker out",
    "stacker full",
    "slip 1",
    "direct 1",
    "fault 1",
    "deaf 4",
    "lose 3",
    "lose 12",
    "double 4",
    "garble 3",
    "delay 80",
    "delay 700",
    "flip 0.002",
    "flip 0.02",
    "babble 1.5",
    "freeze 0.6",
    "freeze 4",
)
OF_EACH = {
    "cctalk": ("counter 0", "counter 3", "counter 254", "double-events 1", "forget-events 1", "serial 77"),
    "id003": ("ignore-acks 2", "ignore-acks 9", "pause 2", "version ANOTHER", "skip 17", "skip 16"),
}
LIES = ("double-events", "forget-events", "counter", "cheat pull", "skip")
"""After these an acceptor has told what was not so, or not told what was: what it says and what it has differ."""
MID_NOTE = (
    "stacker out",
    "stacker full",
    "jam stacker",
    "jam acceptor",
    "cheat",
    "cheat pull",
    "reboot",
    "power-cut 1",
)
"""What is done to an acceptor that has drawn in a note."""
ORDERED = {protocol: (*COMMON, *own) for protocol, own in OF_EACH.items()}


class Slot(UnitAtLine[Acceptor]):
    """Acceptor, line and cable of one seat."""

    def __init__(self, seat: int, agenda: Agenda, papers: Papers, seed: int) -> None:
        super().__init__(agenda)
        self.seat, self.protocol = seat, "cctalk" if seat % 2 else "id003"
        self._papers, self._seed, self.notes = papers, seed, table_of(seed)
        self.heard: Callable[[], None] = lambda: None
        """Who drives it has something to read."""
        self._inbox = b""
        self._made = 0
        self.make_another()

    def make_another(self) -> None:
        """Another acceptor stands in the place of this one, with a box of its own."""
        if self._made:
            self._own.path.memory.move(HAND)
        self._made += 1
        self._own: Acceptor = self._another(self._serial, self.notes)
        self.unit = self._own
        self.tick()

    def _another(self, serial: int, notes: DataSet) -> Acceptor:
        shelf, chance = SeatShelf(self.seat, self._papers), Random(f"{self._seed}/acceptor/{self.seat}/{self._made}")
        if self.protocol == "id003":
            return Id003(shelf, notes, PACE, self.now, VERSION.format(serial), chance)
        unit = Validator(shelf, notes, PACE, self.now, serial, chance)
        unit.ticket_event = TICKET_EVENT
        unit.events.counter = chance.choice(COUNTERS)
        return unit

    def swap(self, milliseconds: int, by_notes: bool) -> None:
        """For so long a stranger stands here: by its name, or it has this one's and knows other notes."""
        if self.unit is self._own:
            self._own.cut_power(milliseconds / 1000, self.now)
            self.unit = self._another(self._serial if by_notes else STRANGER, other_than(self.notes))
            self.tick()
            self._agenda.after(milliseconds, self.swap_back)

    def swap_back(self) -> None:
        """The one that belongs here, with whatever lies in it."""
        self.unit = self._own
        self.tick()

    @property
    def _serial(self) -> int:
        return FIRST_SERIAL + 100 * self.seat + self._made

    def settings(self) -> BillSettings:
        """As a technician has written them down."""
        said: dict[str, Any] = {"seat": self.seat, "port": PORT, "country": self.notes.country}
        said["notes"] = values_of(self.notes)
        own: dict[str, Any]
        if self.protocol == "cctalk":
            own = {"serial": self._serial, "product": "BV-EMU", "ticket_stacked": list(TICKET_EVENT)}
        else:
            own = {"version": VERSION.format(self._serial)}
        return BillSettings.model_validate({**said, **own, "protocol": self.protocol})

    # ---- the line ----

    def tick(self) -> None:
        """What lies in the stacker when the power goes can be given back no more, and so when it comes."""
        self._find_in_stacker()
        super().tick()
        self._find_in_stacker()

    def _arrives(self, data: bytes) -> None:
        self._inbox += data
        self.heard()

    def read(self) -> bytes:
        """What has come in."""
        if not self.cable_in:
            raise NoPort(f"{PORT}: gone while reading")
        data, self._inbox = self._inbox, b""
        return data

    def host_left(self) -> None:
        """Nobody has the port open."""
        self._inbox = b""
        super().host_left()

    # ---- what is done to it ----

    @property
    def answers(self) -> bool:
        """Whether the unit answers for the paper that was put in last."""
        return self._memory.is_in

    @property
    def _memory(self) -> SeatMemory:
        memory = self.unit.path.memory
        assert isinstance(memory, SeatMemory)
        return memory

    def _find_in_stacker(self) -> None:
        path = self.unit.path
        if path.stage is Stage.EMPTY and path.memory.place == STACKER:
            self._memory.goes_in()

    def follow(self, words: str) -> None:
        """An order; BadOrder where it cannot be done now."""
        if words.startswith(LIES):
            self._papers.doubted.add(self.seat)
        follow(ALL_ORDERS[self.protocol], self.unit, words.split(), self.now)
        self.tick()

    def be_itself(self) -> None:
        """The right unit, and well."""
        self.follow("well")
        self.follow("fault 0")
        self.unit.cheated = False
        if isinstance(self._own, Validator):
            self._own.serial = self._serial
        elif isinstance(self._own, Id003):
            self._own.version = VERSION.format(self._serial)
