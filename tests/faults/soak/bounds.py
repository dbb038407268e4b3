"""What each process may take of the machine: memory, descriptors, and what it writes to the disk."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

MEGABYTE = 1_000_000


class Process(Protocol):
    """What is looked at."""

    log: Path

    def memory_kb(self) -> int:
        """What it holds now."""

    def descriptors(self) -> int:
        """How many it has open now."""


class Bound(NamedTuple):
    """The most of a process."""

    memory_kb: int
    descriptors: int
    log_a_second: int = 2_000
    """Bytes of its log, for each second that it was attacked; the first megabyte is free."""


BOUNDS = {
    "controller": Bound(300_000, 700, 8_000),  # it writes down each terminal that comes
    "records": Bound(250_000, 700),
    "edge": Bound(200_000, 2_000),
    "unit": Bound(80_000, 40),
    "dice-driver": Bound(100_000, 40),
    "boards": Bound(80_000, 40),
    "panel-driver": Bound(100_000, 40),
    "terminal": Bound(150_000, 160),
    "operator": Bound(150_000, 70),
    "acceptor": Bound(80_000, 40),
    "printer": Bound(80_000, 40),
    "bills-driver": Bound(100_000, 40),
    "tickets-driver": Bound(100_000, 40),
    "sas-driver": Bound(100_000, 40),
}
JOURNAL_A_SECOND = 250_000
"""Bytes of the journal, for each second of play by 64 terminals."""
FREE = 8 * MEGABYTE
"""Bytes of a journal with which a short run may begin."""
MAY_GROW = 1.2
"""The last third of a run may hold so many times the memory of the third before it, and so much more."""
MAY_GROW_KB = 10_000
LONG_ENOUGH = 60
"""Looks after which memory has to be flat."""


class Taken(NamedTuple):
    """The most that a process was seen to have, and the bytes of its log."""

    memory_kb: int
    descriptors: int
    log: int


class Watch:
    """Looks at all processes now and then."""

    def __init__(self, kept: Mapping[str, Process]) -> None:
        self._kept = kept
        self._memory: dict[str, list[int]] = {name: [] for name in kept}
        self._descriptors = dict.fromkeys(kept, 0)

    def look(self) -> None:
        """Once."""
        for name, process in self._kept.items():
            self._memory[name].append(process.memory_kb())
            self._descriptors[name] = max(self._descriptors[name], process.descriptors())

    def taken(self) -> dict[str, Taken]:
        """Of each process."""
        return {
            name: Taken(max(self._memory[name]), self._descriptors[name], process.log.stat().st_size)
            for name, process in self._kept.items()
        }

    def judge(self, seconds: float, journal: Path) -> None:
        """Fails with the process that took more than its bound, or whose memory is not flat."""
        for name, taken in self.taken().items():
            bound = BOUNDS[name]
            assert taken.memory_kb <= bound.memory_kb, f"{name} came to {taken.memory_kb} KB: {bound}"
            assert taken.descriptors <= bound.descriptors, f"{name} had {taken.descriptors} descriptors: {bound}"
            most = MEGABYTE + bound.log_a_second * seconds
            assert taken.log <= most, f"{name} wrote {taken.log} bytes of log in {seconds:.0f} s: {bound}"
            self._is_flat(name)
        assert size_of(journal) <= FREE + JOURNAL_A_SECOND * seconds, f"the journal came to {size_of(journal)} bytes"

    def _is_flat(self, name: str) -> None:
        looks = self._memory[name]
        third = len(looks) // 3
        if len(looks) >= LONG_ENOUGH:
            before, last = max(looks[third : 2 * third]), max(looks[2 * third :])
            assert last <= MAY_GROW * before + MAY_GROW_KB, f"{name} grows: {before} KB, then {last} KB"


def size_of(folder: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
