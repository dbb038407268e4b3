"""A process of the house by its own clock: `python -m tests.floor.chaos.launch CLOCK BUG WORDS` is `boxcars WORDS`.

The file CLOCK says by how many seconds this machine's clock is off; whoever writes it sets the clock of a process that
runs, and nothing but the time of day jumps by it, as on a real machine. BUG names one of `planted`, or is a dash.
"""

import sys
import time
from pathlib import Path

from controller.commands import main
from tests.floor.chaos.planted import plant

LOOKED_AT_EVERY = 0.5
NS = 1_000_000_000


def set_by(clock: Path) -> None:
    """From now on the time of day is what this file makes it."""
    told = {"off": 0.0, "at": -LOOKED_AT_EVERY}
    real, steady = time.time_ns, time.monotonic

    def now() -> int:
        if steady() - told["at"] >= LOOKED_AT_EVERY:
            told["off"], told["at"] = float(clock.read_text() or told["off"]), steady()
        return real() + int(told["off"]) * NS

    time.time_ns = now
    time.time = lambda: now() / NS


if __name__ == "__main__":
    set_by(Path(sys.argv[1]))
    plant(sys.argv[2])
    raise SystemExit(main(sys.argv[3:]))
