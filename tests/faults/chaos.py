"""`python -m tests.faults.chaos [RUNS]`: evenings of fresh seeds with every trouble; ends at the first broken law."""

import sys
from pathlib import Path
from random import SystemRandom

from controller.books import all_names, shipped_names
from tools.simulator.cabinet.plan import FAULTS, Setup, script_text
from tools.simulator.cabinet.shrink import attempt, shrink

EVER_FAILED = Path(__file__).with_name("ever_failed.txt")
ROUNDS = 60
RUNS = 1000
SHRINK_SECONDS = 60


def setup(
    seed: int,
    faults: tuple[str, ...] = tuple(FAULTS),
    rounds: int = ROUNDS,
    book: str = "",
    slots: int = 0,
    jackpots: bool = False,
) -> Setup:
    """An evening at four seats, so many with an acceptor and a printer; where no book is named the seed takes those of
    craps in turn."""
    names = shipped_names()
    return Setup(seed, book or names[seed % len(names)], 4, rounds, faults, slots, jackpots)


def what_breaks(seed: int) -> str | None:
    """Which law breaks with this seed, by a book of any game, and the shortest script that shows it; None: all hold."""
    names = all_names()
    seats = 1 + seed % 8
    wanted = Setup(
        seed, names[seed % len(names)], seats, ROUNDS, tuple(FAULTS), min(seats, seed // 8 % 4), seed // 32 % 2 == 1
    )
    failure = attempt(wanted)
    if failure is None:
        return None
    short = shrink(failure, SHRINK_SECONDS)
    told = f"seed {seed} ({wanted}): {failure.text}\nshortest script:\n{script_text(short.setup, short.items)}"
    return f"{told}\nput a line into {EVER_FAILED.name}"


def main(words: list[str]) -> int:
    runs = int(words[0]) if words else RUNS
    for number in range(1, runs + 1):
        told = what_breaks(SystemRandom().randrange(2**32))
        if told is not None:
            print(f"run {number}: {told}")
            return 1
        if not number % 50:
            print(f"{number} evenings of {ROUNDS} rounds, no law broken", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
