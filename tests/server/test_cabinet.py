"""A cabinet of real processes: it starts, plays, stops, is killed and comes back."""

import json
import signal
from pathlib import Path

from tests.drivers.machines import boxcars, end, eventually
from tests.server.cabinets import CabinetOfProcesses


def test_a_round_is_played_from_wager_to_settlement(tmp_path: Path) -> None:
    with CabinetOfProcesses(tmp_path).playing("5 6", "3 4") as cabinet:
        assert cabinet.station().credit(1, 10_000)["ok"]
        terminal = cabinet.terminal(1)
        assert terminal.place("pass_line", 500)["purse"] == {"credits": 9500, "layout": 500, "vigorish": 0}
        settled = terminal.hear("settled")
        assert settled["faces"] == [5, 6]
        assert settled["you"]["credits"] == 10_000


def test_a_late_listener_is_told_the_last_broadcast_first(tmp_path: Path) -> None:
    with CabinetOfProcesses(tmp_path).playing() as cabinet:
        listener = cabinet.listener()
        told = listener.hear("table")
        assert (told["kind"], told["demo"], told["phase"]) == ("table", True, "idle")
        assert listener.hear("table")["seq"] == told["seq"] + 1


def test_a_machine_that_has_its_dice_is_ready_and_status_says_so(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.controller():
        status = json.loads(cabinet.do("status", "--config", cabinet.config, "--json"))
        assert not status["ready"]
        assert "dice_link" in status["holds"]
        with cabinet.dice():
            eventually(cabinet.ready, "the machine is ready")
            shown = cabinet.do("status", "--config", cabinet.config)
            assert "ready" in shown
            assert "DEMO" in shown


def test_status_of_a_machine_that_is_off_says_where_it_looked(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    asked = boxcars("status", "--config", cabinet.config, "--wait", 0.2)
    assert asked.returncode == 1
    assert "no controller answers" in asked.stderr


def test_sigterm_ends_it_cleanly_and_the_next_one_goes_on(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.playing():
        assert cabinet.station().credit(2, 700)["ok"]
        assert cabinet.process is not None
        assert end(cabinet.process, signal.SIGTERM) == 0
    with cabinet.playing():
        assert cabinet.terminal(2).welcome["you"]["credits"] == 700


def test_killed_after_an_acknowledgement_the_wager_is_still_there(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, bet_time=600)
    with cabinet.playing():
        cabinet.station().credit(1, 10_000)
        terminal = cabinet.terminal(1)
        assert terminal.place("pass_line", 500)["ok"]
        number = terminal.last_id
        cabinet.kill()
    with cabinet.playing():
        back = cabinet.terminal(1).hello(unfinished=(number, number + 1))
        assert back.hear("answer")["purse"]["layout"] == 500
        assert back.welcome["last_id"] == number
        assert back.welcome["unknown"] == [number + 1]
        assert back.welcome["you"]["stakes"] == {"pass_line": 500}


def test_settings_that_cannot_be_played_by_are_refused_before_anything_starts(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    text = cabinet.config.read_text()
    for wrong, complaint in (
        (text.replace("shoot_time = 1", "shot_time = 1"), "shot_time"),
        (text.replace('rulebook = "electronic"', 'rulebook = "unheard_of"'), "unheard_of"),
        (text + "\n[records_]\n", "records_"),
        (text.replace('life = "demo"', 'life = "live"'), "demo"),
    ):
        cabinet.config.write_text(wrong)
        call = boxcars("controller", "--config", cabinet.config, "--check")
        assert call.returncode == 2
        assert complaint in call.stderr


def test_a_missing_journal_is_never_made_by_itself(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    (tmp_path / "journal").rename(tmp_path / "elsewhere")
    call = boxcars("controller", "--config", cabinet.config)
    assert call.returncode == 1
    assert "journal" in call.stderr
