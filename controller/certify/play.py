"""One chunk of rolls on the engine that runs on the cabinet, as the game's row plays it.

What is counted is what the engine says in its own rows; the books of the table must agree with them at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.certify.stream import DiceStream
from controller.certify.tally import Tally
from controller.games.registry import as_book, trial_of
from controller.games.row import EngineBroke
from controller.vault.engine import engine_version

PILOT = -1
"""The number of the chunk that only tells how often each wager can be laid."""


@dataclass(frozen=True, slots=True)
class Task:
    """One chunk. Plain data: it travels to the workers."""

    rules: Mapping[str, Any]
    engine: str
    stakes: Mapping[str, int]
    seed: int
    chunk: int
    rolls: int


def play(task: Task) -> Tally:
    """Play a chunk."""
    if engine_version() != task.engine:
        raise EngineBroke(
            f"this worker plays engine {engine_version()}, and not {task.engine}; install the same Boxcars"
        )
    book = as_book(task.rules)
    chance = DiceStream(task.seed, book.digest(), task.chunk)
    tried = trial_of(book).play(book, task.stakes, chance, task.rolls)
    taken = tried.besides + sum(ending.taken * count for ending, count in tried.endings.items())
    if set(tried.books) != {taken}:
        raise EngineBroke(f"the rows took {taken}, the books say {' and '.join(map(str, tried.books))}")
    return Tally(task.rolls, tried.endings)
