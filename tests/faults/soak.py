"""A cabinet of real processes under load, and a gremlin: `make soak`, or `python -m tests.faults.soak SECONDS [SEED]`.

Sixty-four terminals play as fast as the table lets them. The gremlin kills, stops, restarts, floods and unplugs. At
the end the journal proves itself, each acknowledged command is in it once, and every terminal's own account is the
ledger's.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import zmq

from controller.craps_table import craps_table_from
from controller.server.transport import commands_endpoint
from controller.vault.reader import Reader, entries
from controller.vault.verify import Wanted, verify
from drivers.emulation.control import NoEmulator, order
from tests.drivers.machines import COMMAND, end
from tests.server.cabinets import CabinetOfProcesses, Station
from tests.server.players import Player, Players

SEATS = 64
STAKE = 5_000_000
STARTS_AGAIN_AFTER = 0.3
CALM, STORM = 0.5, 12.0
"""Seconds between two acts of the gremlin."""
PATIENCE = 240.0
LOOK_EVERY = 0.5
IDLE_AGAIN = 3.0
FLOOD = 20_000
GARBAGE = 2_000
MOST_MEMORY_KB = 400_000
DICE_ORDERS = (
    "reboot",
    "power-cut 0.5",
    "power-cut 0.3 mid-shake",
    "freeze 2",
    "babble 1",
    "lose 5",
    "forge 1",
    "repeat-old",
    "unasked",
    "slow 300",
    "unplug 1.5",
    "next leaning",
    "next unreadable",
    "lid open",
)
PANEL_ORDERS = ("unplug 2", "silent 2", "garble 5", "door DOME open", "door MAIN open", "key OPERATOR off")
BOARD = "CABINET"
KNOWN_ABORT = "Assertion failed: !_io_error (src/stream_engine_base.cpp"
"""A fault of libzmq 4.3.5 (its issue 4841) that a peer can provoke who sends much and vanishes; `docs/assurance.md`."""


class SoakPlayer(Player):
    """A player whose account survives the controller: what was taken before a welcome stands in the welcome."""

    again_at = 0.0

    def _hear(self, message: dict[str, Any]) -> None:
        if message["kind"] == "welcome":
            for number in set(self.unanswered) - set(message["unknown"]):
                self.unanswered[number]["in_welcome"] = True
        command = self.unanswered.get(message.get("id", 0), {}) if message["kind"] == "answer" else {}
        before = self.credits
        super()._hear(message)
        if command.get("in_welcome"):
            self.credits = before

    def say(self, **message: Any) -> None:
        message.pop("in_welcome", None)
        super().say(**message)

    def act(self, now: float, table: dict[str, Any]) -> None:
        """What he wanted in an idle table may have been refused, for it was held just then: he tries again."""
        if table["phase"] == "idle" and not self.unanswered and now >= self.again_at:
            self.again_at = now + IDLE_AGAIN
            self.acted_in = (0, "")
        super().act(now, table)

    def crash(self, endpoint: str) -> None:
        """The terminal's process ends, and another begins: all that it has told its player it still knows."""
        self.socket.close()
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(endpoint)
        self.heard_at = self.hello_at = 0.0


class Kept:
    """A process that is started again whenever it has ended, as systemd would do it."""

    def __init__(self, name: str, log: Path, *words: object) -> None:
        self.name, self._log, self._words = name, log, [*COMMAND, *map(str, words)]
        self.starts = self.aborts = 0
        self._start_at = 0.0
        self._killed = False
        self._stopped_until = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._words, stdout=out, stderr=out)
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
        """Let it go on, or start it again. One that ended by itself is a finding."""
        if self._stopped_until and now >= self._stopped_until:
            self._stopped_until = 0.0
            if self.process is not None:
                with suppress(ProcessLookupError):
                    self.process.send_signal(signal.SIGCONT)
        if self.process is None:
            if now >= self._start_at:
                self.start()
        elif self.process.poll() is not None:
            if self.process.returncode == -signal.SIGABRT and KNOWN_ABORT in self._log.read_text()[-500:]:
                self.aborts += 1
                self._killed = True
            assert self._killed, f"{self.name} ended by itself:\n{self._log.read_text()[-3000:]}"
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

    def close(self) -> None:
        """For good."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
            end(self.process)


class Told(NamedTuple):
    """How a soak went."""

    seconds: float
    rounds: int
    entries: int
    acknowledged: int
    settled: int
    acts: dict[str, int]
    starts: dict[str, int]
    memory_kb: int
    aborts: int
    """How often libzmq ended the controller, see `KNOWN_ABORT`."""


class Soak:
    """One cabinet, its players, its gremlin."""

    def __init__(self, place: Path, seed: int, seats: int = SEATS, storm: float = STORM) -> None:
        self._storm = storm
        self.cabinet = CabinetOfProcesses(place, seats=seats, bet_time=3)
        self._place, self._seats = place, seats
        self._random = random.Random(seed)
        self._more_settings()
        self._acts: Counter[str] = Counter()
        self._all: dict[str, Kept] = {}
        self._station: Station | None = None
        self._look_at = 0.0
        self._memory = 0
        self._rogues: list[zmq.Socket[bytes]] = []
        """They stay until others have come, so that what they said can be read."""

    def _more_settings(self) -> None:
        cabinet, run = self.cabinet, self.cabinet.run
        text = cabinet.config.read_text().replace("result_time = 1", "result_time = 1\nwithdraw_time = 3")
        cabinet.config.write_text(text + f'\n[[boards]]\nserial = "{BOARD}"\ncabinet = true\n')
        panel = (
            f'\n[panel]\nendpoint = "ipc://{run}/panel/commands"\nboards = ["{BOARD}"]\nusb = "emulated:{run}/usb"\n'
        )
        cabinet.drivers.write_text(cabinet.drivers.read_text() + panel)

    # ---- processes ----

    def _start(self) -> None:
        cabinet, place = self.cabinet, self._place
        words: dict[str, tuple[object, ...]] = {
            "controller": ("controller", "--config", cabinet.config),
            "records": ("records", "--config", cabinet.config),
            "unit": (
                *("dice", "emulate", "--link", place / "unit", "--key-file", place / "dice.key"),
                *("--fast", "--state", place / "unit.memory"),
            ),
            "dice-driver": ("dice", "drive", "--config", cabinet.drivers),
            "boards": (
                "panel",
                "emulate",
                "--link",
                cabinet.run / "usb",
                "--board",
                BOARD,
                "--state",
                place / "boards",
            ),
            "panel-driver": ("panel", "drive", "--config", cabinet.drivers),
        }
        for name, said in words.items():
            self._all[name] = Kept(name, place / f"{name}.log", *said)

    def _look(self) -> None:
        now = time.monotonic()
        for kept in self._all.values():
            kept.look(now)
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._memory = max(self._memory, self._all["controller"].memory_kb())
            self._attend()

    def _attend(self) -> None:
        """What a person on the floor does about whatever holds the table."""
        holds = (self.players.table or {}).get("holds", {})
        if "lid" in holds:
            self._order("unit", "lid close")
        if "door_dome" in holds:
            self._order("boards", f"{BOARD} door DOME close")
        if holds.keys() & {"no_rolls", "dice", "malfunction", "operator", "door_latch"}:
            self._act("resume")
        assert not holds.keys() & {"core", "books"}, holds

    def _act(self, act: str, **fields: Any) -> bool:
        """One act at the station; a controller that is away is asked again later."""
        try:
            if self._station is None:
                self._order("boards", f"{BOARD} key OPERATOR on")
                station = self.cabinet.keep(Station(commands_endpoint(self.cabinet.run, "console"), patience=1.5))
                station.sign_in()
                self._station = station
            return bool(self._station.act(act, **fields)["ok"])
        except TimeoutError:
            self._station = None
            return False

    def _order(self, which: str, words: str) -> None:
        link = self._place / "unit" if which == "unit" else self.cabinet.run / "usb"
        with suppress(NoEmulator, OSError, ValueError):
            order(link.with_name(link.name + ".control"), words.split())

    # ---- the gremlin ----

    def _mischief(self) -> None:
        chance = self._random
        acts: list[tuple[int, str, Callable[[], None]]] = [
            (4, "kill the controller", lambda: self._all["controller"].hit(signal.SIGKILL)),
            (2, "stop the controller", lambda: self._all["controller"].hit(signal.SIGTERM)),
            (3, "freeze the controller", lambda: self._all["controller"].freeze(chance.uniform(0.2, 5))),
            (3, "kill the dice driver", lambda: self._all["dice-driver"].hit(signal.SIGKILL)),
            (2, "freeze the dice driver", lambda: self._all["dice-driver"].freeze(chance.uniform(0.2, 5))),
            (2, "kill the panel driver", lambda: self._all["panel-driver"].hit(signal.SIGKILL)),
            (1, "freeze the panel driver", lambda: self._all["panel-driver"].freeze(chance.uniform(0.2, 5))),
            (2, "kill the unit", lambda: self._all["unit"].hit(signal.SIGKILL)),
            (1, "kill the boards", lambda: self._all["boards"].hit(signal.SIGKILL)),
            (1, "kill the records", lambda: self._all["records"].hit(signal.SIGKILL)),
            (8, "an order to the unit", lambda: self._order("unit", chance.choice(DICE_ORDERS))),
            (3, "an order to the boards", lambda: self._order("boards", f"{BOARD} {chance.choice(PANEL_ORDERS)}")),
            (4, "crash some terminals", self._crash_terminals),
            (2, "flood", self._flood),
            (2, "garbage", self._garbage),
        ]
        weights = [weight for weight, _, _ in acts]
        _, name, act = chance.choices(acts, weights)[0]
        self._acts[name] += 1
        act()

    def _crash_terminals(self) -> None:
        endpoint = commands_endpoint(self.cabinet.run, "terminal")
        for player in self._random.sample(self.players.all, self._random.randint(1, len(self.players.all))):
            assert isinstance(player, SoakPlayer)
            player.crash(endpoint)

    def _flood(self) -> None:
        self._rogue([json.dumps({"kind": "heartbeat", "n": n}).encode() for n in range(FLOOD)])

    def _garbage(self) -> None:
        chance = self._random
        self._rogue([chance.randbytes(chance.randrange(6000)) for _ in range(GARBAGE)])

    def _rogue(self, messages: list[bytes]) -> None:
        role = self._random.choice(("terminal", "display", "operator", "dice", "panel", "records"))
        rogue: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        rogue.setsockopt(zmq.LINGER, 0)
        rogue.connect(commands_endpoint(self.cabinet.run, role))
        with suppress(zmq.Again):
            for message in messages:
                rogue.send(message, zmq.NOBLOCK)
        self._rogues = [*self._rogues[-8:], rogue]

    # ---- a soak ----

    def run(self, seconds: float) -> Told:
        """Play for so long under fire, then in peace until everything has come to rest, and compare."""
        began = time.monotonic()
        try:
            self._start()
            self.players = Players(self.cabinet, self._seats, seed=1, kind=SoakPlayer)
            self._give_credits()
            next_act = time.monotonic()
            while time.monotonic() - began < seconds:
                self._turn()
                if time.monotonic() >= next_act:
                    self._mischief()
                    next_act = time.monotonic() + self._random.uniform(CALM, self._storm)
            self._end()
            rounds = self.players.table["round"] if self.players.table else 0
        finally:
            for kept in self._all.values():
                kept.close()
        self.cabinet.close_callers()
        told = self._compare(time.monotonic() - began, rounds)
        self.players.close()
        return told

    def _turn(self, playing: bool = True) -> None:
        self._look()
        self.players.turn(time.monotonic(), playing)

    def _until(self, done: Callable[[], bool], what: str, playing: bool = False) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"never happened: {what}; the table: {self.players.table}"
            self._turn(playing)

    def _give_credits(self) -> None:
        for seat in range(1, self._seats + 1):
            self._until(lambda seat=seat: self._act("credit", seat=seat, amount=STAKE), f"credits for seat {seat}")  # type: ignore[misc]

    def _end(self) -> None:
        """Everything works again; everybody has his answers; the table is held, and all say what they have."""
        self._order("unit", "well")
        for words in ("door DOME close", "door MAIN close"):
            self._order("boards", f"{BOARD} {words}")
        players = self.players
        if players.table is not None:
            goal = players.table["round"] + 2
            self._until(lambda: (players.table or {}).get("round", 0) >= goal, "two more rounds in peace", True)
        self._until(lambda: not any(player.unanswered for player in players.all), "every command is answered")
        self._until(lambda: self._act("hold"), "the table is held")
        for player in players.all:
            player.you = {}
        asked_at = 0.0

        def all_know() -> bool:
            nonlocal asked_at
            if time.monotonic() - asked_at > 2:
                asked_at = time.monotonic()
                for player in players.all:
                    if not player.you:
                        player.say(kind="snapshot_wanted")
            return all(player.you for player in players.all)

        self._until(all_know, "every terminal knows how its seat stands")

    def _compare(self, seconds: float, rounds: int) -> Told:
        journal, key = self._place / "journal", (self._place / "dice.key").read_bytes()
        report = verify(journal, Wanted(craps_table_from, key))
        assert report.fault is None, report
        accepted: Counter[tuple[int, int]] = Counter()
        with Reader(journal) as reader, reader.view() as connection:
            for entry in entries(connection, 1, report.last_seq):
                if entry["kind"] == "step" and any(told["type"] == "Accepted" for told in entry["decisions"]):
                    event = entry["event"]
                    if str(event.get("client", "")).startswith("seat-"):
                        accepted[event["seat"], event["id"]] += 1
            total = sum(amount for (amount,) in connection.execute("select amount from account"))
            credits = dict(connection.execute("select of, amount from account where name = 'credits'").fetchall())
        assert total == 0
        assert max(accepted.values()) == 1
        for player in self.players.all:
            assert player.disputes == [], player.disputes
            missing = {number for number in player.acknowledged if (player.seat, number) not in accepted}
            assert not missing, (player.seat, missing)
            own, told, ledger = player.credits, player.you["credits"], credits[str(player.seat)]
            assert own == told == ledger, f"seat {player.seat}: {own} by his own account, {told} told, {ledger} booked"
        assert self._memory < MOST_MEMORY_KB, f"the controller came to {self._memory} KB"
        return Told(
            round(seconds, 1),
            rounds,
            report.last_seq,
            sum(len(player.acknowledged) for player in self.players.all),
            sum(player.settled for player in self.players.all),
            dict(sorted(self._acts.items())),
            {name: kept.starts for name, kept in self._all.items()},
            self._memory,
            self._all["controller"].aborts,
        )


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else 600.0
    seed = int(words[1]) if len(words) > 1 else int.from_bytes(os.urandom(4), "big")
    print(f"a soak of {seconds:g} s with {SEATS} terminals, seed {seed} …", flush=True)
    place = Path(tempfile.mkdtemp(prefix="boxcars-soak-"))
    print(f"logs and journal in {place}", flush=True)
    told = Soak(place, seed).run(seconds)
    print(json.dumps(told._asdict(), indent=1))
    print("verify is clean, and every terminal's own account is the ledger's")


if __name__ == "__main__":
    main(sys.argv[1:])
