"""Trouble drawn from a seed: floor, uplinks and database are killed, frozen, ended and given older copies while the
cabinets play. In the end the store has to be every journal, entry by entry, and nobody may have raised an alarm.

`make floor-chaos` goes on for minutes, on SQLite and PostgreSQL in turn; `test_witness.py` plays a little of it.
"""

import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.floor import postgres
from tests.floor.floors import Floors, printed

SIGNALS = (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM)
CABINETS = 2
EVENTS = 60


class Chaos:
    """One house in trouble."""

    def __init__(self, floors: Floors, seed: int, server: postgres.Server | None = None) -> None:
        self._floors, self._server = floors, server
        self._chance = random.Random(seed)
        self._seed = 1000 * seed
        self._copy = floors.folder / "older.db"
        self._cabinets = [floors.cabinet(f"pit-{number}") for number in range(1, CABINETS + 1)]
        floors.start_floor()
        for cabinet in self._cabinets:
            floors.start_uplink(cabinet)

    def plays(self) -> None:
        """Somewhere the game goes on."""
        self._seed += 1
        self._chance.choice(self._cabinets).plays(self._seed, EVENTS)

    def round(self) -> str:
        """One trouble, with play in it; returns which."""
        troubles: list[Callable[[], str]] = [self._signal, self._signal, self._signal]
        if self._server is not None:
            troubles.append(self._kill_database)
        if (self._floors.folder / "floor.db").exists():
            troubles += [self._copy_database, self._older_database]
        return self._chance.choice(troubles)()

    def _signal(self) -> str:
        name = self._chance.choice(["floor", *self._floors.cabinets])
        how = self._chance.choice(SIGNALS)
        self._floors.signal(name, how)
        self.plays()
        if how is signal.SIGSTOP:
            self._floors.signal(name, signal.SIGCONT)
        elif name == "floor":
            self._floors.start_floor()
        else:
            self._floors.start_uplink(self._floors.cabinets[name])
        return f"{how.name} of {name}"

    def _kill_database(self) -> str:
        assert self._server is not None
        self._server.kill()
        self.plays()
        self._server.start()
        return "PostgreSQL was killed"

    def _copy_database(self) -> str:
        """As a backup is made: of a floor that does not run."""
        self._floors.signal("floor", signal.SIGTERM)
        shutil.copyfile(self._floors.folder / "floor.db", self._copy)
        self._floors.start_floor()
        self.plays()
        return "the store was copied"

    def _older_database(self) -> str:
        """The floor is restored from its backup, while its cabinets have gone on."""
        if not self._copy.exists():
            return self._copy_database()
        self._floors.signal("floor", signal.SIGKILL)
        for suffix in ("-wal", "-shm"):
            (self._floors.folder / f"floor.db{suffix}").unlink(missing_ok=True)
        shutil.copyfile(self._copy, self._floors.folder / "floor.db")
        self.plays()
        self._floors.start_floor()
        return "an older copy of the store was put back"

    def end(self) -> str:
        """What is wrong in the end; nothing, if it is good."""
        for number, cabinet in enumerate(self._cabinets):
            cabinet.plays(number, EVENTS)  # whoever sends finds out whether the floor still has what went before
        self._floors.until_delivered()
        journals = [str(cabinet.journal) for cabinet in self._cabinets]
        said = printed("floor", "--config", str(self._floors.config), "verify", *journals)
        whole = said.count(", 0 are not on the floor yet") == len(journals) and "WRONG" not in said
        return "\n".join([*([] if whole else [said]), *self._floors.alarms()])


def main(seconds: float, seed: int) -> int:
    """Until the time is over; the seed of a run that failed is said."""
    until = time.monotonic() + seconds
    with postgres.server() as server:
        while time.monotonic() < until:
            folder = Path(tempfile.mkdtemp(prefix="boxcars-chaos-"))
            uses = server if seed % 2 else None
            store = 'sqlite = "floor.db"' if uses is None else f'postgres = "{server.make_database(f"chaos_{seed}")}"'
            floors = Floors(folder, store)
            try:
                chaos = Chaos(floors, seed, uses)
                happened = [chaos.round() for _ in range(8)]
                wrong = chaos.end()
            finally:
                floors.end()
            print(f"seed {seed}: {wrong or 'good'}: {', '.join(happened)}", flush=True)
            if wrong:
                return 1
            shutil.rmtree(folder)
            seed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
