"""A run: a pilot, all chunks, a verdict. The same book, seed and rolls give the same run, whoever plays the chunks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from controller.certify.crew import Home
from controller.certify.plan import Plan, plan
from controller.certify.play import PILOT, Task, play
from controller.certify.tally import Tally
from controller.certify.verdict import VerdictLine, judge
from controller.games.book import GameBook
from controller.vault.engine import engine_version

CHUNK = 50_000
"""Rolls: a few seconds. What a worker that dies has lost is no more than that."""

PILOT_ROLLS = 2_000

MOST_ROLLS = 10**12
MOST_SEED = 2**63 - 1

PlayAll = Callable[[Iterator[Task], Home], None]
"""Plays all these chunks, in whatever order and wherever."""


@dataclass(frozen=True, slots=True)
class Certified:
    """What came of a run."""

    plan: Plan
    seed: int
    tally: Tally
    lines: list[VerdictLine]

    @property
    def outside(self) -> list[str]:
        """The bets that chance does not explain."""
        return [line.bet for line in self.lines if not line.inside]


def certify(book: GameBook, rolls: int, seed: int, play_all: PlayAll, moved: Callable[[int], None]) -> Certified:
    """Play so many rolls of this book, and judge; `moved` hears of rolls that have come home."""
    planned = plan(book)
    pilot = play(pilot_of(planned, seed))
    tally = Tally()

    def home(chunk: Tally) -> None:
        tally.add(chunk)
        moved(chunk.rolls)

    play_all(tasks_of(planned, seed, rolls), home)
    return Certified(planned, seed, tally, judge(planned, tally, pilot))


def tasks_of(planned: Plan, seed: int, rolls: int, size: int = CHUNK) -> Iterator[Task]:
    """The chunks of a run, one after the other."""
    for chunk, start in enumerate(range(0, rolls, size)):
        yield _task(planned, seed, chunk, min(size, rolls - start))


def pilot_of(planned: Plan, seed: int) -> Task:
    """The play that only tells how often each wager can be laid."""
    return _task(planned, seed, PILOT, PILOT_ROLLS)


def _task(planned: Plan, seed: int, chunk: int, rolls: int) -> Task:
    rules = planned.book.model_dump(mode="json", exclude_defaults=True)
    return Task(rules, engine_version(), planned.stakes, seed, chunk, rolls)
