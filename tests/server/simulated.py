"""The shipped loop on other ports: a clock that is turned by hand, a store in memory, peers that are lists.

What a cabinet does in an hour happens here in a second, and always in the same way.
"""

import json
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

from controller.books import load_book
from controller.facts.kinds import Answer, Decision, RoundEnded
from controller.games.registry import table_row
from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.roll import OUTCOMES, PAYLOAD
from controller.protocol.devices.dice import Outcome
from controller.server.connections.boards import BoardPlace
from controller.server.connections.seats.terminals import SecondProcess
from controller.server.host.cabinet import DeskSettings, build_loop
from controller.server.host.signing import SoftwareSigning
from controller.server.loop.hub import Watch
from controller.server.loop.loop import Loop
from controller.server.loop.ports import Arrival, Dealt, Peer, Sent, StoreFailed, TransportTrouble, Who
from controller.server.staff.settings.cap_check import CapCheck, ReturnsFound, work_out
from controller.table.events import Event, MoveAsked, MoveEnded, TimePassed
from controller.table.machine import step
from controller.table.records import to_json
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.vault.books.clerk import OF_TICKETS
from controller.vault.books.tickets import TicketBook
from controller.vault.counts.meters import MeterBook
from tests.server.staff import PinsAtOnce, StaffMember

UNIT_KEY = bytes(range(16))
SERIAL = 1001


class HandClock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def now(self) -> int:
        return self.time


class Kept(NamedTuple):
    decisions: list[Decision]
    answer: Answer | None


WALL_CLOCK = 1_790_000_000_000


class MemoryStore:
    """Keeps a table as the vault does, and forgets it with the process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.history = table_row(table.game.name).history({})
        self.tickets, self.meters, self.demo, self.drawn_before = TicketBook(), MeterBook(), True, 0
        self.commits = 0
        self.fails = False
        self.day_is_closed = False
        self.events: list[Event] = []
        self.decisions: list[Decision] = []
        self._elapsed = 0
        self._kept: list[Kept] = []

    def due_in(self) -> int | None:
        return max(0, (self.table.left or 0) - self._elapsed) if self.table.runs() else None

    def unkept(self) -> int:
        return self._elapsed

    def take(self, event: Event, elapsed: int = 0) -> None:
        self._elapsed += elapsed
        if self.due_in() == 0:
            self._keep(TimePassed())
        if not isinstance(event, TimePassed):
            self._keep(event)

    def _keep(self, event: Event) -> None:
        done = step(self.table, event, self._elapsed)
        if done.decisions or done.answer is None:
            self.table, self._elapsed = done.table, 0
            self.events.append(event)
            self.decisions += done.decisions
        for decision in done.decisions:
            if isinstance(decision, RoundEnded):
                self.history.take(decision.details)
            if type(decision).__name__ in OF_TICKETS:
                self.tickets.take(to_json(decision), len(self.events))
        self._kept.append(Kept(done.decisions, done.answer))

    def commit(self) -> list[Kept]:
        if self.fails:
            raise StoreFailed("the disk is full")
        self.commits += 1
        kept, self._kept = self._kept, []
        return kept

    def facts(self) -> dict[str, int | str | bool]:
        return {"events": len(self.events), "fingerprint": "0123-4567"}

    def rest(self) -> None:
        pass

    def wall_clock(self) -> int:
        return WALL_CLOCK

    def day_running(self) -> str | None:
        return None if self.day_is_closed else "2026-11-18"


class MemoryTransport:
    """Peers that are lists. A peer in `deaf` does not read."""

    def __init__(self) -> None:
        self.waiting: deque[Arrival] = deque()
        self.sent: dict[Peer, list[dict[str, Any]]] = {}
        self.broadcasts: list[dict[str, Any]] = []
        self.deaf: set[Peer] = set()
        self.away: set[Peer] = set()
        self.revoked: set[str] = set()
        self.changed = False

    def wait(self, milliseconds: int) -> None:
        assert milliseconds >= 0

    def arrived(self, most: int) -> Sequence[Arrival]:
        return [self._checked(self.waiting.popleft()) for _ in range(min(most, len(self.waiting)))]

    def _checked(self, arrival: Arrival) -> Arrival:
        gone = arrival.who is not None and arrival.who.name in self.revoked
        return arrival._replace(who=None) if gone else arrival

    def send(self, peer: Peer, data: bytes) -> Sent:
        if peer in self.away:
            return "gone"
        if peer in self.deaf:
            return "full"
        self.sent.setdefault(peer, []).append(json.loads(data))
        return "sent"

    def broadcast(self, data: bytes) -> None:
        self.broadcasts.append(json.loads(data))

    def flush(self) -> None:
        pass

    def troubles(self) -> Sequence[TransportTrouble]:
        return ()

    def keys_changed(self) -> bool:
        changed, self.changed = self.changed, False
        return changed

    def stands(self, who: Who) -> bool:
        return who.name not in self.revoked


class LoadedChance:
    """Chance that can be foreseen."""

    def __init__(self) -> None:
        self.nonces = 0
        self.levels: dict[str, str] = {}

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> Dealt:
        assert not spots or "power_odds_chance" in settings
        self.nonces += 1
        return Dealt(f"{self.nonces:016x}", {spot: level for spot, level in self.levels.items() if spot in spots})


class Someone:
    """One connection of a peer, as the simulation plays it."""

    def __init__(self, cabinet: "SimulatedCabinet", role: str, name: str, seat: int | None = None) -> None:
        self.cabinet = cabinet
        self.who = Who(name, role, seat)
        cabinet.connections += 1
        self.peer = Peer(role, cabinet.connections.to_bytes(5, "big"))
        self.last_id = 0

    def say(self, **message: Any) -> None:
        """Put a message on its way."""
        self.say_bytes(json.dumps(message).encode())

    def say_bytes(self, data: bytes) -> None:
        self.cabinet.transport.waiting.append(Arrival(self.peer, self.who, data))

    def command(self, kind: str, **fields: Any) -> int:
        """A command with the next number."""
        self.last_id += 1
        self.say(kind=kind, id=self.last_id, **fields)
        return self.last_id

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """Everything of this kind that was said to this connection, oldest first."""
        return [message for message in self.cabinet.transport.sent.get(self.peer, []) if message["kind"] == kind]


class CapCheckAtOnce(CapCheck):
    """Works it out on the spot: a simulation waits for nobody."""

    def begin(
        self, game: str, now: Mapping[str, Any], then: Mapping[str, Any], change: Mapping[str, Any]
    ) -> "Future[ReturnsFound]":
        found: Future[ReturnsFound] = Future()
        found.set_result(work_out(game, now, then, change))
        return found


class SimulatedCabinet:
    """Loop, table and peers."""

    def __init__(
        self,
        seats: int = 4,
        book: str = "electronic",
        second_process: SecondProcess = "take_over",
        with_panel: bool = False,
        watches: tuple[Watch, ...] = (),
        boards: dict[str, BoardPlace] | None = None,
        table: Table | None = None,
        signing: SoftwareSigning | None = None,
    ) -> None:
        """`table`: one of another game, instead of craps by this book."""
        self.connections = 0
        self.signing = signing
        self.bills = 0
        self.pins = PinsAtOnce()
        self.watches = watches
        self.boards = boards or ({"CABINET": BoardPlace(None, True)} if with_panel else {})
        self.cap_check = CapCheckAtOnce()
        self.alive: list[Someone] = []
        self.clock = HandClock()
        self.transport = MemoryTransport()
        self.chance = LoadedChance()
        settings = TableSettings(bet_time=20, shoot_time=5, result_time=3)
        self.store = MemoryStore(table or open_game("craps", load_book(book), range(1, seats + 1), settings))
        self.start(second_process)

    def start(self, second_process: SecondProcess = "take_over") -> None:
        """A new process on the same store."""
        desks = DeskSettings(
            unit_key=UNIT_KEY,
            shake_ms=1500,
            shake_strength=150,
            boards=self.boards,
            local_seats=frozenset(self.store.table.seats),
            second_process=second_process,
            emulated_allowed=True,
            demo=True,
            cap_check=self.cap_check,
            pins=self.pins,
            watches=self.watches,
            signing=self.signing,
        )
        self.loop: Loop = build_loop(desks, self.clock, self.store, self.transport, self.chance)
        self.dice = Someone(self, "dice", "local dice")
        self.panel = Someone(self, "panel", "local panel")
        self.keys: tuple[str, ...] = ()
        self.panel_lives = False
        self.stations: list[Someone] = []

    @property
    def table(self) -> Table:
        return self.store.table

    def turn(self, milliseconds: int = 1) -> None:
        """Time passes, and the loop has a turn."""
        self.clock.time += milliseconds
        self.loop.turn()

    def run(self, milliseconds: int) -> None:
        """So much time, in steps; driver and terminals say that they are there."""
        for tick in range(milliseconds // 100):
            if tick % 5 == 0:
                self.unit_breathes()
                for terminal in self.alive:
                    terminal.say(kind="heartbeat", n=tick)
                self.breathe()
            self.turn(100)

    def unit_breathes(self) -> None:
        """The unit's driver says how the unit is."""
        self.dice.say(kind="unit_status", **self.unit_status())

    def link_panel(self, *keys: str) -> None:
        """The panel driver comes, and the cabinet's board tells its keys."""
        self.panel.say(kind="panel_driver_here", boards=["CABINET"], emulated=True)
        self.turn_keys(*keys)

    def breathe(self) -> None:
        """The panel and the stations say that they are there."""
        if self.panel_lives:
            self.panel.say(kind="panel_report", board="CABINET", present=True, keys=list(self.keys), open_doors=[])
        for station in self.stations:
            station.say(kind="heartbeat", n=1)

    def turn_keys(self, *keys: str) -> None:
        """These keys are turned now, and no others."""
        self.keys, self.panel_lives = keys, True
        self.breathe()
        self.turn()

    def lose_panel(self) -> None:
        """The board is unplugged."""
        self.panel_lives = False
        self.panel.say(kind="panel_report", board="CABINET", present=False)
        self.turn()

    def staff(self, name: str, role: str | None = None) -> StaffMember:
        """Somebody at a station of his own; at a console where no panel is."""
        where = role or ("operator" if self.boards else "console")
        return StaffMember(self, Someone(self, where, f"{where} of {name}"), name)

    def supervisor(self) -> StaffMember:
        """The first supervisor of this machine, signed in."""
        eve = self.staff("eve")
        if self.boards and "OPERATOR" not in self.keys:
            self.turn_keys("OPERATOR")
        assert eve.comes("sign_in" if self.table.people else "first_supervisor") == "ok"
        return eve

    def unit_status(self) -> dict[str, Any]:
        last = self.table.unit.last_roll if self.table.unit else 0
        return {
            "state": "ready", "faults": [], "lid_open": False, "last_roll": last,
            "temperature": 31, "shakes": 7, "link_errors": 0,
        }  # fmt: skip

    def link_dice(self) -> None:
        """The driver comes, and the unit answers."""
        self.dice.say(kind="dice_driver_here", port="/dev/pts/1", emulated=True)
        unit = {"kind": "unit_identity", "model": "BOXDICE1", "serial": SERIAL, "firmware": "1.0", "boot_id": 5}
        self.dice.say(kind="link_up", port="/dev/pts/1", unit=unit)
        self.dice.say(kind="unit_status", **self.unit_status())
        self.turn()

    def roll(self, faces: tuple[int, int], key: bytes = UNIT_KEY) -> None:
        """The unit reports the wanted throw."""
        self._report("ok", faces, key)

    def no_roll(self, outcome: Outcome) -> None:
        """The unit reports that the wanted throw does not count."""
        self._report(outcome, None, UNIT_KEY)

    def _report(self, outcome: Outcome, faces: tuple[int, int] | None, key: bytes) -> None:
        throw = self.table.throw
        assert throw is not None, "no throw is wanted"
        self.report_roll(throw.id, throw.nonce, faces, outcome, key)

    def report_roll(
        self,
        roll_id: int,
        nonce: str,
        faces: tuple[int, int] | None,
        outcome: Outcome = "ok",
        key: bytes = UNIT_KEY,
    ) -> None:
        """The unit reports this throw."""
        payload = PAYLOAD.pack(roll_id, OUTCOMES.index(outcome), *(faces or (0, 0)), 1, 1700, 0)
        mac = mac_of(key, bytes.fromhex(nonce), payload)
        self.dice.say(
            kind="roll_report", roll_id=roll_id, outcome=outcome, dice=faces, attempts=1, elapsed_ms=1700, flags=0,
            payload=payload.hex(), mac=mac.hex(),
        )  # fmt: skip
        self.turn()

    def terminal(self, seat: int, credits: int = 0) -> Someone:
        """A terminal that has said hello, at a seat with so many credits put on."""
        terminal = Someone(self, "terminal", f"key of seat {seat}", seat)
        terminal.say(kind="hello", seat=seat, software="test")
        self.alive.append(terminal)
        self.turn()
        if credits:
            self.bills += 1
            self.loop.apply(MoveAsked(f"bill {self.bills}", seat, "bill", credits, True))
            self.loop.apply(MoveEnded(f"bill {self.bills}", True))
            self.turn()
            assert self.table.game.money(seat).credits >= credits
        return terminal
