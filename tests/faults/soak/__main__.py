"""`python -m tests.faults.soak SECONDS [SEED [STORM]]`."""

import json
import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.faults.soak.bounds import BOUNDS
from tests.faults.soak.soak import CALM, SEATS, STORM, Soak, Told

LEAST_ROUNDS_A_MINUTE = 4.0
"""A soak in which the table hardly plays shows nothing: less than this is a failure."""


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else 600.0
    seed = int(words[1]) if len(words) > 1 else int.from_bytes(os.urandom(4), "big")
    storm = float(words[2]) if len(words) > 2 else STORM
    print(f"a soak of {seconds:g} s with {SEATS} seats, seed {seed}, an act each {CALM} to {storm} s …", flush=True)
    place = Path(tempfile.mkdtemp(prefix="boxcars-soak-"))
    print(f"logs and journal in {place}", flush=True)
    for number in (signal.SIGINT, signal.SIGTERM):  # whatever ends it, its processes end with it
        signal.signal(number, lambda *_: sys.exit("ended before its time; nothing was compared"))
    told = Soak(place, seed, storm=storm).run(seconds)
    show(told)
    assert told.rounds_a_minute() >= LEAST_ROUNDS_A_MINUTE, "the table hardly played"


def show(told: Told) -> None:
    """All of it; what each process took beside what it may take."""
    print(json.dumps({**told._asdict(), "taken": None, "casino": told.casino._asdict()}, indent=1))
    for name, taken in told.taken.items():
        most = BOUNDS[name]
        print(
            f"{name:<14}{taken.memory_kb / 1000:6.0f} of {most.memory_kb / 1000:.0f} MB"
            f"{taken.descriptors:6} of {most.descriptors} descriptors, log {taken.log / 1000:.0f} KB"
        )
    print(f"{told.rounds_a_minute():.1f} rounds settled a minute")
    print("all that was acknowledged was read back; verified, replayed, started again; every account is the ledger's")


if __name__ == "__main__":
    main(sys.argv[1:])
