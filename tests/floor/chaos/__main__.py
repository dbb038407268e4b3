"""`make floor-chaos`: `python -m tests.floor.chaos SECONDS SEED [HOUSE]`. One seed after the other, a house for each of
them, until the time is over; the seeds that ever failed are played where SEED is `ever`. HOUSE is one of `HOUSES`, and
then only that one is played; else each of the four in turn, as the seed says.
"""

import signal
import sys
import time
from pathlib import Path

from tests.floor.chaos.disks import may_mount
from tests.floor.chaos.run import what_is_wrong
from tests.floor.chaos.script import Setting, drawn, listed

EVER_FAILED = Path(__file__).with_name("ever_failed.txt")
TROUBLES = 10
HOUSES = ("sqlite", "postgres", "sqlite-nats", "postgres-nats")


def setting_of(seed: int, long: bool = True) -> Setting:
    """Each of the four in turn."""
    return Setting(postgres=bool(seed % 2), broker=bool(seed // 2 % 2), disks=may_mount(), long=long)


def play(seed: int, many: int = TROUBLES, long: bool = True) -> list[str]:
    """One seed; it is said what happens, as it happens."""
    setting = setting_of(seed, long)
    script = drawn(seed, many, setting)
    due = ", ".join(f"{code} of {cabinet}" for cabinet, code in sorted(listed(script)))
    stores = "PostgreSQL" if setting.postgres else "SQLite"
    print(
        f"seed {seed}: {stores}{', NATS' if setting.broker else ''}; listed in the end: {due or 'nothing'}", flush=True
    )
    began = time.monotonic()
    wrong = what_is_wrong(
        script, setting, lambda said: print(f"  {time.monotonic() - began:5.1f} s  {said}", flush=True)
    )
    print(f"seed {seed}: {'; '.join(wrong) or 'good'} after {time.monotonic() - began:.0f} s", flush=True)
    return wrong


def main(seconds: float, first: str, house: str = "") -> int:
    """Whether none was wrong."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))  # and the house is closed
    until, failed = time.monotonic() + seconds, list[int]()
    kept = [int(line.split()[0]) for line in EVER_FAILED.read_text().splitlines() if line[:1].isdigit()]
    seeds = kept if first == "ever" else range(int(first), int(first) + 1_000_000)
    for seed in (seed for seed in seeds if house in ("", HOUSES[seed % len(HOUSES)])):
        if time.monotonic() > until:
            break
        if play(seed):
            failed.append(seed)
    if failed:
        print(f"failed: {failed}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), *sys.argv[2:4]))
