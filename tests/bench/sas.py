"""The casino's line beside a full crowd: how soon the driver answers, and what eight addresses cost it.

The real controller with 512 terminals that bet as fast as they can, the real driver, and a host that polls each 40 ms
over an emulated line: the first byte by the clock of the host, the processor by the driver's own count.
"""

import socket
import statistics
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from tests.bench.drivers import Result, cpu_of
from tests.drivers.machines import running
from tools.bench.place import Place
from tools.bench.played import PLAYED
from tools.bench.wire_rows import LOAD_PROCESSES, MILLION, Crowds

SEATS, ADDRESSES = 512, range(1, 9)
POLL = 0.040
SECONDS = 20.0
FIRST_BYTE_GOAL, SHARE_GOAL = 0.020, 0.05
GENERAL = 0x80
PATIENCE = 5.0


class HostEnd(threading.Thread):
    """Polls each address in its turn, every second time for its meters, and takes the time of each first byte."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self.took: list[float] = []
        self.silent = 0
        self._ends = threading.Event()
        self.counts = threading.Event()
        """Set while what is measured counts."""

    def run(self) -> None:
        stream, _ = self._listener.accept()
        with stream, suppress(BrokenPipeError, ConnectionResetError):  # the driver is ended before its host
            stream.settimeout(PATIENCE)
            due, number = time.monotonic(), 0
            while not self._ends.is_set():
                address = ADDRESSES[number % len(ADDRESSES)]
                asked = bytes((GENERAL | address,)) if number // len(ADDRESSES) % 2 else bytes((address, 0x19))
                self._poll(stream, asked)
                number, due = number + 1, due + POLL
                time.sleep(max(0.0, due - time.monotonic()))

    def _poll(self, stream: socket.socket, message: bytes) -> None:
        began, counts = time.monotonic(), self.counts.is_set()
        stream.sendall(b"".join(bytes((place == 0, value)) for place, value in enumerate(message)))
        try:
            first = stream.recv(2)
        except TimeoutError:
            self.silent += 1
            return
        took = time.monotonic() - began
        if counts:  # what was asked before is answered as soon as everybody has come
            self.took.append(took)
        rest = 0 if len(message) == 1 else 2 * (2 + 5 * 4 + 2) - len(first)
        while rest > 0:
            rest -= len(stream.recv(rest))

    def close(self) -> None:
        self._ends.set()
        self.join()
        self._listener.close()


def measure() -> list[Result]:
    """One line, one crowd."""
    with Place(PLAYED["craps"], SEATS, _addresses()) as place, closing(HostEnd(place.directory / "line")) as host:
        config = place.directory / "drivers.toml"
        config.write_text(
            f'[sas]\nendpoint = "ipc://{place.directory}/run/sas/commands"\nline = "emulated:{place.directory}/line"\n'
        )
        host.start()
        with running("sas", "drive", "--config", config) as driver:
            place.station.until("idle")
            crowds = Crowds(place, range(1, SEATS + 1), LOAD_PROCESSES)
            try:
                crowds.all("hello")
                host.counts.set()
                before, began = cpu_of(driver.pid), time.monotonic()
                crowds.all("sustain", time.monotonic_ns() + 300 * MILLION, SECONDS, 2, place.game.twelve)
                share = (cpu_of(driver.pid) - before) / (time.monotonic() - began)
                host.counts.clear()
            finally:
                crowds.end()
    p999 = statistics.quantiles(host.took, n=1000, method="inclusive")[998]
    what = f"first byte of an answer beside {SEATS} terminals, p99.9 of {len(host.took)}, s"
    return [
        {"what": what, "value": round(p999, 5), "goal": FIRST_BYTE_GOAL},
        {"what": "the same, p50, s", "value": round(statistics.median(host.took), 5), "goal": FIRST_BYTE_GOAL},
        {"what": "polls that were not answered", "value": float(host.silent), "goal": 0.0},
        {
            "what": "the driver, a poll each 40 ms on 8 addresses, share of a core",
            "value": round(share, 4),
            "goal": SHARE_GOAL,
        },
    ]


def _addresses() -> str:
    return "".join(f"[[sas]]\naddress = {number}\nseat = {number}\n" for number in ADDRESSES)


def report(results: list[Result]) -> None:
    """For people."""
    print("the casino's line")
    for result in results:
        verdict = "reached" if result["value"] <= result["goal"] else "missed"
        print(f"  {result['what']:<66} {result['value']:8.4f}     goal {result['goal']}: {verdict}")
