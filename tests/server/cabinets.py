"""A whole cabinet of real processes for tests: controller, dice driver and emulated unit, on a demo journal.

Nothing here leans on the clock: every wait is for a condition, with a bound that only a fault reaches.
"""

import io
import json
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import zmq

from controller.commands import main
from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from tests.drivers.machines import PATIENCE, end, eventually, running
from tests.ports import free_port
from tools.emulators.common.control import order

CABINET = """
name = "test"
run = "{run}"
keys = "keys"

[table]
seats = {seats}
rulebook = "{book}"
[table.settings]
bet_time = {bet_time}
shoot_time = 1
result_time = 1
credit_limit = 1000000000

[journal]
directory = "journal"
life = "demo"

[dice_unit]
key_file = "dice.key"
emulated = true
shake_ms = 1000

[terminals]
local_seats = {local_seats}
second_process = "{second_process}"

[records]
metrics_port = {metrics_port}
{remote}
[dice]
endpoint = "ipc://{run}/dice/commands"
port = "{place}/unit"
"""

BOARDS = """
[[boards]]
serial = "CABINET"
cabinet = true
[[boards]]
serial = "TERMINAL-01"
seat = 1
"""

PANEL = """
[panel]
endpoint = "ipc://{run}/panel/commands"
boards = ["CABINET", "TERMINAL-01"]
usb = "emulated:{run}/usb"
"""

REMOTE = """
[remote]
commands = "{commands}"
broadcasts = "{broadcasts}"
"""


Called = TypeVar("Called", bound="Caller")


class CabinetOfProcesses:
    """Where everything of one test cabinet lies, and the processes that are running."""

    def __init__(
        self,
        place: Path,
        seats: int = 4,
        remote: bool = False,
        book: str = "electronic",
        bet_time: int = 1,
        local: bool = True,
        second_process: str = "take_over",
        born: bool = True,
        boards: bool = False,
    ) -> None:
        """`born` is false for who wants to change the settings before there is a journal."""
        self.place = place
        self.remote = remote
        self.run = Path(tempfile.mkdtemp(prefix="boxcars"))  # a socket's path must be short
        self._callers: list[Caller] = []
        self.config = place / "cabinet.toml"
        self.drivers = place / "drivers.toml"
        self.commands = f"tcp://127.0.0.1:{free_port()}"
        self.broadcasts = f"tcp://127.0.0.1:{free_port()}"
        self.metrics_port = free_port()
        text = CABINET.format(
            run=self.run,
            seats=seats,
            book=book,
            bet_time=bet_time,
            local_seats=list(range(1, seats + 1)) if local else [],
            second_process=second_process,
            metrics_port=self.metrics_port,
            remote=REMOTE.format(commands=self.commands, broadcasts=self.broadcasts) if remote else "",
            place=place,
        )
        settings, _, dice = text.partition("[dice]")
        self.config.write_text(settings + (BOARDS if boards else ""))
        self.drivers.write_text("[dice]" + dice + (PANEL.format(run=self.run) if boards else ""))
        self.do("keys", "dice", place / "dice.key")
        self.do("keys", "init", "--keys", place / "keys")
        if born:
            self.do("vault", "init", "--config", self.config)
        self.process: subprocess.Popen[bytes] | None = None

    def do(self, *words: object) -> str:
        """A console command that must succeed, in this process; gives what it printed."""
        said = io.StringIO()
        with redirect_stdout(said):
            assert main([*map(str, words)]) == 0, words
        return said.getvalue()

    def key(self, name: str, role: str, seat: int | None = None) -> dict[str, str]:
        """A key for a peer; gives what the peer needs."""
        out = self.place / f"{name}.json"
        words = ["--seat", seat] if seat else []
        self.do("keys", "add", name, "--role", role, *words, "--keys", self.place / "keys", "--out", out)
        found: dict[str, str] = json.loads(out.read_text())
        return found

    @property
    def log(self) -> Path:
        return self.place / "controller.log"

    @contextmanager
    def controller(self) -> Iterator[subprocess.Popen[bytes]]:
        """The controller, for as long as the block lasts or until it is killed."""
        with ExitStack() as both:
            process = both.enter_context(running("controller", "--config", self.config, log=self.log))
            if self.remote:
                both.enter_context(running("edge", "--config", self.config, log=self.place / "edge.log"))
            self.process = process
            eventually(lambda: self.status() is not None or process.poll() is not None, "the controller answers")
            assert process.poll() is None, self.log.read_text()
            yield process

    @contextmanager
    def dice(self, *script: str) -> Iterator[None]:
        """The emulated unit and its driver."""
        words: list[object] = ["--fast", "--state", self.place / "unit.memory"]
        if script:
            (self.place / "dice.txt").write_text("\n".join(script) + "\n")
            words += ["--dice", self.place / "dice.txt"]
        link, key = self.place / "unit", self.place / "dice.key"
        with (
            running("dice", "emulate", "--link", link, "--key-file", key, *words, log=self.place / "unit.log"),
            running("dice", "drive", "--config", self.drivers, log=self.place / "driver.log"),
        ):
            yield

    @contextmanager
    def panels(self) -> Iterator[None]:
        """The emulated boards, whose batteries keep their latches."""
        batteries = self.place / "batteries"
        batteries.mkdir(exist_ok=True)
        words = ["--link", self.run / "usb", "--state", batteries, "--board", "CABINET", "--board", "TERMINAL-01"]
        with running("panel", "emulate", *words, log=self.place / "panels.log"):
            eventually((self.run / "usb.control").is_socket, "the boards")
            yield

    @contextmanager
    def panel_driver(self) -> Iterator[subprocess.Popen[bytes]]:
        """The driver of the boards."""
        with running("panel", "drive", "--config", self.drivers, log=self.place / "panel-driver.log") as driver:
            yield driver

    def board(self, words: str) -> dict[str, Any]:
        """A hand at the boards, or `show`."""
        answer = order(self.run / "usb.control", words.split())
        assert answer["ok"], answer
        return answer

    def holds(self) -> set[str]:
        """What holds the table now."""
        status = self.status()
        return set(status["holds"]) if status is not None else {"nobody answers"}

    @contextmanager
    def playing(self, *script: str) -> Iterator[Self]:
        """Controller, unit and driver, until the machine says that it is ready."""
        with self.controller(), self.dice(*script):
            eventually(self.ready, "the machine is ready")
            try:
                yield self
            finally:
                self.close_callers()

    def close_callers(self) -> None:
        """Nobody speaks any more."""
        for caller in self._callers:
            caller.close()

    def ready(self) -> bool:
        status = self.status()
        return status is not None and bool(status["ready"])

    def status(self) -> dict[str, Any] | None:
        """What `boxcars status --json` would print; None while nobody answers."""
        with suppress(TimeoutError), Caller(commands_endpoint(self.run, "records"), patience=2) as caller:
            caller.say(kind="status_wanted")
            return caller.hear("status")
        return None

    def terminal(self, seat: int) -> "Terminal":
        """A local terminal that has said hello."""
        return self.keep(Terminal(commands_endpoint(self.run, "terminal"), seat)).hello()

    def keep(self, caller: Called) -> Called:
        """This one is closed when the cabinet is."""
        self._callers.append(caller)
        return caller

    def station(self, role: str = "console") -> "Station":
        """A supervisor: at the console he needs no key where no panel is; at the operators' station it is turned."""
        station = self.keep(Station(commands_endpoint(self.run, role)))
        station.sign_in()
        return station

    def listener(self) -> "Listener":
        """A local listener."""
        return self.keep(Listener(broadcasts_endpoint(self.run)))

    def kill(self) -> None:
        """As a power cut ends it: no word, no clean-up."""
        assert self.process is not None
        end(self.process, signal.SIGKILL)


class Caller:
    """A peer that says what it is told and waits for what it asks for."""

    kind = zmq.DEALER

    def __init__(
        self, endpoint: str, keys: dict[str, str] | None = None, patience: float = PATIENCE, address: bytes = b""
    ) -> None:
        self.socket: zmq.Socket[bytes] = zmq.Context.instance().socket(self.kind)
        self.socket.setsockopt(zmq.LINGER, 0)
        if address:
            self.socket.setsockopt(zmq.IDENTITY, address)
        if self.kind == zmq.SUB:
            self.socket.setsockopt(zmq.SUBSCRIBE, b"")
        if keys is not None:
            self.socket.setsockopt_string(zmq.CURVE_SERVERKEY, keys["controller"])
            self.socket.setsockopt_string(zmq.CURVE_PUBLICKEY, keys["public"])
            self.socket.setsockopt_string(zmq.CURVE_SECRETKEY, keys["secret"])
        self.socket.connect(endpoint)
        self.patience = patience
        self.last_id = 0
        self.unheard: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message).encode())

    def hear(self, kind: str, patience: float | None = None, **wanted: Any) -> dict[str, Any]:
        """The next message of this kind in which all this stands; the others are kept."""
        return self.hear_either({kind: wanted}, patience)

    def hear_either(self, wanted: Mapping[str, Mapping[str, Any]], patience: float | None = None) -> dict[str, Any]:
        """The next message that is of one of these kinds and has in it what is said of that kind."""
        for message in self.unheard:
            if _is(message, wanted):
                self.unheard.remove(message)
                return message
        until = time.monotonic() + (patience or self.patience)
        while (left := until - time.monotonic()) > 0:
            if self.socket.poll(int(left * 1000) + 1):
                found: dict[str, Any] = json.loads(self.socket.recv())
                if _is(found, wanted):
                    return found
                self.unheard.append(found)
        raise TimeoutError(f"none of {dict(wanted)}; heard were {[m['kind'] for m in self.unheard]}")

    def hears_nothing(self, kind: str, patience: float = 0.3) -> bool:
        try:
            self.hear(kind, patience=patience)
        except TimeoutError:
            return True
        return False

    def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next command, and its answer."""
        self.last_id += 1
        self.say(kind=kind, id=self.last_id, **fields)
        return self.hear("answer", id=self.last_id)


class Listener(Caller):
    """Somebody who only listens."""

    kind = zmq.SUB


class Terminal(Caller):
    """A player's terminal."""

    def __init__(self, endpoint: str, seat: int, keys: dict[str, str] | None = None) -> None:
        super().__init__(endpoint, keys)
        self.seat = seat

    def hello(self, unfinished: tuple[int, ...] = ()) -> Self:
        self.say(kind="hello", seat=self.seat, software="test", unfinished=unfinished)
        self.welcome = self.hear("welcome")
        self.last_id = self.welcome["last_id"]
        return self

    @property
    def round(self) -> int:
        """The round that the table plays now."""
        self.unheard = [message for message in self.unheard if message["kind"] != "table"]
        self.say(kind="snapshot_wanted")
        number: int = self.hear("table")["round"]
        return number

    def place(self, bet: str, amount: int) -> dict[str, Any]:
        """A wager in the window that is open; one that came too late is made again."""
        while True:
            answer = self.command("wager", round=self.round, do="place", bet=bet, amount=amount)
            if answer["code"] not in ("bets_closed", "wrong_round", "held"):
                return answer
            time.sleep(0.05)


FORGOTTEN = 10.0
"""Seconds after which the controller has forgotten a console of which it heard nothing: twice as long as it waits."""


class Station(Caller):
    """A console at which the supervisor ann is signed in. Silent for long, it is forgotten, and she signs in again."""

    def sign_in(self) -> None:
        session = eventually(self._signed_in, "she is signed in")
        self.session, self.last_id = session["session"], session["last_id"]

    def _signed_in(self) -> dict[str, Any]:
        """Nothing where a PIN took so long on a busy machine that the console, silent meanwhile, was forgotten."""
        entry = eventually(self._way_in, "a key is turned, or none is needed")
        self.say(kind="first_supervisor" if entry["first_supervisor"] else "sign_in", name="ann", pin="270846")
        try:
            return self.hear("session", FORGOTTEN)
        except TimeoutError:
            return {}

    def _way_in(self) -> dict[str, Any]:
        """How to come in; nothing while the controller has yet to hear that the key was turned."""
        self.say(kind="station_hello", software="test")
        entry: dict[str, Any] = self.hear("station_welcome")["entry"]
        return entry if entry["open"] else {}

    def act(self, act: str, **fields: Any) -> dict[str, Any]:
        while True:
            self._forget_what_was_not_taken()
            self.last_id += 1
            told = {"id": self.last_id, "session": self.session, "operator": "ann", "role": "supervisor", "act": act}
            self.say(kind="act", **told, **fields)
            answer = self.hear_either({"answer": {"id": self.last_id}, "not_taken": {}})
            if answer["kind"] == "answer" and answer["code"] != "no_session":
                return answer
            self.sign_in()

    def settings(self, **change: Any) -> None:
        """Looked at, confirmed, done; all of it again where she was forgotten in between."""
        while True:
            self._forget_what_was_not_taken()
            self.say(kind="preview_wanted", session=self.session, change=change)
            preview = self.hear_either({"preview": {}, "not_taken": {}})
            if preview["kind"] == "preview" and preview["code"] != "no_session":
                answer = self.act("settings", change=change, confirm=preview["confirm"])
                if answer["code"] not in (
                    "preview_first",
                    "preview_stale",
                ):  # a session that began anew looked at nothing
                    break
            else:
                self.sign_in()
        assert answer["ok"], answer

    def _forget_what_was_not_taken(self) -> None:
        self.unheard = [message for message in self.unheard if message["kind"] != "not_taken"]

    def look(self, what: str, **fields: Any) -> dict[str, Any]:
        while True:
            self._forget_what_was_not_taken()
            self.say(kind="look", session=self.session, what=what, **fields)
            seen = self.hear_either({f"{what}_seen": {}, "look_refused": {"what": what}, "not_taken": {}})
            if seen["kind"] == f"{what}_seen":
                return seen
            assert seen["kind"] == "not_taken" or seen["code"] == "no_session", seen
            self.sign_in()

    def credit(self, seat: int, amount: int) -> dict[str, Any]:
        return self.act("credit", seat=seat, amount=amount)


def _is(message: dict[str, Any], wanted: Mapping[str, Mapping[str, Any]]) -> bool:
    fields = wanted.get(message["kind"])
    return fields is not None and all(message.get(name) == value for name, value in fields.items())
