"""A sample of the hours: what the host is told is what the vault has, across starts, and no exception is lost."""

from pathlib import Path

import pytest

from tests.sas.hours import play

SECONDS = 90


@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_the_host_was_told_agrees_with_the_vault(tmp_path: Path, seed: int) -> None:
    hours = play(tmp_path, SECONDS, seed, plays_every=0.25)
    assert hours.found == []
    assert hours.events > 300
    assert hours.compared > 200
    assert hours.told >= hours.queued > 0
