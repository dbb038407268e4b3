"""SIGTERM at whatever moment ends it cleanly and loses nothing: many seeded moments, with a real process under load."""

import os
import random
import signal
import subprocess
from pathlib import Path
from time import monotonic as now

import pytest

from tests.drivers.machines import PATIENCE, end, eventually, running
from tests.server.cabinets import CabinetOfProcesses
from tests.server.players import Players
from tests.server.test_evening import assert_in_order, give_credits

SEATS = 8
MOMENTS = int(os.environ.get("MOMENTS", "6"))
"""`make stopping` tries a hundred."""


def test_at_many_moments_of_play_it_ends_with_zero_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chance = random.Random(7)
    cabinet = CabinetOfProcesses(tmp_path, seats=SEATS, bet_time=1)
    players: Players | None = None
    with cabinet.dice():
        for _ in range(MOMENTS):
            with cabinet.controller() as process:
                eventually(cabinet.ready, "the machine is ready")
                if players is None:
                    give_credits(cabinet, SEATS)
                    players = Players(cabinet, SEATS, seed=3)
                assert players.table is None or players.table["round"] >= 1
                until = sum(len(player.acknowledged) for player in players.all) + chance.randint(1, 60)
                play_until(players, until)
                for _ in range(chance.randint(0, 4)):  # what is under way when the signal comes
                    players.turn(now())
                assert end(process, signal.SIGTERM) == 0
            assert "controller stopped" in cabinet.log.read_text().splitlines()[-1]
        assert players is not None
        with cabinet.controller():
            eventually(cabinet.ready, "the machine is ready")
            players.rest()
            players.close()
            cabinet.close_callers()
    assert_in_order(cabinet, players, SEATS)


@pytest.mark.parametrize("after", [0.0, 0.4, 0.8])
def test_in_the_middle_of_a_start_it_ends_as_cleanly(tmp_path: Path, after: float) -> None:
    """Whatever the moment turns out to be on this machine, the next start finds everything in order."""
    cabinet = CabinetOfProcesses(tmp_path)
    with running("controller", "--config", cabinet.config, log=cabinet.log) as process:
        ended = _waited(process, after)
        if ended is None:
            process.send_signal(signal.SIGTERM)
            ended = process.wait(PATIENCE)
    assert ended in (0, -signal.SIGTERM), cabinet.log.read_text()  # the latter: before a line of ours has run
    with cabinet.playing():
        assert cabinet.station().credit(1, 500)["ok"]


def play_until(players: Players, acknowledged: int) -> None:
    until = now() + 3 * PATIENCE  # bets are open for a second: on a busy machine many come too late
    while sum(len(player.acknowledged) for player in players.all) < acknowledged:
        assert now() < until
        players.turn(now())


def _waited(process: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    try:
        return process.wait(seconds) if seconds else process.poll()
    except subprocess.TimeoutExpired:
        return None
