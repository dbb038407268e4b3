"""A short soak, so that the long one (`make soak`) always runs; and players whom a held table once left idle for ever."""

from pathlib import Path

from tests.faults.soak import Soak


def test_a_cabinet_of_real_processes_plays_on_under_a_gremlin_and_every_account_is_the_ledgers(tmp_path: Path) -> None:
    told = Soak(tmp_path, seed=5, seats=8, storm=5.0).run(12.0)
    assert told.settled_rounds >= 2
    assert told.acknowledged > 0
    assert sum(told.acts.values()) > 0
