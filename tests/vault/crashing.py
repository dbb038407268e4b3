"""Playing recorded events in a process of its own that is killed, and going on where its journal stands."""

import os
import shutil
import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from controller.table.digest import digest_of
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.disk import Counting, Killing, writing_through
from tests.vault.evening import KEY, make_table
from tests.vault.recorded import Group, opened

FAST = Path("/dev/shm")
"""A process that is killed loses nothing that it gave to the kernel, so memory will do for a disk here."""


class Reference(NamedTuple):
    """How it ends when nothing goes wrong."""

    steps: list[int]
    """Entries of the game that are on the disk after each group."""
    digests: list[str]
    unkept: list[int]
    """Milliseconds since the last entry, after each group: a crash takes them from every clock of the table."""
    ledger: dict[tuple[str, str], int]
    meters: dict[str, int]
    writes: int


def steps_in(kept: KeptTable) -> int:
    """Events of the game in the journal."""
    connection = kept.vault.connection()
    (count,) = connection.execute(
        """select count(*) from entry where cast(body as text) like '%"kind":"step"%'"""
    ).fetchone()
    return int(count)


def reference(directory: Path, groups: list[Group]) -> Reference:
    """Play it without a crash."""
    disk = Counting()
    with writing_through(disk):
        kept = opened(directory)
        steps, digests, unkept = [0], [digest_of(kept.table)], [kept.unkept]
        for group in groups:
            _play(kept, group)
            steps.append(steps_in(kept))
            digests.append(digest_of(kept.table))
            unkept.append(kept.unkept)
        books = kept.vault.clerk
        kept.vault.close()
    return Reference(steps, digests, unkept, dict(books.ledger.balances), dict(books.meters.lifetime[0]), disk.writes)


def _play(kept: KeptTable, group: Group) -> None:
    for now in group:
        kept.take(*now)
    kept.commit()
    kept.rest()


def go_on(directory: Path, groups: list[Group], known: Reference, told: Callable[[int], None]) -> KeptTable:
    """Open the journal, find out how far it got, and play the rest; `told` hears of every group that is on the disk."""
    kept = opened(directory)
    position = known.steps.index(steps_in(kept))  # the first, so that what left no entry is played again
    assert digest_of(kept.table) == known.digests[position], f"after group {position} the table is another one"
    told(position)
    lost = known.unkept[position]
    for number, group in enumerate(groups[position:], position + 1):
        _play(kept, [group[0]._replace(elapsed=group[0].elapsed + lost), *group[1:]])
        lost = 0
        told(number)
    return kept


def killed_at(write: int, torn: bool, born: Path, place: Path, groups: list[Group], known: Reference) -> bool:
    """Crash at this write, start again, play to the end, and compare. False if the play had fewer writes."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(born, place)
    acknowledged, killed = until_killed(write, place, groups, known, torn)
    heard: list[int] = []
    kept = go_on(place, groups, known, heard.append)
    kept_steps, due = known.steps[heard[0]], known.steps[acknowledged]  # a group that changed nothing left no entry
    assert kept_steps >= due, f"group {acknowledged} was told of: {due} entries, and the journal has {kept_steps}"
    assert digest_of(kept.table) == known.digests[-1]
    assert kept.vault.clerk.ledger.balances == known.ledger
    assert kept.vault.clerk.meters.lifetime[0] == known.meters
    kept.vault.close()
    report = verify(place, ProofWanted(make_table, KEY))
    assert report.fault is None, str(report.fault)
    return killed


def until_killed(write: int, place: Path, groups: list[Group], known: Reference, torn: bool = True) -> tuple[int, bool]:
    """Play in a child that is killed at this write. Gives the last group that was told, and whether it was killed."""
    return in_a_child(lambda told: _play_on(Killing(write, torn), place, groups, known, told))


def _play_on(disk: Killing, place: Path, groups: list[Group], known: Reference, told: Callable[[int], None]) -> None:
    with writing_through(disk):
        go_on(place, groups, known, told).vault.close()


def in_a_child(act: Callable[[Callable[[int], None]], None]) -> tuple[int, bool]:
    """Run it in a process of its own. Gives the last number it told, and whether it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            act(lambda number: _tell(writing, number))
            code = 0
        except BaseException:
            traceback.print_exc()
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        words = pipe.read()
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert killed or os.waitstatus_to_exitcode(status) == 0, f"the child ended with {status}"
    return max((int(word) for word in words.split()), default=0), killed


def _tell(pipe: int, number: int) -> None:
    os.write(pipe, b"%d\n" % number)
