"""Controller, driver and wheel are killed at each stage of a spin, as a power cut ends them, and come back. What was
launched is settled or void as the rules of a power failure say, money to the cent."""

import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from controller.server.zmq.endpoints import commands_endpoint
from tests.drivers.machines import COMMAND, boxcars, end, eventually
from tests.server.cabinets import Caller, Station, Terminal
from tools.emulators.common.control import NoEmulator, order

CABINET = """
name = "test"
run = "{run}"
keys = "keys"
[table]
seats = 2
rulebook = "mbs_roulette_v3"
[table.settings]
result_time = 1
[table.game]
bet_time = 600
spin_before = 12
confirm_time = {seen}
[journal]
directory = "journal"
life = "demo"
[wheel_unit]
key_file = "wheel.key"
emulated = true
[terminals]
local_seats = [1, 2]
[records]
metrics_port = 0
"""
DRIVERS = """
[wheel]
endpoint = "ipc://{run}/wheel/commands"
port = "{place}/unit"
"""
SEEN = 5
"""Seconds for which a number is shown: time enough to kill somebody while it is."""
LONG, SHORT = "5", "0.2"
"""Seconds of the part of a spin in which somebody is killed, and of the others."""
PART = {"turning": "track", "leaving": "rattle", "landed": "reading"}
"""Where the ball is → the part of its spin."""
CREDITS, STAKE, WIN = 100_000, 500, 17_500


class Killable:
    """A cabinet of which any process can be killed and started again."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.run = Path(tempfile.mkdtemp(prefix="boxcars"))  # a socket's path must be short
        (place / "cabinet.toml").write_text(CABINET.format(run=self.run, seen=SEEN))
        (place / "drivers.toml").write_text(DRIVERS.format(run=self.run, place=place))
        for words in (
            ("keys", "wheel", place / "wheel.key"),
            ("keys", "init", "--keys", place / "keys"),
            ("vault", "init", "--config", place / "cabinet.toml"),
        ):
            assert boxcars(*words).returncode == 0, words
        memory = ("--key-file", place / "wheel.key", "--state", place / "memory")
        self.words: dict[str, tuple[object, ...]] = {
            "controller": ("controller", "--config", place / "cabinet.toml"),
            "wheel": ("wheel", "emulate", "--link", place / "unit", *memory),
            "driver": ("wheel", "drive", "--config", place / "drivers.toml"),
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        with (self.place / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen([*COMMAND, *map(str, self.words[name])], stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        """No word, no clean-up; and another one is started."""
        end(self.processes[name], signal.SIGKILL)
        self.start(name)

    def close(self) -> None:
        for process in self.processes.values():
            end(process)

    def table(self) -> dict[str, Any]:
        """The table as everybody sees it; nothing while nobody answers."""
        with suppress(TimeoutError), Caller(commands_endpoint(self.run, "display"), patience=2) as caller:
            caller.say(kind="snapshot_wanted")
            return caller.hear("table")
        return {}

    def is_ready(self) -> bool:
        table = self.table()
        return bool(table) and not table["holds"]

    def tells(self, *words: str) -> bool:
        """An order to the emulated wheel, once it is there."""
        with suppress(NoEmulator):
            return bool(order(self.place / "unit.control", list(words))["ok"])
        return False

    def credits(self) -> int:
        with Terminal(commands_endpoint(self.run, "terminal"), 1).hello() as terminal:
            return int(terminal.welcome["you"]["credits"])

    # ---- a round ----

    def prepare(self, stage: str) -> None:
        """The next spin shows 17, and takes its time where somebody is to be killed."""
        for part in ("launch", *PART.values()):
            self.orders("time", part, LONG if PART.get(stage) == part else SHORT)
        self.orders("next", "17")

    def orders(self, *words: str) -> None:
        """Told to the emulated wheel as soon as it is there."""
        eventually(lambda: self.tells(*words), "the wheel hears")

    def bets(self) -> None:
        with Terminal(commands_endpoint(self.run, "terminal"), 1).hello() as terminal:
            answer = terminal.place("straight:17", STAKE)
            assert answer["ok"], answer

    def is_done(self) -> bool:
        """The player says so, and the wheel is asked."""
        with suppress(TimeoutError), Terminal(commands_endpoint(self.run, "terminal"), 1).hello() as terminal:
            code = terminal.command("done", round=terminal.round)["code"]
            return code in ("ok", "bets_closed")
        return False

    def is_at(self, stage: str) -> bool:
        table = self.table()
        return "result" in table if stage == "confirmed" else table.get("device", {}).get("ball") == stage

    def is_over(self, round: int) -> bool:
        table = self.table()
        return table.get("round", 0) > round and table["phase"] == "idle" and not table["holds"]


@pytest.fixture
def cabinet(tmp_path: Path) -> Iterator[Killable]:
    cabinet = Killable(tmp_path)
    try:
        for name in cabinet.words:
            cabinet.start(name)
        eventually(cabinet.is_ready, "all are there")
        with Station(commands_endpoint(cabinet.run, "console")) as ann:
            ann.sign_in()
            assert ann.credit(1, CREDITS)["ok"]
        yield cabinet
    finally:
        cabinet.close()


STAGES = ("bets are open", "turning", "leaving", "landed", "confirmed")
VOID_BY = {"wheel": ("turning", "leaving")}
"""A wheel that loses its power before the ball lies has had its rotor stopped: the round is void. Nothing else is."""


def a_round(cabinet: Killable, stage: str, victim: str) -> None:
    """With 500 on 17, in which somebody is killed."""
    round = cabinet.table()["round"]
    cabinet.bets()
    if stage == "bets are open":
        cabinet.kill(victim)
        eventually(cabinet.is_ready, f"{victim} is back")
    cabinet.prepare(stage)
    eventually(cabinet.is_done, "the wheel is asked")
    if stage != "bets are open":
        eventually(lambda: cabinet.is_at(stage), f"the ball is {stage}")
        cabinet.kill(victim)
    eventually(lambda: cabinet.is_over(round), f"the round in which {victim} was killed, {stage}, is over")


@pytest.mark.parametrize("victim", ["controller", "driver", "wheel"])
def test_killed_at_each_stage_a_round_is_settled_or_void_to_the_cent(cabinet: Killable, victim: str) -> None:
    has = CREDITS
    for stage in STAGES:
        a_round(cabinet, stage, victim)
        has += 0 if stage in VOID_BY.get(victim, ()) else WIN
        assert cabinet.credits() == has, (victim, stage)
    cabinet.close()
    proof = boxcars("verify", "--journal", cabinet.place / "journal", "--unit-key", cabinet.place / "wheel.key")
    assert proof.returncode == 0, proof.stdout + proof.stderr
