"""What notes and tickets cost: CPU of the drivers while twelve seats idle, and time from a stacked note to its credits.

The units of the first are emulated ones on ptys, all in one process. The second is the shipped driver, loop and journal
on a real disk by one clock: from the bytes that say that a note is stacked to the message that the seat's terminal
gets, without the sockets between the processes.
"""

import multiprocessing
import select
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from controller.protocol.devices.bills import AcceptorReady
from controller.protocol.devices.printer import FROM_DRIVER
from tests.bench.drivers import Result, cpu_of
from tests.drivers.cash.house import House
from tests.drivers.machines import eventually, router, running
from tests.faults.cuts.world import CREDIT_SAID, World
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.memory import Shelf as PaperShelf
from tools.emulators.bills.paper import read_data_set
from tools.emulators.bills.path import REAL as ACCEPTOR_PACE
from tools.emulators.common.cable import Cable
from tools.emulators.common.process import SerialUnit
from tools.emulators.printer.memory import Shelf as PrinterShelf
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.press import REAL as PRINTER_PACE
from tools.emulators.printer.unit import Unit as Printer

SEATS = range(1, 13)
NOTES = 200
IDLE_SECONDS = 20.0
IDLE_GOAL, CREDIT_GOAL = 0.03, 0.05
VERSION = "BENCH-003"


def _unit(seat: int, kind: str) -> SerialUnit:
    now, notes, shelf = time.monotonic(), read_data_set("US:1,2,5"), PaperShelf(None)
    if kind == "tickets":
        return Printer(PrinterShelf(None), Tray(None), PRINTER_PACE, now, 3000 + seat, "TICKET-P", Random(seat))
    if seat % 2:
        return Validator(shelf, notes, ACCEPTOR_PACE, now, 4000 + seat)
    return Id003(shelf, notes, ACCEPTOR_PACE, now, VERSION)


def _emulate(folder: Path) -> None:
    """Every unit of every seat, until this process is ended."""
    cables = {Cable(folder / f"{kind}-{seat}"): _unit(seat, kind) for kind in ("bills", "tickets") for seat in SEATS}
    while True:
        present = [cable.fileno() for cable in cables if cable.host_is_there()]
        select.select(present, [], [], 0.01)
        now = time.monotonic()
        for cable, unit in cables.items():
            unit.hear(cable.read(), now)
            cable.write(unit.tick(now))


def _settings(folder: Path) -> Path:
    lines = []
    for seat in SEATS:
        who = (
            f'protocol = "cctalk"\nserial = {4000 + seat}\nproduct = "BV-EMU"'
            if seat % 2
            else (f'protocol = "id003"\nversion = "{VERSION}"')
        )
        lines.append(
            f'[[bills]]\nseat = {seat}\nendpoint = "ipc://{folder}/bills"\nport = "{folder}/bills-{seat}"\n'
            f'country = "US"\nnotes = [100, 200, 500]\n{who}\n'
            f'[[tickets]]\nseat = {seat}\nendpoint = "ipc://{folder}/tickets"\nport = "{folder}/tickets-{seat}"\n'
            f"serial = {3000 + seat}\n"
        )
    lines.append(
        '[ticket_texts]\nhouse = "H"\nplace = "P"\nasset = "A"\nsign = "$"\none = "dollar"\nmany = "dollars"\n'
    )
    file = folder / "drivers.toml"
    file.write_text("\n".join(lines))
    return file


@contextmanager
def _emulated(folder: Path) -> Iterator[None]:
    process = multiprocessing.get_context("fork").Process(target=_emulate, args=(folder,), daemon=True)
    process.start()
    try:
        eventually((folder / "tickets-12").exists, "the units' ports")
        yield
    finally:
        process.terminate()
        process.join()


def idle_share() -> float:
    """Of a core, both drivers together; every acceptor lets notes in."""
    folder = Path(tempfile.mkdtemp(prefix="boxcars-bench"))
    config = _settings(folder)
    house = House(f"ipc://{folder}/bills")
    try:
        with (
            _emulated(folder),
            router(f"ipc://{folder}/tickets", FROM_DRIVER) as controller,
            running("bills", "drive", "--config", config) as bills,
            running("tickets", "drive", "--config", config) as tickets,
        ):
            for seat in SEATS:
                house.hears(AcceptorReady, seat)
                house.seats[seat].notes = (100, 200, 500)
            before, began = cpu_of(bills.pid) + cpu_of(tickets.pid), time.monotonic()
            while time.monotonic() - began < IDLE_SECONDS:
                house.turn()
                controller.listen(0)
                controller.said.clear()
            return (cpu_of(bills.pid) + cpu_of(tickets.pid) - before) / (time.monotonic() - began)
    finally:
        house.close()
        shutil.rmtree(folder, ignore_errors=True)


class TimedWorld(World):
    """Takes the time of each note."""

    def __init__(self, protocol: str, folder: Path) -> None:
        self.took: list[float] = []
        self._began: float | None = None
        super().__init__(protocol, folder)

    def passes(self, point: tuple[str, str]) -> None:
        if point == ("bills says", "paper_stacked") and self._began is None:
            self._began = self.lines["bills"].read_at
        elif point == CREDIT_SAID and self._began is not None:
            self.took.append(time.perf_counter() - self._began)
            self._began = None


def times_to_credits(protocol: str) -> list[float]:
    """Seconds for each of many notes."""
    folder = Path(tempfile.mkdtemp(prefix="boxcars-bench"))
    try:
        world = TimedWorld(protocol, folder)
        world.sit_down()
        for number in range(NOTES):
            world.until(world.takes_notes, "notes are let in")
            world.put_in("note 5")
            world.until(lambda number=number: len(world.took) > number, "credits")  # type: ignore[misc]
            world.run(1)
        return world.took
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure() -> list[Result]:
    """Both."""
    results: list[Result] = [
        {"what": "12 acceptors, 12 printers idle, share of a core", "value": round(idle_share(), 4), "goal": IDLE_GOAL}
    ]
    for protocol in ("cctalk", "id003"):
        took = times_to_credits(protocol)
        p95 = statistics.quantiles(took, n=20)[18]
        what = f"note stacked → credits told, {protocol}, p95 of {NOTES}, s"
        results.append({"what": what, "value": round(p95, 5), "goal": CREDIT_GOAL})
    return results


def report(results: list[Result]) -> None:
    """For people."""
    print("notes and tickets")
    for result in results:
        verdict = "reached" if result["value"] <= result["goal"] else "missed"
        print(f"  {result['what']:<56} {result['value']:8.4f}     goal {result['goal']}: {verdict}")
