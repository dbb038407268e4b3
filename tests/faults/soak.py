"""Real processes under load, and a gremlin: `make soak`, or `python -m tests.faults.soak SECONDS [SEED [STORM]]`.

STORM is the longest time between two acts. Sixty-four terminals play as fast as the table lets them. The gremlin kills,
stops, restarts, floods and unplugs. At the end rounds have been settled, the journal proves itself, each acknowledged
command is in it once, and every terminal's own account is the ledger's.
"""

import json
import os
import random
import signal
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
from tests.faults.kept import Kept
from tests.server.cabinets import CabinetOfProcesses, Station
from tests.server.players import Player, Players

SEATS = 64
STAKE = 5_000_000
CALM, STORM = 0.5, 12.0
"""Seconds between two acts of the gremlin."""
LEAST_ROUNDS_A_MINUTE = 4.0
"""A soak in which the table hardly plays shows nothing: less than this is a failure."""
PATIENCE = 240.0
LOOK_EVERY = 0.5
IDLE_AGAIN = 3.0
FLOOD = 20_000
ROGUES = 2
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


class Told(NamedTuple):
    """How a soak went."""

    seconds: float
    settled_rounds: int
    """In the journal: what was voided or withdrawn is not among them."""
    entries: int
    acknowledged: int
    refused: dict[str, int]
    """What the players were refused, by its code: mostly for being late, or for the table being held."""
    settlements: int
    """As the players heard them."""
    acts: dict[str, int]
    starts: dict[str, int]
    memory_kb: int

    def rounds_a_minute(self) -> float:
        return 60 * self.settled_rounds / self.seconds


class Soak:
    """One cabinet, its players, its gremlin."""

    def __init__(self, place: Path, seed: int, seats: int = SEATS, storm: float = STORM) -> None:
        self._storm = storm
        self.cabinet = CabinetOfProcesses(place, seats=seats, bet_time=3, born=False)
        self._place, self._seats = place, seats
        self._random = random.Random(seed)
        self._more_settings()
        self.cabinet.do("vault", "init", "--config", self.cabinet.config)  # with these settings, not the usual ones
        self._acts: Counter[str] = Counter()
        self._all: dict[str, Kept] = {}
        self._station: Station | None = None
        self.players: Players | None = None
        self._look_at = 0.0
        self._memory = 0
        self._rogues: list[zmq.Socket[bytes]] = []
        """They stay until others have come; then they vanish, with what nobody has read yet."""

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
            if self.players is not None:
                self._attend(self.players)

    def _attend(self, players: Players) -> None:
        """What a person on the floor does about whatever holds the table."""
        holds = (players.table or {}).get("holds", {})
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
        assert self.players is not None
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
        rogue.setsockopt(zmq.SNDHWM, 0)
        rogue.connect(commands_endpoint(self.cabinet.run, role))
        for message in messages:
            rogue.send(message)
        self._rogues.append(rogue)
        if len(self._rogues) > ROGUES:
            self._rogues.pop(0).close()

    # ---- a soak ----

    def run(self, seconds: float) -> Told:
        """Play for so long under fire, then in peace until everything has come to rest, and compare."""
        began = time.monotonic()
        try:
            self._start()
            self._give_credits()
            self.players = players = Players(self.cabinet, self._seats, seed=1, kind=SoakPlayer)
            plays = next_act = time.monotonic()  # however long a busy machine took to come so far
            while time.monotonic() - plays < seconds:
                self._turn(players, True)
                if time.monotonic() >= next_act:
                    self._mischief()
                    next_act = time.monotonic() + self._random.uniform(CALM, self._storm)
            self._end(players)
            for kept in self._all.values():
                kept.close()
            return self._compare(players, time.monotonic() - began)
        finally:
            for kept in self._all.values():
                kept.close()
            for rogue in self._rogues:
                rogue.close()
            if self.players is not None:
                self.players.close()
            self.cabinet.close_callers()

    def _turn(self, players: Players, playing: bool) -> None:
        self._look()
        players.turn(time.monotonic(), playing)

    def _until(self, players: Players, done: Callable[[], bool], what: str, playing: bool = False) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"never happened: {what}; refused: {players.refused}; {players.table}"
            self._turn(players, playing)

    def _give_credits(self) -> None:
        """Before anybody has come: what a player finds on his seat is where his own account begins."""
        until = time.monotonic() + PATIENCE
        for seat in range(1, self._seats + 1):
            while not self._act("credit", seat=seat, amount=STAKE):
                assert time.monotonic() < until, f"no credits for seat {seat}"
                self._look()

    def _end(self, players: Players) -> None:
        """Everything works again; everybody has his answers; the table is held, and all say what they have."""
        self._order("unit", "well")
        for words in ("door DOME close", "door MAIN close"):
            self._order("boards", f"{BOARD} {words}")
        goal = players.table["round"] + 2 if players.table is not None else 2
        self._until(players, lambda: (players.table or {}).get("round", 0) >= goal, "two more rounds in peace", True)
        self._until(players, lambda: not any(player.unanswered for player in players.all), "every command is answered")
        self._until(players, lambda: self._act("hold"), "the table is held")
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

        self._until(players, all_know, "every terminal knows how its seat stands")

    def _compare(self, players: Players, seconds: float) -> Told:
        journal, key = self._place / "journal", (self._place / "dice.key").read_bytes()
        report = verify(journal, Wanted(craps_table_from, key))
        assert report.fault is None, report
        accepted: Counter[tuple[int, int]] = Counter()
        settled = 0
        with Reader(journal) as reader, reader.view() as connection:
            for entry in entries(connection, 1, report.last_seq):
                if entry["kind"] != "step":
                    continue
                settled += sum(told["type"] == "RoundEnded" and told["how"] == "settled" for told in entry["decisions"])
                if any(told["type"] == "Accepted" for told in entry["decisions"]):
                    event = entry["event"]
                    if str(event.get("client", "")).startswith("seat-"):
                        accepted[event["seat"], event["id"]] += 1
            total = sum(amount for (amount,) in connection.execute("select amount from account"))
            credits = dict(connection.execute("select of, amount from account where name = 'credits'").fetchall())
        assert total == 0
        assert max(accepted.values()) == 1
        for player in players.all:
            assert player.disputes == [], player.disputes
            missing = {number for number in player.acknowledged if (player.seat, number) not in accepted}
            assert not missing, (player.seat, missing)
            own, told, ledger = player.credits, player.you["credits"], credits[str(player.seat)]
            assert own == told == ledger, f"seat {player.seat}: {own} by his own account, {told} told, {ledger} booked"
        assert self._memory < MOST_MEMORY_KB, f"the controller came to {self._memory} KB"
        return Told(
            round(seconds, 1),
            settled,
            report.last_seq,
            sum(len(player.acknowledged) for player in players.all),
            dict(players.refused.most_common()),
            sum(player.settled for player in players.all),
            dict(sorted(self._acts.items())),
            {name: kept.starts for name, kept in self._all.items()},
            self._memory,
        )


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else 600.0
    seed = int(words[1]) if len(words) > 1 else int.from_bytes(os.urandom(4), "big")
    storm = float(words[2]) if len(words) > 2 else STORM
    print(f"a soak of {seconds:g} s with {SEATS} terminals, seed {seed}, an act each {CALM} to {storm} s …", flush=True)
    place = Path(tempfile.mkdtemp(prefix="boxcars-soak-"))
    print(f"logs and journal in {place}", flush=True)
    told = Soak(place, seed, storm=storm).run(seconds)
    print(json.dumps(told._asdict(), indent=1))
    print(f"{told.rounds_a_minute():.1f} rounds settled a minute")
    assert told.rounds_a_minute() >= LEAST_ROUNDS_A_MINUTE, "the table hardly played"
    print("verify is clean, and every terminal's own account is the ledger's")


if __name__ == "__main__":
    main(sys.argv[1:])
