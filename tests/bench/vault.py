"""What keeping costs, and whether a long past makes anything slower. `python -m tests.bench.vault [EVENTS]`.

An evening is played and kept until the journal has EVENTS entries (default a million; some minutes). Measured on the
way: time an event in memory and on the disk, commits a second of one event and of many. At the end: the start, recall
and the proof. It is no timed test; the goals stand beside the figures.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller.table.machine import step
from controller.vault.birth import Birth, Dice, Life, bear
from controller.vault.kept_table import KeptTable
from controller.vault.reader import Reader
from controller.vault.recall import Which, recall
from controller.vault.verify import Wanted, verify
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state

SEATS = tuple(range(1, 9))
FEW = 1_000
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


def report(what: str, figure: str, goal: str = "") -> None:
    """One line."""
    print(f"  {what:58}{figure:>16}   {goal}", flush=True)


def keeping(directory: Path, clock: Clock, world: Evening) -> None:
    """Each figure is the best of three runs."""
    kept = opened(directory, clock)
    for together, goal in ((1, ""), (10, ""), (100, "sustained ≥ 10,000 wagers/s is the server's")):
        events = 300 * together if together < 100 else 5_000
        seconds = min(timed(lambda e=events, t=together: _some(kept, world, e, t))[1] for _ in range(3))  # type: ignore[misc]
        report(f"played and on the disk, {together} to a commit", f"{events / seconds:,.0f}/s", goal)
    step_only = _without_vault(kept, world)
    report("of which the machine itself, nothing kept", f"{step_only * 1e6:.0f} µs/event")
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


def main(arguments: list[str] | None = None) -> None:
    """Print the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", nargs="?", type=int, default=1_000_000)
    options = parser.parse_args(arguments)
    top = Path(tempfile.mkdtemp(prefix="boxcars-bench-"))
    try:
        _measure(top, options.events)
    finally:
        shutil.rmtree(top)


def _measure(top: Path, events: int) -> None:
    clock, world = Clock(), Evening(seed=1, restless=0.01)
    print(f"The vault, {len(SEATS)} seats, {events:,} events")
    bear(top / "vault", Birth(Life.LIVE, new_state(SEATS), clock()))
    kept = opened(top / "vault", clock)
    fill(kept, world, FEW, 10)
    kept.vault.close()
    few = start_time(top / "vault", clock)
    keeping(top / "vault", clock, world)
    kept = opened(top / "vault", clock)
    _, seconds = timed(lambda: fill(kept, world, events, 100))
    kept.vault.close()
    many = start_time(top / "vault", clock)
    size = (top / "vault" / "journal.db").stat().st_size
    report(f"start with {FEW:,} events", f"{few * 1000:.0f} ms")
    report(f"start with {kept.vault.seq:,} events", f"{many * 1000:.0f} ms", "the same within 1 s")
    report("size of an event in the file", f"{size / kept.vault.seq:.0f} bytes")
    with Reader(top / "vault") as reader:
        for what, which in (
            ("the last 100 rounds", Which(last=100)),
            ("100 rounds of one seat", Which(seat=3, last=100)),
            ("100 rounds up to some time ago", Which(until=clock.now - events // 2, last=100)),
        ):
            rounds, seconds = timed(lambda w=which: recall(reader, w))  # type: ignore[misc]
            report(f"recall: {what}, {len(rounds)} found", f"{seconds * 1000:.0f} ms", "≤ 100 ms")
    proof, seconds = timed(lambda: verify(top / "vault", Wanted(make_table, KEY)))
    report(f"verify, every event played again: {'good' if proof.fault is None else proof.fault}", f"{seconds:.0f} s")


if __name__ == "__main__":
    main()
