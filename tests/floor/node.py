"""What one node takes: `python -m tests.floor.node [ENTRIES] [CABINETS] [first]`, real processes from wire to disk.

A busy day of so many entries is recorded once and then told by as many cabinets, each with a journal, a key and a chain
of its own. A floor (`boxcars floor`, with its workers) on PostgreSQL takes it over HTTPS, every batch a transaction on
the disk, hashes, seals and all tables filled. CPU is told of each part apart: what a busy machine changes is the time.
With `first` these processes come before those of other sessions while it is measured (root may say so, for seconds), so
that a machine that is shared shows the rate that one of its own would.
"""

import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from config.floor import Uplink
from controller.protocol.floor import FloorAnswer, unpack
from controller.uplink.believing import NoFloor
from controller.uplink.line import FloorLine
from controller.vault.journal.signing import public_of
from controller.vault.lifecycle.creation import Life
from tests.floor import postgres
from tests.floor.floors import Floors
from tests.floor.measure import KEY, before_others, cpu_of, sent
from tests.floor.senders import Sent, told_by
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened

ENTRIES, CABINETS = 12_000, 10


class Node(NamedTuple):
    """Of one entry, in microseconds of CPU; and how many came in a second here."""

    entries: int
    front: float
    """The floor's own process: TLS, who speaks, answers."""
    workers: float
    database: float
    senders: float
    rate: float

    @property
    def cores(self) -> float:
        """That floor and database kept busy."""
        return self.rate * (self.front + self.workers + self.database) / 1e6


def recorded(folder: Path, entries: int) -> Sent:
    """The batches of a day of play."""
    kept = opened(folder / "recorded")
    play(kept, Evening(seed=5, restless=0.02), entries)
    kept.close()
    return sent(folder / "recorded")[0]


def measured(house: Floors, server: postgres.Server, senders: dict[str, Sent]) -> Node:
    """All of them send at once, each one batch at a time."""
    for name in senders:
        house.says("cabinet", name, public_of(KEY).hex())
    house.start_floor()
    lines = {name: FloorLine(_settings(house, name), KEY) for name in senders}
    for name, line in lines.items():
        while (word := _cursor(line, senders[name])) is None:
            time.sleep(0.1)
        assert word == 0
    floor = house.pid("floor")
    before = cpu_alone(floor), cpu_of(floor), cpu_of(server.pid), time.process_time(), time.monotonic()
    threads = [threading.Thread(target=_send, args=(lines[name], batches)) for name, batches in senders.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = cpu_alone(floor), cpu_of(floor), cpu_of(server.pid), time.process_time(), time.monotonic()
    for line in lines.values():
        line.end()
    entries = sum(unpack(batches[-1][0]).last for batches in senders.values())
    front, floors, database, own, wall = (now - then for now, then in zip(after, before, strict=True))
    a = 1e6 / entries
    return Node(entries, a * front, a * (floors - front), a * database, a * own, entries / wall)


def cpu_alone(pid: int) -> float:
    """Of this process, without those that it has started."""
    row = Path(f"/proc/{pid}/schedstat").read_text().split()
    threads = [Path(f"/proc/{pid}/task/{one.name}/schedstat") for one in Path(f"/proc/{pid}/task").iterdir()]
    return max(int(row[0]), sum(int(one.read_text().split()[0]) for one in threads)) / 1e9


def _settings(house: Floors, name: str) -> Uplink:
    return Uplink(cabinet=name, address=f"https://127.0.0.1:{house.port}", certificate=str(house.certificate))


def _cursor(line: FloorLine, batches: Sent) -> int | None:
    try:
        return line.cursor(unpack(batches[0][0]).journal).seq
    except NoFloor:
        return None


def _send(line: FloorLine, batches: Sent) -> None:
    """Whatever a busy machine needs longer for is sent again."""
    for data, _ in batches:
        while (word := _word(line, data)) is None:
            time.sleep(0.1)
        assert word.code in ("applied", "known"), word


def _word(line: FloorLine, data: bytes) -> FloorAnswer | None:
    try:
        return line.send(data)
    except NoFloor:
        return None


def main(entries: int, cabinets: int, first: bool) -> None:
    """One line."""
    with tempfile.TemporaryDirectory() as name, postgres.server() as server:
        folder = Path(name)
        day = [unpack(data) for data, _ in recorded(folder, entries)]
        senders = {f"pit-{number}": told_by(number, day) for number in range(1, cabinets + 1)}
        (folder / "house").mkdir()
        house = Floors(folder / "house", f'postgres = "{server.make_database("node")}"', Life.LIVE)
        try:
            load = os.getloadavg()[0]
            with before_others(*([os.getpid(), server.pid] if first else [])):
                found = measured(house, server, senders)
        finally:
            house.end()
    print(
        f"{cabinets} cabinets, {found.entries} entries: the floor's own process {found.front:.1f} µs of CPU an entry, "
        f"its workers {found.workers:.1f}, PostgreSQL {found.database:.1f}; the senders {found.senders:.1f}. "
        f"{found.rate:.0f} a second here, with {found.cores:.2f} cores of floor and PostgreSQL; "
        f"load {load:.0f}{', before others' if first else ''}"
    )


if __name__ == "__main__":
    asked = [int(word) for word in sys.argv[1:3]]
    entries, cabinets = [*asked, *(ENTRIES, CABINETS)[len(asked) :]]
    main(entries, cabinets, first=sys.argv[3:] == ["first"])
