"""Each way of money × each point of it × each fault: made by walking the way once, so that no point is left out."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.faults.cuts.casino import CasinoWorld
from tests.faults.cuts.casino_ways import CASINO_WAYS, of_casino
from tests.faults.cuts.transfer_ways import TRANSFER_WAYS
from tests.faults.cuts.ways import SETTLES, WAYS, Way, sums_to_nothing
from tests.faults.cuts.world import Killed, World
from tools.emulators.bills.trouble import CUTS as BILL_CUTS
from tools.emulators.common.orders import BadOrder
from tools.emulators.printer.trouble import CUTS as PRINTER_CUTS

MEMORY = Path("/dev/shm")
PROTOCOLS = ("cctalk", "id003")
OFF = 2.0
"""Seconds without power, or without a cable."""
DRIVERS_BACK = 5000
"""Milliseconds after which they are there again: the units have been for a while."""
AFTERMATH = 3.0
"""Seconds in which a way that came to its end still has points."""
Act = Callable[[World], None]


def _without_cable(which: str) -> Act:
    def act(world: World) -> None:
        line = world.lines[which]
        line.is_in = False
        world.after(int(OFF * 1000), lambda: setattr(line, "is_in", True))

    return act


def _cut_the_cabinet_off(world: World) -> None:
    """Units, drivers and controller at once: nobody sees how the units start again."""
    world.acceptor.cut_power(OFF, world.now())
    world.printer.cut_power(OFF, world.now())
    for driver in world.drivers.values():
        driver.die(DRIVERS_BACK)
    world.kill_controller()


FAULTS: dict[str, Act] = {
    "kill the controller": World.kill_controller,
    "kill the bills driver": lambda world: world.drivers["bills"].die(),
    "kill the tickets driver": lambda world: world.drivers["tickets"].die(),
    "cut the acceptor's line": _without_cable("bills"),
    "cut the printer's line": _without_cable("tickets"),
    "lose what the bills driver says": lambda world: world.transport.waiting.clear(),
    "cut the acceptor's power": lambda world: world.acceptor.cut_power(OFF, world.now()),
    "cut the printer's power": lambda world: world.printer.cut_power(OFF, world.now()),
    "cut the cabinet's power": _cut_the_cabinet_off,
    "reset the acceptor": lambda world: world.acceptor.cut_power(0.001, world.now()),
    "reset the printer": lambda world: world.printer.cut_power(0.001, world.now()),
}
"""What happens at a point."""


def _cut_the_casinos_line(world: World) -> None:
    line = of_casino(world).line
    line.is_in = False
    world.after(int(OFF * 1000), lambda: setattr(line, "is_in", True))


OF_THE_LINE: dict[str, Act] = {
    "kill the sas driver": lambda world: world.drivers["sas"].die(),
    "cut the casino's line": _cut_the_casinos_line,
}
"""And where there is a host."""
EVERY_FAULT = FAULTS | OF_THE_LINE
EVERY_WAY = WAYS | CASINO_WAYS | TRANSFER_WAYS
OF_TRANSFERS = ("kill the controller", "lose what the bills driver says", "cut the cabinet's power", *OF_THE_LINE)
"""What can befall money that no device at a seat has to do with."""
OF_A_UNIT: dict[str, tuple[str, tuple[str, ...]]] = {
    "note in": ("bills", BILL_CUTS),
    "ticket in": ("bills", BILL_CUTS),
    "ticket out": ("tickets", PRINTER_CUTS),
}
"""Moments within a unit at which its own power goes: way → whose, and which."""


class Case(NamedTuple):
    """One way, cut once; what happens at the point, or the moment within the unit at which its power goes."""

    protocol: str
    way: str
    point: int
    fault: str

    def __str__(self) -> str:
        return f"{self.way}, {self.protocol}, at {self.point}: {self.fault}"


def every_case() -> Iterator[Case]:
    """All of them."""
    for protocol in PROTOCOLS:
        for name, way in (WAYS | CASINO_WAYS).items():
            count, faults = len(points_of(protocol, way)), EVERY_FAULT if name in CASINO_WAYS else FAULTS
            yield from (Case(protocol, name, point, fault) for point in range(count) for fault in faults)
            moments = OF_A_UNIT[name.removesuffix(" over SAS")][1]
            yield from (Case(protocol, name, 0, f"within: {moment}") for moment in moments)
    for name, way in TRANSFER_WAYS.items():
        count = len(points_of(PROTOCOLS[0], way))
        yield from (Case(PROTOCOLS[0], name, point, fault) for point in range(count) for fault in OF_TRANSFERS)


def points_of(protocol: str, way: Way) -> list[tuple[str, str]]:
    """Where it can be cut, when nothing is."""
    with _world(protocol, way.name) as world:
        way.prepare(world)
        before = len(world.points)
        way.begin(world)
        world.until(lambda: way.ended(world), way.name)
        world.run(AFTERMATH)
        return world.points[before:]


def play(case: Case) -> World:
    """It happens, everything comes back, and the laws are looked at."""
    way = EVERY_WAY[case.way]
    with _world(case.protocol, case.way) as world:
        way.prepare(world)
        if case.fault in EVERY_FAULT:
            world.at = (len(world.points) + case.point, EVERY_FAULT[case.fault])
        else:
            _order_cut(world, case)
        with suppress(Killed):
            way.begin(world)
        world.run(SETTLES)
        assert world.loop is not None, "the controller did not come back"
        check(world, way)
        world.kept.vault.close()
        world.start()
        world.run(SETTLES / 8)
        check(world, way)
    return world


def check(world: World, way: Way) -> None:
    """The laws of this way, and that of all money."""
    way.law(world)
    sums_to_nothing(world)


def _order_cut(world: World, case: Case) -> None:
    who, _ = OF_A_UNIT[case.way.removesuffix(" over SAS")]
    words = f"power-cut {OFF} {case.fault.removeprefix('within: ')}"
    with suppress(BadOrder):
        (world.put_in if who == "bills" else world.order_printer)(words)


@contextmanager
def _world(protocol: str, way: str) -> Iterator[World]:
    """A world in a folder of its own, for as long as the block lasts."""
    folder = Path(tempfile.mkdtemp(prefix="boxcars-cuts-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        world = (World if way in WAYS else CasinoWorld)(protocol, folder)
        yield world
        world.kept.vault.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
