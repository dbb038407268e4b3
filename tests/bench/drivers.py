"""What the dice driver costs: CPU while idle, and time a roll takes beyond what the unit takes.

The unit here is a bare pty that answers at once, so that what is measured is ours: from the controller's wish to its
result, less the time between SHAKE arriving at the unit and ROLLED leaving it.
"""

import multiprocessing
import os
import pty
import statistics
import tempfile
import time
import tty
from pathlib import Path
from typing import Any

from controller.protocol.devices.authentic.roll import PAYLOAD
from controller.protocol.devices.dice import FROM_DRIVER, RollReport, WantedRoll
from controller.protocol.devices.unit import LinkUp
from tests.drivers.machines import Router, router, running
from tools.emulators.common.frame import ANSWER, framed
from tools.emulators.dice import wire

ROLLS = 300
IDLE_SECONDS = 10.0
IDLE_GOAL = 0.02
ADDED_GOAL = 0.005
SHAKE_TAKES = 0.02
IDENTITY = b"BENCHDIC" + bytes(12)
STATUS_READY = b"\x01" + bytes(20)


class BareUnit:
    """Answers as the document says, with no delay but the shake's, and tells when it heard and when it spoke.

    A process of its own, so that nothing of it is waited for by the controller that measures.
    """

    def __init__(self) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.took, self._tell = multiprocessing.Pipe(duplex=False)
        self._process = multiprocessing.get_context("fork").Process(target=self._run, daemon=True)
        self._process.start()

    def stop(self) -> None:
        self._process.terminate()
        self._process.join()

    def _run(self) -> None:
        ear = wire.Ear()
        while True:
            for kind, number, payload in ear.hear(os.read(self._master, 4096)):
                self._answer(kind, number, payload)

    def _answer(self, kind: int, number: int, payload: bytes) -> None:
        if kind == wire.HELLO:
            self._say(kind | ANSWER, number, IDENTITY)
        elif kind == wire.STATUS:
            self._say(kind | ANSWER, number, STATUS_READY)
        elif kind == wire.SHAKE:
            roll_id = int.from_bytes(payload[:8], "big")
            heard = time.monotonic()
            self._say(kind | ANSWER, number, payload[:8] + b"\0")
            time.sleep(SHAKE_TAKES)
            spoke = time.monotonic()
            self._say(wire.ROLLED, roll_id & 0xFF, PAYLOAD.pack(roll_id, 0, 3, 4, 1, 20, 0) + bytes(8))
            self._tell.send(spoke - heard)

    def _say(self, kind: int, number: int, payload: bytes) -> None:
        os.write(self._master, framed(kind, number, payload))


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def added_by_rolls(controller: Router, unit: BareUnit) -> list[float]:
    """Seconds that each roll took beyond the unit's own."""
    added = []
    for roll_id in range(1, ROLLS + 1):
        began = time.monotonic()
        controller.tell(WantedRoll(roll_id=roll_id, nonce=f"{roll_id:016x}", duration_ms=1000, strength=1, fresh=True))
        controller.hears(RollReport, lambda said, roll_id=roll_id: said.roll_id == roll_id)  # type: ignore[misc]
        took = time.monotonic() - began
        added.append(took - unit.took.recv())
        controller.said.clear()
    return added


Result = dict[str, Any]


def measure() -> list[Result]:
    """CPU of an idle driver, then the time it adds to each of many rolls, and its memory after them."""
    unit = BareUnit()
    with tempfile.TemporaryDirectory() as folder:
        endpoint = f"ipc://{folder}/dice"
        config = Path(folder) / "cabinet.toml"
        config.write_text(f'[dice]\nendpoint = "{endpoint}"\nport = "{unit.port}"\n')
        with router(endpoint, FROM_DRIVER) as controller, running("dice", "drive", "--config", config) as process:
            controller.hears(LinkUp)
            before, began = cpu_of(process.pid), time.monotonic()
            while time.monotonic() - began < IDLE_SECONDS:
                controller.listen(0.5)
            idle = (cpu_of(process.pid) - before) / (time.monotonic() - began)
            added = added_by_rolls(controller, unit)
    unit.stop()
    p99 = statistics.quantiles(added, n=100)[98]
    return [
        {"what": "idle, share of a core", "value": round(idle, 4), "goal": IDLE_GOAL},
        {"what": f"a roll adds, p99 of {ROLLS}, seconds", "value": round(p99, 5), "goal": ADDED_GOAL},
        {"what": "a roll adds, median, seconds", "value": round(statistics.median(added), 5), "goal": ADDED_GOAL},
    ]


def report(results: list[Result]) -> None:
    """For people."""
    print("dice driver")
    for result in results:
        verdict = "reached" if result["value"] <= result["goal"] else "missed"
        print(f"  {result['what']:<42} {result['value']:8.4f}     goal {result['goal']}: {verdict}")
