"""`python -m tests.faults.fuzz SECONDS [SEED [TARGET …]]`: every target in turn, in slices, and what came of it."""

import random
import resource
import signal
import sys
import time
from collections import Counter
from types import FrameType

from tests.faults.fuzz.targets import Target, targets

SLICE = 0.5
"""Seconds for one target, before the next has its turn."""
HANGS_AFTER = 60
"""Seconds; no input takes so long."""
MAY_GROW_KB = 150_000
WARM_UP = 0.2
"""The part of the time after which memory is measured."""
DEFAULT_SECONDS = 60.0


class Hangs(Exception):
    """An input that never came to an end."""


def _hangs(_: int, __: FrameType | None) -> None:
    raise Hangs(f"no end within {HANGS_AFTER} s")


def memory_kb() -> int:
    """The most that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fuzz(all_targets: dict[str, Target], seconds: float, seed: int) -> Counter[tuple[str, bool]]:
    """Target → how many inputs were taken, and how many refused. Raises with the input's own seed where one failed."""
    counts: Counter[tuple[str, bool]] = Counter()
    signal.signal(signal.SIGALRM, _hangs)
    began, held = time.monotonic(), 0
    number = 0
    while time.monotonic() - began < seconds:
        for name, target in all_targets.items():
            until = time.monotonic() + min(SLICE, seconds / len(all_targets) / 2)
            while time.monotonic() < until:
                number += 1
                counts[name, _one(name, target, f"{seed}/{number}")] += 1
        if not held and time.monotonic() - began > WARM_UP * seconds:
            held = memory_kb()
    assert memory_kb() - (held or memory_kb()) < MAY_GROW_KB, f"memory grew from {held} to {memory_kb()} KB"
    return counts


def _one(name: str, target: Target, seed: str) -> bool:
    signal.alarm(HANGS_AFTER)
    try:
        return target(random.Random(seed))
    except BaseException as error:
        error.add_note(f"target {name!r}, input {seed!r}")
        raise
    finally:
        signal.alarm(0)


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else DEFAULT_SECONDS
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(2**32)
    wanted = {name: target for name, target in targets().items() if not words[2:] or name in words[2:]}
    print(f"fuzzing for {seconds:g} s with seed {seed} …", flush=True)
    counts = fuzz(wanted, seconds, seed)
    for name in dict.fromkeys(name for name, _ in counts):
        print(f"  {name:<20}{counts[name, True]:>10} taken{counts[name, False]:>10} refused")
    print(f"{counts.total()} inputs, nothing broke; memory never above {memory_kb() // 1000} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
