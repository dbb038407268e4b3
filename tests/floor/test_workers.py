"""A floor on PostgreSQL takes the batches of several cabinets in processes beside each other."""

import os
import signal
from pathlib import Path

from tests.drivers.machines import eventually
from tests.floor import postgres
from tests.floor.conftest import DATABASES
from tests.floor.floors import Floors


def _workers(floor: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{floor}/task/{floor}/children").read_text().split()]


def test_several_cabinets_are_taken_by_workers_and_one_that_ends_ends_the_floor(
    tmp_path: Path, postgres_server: postgres.Server
) -> None:
    address = postgres_server.make_database(f"floor_{next(DATABASES)}")
    house = Floors(tmp_path, f'postgres = "{address}"\nworkers = 2')
    try:
        cabinets = [house.cabinet(name) for name in ("pit-1", "pit-2", "pit-3")]
        house.start_floor()
        for seed, cabinet in enumerate(cabinets):
            cabinet.plays(seed, 40)
            house.start_uplink(cabinet)
        house.until_delivered()
        floor = house.pid("floor")
        first, second = _workers(floor)

        os.kill(first, signal.SIGKILL)
        house.waits_for_the_end("floor")
        assert "a worker of the floor has ended by itself" in house.log("floor")
        eventually(lambda: not Path(f"/proc/{second}").exists(), "the other one ends with it")

        cabinets[0].plays(7, 20)
        house.start_floor()
        house.until_delivered()
        assert house.says("verify", *(str(cabinet.journal) for cabinet in cabinets)) == 0
        assert house.alarms() == []

        workers = _workers(house.pid("floor"))
        house.signal("floor", signal.SIGKILL)
        for pid in workers:
            eventually(lambda pid=pid: not Path(f"/proc/{pid}").exists(), "they end however the floor does")  # type: ignore[misc]
    finally:
        house.end()
