"""A real controller on a disk that loses its power, and on one that is full: a hundred cuts are `make powercut`.

Each in a process of its own, which takes its mounts along when it ends.
"""

import subprocess
import sys

import pytest

from tests.vault.test_power import missing

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


def powercut(*words: str) -> str:
    """What it printed; it must have gone well."""
    command = [sys.executable, "-m", "tests.faults.powercut", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    if "Skipped" in done.stderr:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_after_two_power_cuts_in_mid_play_nothing_that_was_acknowledged_is_lost() -> None:
    said = powercut("2", "1")
    assert "Told(cuts=2," in said
    assert "acknowledged=0," not in said
    assert "no acknowledged command was lost" in said


def test_a_disk_that_is_full_ends_the_controller_and_one_with_room_again_lets_it_go_on() -> None:
    assert "disk_full" in powercut("full")
