"""What an uplink costs a cabinet: `python -m tests.floor.uplink_share [SECONDS] [EVENTS] [first]`, by real processes.

Somebody plays at full pace for so long, and the uplink's share of a core is told; then the uplink of another cabinet is
away while a day of so many events is written, and how long it takes to deliver them. That journal is written in memory,
so that nobody waits for the day; the floor keeps it on the disk. With `first` these processes come before others.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from controller.vault.lifecycle.creation import Dice
from tests.floor.floors import Cabinet, Floors
from tests.floor.measure import before_others, cpu_of
from tests.vault.evening import Evening

A_SECOND = 20
"""Entries of a busy table: two million a day."""


def main(seconds: float, events: int, first: bool) -> None:
    """Both, one after the other."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
        floors = Floors(Path(place), 'sqlite = "floor.db"')
        try:
            cabinet = floors.cabinet("pit-1")
            floors.start_floor()
            floors.start_uplink(cabinet)
            floors.until_delivered()
            (Path(place) / "pit-2").symlink_to(memory)
            late = floors.cabinet("pit-2")
            late.plays(2, events)
            print(f"load {os.getloadavg()[0]:.0f}{', before others' if first else ''}", flush=True)
            with before_others(*([os.getpid()] if first else [])):
                _share(floors, cabinet, seconds)
                _catch_up(floors, late, events)
        finally:
            floors.end()


def _share(floors: Floors, cabinet: Cabinet, seconds: float) -> None:
    kept, world = cabinet.opened(), Evening(1, restless=0.05)
    world.go_on_at(kept.table)
    pid, began, played = floors.pid(cabinet.name), time.monotonic(), 0
    before = cpu_of(pid)
    while (passed := time.monotonic() - began) < seconds:
        if played < passed * A_SECOND:
            now = world.next(kept.table)
            kept.take(now.event, now.elapsed, Dice.EMULATOR)
            kept.commit()
            played += 1
        else:
            time.sleep(0.5 / A_SECOND)
    share = 100 * (cpu_of(pid) - before) / (time.monotonic() - began)
    kept.close()
    print(f"uplink: {played / seconds:.0f} entries a second, {share:.2f} % of a core")


def _catch_up(floors: Floors, cabinet: Cabinet, events: int) -> None:
    waiting = cabinet.head()[0]
    began = time.monotonic()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    print(f"catching up: {events} events to entry {waiting} in {time.monotonic() - began:.1f} s, with its start")


if __name__ == "__main__":
    seconds, events = sys.argv[1:3] if len(sys.argv) > 2 else ("30", "4000")
    main(float(seconds), int(events), first=sys.argv[3:] == ["first"])
