"""What keeping costs, and whether a long past makes anything slower.

An evening is played and kept until the journal has a million entries, which takes some minutes. Measured on the
way: time an event in memory and on the disk, commits a second of one event and of many. At the end: the start, recall
and the proof. It is no timed test; the goals stand beside the figures.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller.table.machine import step
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state

SEATS = tuple(range(1, 9))
FEW = 1_000
MANY = 1_000_000
Result = TypeVar("Result")


def timed(act: Callable[[], Result]) -> tuple[Result, float]:
    """What it gives, and the seconds it took."""
    begun = time.perf_counter()
    result = act()
    return result, time.perf_counter() - begun


def opened(directory: Path, clock: Clock) -> KeptTable:
    """As a start of the controller opens it."""
    return KeptTable.open(directory, clock, make_table, dice=Dice.UNIT)


def fill(kept: KeptTable, world: Evening, until: int, together: int) -> None:
    """Play on, committing so many events at a time, as a busy loop does."""
    while kept.vault.seq < until:
        for _ in range(together):
            kept.take(*world.next(kept.table))
        kept.commit()
        kept.rest()


def start_time(directory: Path, clock: Clock) -> float:
    """A start after a crash: the best of three, so that the machine's mood is left out."""

    def start() -> float:
        kept, seconds = timed(lambda: opened(directory, clock))
        kept.vault.close()
        return seconds

    return min(start() for _ in range(3))


class Sheet(list[dict[str, str]]):
    """The figures in the order in which they were taken."""

    def add(self, what: str, figure: str, goal: str = "") -> None:
        """One more."""
        self.append({"what": what, "figure": figure, "goal": goal})


def report(results: list[dict[str, str]]) -> None:
    """For people."""
    print(f"the vault, {len(SEATS)} seats, {MANY:,} events")
    for result in results:
        print(f"  {result['what']:58}{result['figure']:>16}   {result['goal']}")


def keeping(sheet: Sheet, directory: Path, clock: Clock, world: Evening) -> None:
    """Each figure is the best of three runs."""
    kept = opened(directory, clock)
    for together, goal in ((1, ""), (10, ""), (100, "sustained ≥ 10,000 wagers/s is the server's")):
        events = 300 * together if together < 100 else 5_000
        seconds = min(timed(lambda e=events, t=together: _some(kept, world, e, t))[1] for _ in range(3))  # type: ignore[misc]
        sheet.add(f"played and on the disk, {together} to a commit", f"{events / seconds:,.0f}/s", goal)
    step_only = _without_vault(kept, world)
    sheet.add("of which the machine itself, nothing kept", f"{step_only * 1e6:.0f} µs/event")
    kept.vault.close()


def _some(kept: KeptTable, world: Evening, events: int, together: int) -> None:
    for _ in range(events // together):
        for _ in range(together):
            kept.take(*world.next(kept.table))
        kept.commit()
    kept.rest()


def _without_vault(kept: KeptTable, world: Evening, events: int = 3_000) -> float:
    table = kept.table
    begun = time.perf_counter()
    for _ in range(events):
        event, elapsed = world.next(table)
        table = step(table, event, elapsed).table
    return (time.perf_counter() - begun) / events


def measure(events: int = MANY) -> list[dict[str, str]]:
    """The whole sheet."""
    with tempfile.TemporaryDirectory(prefix="boxcars-bench-") as top:
        return _measure(Path(top), events)


def _measure(top: Path, events: int) -> Sheet:
    sheet = Sheet()
    clock, world = Clock(), Evening(seed=1, restless=0.01)
    bear(top / "vault", Birth(Life.LIVE, new_state(SEATS), clock()))
    kept = opened(top / "vault", clock)
    fill(kept, world, FEW, 10)
    kept.vault.close()
    few = start_time(top / "vault", clock)
    keeping(sheet, top / "vault", clock, world)
    kept = opened(top / "vault", clock)
    _, seconds = timed(lambda: fill(kept, world, events, 100))
    kept.vault.close()
    many = start_time(top / "vault", clock)
    size = (top / "vault" / "journal.db").stat().st_size
    sheet.add(f"start with {FEW:,} events", f"{few * 1000:.0f} ms")
    sheet.add(f"start with {kept.vault.seq:,} events", f"{many * 1000:.0f} ms", "the same within 1 s")
    sheet.add("size of an event in the file", f"{size / kept.vault.seq:.0f} bytes")
    with Reader(top / "vault") as reader:
        for what, which in (
            ("the last 100 rounds", Which(last=100)),
            ("100 rounds of one seat", Which(seat=3, last=100)),
            ("100 rounds up to some time ago", Which(until=clock.now - events // 2, last=100)),
        ):
            rounds, seconds = timed(lambda w=which: recall(reader, w))  # type: ignore[misc]
            sheet.add(f"recall: {what}, {len(rounds)} found", f"{seconds * 1000:.0f} ms", "≤ 100 ms")
    proof, seconds = timed(lambda: verify(top / "vault", ProofWanted(make_table, KEY)))
    sheet.add(f"verify, every event played again: {'good' if proof.fault is None else proof.fault}", f"{seconds:.0f} s")
    return sheet
