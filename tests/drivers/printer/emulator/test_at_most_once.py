"""Whatever happens in whatever order: one paper for a job at most, and no result that says more than what came out."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.drivers.printer.emulator.bench import Bench, at_a_pty
from tests.drivers.printer.emulator.client import CLEAR, PRINT, PRINTED, Wish
from tools.emulators.common.orders import BadOrder
from tools.emulators.printer.fate import FATES
from tools.emulators.printer.trouble import CUTS

STEPS = 60
KEPT = 16
ORDERS = (
    *("take", "take 3", "leave", "pull", "reboot", "power-cut 1", "paper enough", "paper out", "paper low"),
    *("head open", "head close", "chassis open", "chassis close", "fault jam", "fault supply-low", "lose reply 1"),
    *("lose printed 2", "double printed 1", "double reply 1", "garble reply 1"),
    *(f"power-cut 1 {stage}" for stage in CUTS),
    *(f"next {fate}" for fate in FATES),
)


class Evening:
    """Jobs and accidents by chance; what the host heard is in the bench."""

    def __init__(self, bench: Bench, chance: Random) -> None:
        self.bench, self.chance = bench, chance
        self.job = 0

    def play(self) -> None:
        """So many steps, then everything is mended and said."""
        for _ in range(STEPS):
            self.step()
        self.bench.order("well")
        self.bench.order("leave")
        self.bench.wait(5.0)
        self.bench.greet()
        self.put_right()
        self.job += 1
        assert self.bench.print(Wish(self.job)) == (0, 0)  # it is as good as new

    def step(self) -> None:
        """Ask for a job, let something happen, let time pass, or put everything right."""
        match self.chance.randrange(5):
            case 0:
                self.job += 1
                self.ask(self.job)
            case 1 if self.job:
                self.ask(self.chance.randint(max(1, self.job - 3), self.job))
            case 2:
                self.happen(self.chance.choice(ORDERS))
            case 3:
                self.put_right()
            case _:
                self.bench.wait(self.chance.choice((0.05, 0.3, 1.0, 3.0)))

    def put_right(self) -> None:
        """What an attendant does who finds the printer as it is."""
        for words in ("head close", "chassis close", "paper enough", "take"):
            self.happen(words)
        self.bench.ask(CLEAR, b"\xff\xff")

    def ask(self, job: int) -> None:
        """Whatever the answer is, if one comes."""
        self.bench.ask(PRINT, Wish(job, sequence=job).payload())

    def happen(self, words: str) -> None:
        """What cannot happen now does not."""
        with suppress(BadOrder):
            self.bench.order(words)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_a_job_is_printed_at_most_once_and_its_result_says_no_more(tmp_path: Path, seed: int) -> None:
    with at_a_pty(tmp_path, seed) as bench:
        bench.greet()
        evening = Evening(bench, Random(seed))
        evening.play()
        parts = {int(line["job"]): line["part"] for line in bench.lines()}
        assert max(Counter(line["job"] for line in bench.lines()).values()) == 1
        assert set(parts) <= set(range(1, evening.job + 1))
        told: dict[int, set[int]] = {}
        for report in bench.reports(PRINTED):
            told.setdefault(report["job"], set()).add(report["outcome"])
        assert all(len(outcomes) == 1 for outcomes in told.values())
        wholes = {job for job, outcomes in told.items() if outcomes == {0}}
        assert {parts.get(job) for job in wholes} <= {"whole"}
        assert not {job for job, outcomes in told.items() if outcomes == {2}} & set(parts)
        known = {job: bench.result(job)[0] for job in range(1, evening.job + 1)}
        kept = {job: outcome for job, outcome in known.items() if outcome != 0xFF}
        assert all(told.get(job, {outcome}) == {outcome} for job, outcome in kept.items())
        assert all(parts.get(job) == "whole" for job, outcome in kept.items() if outcome == 0)
        assert sorted(parts)[-KEPT:] == [job for job in sorted(parts)[-KEPT:] if job in kept]
        assert bench.status("printed") >= len(wholes)
