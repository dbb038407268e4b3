"""`python -m tests.vault.loop DIRECTORY SEED EVENTS`: a table in a process of its own, for tests that end it badly.

It says on standard output what is on the disk, when it is there and no sooner: the number of entries of the game, and
the digest of the state. When a commit fails it says what happened and what to do, and ends with code 3.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from controller.table.digest import digest_of
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.kept_table import KeptTable
from tests.vault.crashing import steps_in
from tests.vault.evening import Evening
from tests.vault.recorded import opened

COMMIT_FAILED = 3


def play(kept: KeptTable, seed: int, events: int, told: Callable[[int, str], None]) -> None:
    """An evening, each thing that happens on the disk before anybody hears of it."""
    world = Evening(seed, restless=0.05)
    for _ in range(events):
        kept.take(*world.next(kept.table))
        kept.commit()
        told(steps_in(kept), digest_of(kept.table))
        kept.rest()


def main() -> int:
    """Play, and say how it ended."""
    directory, seed, events = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    try:
        kept = opened(directory)
        print("ready", flush=True)
        play(kept, seed, events, lambda steps, digest: print(steps, digest, flush=True))
    except VaultLost as lost:
        print(lost, file=sys.stderr)
        return COMMIT_FAILED
    except VaultFault as fault:
        print(fault, file=sys.stderr)
        return 2
    kept.vault.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
