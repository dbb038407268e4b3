"""A cabinet for benchmarks: a demo journal in a directory of its own, the real controller, and a dice driver that
answers at once."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import zmq

from config.secrets import write_secret
from controller.protocol.devices.authentic import KEY_LENGTH, mac_of
from controller.protocol.devices.authentic_roll import PAYLOAD
from controller.protocol.public import TableNow
from controller.server.zmq.keyring import AUTHORIZED, CONTROLLER_PUBLIC, CONTROLLER_SECRET
from controller.server.zmq.transport import commands_endpoint
from controller.service.station import CannotServe
from controller.service.station import Station as Console

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
[table.settings]
bet_time = 600
shoot_time = 1
result_time = 1
credit_limit = {credit}
[journal]
directory = "journal"
life = "demo"
[dice_unit]
key_file = "dice.key"
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

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.directory = Path(tempfile.mkdtemp(prefix="boxcars-bench"))
        self.commands, self.broadcasts = (f"tcp://127.0.0.1:{free_port()}" for _ in range(2))
        self.key = os.urandom(KEY_LENGTH)
        text = CONFIG.format(
            seats=seats,
            credit=10 * CREDIT,
            commands=self.commands,
            broadcasts=self.broadcasts,
            all_seats=list(range(1, seats + 1)),
        )
        self.config.write_text(text)
        write_secret(self.directory / "dice.key", self.key)
        self.public, self.keys = self._make_keys()
        self._boxcars("vault", "init", "--config", self.config).wait()
        self._log = (self.directory / "controller.log").open("wb")
        self.process = self._boxcars("controller", "--config", self.config, output=self._log)
        self.edge = self._boxcars("edge", "--config", self.config, output=self._log)
        self.driver = Driver(commands_endpoint(self.directory / "run", "dice"), self.key)
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


class Driver(threading.Thread):
    """A dice driver with a unit that shakes no dice: what it reports is authentic, and known beforehand."""

    def __init__(self, endpoint: str, key: bytes) -> None:
        super().__init__(daemon=True)
        self._endpoint, self._key = endpoint, key
        self.faces = (1, 2)
        self.may_roll = threading.Event()
        self.may_roll.set()
        self.sent_ns: dict[int, int] = {}
        """Roll → when its report was sent."""
        self._stopping = False
        self.start()

    def stop(self) -> None:
        """No more."""
        self._stopping = True
        self.join()

    def run(self) -> None:
        """Until stopped."""
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        socket = context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(self._endpoint)
        said_at, last = 0.0, 0
        wanted: dict[str, Any] | None = None
        while not self._stopping:
            if time.monotonic() - said_at > 0.5:
                if not said_at:
                    self._here(socket)
                said_at = time.monotonic()
                socket.send(_status(last))
            if socket.poll(2):
                message = json.loads(socket.recv())
                if message["kind"] == "who_is_there":
                    self._here(socket)
                wanted = message if message["kind"] == "wanted_roll" else None
            if wanted is not None and wanted["roll_id"] > last and self.may_roll.is_set():
                last = wanted["roll_id"]
                self.sent_ns[last] = time.monotonic_ns()
                socket.send(self._report(wanted))
        socket.close()
        context.term()

    def _here(self, socket: zmq.Socket[bytes]) -> None:
        unit = {"kind": "unit_identity", "model": "BENCH", "serial": 1, "firmware": "1.0", "boot_id": 1}
        for message in (
            {"kind": "dice_driver_here", "port": "bench", "emulated": True},
            {"kind": "link_up", "port": "bench", "unit": unit},
        ):
            socket.send(json.dumps(message).encode())

    def _report(self, wanted: dict[str, Any]) -> bytes:
        payload = PAYLOAD.pack(wanted["roll_id"], 0, *self.faces, 1, 1000, 0)
        mac = mac_of(self._key, bytes.fromhex(wanted["nonce"]), payload)
        report = {"kind": "roll_report", "roll_id": wanted["roll_id"], "outcome": "ok", "dice": self.faces}
        proof = {"attempts": 1, "elapsed_ms": 1000, "flags": 0, "payload": payload.hex(), "mac": mac.hex()}
        return json.dumps(report | proof).encode()


def _status(last: int) -> bytes:
    known = {"kind": "unit_status", "state": "ready", "faults": [], "lid_open": False, "last_roll": last}
    return json.dumps(known | {"temperature": 30, "shakes": 1, "link_errors": 0}).encode()


def free_port() -> int:
    """A loopback port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
