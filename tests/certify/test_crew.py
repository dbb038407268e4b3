"""Who plays the chunks makes no difference, and a worker that dies costs time and nothing else."""

import json
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.books import load_book
from controller.certify.crew import MOST_TRIES, WorkersLost, play_here
from controller.certify.plan import plan
from controller.certify.play import Task, play
from controller.certify.run import tasks_of
from controller.certify.tally import Tally
from controller.games.row import EngineBroke
from tests.drivers.machines import COMMAND, boxcars, eventually

ROLLS, CHUNK, SEED = 24_000, 2000, 9
WORDS = ("certify", "--rulebook", "mbs_v3", "--rolls", 51_000, "--seed", 7, "--json")


LONG = 240.0
"""Seconds: a bound that only a fault reaches."""


def tasks() -> list[Task]:
    return list(tasks_of(plan(load_book("mbs_v3")), SEED, ROLLS, CHUNK))


def alone() -> Tally:
    tally = Tally()
    for task in tasks():
        tally.add(play(task))
    return tally


def children(pid: int) -> list[int]:
    """The processes that this one has started and that are still there."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = stat.read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if rest.split()[1] == str(pid):
            found.append(int(stat.parent.name))
    return found


def dies(_task: Task) -> Tally:
    os._exit(3)


# ---- on this machine --------------------------------------------------------------------------------------------


def test_two_workers_one_of_which_is_killed_count_what_one_process_counts() -> None:
    tally = Tally()
    killed: list[int] = []

    def home(chunk: Tally) -> None:
        tally.add(chunk)
        if not killed:
            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    play_here(tasks(), 2, home)
    assert killed
    assert tally == alone()


def test_a_chunk_that_kills_every_worker_ends_the_run_and_is_named() -> None:
    with pytest.raises(WorkersLost, match=f"chunk 0 lost its worker {MOST_TRIES} times"):
        play_here(tasks()[:1], 1, lambda _: None, by=dies)


def test_a_worker_with_another_engine_says_so() -> None:
    (task, *_) = tasks()
    other = Task(task.rules, "0.0.9+another", task.stakes, task.seed, task.chunk, task.rolls)
    with pytest.raises(EngineBroke, match=r"and not 0\.0\.9"):
        play_here([other], 1, lambda _: None)


def test_workers_end_with_the_one_that_started_them() -> None:
    words = [*COMMAND, "certify", "--rolls", "100000000", "--workers", "2"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        workers = eventually(lambda: len(found := children(process.pid)) >= 3 and found, "workers have started")
        process.kill()
    assert workers
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "the workers have ended")


@pytest.mark.parametrize(
    "words, complaint",
    [
        (["--rolls", "0"], "--rolls 0: from 1 to"),
        (["--workers", "0"], "--workers 0: from 1 to"),
        (["--seed", "-1"], "--seed -1: from 0 to"),
        (["--rulebook", "nobodys"], "no rule book is called"),
        (["--workers", "2", "--cluster", "tcp://127.0.0.1:1"], "not allowed with"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_is_allowed(words: list[str], complaint: str) -> None:
    refused = boxcars("certify", *words)
    assert refused.returncode == 2
    assert complaint in refused.stderr


# ---- on a cluster -----------------------------------------------------------------------------------------------


class Cluster:
    """A real scheduler of Dask and two real workers, on loopback."""

    def __init__(self, place: Path, stack: ExitStack) -> None:
        self._file, self._stack, self._log = place / "scheduler.json", stack, place / "dask.log"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        eventually(self._file.exists, "the scheduler is there")
        self.address: str = eventually(self._address, "the scheduler says where it is")
        self.workers = [self._start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard") for _ in range(2)]

    def _address(self) -> Any:
        text = self._file.read_text()
        return text and json.loads(text)["address"]

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        log = self._stack.enter_context(self._log.open("ab"))
        program = Path(COMMAND[0]).with_name("dask")
        whole = [str(program), what, *words, "--scheduler-file", str(self._file)]
        process = subprocess.Popen(whole, stdout=log, stderr=log, cwd=self._file.parent)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def joined(self) -> int:
        return self._log.read_text().count("Register worker")


@contextmanager
def cluster(place: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(place, stack)


PLAY = """
import json, sys
from controller.certify.cluster import play_on_cluster
from controller.certify.crew import WorkersLost
from controller.certify.tally import Tally
from tests.certify.test_crew import tasks
tally = Tally()
def home(chunk):
    tally.add(chunk)
    print("home", flush=True)
try:
    play_on_cluster(tasks() * int(sys.argv[2]), sys.argv[1], home)
except WorkersLost as lost:
    raise SystemExit(str(lost))
print(json.dumps([tally.rolls, sorted([*ending, count] for ending, count in tally.endings.items())]))
"""


IMPATIENT = """
from controller.certify import cluster
from controller.commands import main
cluster.PATIENCE = "1s"
raise SystemExit(main())
"""


def test_a_cluster_that_loses_a_worker_in_mid_run_counts_what_one_process_counts(tmp_path: Path) -> None:
    with cluster(tmp_path) as dask:
        eventually(lambda: dask.joined() >= 2, "both workers have joined")
        words = [COMMAND[0], "-c", PLAY, dask.address, "1"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            assert player.stdout.readline() == "home\n"
            dask.workers[0].kill()
            *homes, last = player.stdout.read().splitlines()
        assert player.returncode == 0
    assert len(homes) == ROLLS // CHUNK - 1
    one = alone()
    counted = sorted([*map(str, ending), count] for ending, count in one.endings.items())
    rolls, endings = json.loads(last)
    assert rolls == one.rolls
    assert sorted([*map(str, row[:-1]), row[-1]] for row in endings) == counted


def test_a_cluster_whose_scheduler_is_lost_ends_the_run_and_says_so(tmp_path: Path) -> None:
    with cluster(tmp_path) as dask:
        words = [COMMAND[0], "-c", PLAY, dask.address, "1000"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            assert player.stdout.readline() == "home\n"
            dask.scheduler.kill()
            _, said = player.communicate()
    assert player.returncode == 1
    assert f"the scheduler at {dask.address} is gone; the same seed plays the run again" in said


def test_the_command_says_the_same_on_this_machine_and_on_a_cluster(tmp_path: Path) -> None:
    here = boxcars(*WORDS, "--workers", 2, patience=LONG).stdout
    with cluster(tmp_path) as dask:
        assert boxcars(*WORDS, "--cluster", dask.address, patience=LONG).stdout == here
    assert json.loads(here)["rolls"] == 51_000


def test_where_no_scheduler_answers_the_address_is_named() -> None:
    words = ["certify", "--rolls", "10", "--cluster", "tcp://127.0.0.1:1"]
    command = [COMMAND[0], "-c", IMPATIENT, *words]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "no scheduler of Dask answers at tcp://127.0.0.1:1" in refused.stderr
    assert "Traceback" not in refused.stderr
