"""What each process may take of the machine: memory, descriptors, and what it writes to the disk.

Memory has to be flat as well. What is held for a moment is not kept: a PIN is checked with 32 MB that are given back at
once, and a look may fall into that. And a process that was started again is small until its caches are full, so what is
compared is of the same age.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

MEGABYTE = 1_000_000


class Process(Protocol):
    """What is looked at."""

    log: Path
    starts: int

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
HELD = 20
"""What a process holds at a look is the least that it had at so many, of which this is the last."""
YOUNG = 64
"""Looks of a life before which nothing is said of it: on a busy machine a process is that long about its start."""
GROWN_UP = 256
"""Looks of one life after which its age makes no difference."""
OF_AN_AGE = 32
"""Looks in which two lives are of one age before that."""


class Taken(NamedTuple):
    """The most that a process was seen to have, and the bytes of its log."""

    memory_kb: int
    descriptors: int
    log: int


class Look(NamedTuple):
    """At one process."""

    starts: int
    memory_kb: int


class Watch:
    """Looks at all processes now and then; all that it saw can be kept in a file, a line a look."""

    def __init__(self, kept: Mapping[str, Process], written: Path | None = None) -> None:
        self._kept = kept
        self._looks: dict[str, list[Look]] = {name: [] for name in kept}
        self._descriptors = dict.fromkeys(kept, 0)
        self._written = written

    def look(self) -> None:
        """Once."""
        for name, process in self._kept.items():
            self._looks[name].append(Look(process.starts, process.memory_kb()))
            self._descriptors[name] = max(self._descriptors[name], process.descriptors())
        if self._written is not None:
            with self._written.open("a", encoding="utf-8") as file:
                file.write(json.dumps({name: looks[-1] for name, looks in self._looks.items()}) + "\n")

    def taken(self) -> dict[str, Taken]:
        """Of each process."""
        return {
            name: Taken(
                max(look.memory_kb for look in self._looks[name]), self._descriptors[name], process.log.stat().st_size
            )
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
            is_flat(name, self._looks[name])
        assert size_of(journal) <= FREE + JOURNAL_A_SECOND * seconds, f"the journal came to {size_of(journal)} bytes"


def is_flat(name: str, looks: Sequence[Look]) -> None:
    """Fails where a process holds more in the last third than one of its age held in the third before."""
    if len(looks) < LONG_ENOUGH:
        return
    third = len(looks) // 3
    held = list(_held(looks))
    before, last = _most_by_age(held[third : 2 * third]), _most_by_age(held[2 * third :])
    for age in sorted(before.keys() & last.keys()):
        was, now = before[age], last[age]
        assert now <= MAY_GROW * was + MAY_GROW_KB, f"{name} grows: {was} KB, then {now} KB (age {age})"


def _held(looks: Sequence[Look]) -> Iterator[tuple[int, int] | None]:
    """At each look the age of that life, in steps, and what it holds; nothing as long as nobody can say."""
    age = starts = 0
    for at, look in enumerate(looks, start=1):
        age, starts = (age + 1 if look.starts == starts else 1), look.starts
        held = min(one.memory_kb for one in looks[max(0, at - HELD) : at])
        yield (min(age, GROWN_UP) // OF_AN_AGE, held) if age >= YOUNG else None


def _most_by_age(held: Sequence[tuple[int, int] | None]) -> dict[int, int]:
    most: dict[int, int] = {}
    for age, memory in filter(None, held):
        most[age] = max(most.get(age, 0), memory)
    return most


def size_of(folder: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
