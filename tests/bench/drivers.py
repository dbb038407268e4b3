"""What the dice driver costs: CPU while idle, and time a roll takes beyond what the unit takes.

The unit here is a bare pty that answers at once, so that what is measured is ours: from the controller's wish to its
result, less the time between SHAKE arriving at the unit and ROLLED leaving it.
"""

import os
import pty
import resource
import select
import statistics
import tempfile
import threading
import time
import tty
from pathlib import Path

from controller.wire.authentic import PAYLOAD
from controller.wire.dice import FROM_DICE_DRIVER, LinkUp, RollReport, WantedRoll
from drivers.dice.emulator import wire
from tests.drivers.machines import Router, router, running

ROLLS = 300
IDLE_SECONDS = 10.0
IDLE_GOAL = 0.02
ADDED_GOAL = 0.005
SHAKE_TAKES = 0.02
IDENTITY = b"BENCHDIC" + bytes(12)
STATUS_READY = b"\x01" + bytes(20)


class BareUnit(threading.Thread):
    """Answers as the document says, with no delay but the shake's, and notes when it heard and when it spoke."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.heard_at: dict[int, float] = {}
        self.spoke_at: dict[int, float] = {}
        self.stop = False

    def run(self) -> None:
        ear = wire.Ear()
        while not self.stop:
            if select.select([self._master], [], [], 0.1)[0]:
                for kind, number, payload in ear.hear(os.read(self._master, 4096)):
                    self._answer(kind, number, payload)

    def _answer(self, kind: int, number: int, payload: bytes) -> None:
        if kind == wire.HELLO:
            self._say(kind | wire.ANSWER, number, IDENTITY)
        elif kind == wire.STATUS:
            self._say(kind | wire.ANSWER, number, STATUS_READY)
        elif kind == wire.SHAKE:
            roll_id = int.from_bytes(payload[:8], "big")
            self.heard_at[roll_id] = time.monotonic()
            self._say(kind | wire.ANSWER, number, payload[:8] + b"\0")
            time.sleep(SHAKE_TAKES)
            self.spoke_at[roll_id] = time.monotonic()
            self._say(wire.ROLLED, roll_id & 0xFF, PAYLOAD.pack(roll_id, 0, 3, 4, 1, 20, 0) + bytes(8))

    def _say(self, kind: int, number: int, payload: bytes) -> None:
        os.write(self._master, wire.framed(kind, number, payload))


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
        added.append(took - (unit.spoke_at[roll_id] - unit.heard_at[roll_id]))
        controller.said.clear()
    return added


def main() -> None:
    unit = BareUnit()
    unit.start()
    with tempfile.TemporaryDirectory() as folder:
        endpoint = f"ipc://{folder}/dice"
        config = Path(folder) / "cabinet.toml"
        config.write_text(f'[dice]\nendpoint = "{endpoint}"\nport = "{unit.port}"\n')
        with router(endpoint, FROM_DICE_DRIVER) as controller, running("dice", "drive", "--config", config) as process:
            controller.hears(LinkUp)
            before, began = cpu_of(process.pid), time.monotonic()
            while time.monotonic() - began < IDLE_SECONDS:
                controller.listen(0.5)
            idle = (cpu_of(process.pid) - before) / (time.monotonic() - began)
            added = added_by_rolls(controller, unit)
    unit.stop = True
    p99 = statistics.quantiles(added, n=100)[98]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"dice driver idle: {idle:.2%} of a core, goal {IDLE_GOAL:.0%}: {_verdict(idle, IDLE_GOAL)}")
    print(
        f"a roll adds: median {statistics.median(added) * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms over {ROLLS} rolls, "
        f"goal {ADDED_GOAL * 1000:.0f} ms: {_verdict(p99, ADDED_GOAL)}"
    )
    print(f"dice driver's memory: {peak:.0f} MB")


def _verdict(value: float, goal: float) -> str:
    return "good" if value <= goal else "MISSED"


if __name__ == "__main__":
    main()
