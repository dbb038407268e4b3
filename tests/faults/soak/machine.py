"""The machine of a soak: its settings, its processes, who stands at its station, and a hand at its hardware."""

import random
import resource
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from controller.server.zmq.endpoints import commands_endpoint
from tests.drivers.machines import COMMAND, end
from tests.faults.soak.casino import house
from tests.faults.soak.casino.host import CasinoHost
from tests.ports import free_port
from tests.server.cabinets import CabinetOfProcesses, Station
from tools.emulators.common.control import NoEmulator, order

BOARD = "CABINET"
FEW_DESCRIPTORS = {"controller": 700, "records": 700, "operator": 70}
"""So that connections without a word come to their end."""
OPENING, UNDER_FIRE, PEACE = 60.0, 2.5, 10.0
"""Seconds that the staff waits for an answer: before anything is attacked, then, and after it."""
SCREENS = """commands = "ipc://{run}/terminal/commands"
operator_commands = "ipc://{run}/operator/commands"
broadcasts = "ipc://{run}/public/broadcasts"
records = "ipc://{run}/answers/terminal/commands"
operator_records = "ipc://{run}/answers/operator/commands"
"""


STARTS_AGAIN_AFTER = 0.3


class Kept:
    """One of them. It may end when it was hit; one that ends by itself is a finding, unless it is there to die."""

    def __init__(
        self, name: str, log: Path, *words: object, descriptors: int | None = None, may_die: bool = False
    ) -> None:
        self.name, self.log, self._words = name, log, [*COMMAND, *map(str, words)]
        self._descriptors, self._may_die = descriptors, may_die
        self.starts = 0
        self.died = 0
        """How often it ended by itself."""
        self._start_at = 0.0
        self._killed = False
        self._stopped_until = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(self._words, stdout=out, stderr=out)
        if self._descriptors is not None:
            with suppress(ProcessLookupError):
                resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (self._descriptors, self._descriptors))
        self.starts += 1
        self._killed = False

    def hit(self, number: signal.Signals) -> None:
        """Send it a signal that ends it."""
        if self.process is not None and self.process.poll() is None:
            self._killed = True
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)

    def freeze(self, seconds: float) -> None:
        """Stopped for so long."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGSTOP)
            self._stopped_until = time.monotonic() + seconds

    def look(self, now: float) -> None:
        """Let it go on, or start it again."""
        if self._stopped_until and now >= self._stopped_until:
            self._stopped_until = 0.0
            if self.process is not None:
                with suppress(ProcessLookupError):
                    self.process.send_signal(signal.SIGCONT)
        if self.process is None:
            if now >= self._start_at:
                self.start()
        elif self.process.poll() is not None:
            self.died += not self._killed
            assert self._killed or self._may_die, f"{self.name} ended by itself:\n{self.log.read_text()[-3000:]}"
            self.process, self._start_at = None, now + STARTS_AGAIN_AFTER

    def memory_kb(self) -> int:
        """What it holds now."""
        if self.process is None:
            return 0
        with suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    return int(line.split()[1])
        return 0

    def descriptors(self) -> int:
        """How many it has open now."""
        if self.process is None:
            return 0
        with suppress(OSError):
            return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())
        return 0

    def close(self) -> None:
        """For good."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
            end(self.process)


class Visitor(Protocol):
    """Somebody whom the gremlin sent, and who stays until others have come."""

    @property
    def told(self) -> Counter[str]:
        """Codes of what was answered, and how often."""

    def listen(self) -> None:
        """Hear what there is to hear, without waiting."""

    def leave(self) -> None:
        """Vanish; raises where the visitor was given what it should not have been."""


class Supervisor(Station):
    """At a console of a machine whose key anybody may turn off again. Found off, it is turned on, and she comes back
    later: until the machine has heard it, boards and drivers that ended have to be started again."""

    def __init__(self, endpoint: str, turn_key: Callable[[], bool]) -> None:
        super().__init__(endpoint)
        self._turn_key = turn_key

    def _way_in(self) -> dict[str, Any]:
        found = super()._way_in()
        if not found:
            self._turn_key()
            raise TimeoutError("the key was off")
        return found


class Machine:
    """One cabinet, and everything that the gremlin can lay hands on."""

    def __init__(self, place: Path, seats: int, chance: random.Random) -> None:
        self.place, self.seats, self.chance = place, seats, chance
        self.cabinet = CabinetOfProcesses(place, seats=seats + house.SEATS, bet_time=3, born=False, remote=True)
        self.run = self.cabinet.run
        self.house = house.House(place, self.run, seats)
        self.casino = CasinoHost(self.house.line, chance.randrange(2**32))
        self.pages = {"terminal": free_port(), "operator": free_port()}
        self._write_settings()
        self.cabinet.do("vault", "init", "--config", self.cabinet.config)  # with these settings, not the usual ones
        self.rogue_key = self.cabinet.key("rogue", "terminal", seats)
        self.kept: dict[str, Kept] = {}
        self.station: Station | None = None
        self.acts_done: list[tuple[str, str]] = []
        """What the station was told is done: the act, and what it was about."""
        self.patience = OPENING
        self.told: Counter[str] = Counter()
        """What visitors and staff were answered, by its code."""
        self.acknowledged: set[tuple[int, int]] = set()
        """Commands that visitors were told are taken: seat and id."""

    @property
    def spare(self) -> int:
        """The seat of our own terminal, at which nobody plays."""
        return self.seats

    def _write_settings(self) -> None:
        cabinet, run = self.cabinet, self.run
        text = cabinet.config.read_text().replace("result_time = 1", "result_time = 1\nwithdraw_time = 3")
        boards = f'\n[[boards]]\nserial = "{BOARD}"\ncabinet = true\n'
        cabinet.config.write_text(text + boards + self.house.cabinet())
        panel = (
            f'\n[panel]\nendpoint = "ipc://{run}/panel/commands"\nboards = ["{BOARD}"]\nusb = "emulated:{run}/usb"\n'
        )
        cabinet.drivers.write_text(cabinet.drivers.read_text() + panel + self.house.drivers())
        (self.place / "screens.toml").write_text(SCREENS.format(run=run))

    def start(self) -> None:
        """All processes, each with a log of its own, and the casino's host."""
        self.casino.start()
        for name, words in self._processes():
            few = FEW_DESCRIPTORS.get(name)
            self.kept[name] = Kept(name, self.place / f"{name}.log", *words, descriptors=few, may_die=name == "edge")

    def _processes(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        cabinet, place, run = self.cabinet, self.place, self.run
        screens = ("--config", place / "screens.toml")
        key, memory = ("--key-file", place / "dice.key"), ("--state", place / "unit.memory")
        yield "controller", ("controller", "--config", cabinet.config)
        yield "records", ("records", "--config", cabinet.config)
        yield "edge", ("edge", "--config", cabinet.config)
        yield "unit", ("dice", "emulate", "--link", place / "unit", *key, "--fast", *memory)
        yield "dice-driver", ("dice", "drive", "--config", cabinet.drivers)
        yield "boards", ("panel", "emulate", "--link", run / "usb", "--board", BOARD, "--state", place / "boards")
        yield "panel-driver", ("panel", "drive", "--config", cabinet.drivers)
        yield "terminal", ("terminal", *screens, "--seat", self.spare, "--port", self.pages["terminal"])
        yield "operator", ("operator", *screens, "--port", self.pages["operator"])
        yield from self.house.processes(cabinet.drivers)

    def look(self) -> None:
        """Whoever has ended is started again."""
        now = time.monotonic()
        for kept in self.kept.values():
            kept.look(now)

    def attend(self, holds: dict[str, Any]) -> None:
        """What a person on the floor does about whatever holds the table."""
        if "lid" in holds:
            self.order("unit", "lid close")
        if "door_dome" in holds:
            self.order("boards", f"{BOARD} door DOME close")
        if holds.keys() & {"no_rolls", "dice", "malfunction", "operator", "door_latch"}:
            self.act("resume")
        assert not holds.keys() & {"core", "books"}, holds

    def act(self, act: str, **fields: Any) -> dict[str, Any] | None:
        """One act of a supervisor and its answer; None where the controller is away: it is asked again later."""
        try:
            if self.station is None:
                station = self.cabinet.keep(Supervisor(commands_endpoint(self.run, "console"), self.turn_key))
                station.patience = self.patience
                station.sign_in()
                self.station = station
            self.station.patience = self.patience
            answer = self.station.act(act, **fields)
        except TimeoutError:
            self.station = None
            return None
        if answer["ok"]:
            self.acts_done.append((act, str(fields.get("reference", ""))))
        return answer

    def done(self, act: str, **fields: Any) -> bool:
        """Whether an act was told to be done."""
        answer = self.act(act, **fields)
        return answer is not None and bool(answer["ok"])

    def order(self, which: str, words: str) -> bool:
        """An order to the emulated dice unit, or to the boards; whether it was heard."""
        link = self.place / "unit" if which == "unit" else self.run / "usb"
        with suppress(NoEmulator, OSError, ValueError):
            return bool(order(link.with_name(link.name + ".control"), words.split())["ok"])
        return False

    def turn_key(self) -> bool:
        """A person turns the key of the staff; whether the board was there for it."""
        return self.order("boards", f"{BOARD} key OPERATOR on")

    def commands(self, role: str) -> str:
        """Where a local peer of this role speaks; `records/ROLE` is where it asks about the past."""
        run, _, asks = role.rpartition("/")
        return commands_endpoint(self.run / "answers" if run else self.run, asks)

    def is_told(self) -> bool:
        """Whether the casino's host has nothing more to hear, and knows how everything ended that it began."""
        status = self.cabinet.status() if self.casino.is_at_rest else None
        lines = [link["details"] for link in status["links"] if link["role"] == "sas"] if status is not None else []
        under_way = ("20", "40")
        return len(lines) == len(house.ADDRESSES) and not any(
            of["waiting"] or of.get("unread") or of.get("last_ticket") in under_way for of in lines
        )

    def close(self) -> None:
        """Everything ends."""
        for kept in self.kept.values():
            kept.close()


Attack = Callable[[Machine], Visitor | None]
