"""Chunks on the cores of this machine. A worker that dies costs the chunks it had: they are played again."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from controller.background_jobs import mind_the_parent
from controller.certify.play import Task, play
from controller.certify.tally import Tally

Home = Callable[[Tally], None]
"""Called for each chunk that has come home, in whatever order."""

Player = Callable[[Task], Tally]

MOST_TRIES = 5
"""Of one chunk. One that brings down every worker it meets is a fault of ours, not of the machine."""

WAITING = 2
"""Chunks handed out for each worker: the next one is there when the last is done."""


class WorkersLost(Exception):
    """The same chunk has lost its worker again and again."""


def play_here(tasks: Iterable[Task], workers: int, home: Home, by: Player = play) -> None:
    """Play all chunks on this many processes."""
    pending, again = iter(tasks), deque[tuple[Task, int]]()
    while True:
        with ProcessPoolExecutor(workers, get_context("spawn"), mind_the_parent) as pool:
            lost = _until_one_dies(pool, by, _next(pending, again), workers * WAITING, home)
        if not lost:
            return
        for task, tries in lost:
            if tries >= MOST_TRIES:
                raise WorkersLost(f"chunk {task.chunk} lost its worker {tries} times")
            again.append((task, tries + 1))


def _next(pending: Iterator[Task], again: deque[tuple[Task, int]]) -> Iterator[tuple[Task, int]]:
    """What is to be played again, then what has not been played."""
    while again:
        yield again.popleft()
    yield from ((task, 1) for task in pending)


def _until_one_dies(
    pool: ProcessPoolExecutor, by: Player, tasks: Iterator[tuple[Task, int]], most: int, home: Home
) -> list[tuple[Task, int]]:
    """Play on until all is done or a worker has died; what was lost with it."""
    out: dict[Future[Tally], tuple[Task, int]] = {}
    lost: list[tuple[Task, int]] = []
    while True:
        for task in islice(tasks, 0 if lost else most - len(out)):
            try:
                out[pool.submit(by, task[0])] = task
            except BrokenProcessPool:
                lost.append(task)
                break
        if not out:
            return lost
        for future in wait(out, return_when=FIRST_COMPLETED).done:
            task = out.pop(future)
            try:
                tally = future.result()
            except BrokenProcessPool:
                lost.append(task)
            else:
                home(tally)
