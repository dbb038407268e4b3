"""Processes that run beside the controller while it is measured: one that reads the past, one that shows a seat."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Self

import zmq

from controller.records.process import COMES_AFTER
from controller.server.zmq.endpoints import broadcasts_endpoint
from tools.bench.place import PATIENCE, Failed, Place, free_port

READS = (("recall", "--last", "50"), ("events", "--last", "500"), ("meters",))
"""What is asked for, in turn, without pause."""

SCREENS = """commands = "ipc://{run}/terminal/commands"
broadcasts = "ipc://{run}/public/broadcasts"
"""


class Observer(threading.Thread):
    """When are bets due to close? It listens to the broadcasts and does nothing else, so it hears them first.

    A broadcast says how many milliseconds are left; the earliest of all that are heard of a round is the truest.
    """

    def __init__(self, place: Place) -> None:
        super().__init__(daemon=True)
        self.due_ns: dict[int, int] = {}
        self._endpoint = broadcasts_endpoint(place.directory / "run")
        self._stopping = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        self.join()

    def run(self) -> None:
        """Until the block ends."""
        with zmq.Context() as context, context.socket(zmq.SUB) as listener:
            listener.setsockopt(zmq.SUBSCRIBE, b"")
            listener.connect(self._endpoint)
            while not self._stopping:
                if listener.poll(200):
                    data, now = listener.recv(), time.monotonic_ns()
                    table = json.loads(data)
                    if table["phase"] == "betting" and table["due_in_ms"] is not None:
                        due = now + table["due_in_ms"] * 1_000_000
                        self.due_ns[table["round"]] = min(due, self.due_ns.get(table["round"], due))


class Reader:
    """One process that asks for recall, log and meters again and again, while it is let."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    @contextmanager
    def reading(self) -> Iterator[None]:
        """It goes on from where it was stopped."""
        self._process.send_signal(signal.SIGCONT)
        yield
        self._process.send_signal(signal.SIGSTOP)
        if self._process.poll() is not None:
            raise Failed("the process that reads the past has ended by itself")


@contextmanager
def reader_of_the_past(place: Place) -> Iterator[Reader]:
    """It has read everything once, and stands still."""
    words = ("-m", "tools.bench.neighbours", place.directory / "journal")
    with _process(*words, output=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        yield Reader(process)
        process.send_signal(signal.SIGCONT)


@contextmanager
def terminal(place: Place) -> Iterator[int]:
    """A player's terminal at seat 1, once it serves its page; returns its process id."""
    screens, port = place.directory / "screens.toml", free_port()
    screens.write_text(SCREENS.format(run=place.directory / "run"))
    code = "from controller.commands import main; raise SystemExit(main())"
    with _process("-c", code, "terminal", "--config", screens, "--seat", 1, "--port", port) as process:
        until = time.monotonic() + PATIENCE
        while not _serves(port):
            if process.poll() is not None or time.monotonic() > until:
                raise Failed("the terminal does not serve its page")
            time.sleep(0.05)
        time.sleep(2)  # it greets the controller, and reads the book
        yield process.pid


def resident_mb(pid: int) -> float:
    """The memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def _process(*words: object, output: int = subprocess.DEVNULL) -> "Iterator[subprocess.Popen[bytes]]":
    silent = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *map(str, words)], stdin=silent, stdout=output, stderr=silent)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


def _serves(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _read(journal: str) -> None:
    """Until it is ended, and as the records process does it: after the controller."""
    from controller.commands import main

    os.nice(COMES_AFTER)
    said = False
    while True:
        for words in READS:
            with redirect_stdout(io.StringIO()):
                main([*words, "--journal", journal, "--json"])
        if not said:
            said = True
            print("reading", flush=True)


if __name__ == "__main__":
    _read(sys.argv[1])
