"""A short soak, so that the long one (`make soak`) always runs; players whom a hold once left idle for ever."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import zmq
from zmq.auth.thread import ThreadAuthenticator

from tests.faults.soak import pages, proof, staff, strangers
from tests.faults.soak.bounds import Look, Watch, is_flat
from tests.faults.soak.gremlin import ACTS
from tests.faults.soak.machine import Supervisor
from tests.faults.soak.players import SoakPlayer
from tests.faults.soak.soak import Soak
from tests.faults.soak.visitors import Guest
from tests.server.cabinets import CabinetOfProcesses, Station
from tests.server.players import Players

FEW = 5
"""Different answers that the gremlin's visitors have had at least: they were heard."""


def test_a_cabinet_of_real_processes_plays_on_under_a_gremlin_and_every_account_is_the_ledgers(tmp_path: Path) -> None:
    told = Soak(tmp_path, seed=5, seats=8, calm=0.1, storm=0.25, kinds=len(ACTS) // 2).run(9.0)
    assert told.settled_rounds >= 1  # it ends with two rounds in peace, of which the first may have begun in trouble
    assert told.acknowledged > 0
    assert len(told.acts) >= len(ACTS) // 2
    assert int(told.proved["replay"].split()[0]) > told.acknowledged
    assert told.started_again
    assert len(told.answered) > FEW


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


def test_the_staff_turns_a_key_that_somebody_turned_off_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    key = {"open": False}

    def turn() -> bool:
        key["open"] = True
        return True

    monkeypatch.setattr(Station, "_way_in", lambda _station: key if key["open"] else {})
    with Supervisor("inproc://nobody", turn) as ann:
        with pytest.raises(TimeoutError):
            ann.sign_in()
        assert ann._way_in() == {"open": True}


@pytest.mark.parametrize(
    "verdict, heard",
    [
        (pages._nothing_served, b"HTTP/1.1 403 Forbidden\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
        (pages._no_failure, b"HTTP/1.1 500 Internal Server Error\r\n\r\n"),
        (strangers._nothing_was_heard, [{"kind": "welcome"}]),
        (strangers._no_huge_id_was_taken, [{"kind": "answer", "id": 2**63 - 1, "ok": True}]),
        (staff._nobody_was_let_in, [{"kind": "session"}]),
        (staff._nothing_was_done, [{"kind": "answer", "id": 1, "ok": True}]),
    ],
)
def test_a_visitor_who_was_given_what_he_should_not_have_is_a_finding(
    verdict: Callable[[Any], None], heard: object
) -> None:
    with pytest.raises(AssertionError):
        verdict(heard)


@pytest.mark.timeout(60)
def test_a_visitor_whom_the_edge_turns_away_keeps_nobody_waiting(tmp_path: Path) -> None:
    (server, secret), (public, own) = zmq.curve_keypair(), zmq.curve_keypair()
    keys = {"controller": server.decode(), "public": public.decode(), "secret": own.decode()}
    with zmq.Context() as context, context.socket(zmq.ROUTER) as door:
        doorman = ThreadAuthenticator(context)
        doorman.start()
        doorman.configure_curve(location=str(tmp_path))  # nobody's key is there
        door.curve_server, door.curve_secretkey = True, secret
        port = door.bind_to_random_port("tcp://127.0.0.1")
        guest = Guest(f"tcp://127.0.0.1:{port}", [], keys=keys)
        for _ in range(200):
            guest.say({"kind": "hello"})
            time.sleep(0.01)
        guest.leave()
        doorman.stop()


def test_what_was_acknowledged_and_is_not_in_the_journal_is_a_finding() -> None:
    found = proof.ReadBack(Counter({(("seat-1", 1), 0): 1}), Counter({("hold", ""): 1}), 0, {}, 0)
    proof.has_all(found, {("seat-1", 1)}, [("hold", "")])
    for commands, acts in (({("seat-1", 2)}, []), (set(), [("hold", "")] * 2)):
        with pytest.raises(AssertionError, match="not in the journal"):
            proof.has_all(found, commands, acts)
    twice = found._replace(accepted=Counter({(("seat-1", 1), 0): 2}))
    with pytest.raises(AssertionError):
        proof.has_all(twice, set(), [])


class Grown:
    """A process that is larger at each look."""

    def __init__(self, log: Path, by: int) -> None:
        self.log, self.starts, self._memory, self._by = log, 1, 10_000, by

    def memory_kb(self) -> int:
        self._memory += self._by
        return self._memory

    def descriptors(self) -> int:
        return 10


@pytest.mark.parametrize("by, log, fine", [(0, 10, True), (150, 10, False), (1_000, 10, False), (0, 5_000_000, False)])
def test_a_process_that_grows_or_writes_without_end_is_a_finding(by: int, log: int, fine: bool, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(bytes(log))
    watch = Watch({"records": Grown(tmp_path / "log", by)})
    for _ in range(900):
        watch.look()
    with nullcontext() if fine else pytest.raises(AssertionError, match="records"):
        watch.judge(60, tmp_path)


def life(starts: int, looks: int, at_start: int, full: int = 90_000, moment: int = 0) -> list[Look]:
    """A controller that was killed after so many looks; its caches are full after 200. Each 50 a PIN is checked."""
    grown = (at_start + (full - at_start) * min(age, 200) // 200 for age in range(looks))
    return [Look(starts, memory + (moment if age % 50 > 48 else 0)) for age, memory in enumerate(grown)]


def test_what_is_held_for_a_moment_is_not_kept() -> None:
    """A soak was red by it: 96,184 KB, and then 129,248 with the 32 MB of a PIN that was just checked."""
    is_flat("controller", [*life(1, 800, 90_000), *life(2, 400, 90_000, moment=33_064)])


def test_lives_of_one_age_are_compared() -> None:
    """Killed often in the second third and left alone in the last, it has grown by nothing but its age."""
    short = [look for number in range(2, 8) for look in life(number, 70, 30_000, 130_000)]
    is_flat("controller", [*life(1, 400, 30_000, 130_000), *short, *life(12, 400, 30_000, 130_000)])
    with pytest.raises(AssertionError, match="grows"):  # what it has at its start grows with what it did before
        is_flat("controller", [look for number in range(1, 31) for look in life(number, 70, 10_000 * number, 500_000)])


def test_a_process_that_is_long_about_its_start_has_not_grown() -> None:
    """Seen at a load of 60: 22,260 KB after ten seconds of its life, and 47,964 in another."""
    slow, quick = [Look(2, 22_260)] * 25 + [Look(3, 47_964)] * 275, [Look(4, 47_964)] * 31 + [Look(5, 47_964)] * 269
    is_flat("panel-driver", [*[Look(1, 47_964)] * 300, *slow, *quick])


def test_what_grows_beside_moments_and_starts_is_a_finding() -> None:
    with pytest.raises(AssertionError, match="grows"):
        is_flat(
            "controller", [*life(1, 300, 50_000), *life(2, 300, 50_000, moment=40_000), *life(3, 300, 110_000, 160_000)]
        )
