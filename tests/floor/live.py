"""How soon an event is on the floor's page: `python -m tests.floor.live [EVENTS]`. From its commit in the cabinet's
journal, by uplink and HTTPS, to the line of the stream that an open page reads; floor and uplink are processes.
"""

import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.floor.floors import Floors
from tests.vault.evening import Evening

EVENTS = 200
PASSWORD = "correct horse battery"


def stream(page: str) -> Iterator[int]:
    """How many entries the floor has, each time it says so."""
    said = json.dumps({"name": "anna", "password": PASSWORD}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{page}/session", said, method="POST")) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    with urllib.request.urlopen(urllib.request.Request(f"{page}/now", headers={"Cookie": cookie})) as lines:
        for line in lines:
            if line.startswith(b"data: "):
                machines = json.loads(line[6:]).get("machines", ())
                yield sum(machine["entries"] for machine in machines)


def latencies(house: Floors, events: int) -> list[float]:
    """Seconds, of each event."""
    cabinet, chance = house.cabinet("pit-1"), random.Random(1)
    cabinet.plays(seed=5, events=20)
    house.person("anna", "viewer", PASSWORD)
    house.start_floor()
    house.start_uplink(cabinet)
    house.until_delivered()
    kept, world, found = cabinet.opened(), Evening(seed=6, restless=0.02), list[float]()
    world.go_on_at(kept.table)
    shown = stream(house.page)
    for _ in range(events):
        time.sleep(chance.random())  # at any time of the floor's and the uplink's own turns
        kept.take(*world.next(kept.table))
        kept.commit()
        began, head = time.monotonic(), cabinet.head()[0]
        while next(shown) < head:
            pass
        found.append(time.monotonic() - began)
    kept.close()
    return sorted(found)


def main(events: int) -> None:
    """The middle, the slowest of a hundred, and the slowest."""
    print(f"load {os.getloadavg()[0]:.0f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        house = Floors(Path(folder), 'sqlite = "floor.db"')
        try:
            found = latencies(house, events)
        finally:
            house.end()
    half, most = found[len(found) // 2], found[int(len(found) * 0.99)]
    print(f"{events} events: half within {half:.2f} s, 99 of 100 within {most:.2f} s, all within {found[-1]:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
