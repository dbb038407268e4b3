"""`python -m tests.sas.hours [HOURS] [SEED]`: hours of polls in emulated time beside play, starts in between, and every
figure that the host was told held against the vault's own meters by the table of `docs/sas.md`.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.sas import page
from tests.sas.together import ADDRESSES, Together
from tests.vault.evening import Evening
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty

LOOKED_AT_EVERY = 60.0
"""Emulated seconds between two looks at every meter of every address."""
STARTS_EVERY = 900.0
"""And between two starts, on the average."""


class Hours(NamedTuple):
    """What came of it."""

    polls: int
    events: int
    compared: int
    queued: int
    told: int
    lost: int
    found: list[str]


def play(folder: Path, seconds: float, seed: int, plays_every: float = 2.0) -> Hours:
    """So many emulated seconds."""
    chance = Random(seed)
    line = Together(folder, Evening(seed, restless=0.1), plays_every)
    host = Host(line)
    duty = Duty(host, Casino(chance))
    host.tell = duty.hear
    end = line.now() + seconds
    looks_at = line.now() + LOOKED_AT_EVERY
    starts_at = line.now() + chance.expovariate(1 / STARTS_EVERY)
    compared = 0
    while line.now() < end:
        for address in ADDRESSES:
            host.general(address)
            duty.turn()
        if line.now() >= looks_at:
            looks_at = line.now() + LOOKED_AT_EVERY
            compared += compare(line, host, duty.casino)
        if line.now() >= starts_at:
            starts_at = line.now() + chance.expovariate(1 / STARTS_EVERY)
            line.restarts()
            host.in_step()
    line.stands_still()
    while any(of.waiting for of in line.machine.table.sas.values()):
        for address in ADDRESSES:
            host.general(address)
            duty.turn()
    compared += compare(line, host, duty.casino)
    queued, told = line.machine.queued, duty.casino.told
    for what, count in queued.items():
        if told[what] < count:
            duty.casino.object(what[0], f"exception {what[1]:02X} happened {count} times and was told {told[what]}")
    result = Hours(
        host.counts["polls"],
        line.played,
        compared,
        queued.total(),
        told.total(),
        line.machine.lost,
        duty.casino.found,
    )
    line.close()
    return result


def compare(line: Together, host: Host, casino: Casino) -> int:
    """Every meter of the page at every address; what does not agree is found. Returns how many were compared."""
    compared = 0
    for address, seat in ADDRESSES.items():
        for some in page.chunks():
            before = [due(line, seat, names) for _, names in some]
            answer, figures = page.asked(host, address, some)
            after = [due(line, seat, names) for _, names in some]
            if not figures:
                casino.object(address, f"meters: {answer.kind.value} {answer.raw.hex()}")
                continue
            for (code, _), told, *possible in zip(some, figures, before, after, strict=True):
                if told != (code, possible[0]) and told != (code, possible[1]):  # play goes on while the line speaks
                    casino.object(address, f"meter {code} is told as {told}, the vault has {possible}")
                compared += 1
    return compared


def due(line: Together, seat: int, words: str) -> int:
    """What the vault has of the meters that the page names for a code."""
    lifetime, credits = line.machine.store.meters.lifetime, line.machine.table.game.money(seat).credits
    return page.due(words, lambda name: page.meter(name, lifetime.get(seat, {}), lifetime.get(0, {}), credits))


def main() -> int:
    """Eight hours unless somebody says otherwise; exit code 1 if anything was found."""
    hours, seed = float((sys.argv[1:2] or ["8"])[0]), int((sys.argv[2:3] or ["1"])[0])
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        result = play(Path(folder), 3600 * hours, seed)
    for what in result.found:
        print(f"FOUND {what}")
    counts = ", ".join(f"{name} {value}" for name, value in result._asdict().items() if name != "found")
    print(
        f"{hours:g} emulated hours, seed {seed}: {counts}, found {len(result.found)}; {time.monotonic() - began:.0f} s"
    )
    return 1 if result.found else 0


if __name__ == "__main__":
    sys.exit(main())
