"""Processes that run beside the controller while it is measured: one that reads the past, one that shows a seat."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.bench.place import PATIENCE, Failed, Place, free_port
from controller.records.process import COMES_AFTER

READS = (("recall", "--last", "50"), ("events", "--last", "500"), ("meters",))
"""What is asked for, in turn, without pause."""

SCREENS = """commands = "ipc://{run}/terminal/commands"
broadcasts = "ipc://{run}/public/broadcasts"
"""


@contextmanager
def reading_the_past(place: Place) -> Iterator[None]:
    """One process that asks for recall, log and meters again and again, as the records process is asked."""
    with _process("-m", "controller.bench.neighbours", place.directory / "journal") as process:
        yield
        if process.poll() is not None:
            raise Failed("the process that reads the past has ended by itself")


@contextmanager
def terminal(place: Place) -> Iterator[int]:
    """A player's terminal at seat 1, once it serves its page; gives its process id."""
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
def _process(*words: object) -> Iterator[subprocess.Popen[bytes]]:
    silent = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *map(str, words)], stdin=silent, stdout=silent, stderr=silent)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _serves(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _read(journal: str) -> None:
    """Until it is ended, and as the records process does it: after the controller."""
    from controller.commands import main

    os.nice(COMES_AFTER)
    while True:
        for words in READS:
            main([*words, "--journal", journal, "--json"])


if __name__ == "__main__":
    _read(sys.argv[1])
