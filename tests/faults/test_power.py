"""A real controller on a disk that loses its power, and on one that is full: a hundred cuts are `make powercut`."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.powercut import PowerCuts
from tests.vault.test_power import missing


@pytest.fixture
def cuts(tmp_path: Path) -> Iterator[PowerCuts]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    found = PowerCuts(tmp_path, seed=1)
    yield found
    subprocess.run(["umount", "-l", str(found.disk.mount)], capture_output=True, check=False)


def test_after_two_power_cuts_in_mid_play_nothing_that_was_acknowledged_is_lost(cuts: PowerCuts) -> None:
    told = cuts.run(2)
    assert told.acknowledged > 0


def test_a_disk_that_is_full_ends_the_controller_and_one_with_room_again_lets_it_go_on(cuts: PowerCuts) -> None:
    assert "disk_full" in cuts.fill_and_free()
