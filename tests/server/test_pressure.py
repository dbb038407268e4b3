"""Real sockets under pressure: half the peers do not read, one shouts, somebody reads the whole past.

What ten minutes bring is sent as fast as the controller takes it; what is asserted are results, never times.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import zmq

from controller.server.loop.outbox import QUEUE_BYTES
from controller.server.zmq.endpoints import commands_endpoint
from controller.vault.journal.files import LARGEST_LOG
from tests.drivers.machines import boxcars, eventually, running
from tests.server.cabinets import CabinetOfProcesses, Terminal

TEN_MINUTES = 600
"""Seconds, and so many heartbeats and questions of each peer."""
DEAF = 8
SHOUTED = 20_000
MEGABYTE = 1024 * 1024


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


def counters(cabinet: CabinetOfProcesses) -> dict[str, int]:
    status = cabinet.status()
    assert status is not None
    found: dict[str, int] = status["counters"]
    return found


def test_half_the_peers_stop_reading_for_what_is_said_in_ten_minutes_and_memory_stays(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, seats=2 * DEAF, bet_time=600)
    with cabinet.playing():
        endpoint = commands_endpoint(cabinet.run, "terminal")
        deaf = [cabinet.keep(Terminal(endpoint, seat)) for seat in range(1, DEAF + 1)]
        for terminal in deaf:
            terminal.socket.close()
            terminal.socket = _narrow(endpoint)
            terminal.hello()
        reading = [cabinet.terminal(seat) for seat in range(DEAF + 1, 2 * DEAF + 1)]
        station = cabinet.station()
        for terminal in reading:
            assert station.credit(terminal.seat, 1_000_000)["ok"]
        assert cabinet.process is not None
        sizes = []
        for second in range(TEN_MINUTES):
            for terminal in deaf:
                terminal.say(kind="heartbeat", n=second)
                terminal.say(kind="snapshot_wanted")
            for terminal in reading:
                terminal.say(kind="heartbeat", n=second)
                while terminal.socket.poll(0):
                    terminal.socket.recv()
            reader = reading[second % DEAF]
            assert reader.command("wager", round=1, do="place", bet="place:6", amount=600)["ok"]
            reader.unheard.clear()
            if second % 100 == 99:
                sizes.append(resident(cabinet.process.pid))
        facts = counters(cabinet)
        assert facts["peers_not_reading"] >= DEAF
        assert facts["bytes_waiting"] <= DEAF * QUEUE_BYTES
        assert sizes[-1] - sizes[1] < DEAF * QUEUE_BYTES + 8 * MEGABYTE, [size // MEGABYTE for size in sizes]
        for terminal in deaf:
            assert last_seat(terminal)["seat"] == terminal.seat
        eventually(lambda: counters(cabinet)["peers_not_reading"] == 0, "everybody reads again")


def _narrow(endpoint: str) -> "zmq.Socket[bytes]":
    """A socket that takes next to nothing by itself, so that not reading it is felt at the other end."""
    socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
    for option, value in ((zmq.LINGER, 0), (zmq.RCVHWM, 1), (zmq.RCVBUF, 4096)):
        socket.setsockopt(option, value)
    socket.connect(endpoint)
    return socket


def last_seat(terminal: Terminal) -> dict[str, object]:
    """It reads again. What it asked while it had fallen behind may be lost, so it asks again, as a terminal does."""
    for _ in range(20):
        terminal.unheard.clear()
        terminal.say(kind="hello", seat=terminal.seat, software="test")
        with suppress(TimeoutError):
            you: dict[str, object] = terminal.hear("welcome", patience=3)["you"]
            return you
    raise AssertionError(f"seat {terminal.seat} is never welcomed again")


def test_one_terminal_that_shouts_makes_nobody_wait_for_ever(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, seats=2, bet_time=600)
    with cabinet.playing():
        loud, quiet = cabinet.terminal(1), cabinet.terminal(2)
        assert cabinet.station().credit(2, 1_000_000)["ok"]
        loud.socket.setsockopt(zmq.SNDHWM, SHOUTED)
        for number in range(SHOUTED):  # all of it is on its way before the other one begins, and nothing is read back
            loud.say(kind="heartbeat", n=number)
        for _ in range(50):
            assert quiet.command("wager", round=1, do="place", bet="field", amount=600)["ok"]
        facts = counters(cabinet)
        assert facts["accepted.Wager"] == 50
        assert facts["messages.terminal"] + 1000 * facts.get("not_taken.flood", 0) > 1000
        assert quiet.command("done", round=1)["ok"]


def test_who_reads_the_past_never_stops_the_loop_nor_the_log_from_being_folded_in(tmp_path: Path) -> None:
    """Recall, log, meters and metrics are asked for without pause, and a reader keeps its view open, while wagers are
    acknowledged: none is refused or late for a lock, and once the view is closed the write-ahead log begins anew."""
    cabinet = CabinetOfProcesses(tmp_path, seats=2, bet_time=600)
    journal = cabinet.place / "journal" / "journal.db"
    with cabinet.playing(), running("records", "--config", cabinet.config, log=tmp_path / "records.log"):
        terminal = cabinet.terminal(1)
        assert cabinet.station().credit(1, 100_000_000)["ok"]
        view = sqlite3.connect(f"file:{journal}?mode=ro", uri=True, isolation_level=None)
        view.execute("begin")
        seen = view.execute("select max(seq) from entry").fetchone()
        with asking(cabinet):
            for number in range(400):
                bet = ("field", "place:6", "place:8", "hard:6")[number % 4]
                assert terminal.command("wager", round=1, do="place", bet=bet, amount=600)["ok"]
        assert view.execute("select max(seq) from entry").fetchone() == seen
        view.execute("rollback")
        view.close()
        status = cabinet.status()
        assert status is not None
        assert status["journal"]["committed"] == status["journal"]["entries"] >= 400
        assert sum(status["latencies"]["commit"]["counts"]) >= 400
        said = cabinet.log.read_text()
        assert "locked" not in said
        assert "busy" not in said
    log = journal.with_name("journal.db-wal")
    assert not log.exists() or log.stat().st_size <= LARGEST_LOG


@contextmanager
def asking(cabinet: CabinetOfProcesses) -> Iterator[None]:
    """Two who ask for the past, one after the other, until enough is heard."""
    enough = threading.Event()
    failed: list[str] = []

    def ask() -> None:
        while not enough.is_set():
            for words in (("recall", "--last", 50), ("events", "--last", 500), ("meters",)):
                done = boxcars(*words, "--journal", cabinet.place / "journal", "--json")
                if done.returncode:
                    failed.append(done.stderr)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        enough.set()
        for thread in threads:
            thread.join()
    assert failed == []
