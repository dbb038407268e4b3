"""Power is cut in mid-play, again and again: `make powercut`, or `python -m tests.faults.powercut [TIMES] [SEED]`.

With the word `full` for TIMES its disk is filled and freed again. The journal of a real controller lies on a file
system of its own, on a loop device. At a random moment the kernel shuts that file system down without flushing it, so
that whatever was not synced is gone, and the controller is killed. The file system is mounted again, the journal must
prove itself, and the next controller must go on: every command that a terminal saw acknowledged is in it, once. Needs
root, mkfs.ext4, mount and losetup.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from controller.table.snapshot import from_plain
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader, entries
from tests.drivers.machines import end, eventually
from tests.faults.soak.players import SoakPlayer
from tests.server.cabinets import CabinetOfProcesses
from tests.server.players import Players
from tests.vault.test_power import Disk, fill, missing, mount_apart

SEATS = 8
MEGABYTES = 64
STAKE = 10_000_000
SHORTEST, LONGEST = 0.05, 4.0
"""Seconds of play between a start and the cut."""
PATIENCE = 60.0


class Told(NamedTuple):
    """How it went."""

    cuts: int
    seconds: float
    rounds: int
    entries: int
    acknowledged: int
    ended_by_itself: int
    """How often the controller noticed before it was killed, and said so."""


class PowerCuts:
    """A cabinet whose journal lies on a disk that loses its power."""

    def __init__(self, place: Path, seed: int) -> None:
        self._random = random.Random(seed)
        self._place = place
        self.disk = Disk(place, MEGABYTES)
        self.disk.plug_in()
        self.cabinet = CabinetOfProcesses(place, seats=SEATS, bet_time=1, born=False)
        text = self.cabinet.config.read_text()
        text = text.replace('directory = "journal"', f'directory = "{self._journal}"')
        self.cabinet.config.write_text(text.replace("result_time = 1", "result_time = 1\nwithdraw_time = 1"))
        self.cabinet.do("vault", "init", "--config", self.cabinet.config)
        self._ended_by_itself = 0

    @property
    def _journal(self) -> Path:
        return self.disk.mount / "journal"

    def run(self, times: int, say: Callable[[str], None] = lambda _: None) -> Told:
        """Cut the power so often, then play on in peace, and compare."""
        began = time.monotonic()
        with self.cabinet.dice():
            with self.cabinet.controller():
                eventually(self.cabinet.ready, "the machine is ready")
                station = self.cabinet.station()
                for seat in range(1, SEATS + 1):
                    assert station.credit(seat, STAKE)["ok"]
                self.players = Players(self.cabinet, SEATS, seed=1, kind=SoakPlayer)
                self._cut()
            for number in range(2, times + 1):
                with self.cabinet.controller():
                    self._cut()
                if number % 10 == 0:
                    say(f"{number} cuts, {self._acknowledged()} commands acknowledged, nothing lost")
            with self.cabinet.controller() as process:
                rounds = self._play_on()
                end(process, signal.SIGTERM)
        last = self._prove()
        self.players.close()
        self.cabinet.close_callers()
        self.disk.unplug()
        return Told(
            times, round(time.monotonic() - began, 1), rounds, last, self._acknowledged(), self._ended_by_itself
        )

    def _acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players.all)

    def _cut(self) -> None:
        """Play for a moment; then the power is gone."""
        process = self.cabinet.process
        assert process is not None
        until = time.monotonic() + self._random.uniform(SHORTEST, LONGEST)
        while time.monotonic() < until:
            self.players.turn(time.monotonic())
        self.disk.cut_power()
        if self._random.random() < 0.5:  # the processor may run for a moment longer than the disk
            late = time.monotonic() + self._random.uniform(0, 1.0)
            while time.monotonic() < late and process.poll() is None:
                self.players.turn(time.monotonic())
        if process.poll() is None:
            end(process, signal.SIGKILL)
        else:
            assert process.returncode == 1, self.cabinet.log.read_text()[-2000:]
            self._ended_by_itself += 1
        for player in self.players.all:
            player.hear_all(time.monotonic())
            player.heard_at = player.hello_at = 0.0
        self.disk.unplug()
        self.disk.plug_in()
        self._prove()

    def fill_and_free(self) -> str:
        """The disk runs full in mid-play: the controller ends and says so, and cannot start; with room again it can."""
        with self.cabinet.dice(), self.cabinet.controller() as process:
            eventually(self.cabinet.ready, "the machine is ready")
            assert self.cabinet.station().credit(1, STAKE)["ok"]
            self.players = Players(self.cabinet, SEATS, seed=1, kind=SoakPlayer)
            filler = self.disk.mount / "filler"
            fill(filler, leave=100_000)
            until = time.monotonic() + PATIENCE
            while process.poll() is None:
                assert time.monotonic() < until, "it plays on, on a disk that is full"
                self.players.turn(time.monotonic())
            assert process.returncode == 1
            complaint = self.cabinet.log.read_text()
            self._prove()
            filler.unlink()
            with self.cabinet.controller():
                self._play_on()
            self._prove()
        self.players.close()
        self.cabinet.close_callers()
        return complaint

    def _prove(self) -> int:
        """What is on the disk now agrees with itself, and nothing that was acknowledged is missing."""
        report = verify(self._journal, ProofWanted(from_plain, (self._place / "dice.key").read_bytes()))
        assert report.fault is None, report
        accepted: Counter[tuple[int, int]] = Counter()
        with Reader(self._journal) as reader, reader.view() as connection:
            for entry in entries(connection, 1, report.last_seq):
                if entry["kind"] == "step" and any(told["type"] == "Accepted" for told in entry["decisions"]):
                    event = entry["event"]
                    if str(event.get("client", "")).startswith("seat-"):
                        accepted[event["seat"], event["id"]] += 1
        for player in self.players.all:
            for number in player.acknowledged:
                times = accepted[player.seat, number]
                if times != 1:
                    kept = Path(tempfile.mkdtemp(prefix="boxcars-power-failed-"))
                    shutil.copytree(self._journal, kept / "journal")
                assert times == 1, f"seat {player.seat}: command {number} was acknowledged and is there {times} times"
        return report.last_seq

    def _play_on(self) -> int:
        players = self.players
        until = time.monotonic() + PATIENCE
        goal: int | None = None
        while goal is None or players.table is None or players.table["round"] < goal:
            assert time.monotonic() < until, f"it does not go on: {players.table}"
            players.turn(time.monotonic())
            if goal is None and players.table is not None and not players.table["holds"]:
                goal = players.table["round"] + 2
        players.rest()
        return int(players.table["round"])


def main(words: list[str]) -> int:
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2
    full = words == ["full"]
    times = int(words[0]) if words and not full else 100
    seed = int(words[1]) if len(words) > 1 else int.from_bytes(os.urandom(4), "big")
    mount_apart()
    with tempfile.TemporaryDirectory(prefix="boxcars-power-") as top:
        cuts = PowerCuts(Path(top), seed)
        try:
            if full:
                print(cuts.fill_and_free())
                return 0
            print(f"{times} power cuts in mid-play, seed {seed} …", flush=True)
            print(cuts.run(times, lambda said: print(said, flush=True)))
        finally:
            subprocess.run(["umount", "-l", str(cuts.disk.mount)], capture_output=True, check=False)
    print("every journal proved itself, and no acknowledged command was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
