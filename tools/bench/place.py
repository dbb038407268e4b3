"""A cabinet for benchmarks: a demo journal in a directory of its own, the real controller, and a driver that answers
at once."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import zmq

from config.files.secrets import write_secret
from controller.protocol.devices.authentic import KEY_LENGTH
from controller.protocol.public import TableNow
from controller.server.zmq.endpoints import commands_endpoint
from controller.server.zmq.keyring import AUTHORIZED, CONTROLLER_PUBLIC, CONTROLLER_SECRET
from controller.service.station import CannotServe
from controller.service.station import Station as Console
from tools.bench.played import PlayedGame
from tools.bench.units import Driver

PATIENCE = 60.0
PIN = "270846"
Told = TypeVar("Told")
CREDIT = 10**9
CONFIG = """
name = "bench"
run = "run"
keys = "keys"
[table]
seats = {seats}
rulebook = "{rulebook}"
[table.settings]
result_time = 1
credit_limit = {credit}
{settings}[journal]
directory = "journal"
life = "demo"
[{unit}_unit]
key_file = "unit.key"
emulated = true
[remote]
commands = "{commands}"
broadcasts = "{broadcasts}"
connections_of_an_address = 4096
[terminals]
local_seats = {all_seats}
[records]
metrics_port = 0
"""


class Failed(Exception):
    """The bench could not do what it set out to."""


class Place:
    """Directory, keys, controller."""

    def __init__(self, game: PlayedGame, seats: int, more: str = "") -> None:
        """`more` goes into its settings."""
        self.game, self.seats = game, seats
        self.directory = Path(tempfile.mkdtemp(prefix="boxcars-bench"))
        self.commands, self.broadcasts = (f"tcp://127.0.0.1:{free_port()}" for _ in range(2))
        self.key = os.urandom(KEY_LENGTH)
        text = CONFIG.format(
            seats=seats,
            rulebook=game.book,
            settings=game.settings,
            unit=game.unit.role,
            credit=10 * CREDIT,
            commands=self.commands,
            broadcasts=self.broadcasts,
            all_seats=list(range(1, seats + 1)),
        )
        self.config.write_text(text + more)
        write_secret(self.directory / "unit.key", self.key)
        self.public, self.keys = self._make_keys()
        self._boxcars("vault", "init", "--config", self.config).wait()
        self._log = (self.directory / "controller.log").open("wb")
        self.process = self._boxcars("controller", "--config", self.config, output=self._log)
        self.edge = self._boxcars("edge", "--config", self.config, output=self._log)
        self.driver = Driver(game.unit, commands_endpoint(self.directory / "run", game.unit.role), self.key)
        self.station = Station(commands_endpoint(self.directory / "run", "console"))

    @property
    def config(self) -> Path:
        """The settings of this cabinet."""
        return self.directory / "cabinet.toml"

    def __enter__(self) -> Self:
        self.station.begin()
        for seat in range(1, self.seats + 1):
            self.station.act("credit", seat=seat, amount=CREDIT)
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.stop()
        self.station.close()
        for process in (self.edge, self.process):
            process.terminate()
        try:
            for process in (self.edge, self.process):
                process.wait(PATIENCE)
        finally:
            self._log.close()
            shutil.rmtree(self.directory, ignore_errors=True)

    def memory(self) -> float:
        """Of the controller, in MB."""
        with suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        raise Failed("the controller has ended; see what it logged: " + self.log())

    def cpu_seconds(self, process: subprocess.Popen[bytes] | None = None) -> float:
        """That the controller, or another process, has used so far, all threads."""
        fields = Path(f"/proc/{(process or self.process).pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log(self) -> str:
        """The end of what the controller logged."""
        return (self.directory / "controller.log").read_text()[-1000:]

    def _make_keys(self) -> tuple[str, dict[int, tuple[str, str]]]:
        keys = self.directory / "keys"
        (keys / AUTHORIZED).mkdir(parents=True)
        public, secret = zmq.curve_keypair()
        write_secret(keys / CONTROLLER_SECRET, secret)
        (keys / CONTROLLER_PUBLIC).write_text(public.decode())
        made = {}
        for seat in range(1, self.seats + 1):
            own, hidden = (half.decode() for half in zmq.curve_keypair())
            (keys / AUTHORIZED / f"t{seat}.toml").write_text(f'public = "{own}"\nrole = "terminal"\nseat = {seat}\n')
            made[seat] = (own, hidden)
        return public.decode(), made

    def _boxcars(self, *words: object, output: Any = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        code = "from controller.commands import main; raise SystemExit(main())"
        return subprocess.Popen([sys.executable, "-c", code, *map(str, words)], stdout=output, stderr=output)


class Station:
    """A supervisor at the console, who signs in again whenever a load has kept him silent for too long."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint
        self._station = Console(endpoint, "bench")

    def begin(self) -> None:
        """Come in, when the controller is there."""
        self._station.come_in("bench", PIN, PATIENCE)

    def act(self, act: str, **fields: Any) -> None:
        """Do it, or Failed."""
        answer = self._ask(lambda: self._station.act(act, **fields))
        if not answer.ok:
            raise Failed(f"{act}: {answer.reason}")

    def settings(self, change: dict[str, Any]) -> None:
        """Looked at, confirmed, done; or Failed."""
        looked = self._ask(lambda: self._station.preview(change))
        if not looked.ok:
            raise Failed(f"settings: {looked.reason}")
        self.act("settings", change=change, confirm=looked.confirm)

    def table(self) -> TableNow:
        """As everybody sees it."""
        return self._ask(lambda: self._station.table())  # of the station that there is then

    def until(self, *phases: str) -> TableNow:
        """Wait for one of these phases, with nothing that holds the table."""
        end = time.monotonic() + PATIENCE
        while (table := self.table()).phase not in phases or table.holds:
            if time.monotonic() > end:
                raise Failed(f"the table is {table.phase}, held by {table.holds}; waited for {phases}")
            time.sleep(0.01)
        return table

    def close(self) -> None:
        """Done."""
        self._station.close()

    def _ask(self, ask: Callable[[], Told]) -> Told:
        """Asked again after coming in anew, where the station has been silent for too long to be known."""
        try:
            return ask()
        except CannotServe:
            self._station.close()
            self._station = Console(self._endpoint, "bench")
            self.begin()
            return ask()


def free_port() -> int:
    """A loopback port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
