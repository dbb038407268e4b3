"""A disk that is slow: nobody hears of what is not written, and the machine says what it waits for."""

import pytest

from controller.server.loop import open_turn
from tests.server.simulated import SimulatedCabinet


def test_a_slow_commit_is_told_as_a_trouble_and_a_quick_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    assert "slow_disk" not in codes(cabinet)
    monkeypatch.setattr(open_turn, "SLOW_COMMIT_US", 0)  # as if every commit took as long as that
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    assert "slow_disk" in codes(cabinet)
    assert terminal.heard("answer")[-1]["ok"], "late, and then like any other"


def codes(cabinet: SimulatedCabinet) -> set[str]:
    """What troubles the machine tells of."""
    return {trouble.code for trouble in cabinet.loop.counters.troubles()}
