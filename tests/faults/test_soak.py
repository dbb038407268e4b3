"""A short soak: the long one is `make soak`."""

from pathlib import Path

from tests.faults.soak import Soak


def test_after_a_short_soak_everything_agrees(tmp_path: Path) -> None:
    told = Soak(tmp_path, seed=3, seats=16, storm=3.0).run(12.0)
    assert sum(told.acts.values()) >= 3
    assert told.starts["controller"] >= 1
    assert told.acknowledged > 0
