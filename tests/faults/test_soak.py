"""A short soak, so that the long one (`make soak`) always runs; players whom a hold once left idle for ever."""

import time
from pathlib import Path

from tests.faults.soak import Soak, SoakPlayer
from tests.server.cabinets import CabinetOfProcesses
from tests.server.players import Players


def test_a_cabinet_of_real_processes_plays_on_under_a_gremlin_and_every_account_is_the_ledgers(tmp_path: Path) -> None:
    told = Soak(tmp_path, seed=5, seats=8, storm=5.0).run(12.0)
    assert told.settled_rounds >= 1  # it ends with two rounds in peace, of which the first may have begun in trouble
    assert told.acknowledged > 0
    assert sum(told.acts.values()) > 0


def test_players_whom_a_hold_refused_in_an_idle_table_bet_again_when_it_has_gone(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, seats=2)
    with cabinet.playing():
        station = cabinet.station()
        for seat in (1, 2):
            assert station.credit(seat, 100_000)["ok"]
        players = Players(cabinet, 2, seed=1, kind=SoakPlayer)
        while any(player.credits is None for player in players.all):
            players.turn(time.monotonic(), playing=False)
        before = players.table
        assert before is not None
        assert station.act("hold")["ok"]
        for player in players.all:
            player.act(time.monotonic(), before)  # he has not heard of the hold yet
        players.rest()
        assert players.refused["held"] >= len(players.all)
        assert station.act("resume")["ok"]
        players.play(until_round=2)
        players.close()
