"""Plays at a cabinet until it is stopped: `python -m tests.floor.chaos.player JOURNAL ORDERS SEED`.

It plays while the file `play` lies in the folder of orders, and says by the file `resting` that it does not. What goes
wrong ends it, as it does a controller.
"""

import random
import signal
import sys
import time
from pathlib import Path

from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from tests.vault.evening import Clock, Evening, make_table

MOST_AT_ONCE = 30
LONGEST_PAUSE = 0.8
LOOK_EVERY = 0.05


def main(journal: Path, orders: Path, seed: int) -> None:
    """Until SIGTERM."""
    stopping = list[int]()
    signal.signal(signal.SIGTERM, lambda number, _: stopping.append(number))
    chance, resting, play = random.Random(seed), orders / "resting", orders / "play"
    kept = KeptTable.open(journal, Clock(), make_table, dice=Dice.EMULATOR)
    world = Evening(seed, restless=0.05)
    world.go_on_at(kept.table)
    try:
        while not stopping:
            if not play.exists():
                resting.touch()
                time.sleep(LOOK_EVERY)
                continue
            for _ in range(chance.randrange(1, MOST_AT_ONCE)):
                kept.take(*world.next(kept.table))
                kept.commit()
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
    finally:
        kept.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
