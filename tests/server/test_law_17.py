"""Anything unexpected below the commit ends the process; what fails in the pure core is refused, and holds."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.server.loop.hub import Desk
from controller.server.loop.ports import Peer, StoreFailed
from controller.table.events import Command
from tests.drivers.machines import PATIENCE, end, eventually
from tests.server.cabinets import CabinetOfProcesses
from tests.server.simulated import SimulatedCabinet

BOOKS_FAIL = """
from controller.commands import main
from controller.vault.books.clerk import Clerk
whole = Clerk._post

def post(self, seq, decisions):
    whole(self, seq, decisions)
    if any(d["type"] == "Posting" and abs(d["amount"]) == 1313 for d in decisions):
        raise KeyError("hard:8")

Clerk._post = post
raise SystemExit(main())
"""

CORE_FAILS = """
from controller.commands import main
from controller.table.event_rows import EVENTS
from controller.protocol.terminals.commands import Wagers
whole = EVENTS[Wagers]

def wager(work, event):
    if event.asked.wagers[0].amount == 1300:
        work.table.game.pay(event.seat, 1)
        raise KeyError("hard:8")
    whole.handle(work, event)

EVENTS[Wagers] = whole._replace(handle=wager)
raise SystemExit(main())
"""


@contextmanager
def planted(cabinet: CabinetOfProcesses, program: str) -> Iterator[subprocess.Popen[bytes]]:
    """The controller with a bug in it, and its dice, until it is ready."""
    words = [sys.executable, "-c", program, "controller", "--config", str(cabinet.config)]
    with (
        cabinet.dice(),
        cabinet.log.open("ab") as log,
        subprocess.Popen(words, stdout=log, stderr=log) as process,
    ):
        try:
            eventually(cabinet.ready, "the machine is ready")
            yield process
        finally:
            end(process)
            cabinet.close_callers()


def test_books_that_fail_end_the_process_and_the_next_one_has_the_last_that_was_told(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with planted(cabinet, BOOKS_FAIL) as process:
        station = cabinet.station()
        assert station.credit(1, 10_000)["ok"]
        station.last_id += 1
        told = {"id": station.last_id, "session": station.session, "operator": "ann", "role": "supervisor"}
        station.say(kind="act", act="credit", seat=1, amount=1313, **told)
        assert process.wait(PATIENCE) == 1
        assert station.hears_nothing("answer")
    log = cabinet.log.read_text()
    assert "KeyError" in log
    assert "hard:8" in log
    with cabinet.playing():
        assert cabinet.holds() == set()
        assert cabinet.terminal(1).welcome["you"]["credits"] == 10_000
        assert cabinet.station().credit(1, 1313)["ok"]
    cabinet.do("verify", tmp_path / "journal")


def test_a_core_that_fails_refuses_holds_logs_and_lives_on(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, bet_time=600)
    with planted(cabinet, CORE_FAILS) as process:
        station, terminal = cabinet.station(), cabinet.terminal(1)
        assert station.credit(1, 10_000)["ok"]
        answer = terminal.place("field", 1300)
        assert (answer["code"], answer["purse"]["credits"]) == ("core_failed", 10_000)
        assert cabinet.holds() == {"core"}
        assert "hard:8" in cabinet.log.read_text()
        assert station.act("resume")["ok"]
        assert terminal.place("field", 500)["ok"]
        assert process.poll() is None
        end(process, signal.SIGKILL)
    with planted(cabinet, CORE_FAILS):
        assert cabinet.terminal(1).welcome["you"]["credits"] == 9_500


def test_a_desk_that_fails_before_anything_was_taken_costs_that_message_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    desk = cabinet.loop._desks["terminal"]
    monkeypatch.setattr(desk, "hear", _raise)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    cabinet.turn()
    assert terminal.heard("not_taken")[-1]["code"] == "failed"
    monkeypatch.undo()
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    cabinet.turn()
    assert terminal.heard("answer")[-1]["ok"]


def test_a_desk_that_fails_after_something_was_taken_ends_the_turn_with_nothing_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cabinet = SimulatedCabinet()
    terminal = cabinet.terminal(1, credits=10_000)
    whole, commits = cabinet.loop.command, cabinet.store.commits

    def command(event: Command, peer: Peer, desk: Desk) -> None:
        whole(event, peer, desk)
        raise KeyError("seat")

    monkeypatch.setattr(cabinet.loop, "command", command)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    with pytest.raises(KeyError):
        cabinet.turn()
    assert cabinet.store.commits == commits


def test_a_store_that_fails_is_never_taken_for_a_message_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    cabinet = SimulatedCabinet()
    terminal = cabinet.terminal(1, credits=10_000)
    desk = cabinet.loop._desks["terminal"]

    def hear(*_: object) -> None:
        raise StoreFailed("the day cannot be read")

    monkeypatch.setattr(desk, "hear", hear)
    terminal.command("cash_out")
    with pytest.raises(StoreFailed):
        cabinet.turn()


def _raise(*_: object) -> None:
    raise AttributeError("a slip of the hand")
