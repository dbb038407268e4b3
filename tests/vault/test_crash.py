"""SIGKILL at any write: after the next start everything is as if there had been no crash."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.table.events import Restarted
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.asked import KINDS, kind_of
from tests.vault import disk
from tests.vault.crashing import FAST, Reference, killed_at, reference, until_killed
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import Group, evening, in_groups, opened, round_of_all_kinds

pytestmark = pytest.mark.skipif(disk.missing() is not None, reason=str(disk.missing()))

SAMPLE = 30
"""Writes of a round, and of an evening, at which `make test` crashes; `make crash-all` takes every one."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Somewhere quick."""
    top = FAST / f"boxcars-{os.getpid()}" if FAST.is_dir() else tmp_path
    top.mkdir(exist_ok=True)
    yield top
    shutil.rmtree(top, ignore_errors=True)


def ready(place: Path, groups: list[Group]) -> tuple[Path, Reference]:
    """A vault that has just been born, and how the play ends on it."""
    born = place / "born"
    opened(born).vault.close()
    shutil.copytree(born, place / "reference")
    return born, reference(place / "reference", groups)


def some(writes: int) -> list[int]:
    """Of so many, those to crash at; the last is always among them."""
    if os.environ.get("CRASH_ALL") == "1":
        return list(range(1, writes + 1))
    return [*random.Random(7).sample(range(1, writes), SAMPLE - 1), writes]


def test_the_recorded_round_has_every_kind_of_event() -> None:
    seen = {kind_of(now.event) for now in round_of_all_kinds()}
    assert seen == KINDS


def test_killed_at_every_write_of_a_round_it_ends_the_same(place: Path) -> None:
    groups = in_groups(round_of_all_kinds())
    born, known = ready(place, groups)
    for write in some(known.writes):
        assert killed_at(write, write % 2 == 0, born, place / "crashed", groups, known) or write > known.writes - 3


def test_killed_at_a_sample_of_writes_of_an_evening_it_ends_the_same(place: Path) -> None:
    groups = in_groups(evening(place / "evening", seed=11, events=600))
    born, known = ready(place, groups)
    for write in some(known.writes):
        killed_at(write, write % 2 == 0, born, place / "crashed", groups, known)


def test_after_a_crash_the_world_comes_back_and_every_wager_that_was_told_still_lies(place: Path) -> None:
    groups = in_groups(evening(place / "evening", seed=29, events=200))
    born, known = ready(place, groups)
    for write in random.Random(5).sample(range(40, known.writes), 8):
        crashed = place / f"crashed-{write}"
        shutil.copytree(born, crashed)
        until_killed(write, crashed, groups, known)
        kept, world = opened(crashed), Evening(seed=write, restless=0.02)
        money = kept.table.on_seats()
        kept.take(Restarted())
        kept.commit()
        assert kept.table.on_seats() == money == kept.vault.clerk.ledger.on_the_machine()
        assert "dice_link" in kept.table.holds
        world.go_on_at(kept.table)
        games = kept.vault.clerk.meters.lifetime[0].get("games", 0)
        play(kept, world, 120)
        assert kept.vault.clerk.meters.lifetime[0]["games"] > games
        kept.close()
        report = verify(crashed, ProofWanted(make_table, KEY))
        assert report.fault is None, str(report.fault)
