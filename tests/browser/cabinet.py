"""The real cabinet for the browser tests: `boxcars run`, the dice that a test asks for, and an attendant to hand.

Every process is the real one; dice unit and panels are emulated. A test says how the next throws end, and every wait
is for a condition.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.cabinet import read_cabinet
from config.files.page_key import LENGTH, address
from config.files.secrets import read_secret
from controller.protocol.status import SeatStatus
from controller.server.zmq.endpoints import commands_endpoint
from controller.server.zmq.query import Asker
from controller.service.station import Station
from tests.drivers.machines import COMMAND, PATIENCE, end, eventually
from tests.ports import free_ports
from tools.demo.cabinet import PIN, SUPERVISOR
from tools.demo.cash import SeatCash
from tools.emulators.common.control import order as give_order

SHORT = {"bet_time": 600, "shoot_time": 600, "result_time": 1, "withdraw_time": 600}
"""Bets close when the players are done and the dice roll when the shooter presses: no test waits for a timer, but for
the second in which a result is shown."""


OTHER_PAGES = 3
"""Beside those of the seats: the index, the display, the service menu."""


class Cabinet:
    """A demo cabinet that plays."""

    def __init__(self, place: Path, port: int, words: list[str]) -> None:
        """`words`: what `boxcars` is told."""
        self.place, self.port, self._words = place, port, words
        self._own: dict[str, subprocess.Popen[bytes]] = {}
        self._begin()

    def _begin(self) -> None:
        self.process = plays(self._words, self.place.parent / "run.log")
        self.run = Path(read_cabinet(self.place / "cabinet.toml").run)
        self.attendant = Attendant(self.run)

    def address(self, seat: int) -> str:
        """Where the screen of a seat is opened, with the key of the pages; seat 0 is the display."""
        return address(self.port + 1 + seat, read_secret(self.place / "page.key", LENGTH).hex())

    def origin(self, seat: int) -> str:
        """What its pages say they are from."""
        return f"http://127.0.0.1:{self.port + 1 + seat}"

    def dice(self, *throws: str) -> None:
        """How the next throws end: `3 4`, or an outcome such as `leaning`."""
        for throw in throws:
            self.unit("next", *throw.split())

    def unit(self, *order: str) -> None:
        """An order to the emulated dice unit."""
        answer = give_order(self.run / "unit.control", list(order))
        assert answer["ok"], answer

    def slot(self, seat: int, *order: str) -> None:
        """An order to the emulated bill acceptor of a seat: `note 20`."""
        self._cash("bills", seat, order)

    def printer(self, seat: int, *order: str) -> None:
        """An order to its emulated ticket printer: `take`."""
        self._cash("tickets", seat, order)

    def _cash(self, kind: str, seat: int, order: tuple[str, ...]) -> None:
        answer = give_order(SeatCash(seat, self.run).control(kind), list(order))
        assert answer["ok"], answer

    def panel(self, board: str, *order: str) -> None:
        """An order to an emulated board: `press REPEAT`."""
        answer = give_order(self.run / "usb.control", [board, *order])
        assert answer["ok"], answer

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The last lines of this kind in the event log, the newest first."""
        words = ["events", "--journal", str(self.place / "journal"), "--kind", kind, "--last", "5", "--json"]
        said = subprocess.run([*COMMAND, *words], capture_output=True, check=True, text=True, timeout=PATIENCE)
        found: list[dict[str, Any]] = json.loads(said.stdout)["events"]
        return found

    @contextmanager
    def settings(self, **change: Any) -> Iterator[None]:
        """Other settings for as long as the block lasts."""
        before = {
            "limits": {"max": 500_000},
            "large_win": 1_000_000,
            "line": None,
            "hardways": None,
            "odds_times": None,
        }
        self.attendant.act("settings", change=change)
        try:
            yield
        finally:
            self.attendant.act("settings", change={name: before[name] for name in change})

    # ---- processes die and come back ----

    @contextmanager
    def controller_dead(self) -> Iterator[None]:
        """Killed, and at the end of the block another one is started."""
        self.kill_controller()
        yield
        self.start_controller()

    def kill_controller(self) -> None:
        """SIGKILL, as a crash would: nothing is said and nothing is tidied."""
        self._kill(self._controller())

    def start_controller(self) -> None:
        """On the same journal."""
        self._own["controller"] = self._start([*COMMAND, "controller", "--config", str(self.place / "cabinet.toml")])

    @contextmanager
    def controller_stopped(self) -> Iterator[None]:
        """SIGSTOP: alive, and deaf for as long as the block lasts."""
        with _stopped(self._controller()):
            yield

    @contextmanager
    def records_stopped(self) -> Iterator[None]:
        """The same for those who know the past."""
        with _stopped(self.child("records")):
            yield

    def kill_terminal(self, seat: int) -> None:
        """SIGKILL for the process behind a seat's screen."""
        own = self._own.get(f"terminal {seat}")
        self._kill(own.pid if own else self.child("terminal", "--seat", str(seat)))

    def start_terminal(self, seat: int) -> None:
        """Another one in its place."""
        words = [*COMMAND, "terminal", "--config", str(self.place / "screens.toml")]
        self._own[f"terminal {seat}"] = self._start([*words, "--seat", str(seat), "--port", str(self.port + 1 + seat)])

    def start_again(self) -> None:
        """Ctrl-C for all that is left, and `boxcars run` once more on the same journal."""
        self.close()
        self._own.clear()
        self._begin()

    def _kill(self, pid: int) -> None:
        """From the first on, `boxcars run` stands still: it would start again what a test wants to be dead."""
        os.kill(self.process.pid, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
        for process in self._own.values():
            if process.pid == pid:
                process.wait(PATIENCE)
        eventually(lambda: not _runs(pid), "the process is gone")

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        """As a service manager would."""
        with (self.place / "logs" / "started-again.log").open("ab") as log:
            return subprocess.Popen(words, stdout=log, stderr=log)

    def _controller(self) -> int:
        return self._own["controller"].pid if "controller" in self._own else self.child("controller")

    def child(self, *words: str) -> int:
        """The process of `boxcars run` that was started with these words, by what the kernel knows of its children."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in map(int, children):
            said = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
            if said[3:4] == [words[0]] and all(word in said for word in words):
                return pid
        raise AssertionError(f"no process {words}")

    def close(self) -> None:
        self.attendant.close()
        self.process.send_signal(signal.SIGINT)
        self.process.send_signal(signal.SIGCONT)
        self.process.wait(PATIENCE)
        for process in self._own.values():
            end(process)


class Attendant:
    """A person of the house with all rights: comes to a station, does one thing, and leaves it."""

    def __init__(self, run: Path) -> None:
        self._run = run
        self._asker = Asker(run)

    def act(self, act: str, **more: Any) -> dict[str, Any]:
        """One act, taken or an error."""
        turned = give_order(self._run / "usb.control", ["CABINET", "key", "OPERATOR", "on"])
        assert turned["ok"], turned
        with self._station() as station:
            station.come_in(SUPERVISOR, PIN)
            if act == "settings":
                more["confirm"] = station.preview(more["change"]).confirm
            answer = station.act(act, **more)
        assert answer.ok, answer
        return answer.details

    def table(self) -> dict[str, Any]:
        """The table as everybody sees it."""
        with self._station() as station:
            station.hello()
            return station.table().model_dump()

    def seats(self) -> dict[int, SeatStatus]:
        """Of each seat: whether it has wagers, and what it waits for."""
        return {seat.seat: seat for seat in self._asker.status(int(PATIENCE * 1000)).seats}

    def close(self) -> None:
        self._asker.close()

    def _station(self) -> Station:
        return Station(commands_endpoint(self._run, "operator"), "test", PATIENCE)


@contextmanager
def cabinet(
    place: Path,
    book: str = "electronic",
    seats: int = 2,
    credits: int = 50_000,
    falls: str = "3 4",
    change: dict[str, Any] = SHORT,
    cash: bool = False,
) -> Iterator[Cabinet]:
    """A new cabinet, for as long as the block lasts; `falls`: what does when a test has not said what shall; `cash`:
    with bill acceptors and ticket printers."""
    (place / "script.txt").write_text(f"{falls}\n")
    port = free_ports(seats + OTHER_PAGES)
    words = ["run", "--place", place / "demo", "--port", port, "--seats", seats, "--book", book]
    words += ["--fast", "--credits", credits, "--script", place / "script.txt", *([] if cash else ["--no-cash"])]
    found = Cabinet(place / "demo", port, [str(word) for word in words])
    try:
        found.attendant.act("settings", change=change)
        yield found
    finally:
        found.close()


def plays(words: list[str], log: Path) -> subprocess.Popen[bytes]:
    """`boxcars` with these words, once it has said where to look."""
    with log.open("wb") as output:
        process = subprocess.Popen([*COMMAND, *words], stdout=output, stderr=output)
    try:
        eventually(lambda: "Open" in log.read_text() or process.poll() is not None, "the cabinet plays")
        assert process.poll() is None, log.read_text()
    except BaseException:
        end(process, signal.SIGINT)
        raise
    return process


@contextmanager
def _stopped(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _runs(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
