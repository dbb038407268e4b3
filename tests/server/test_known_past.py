"""A controller that is given a past which is not its own: real files, real processes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.commands import main
from controller.vault.lifecycle import creation
from tests.drivers.machines import boxcars, eventually
from tests.server.cabinets import CabinetOfProcesses
from tests.vault.forging import forge, nothing


def live(place: Path, **settings: str) -> CabinetOfProcesses:
    """A cabinet for money; its dice unit is not there, so that the table is held, but it runs."""
    cabinet = CabinetOfProcesses(place, born=False)
    text = cabinet.config.read_text().replace("emulated = true", "emulated = false")
    more = "".join(f'\n{name} = "{value}"' for name, value in settings.items())
    cabinet.config.write_text(text.replace('life = "demo"', f'life = "live"{more}'))
    cabinet.do("vault", "init", "--config", cabinet.config)
    return cabinet


def test_a_pinned_machine_refuses_a_journal_written_anew_with_another_key(tmp_path: Path) -> None:
    cabinet = live(tmp_path)
    cabinet.do("vault", "pin", "--config", cabinet.config)
    with cabinet.controller():
        status = cabinet.status()
        assert status is not None
        assert "pin" not in status["journal"]
        assert status["journal"]["fingerprint"] in cabinet.do("vault", "show", "--journal", tmp_path / "journal")
    forge(tmp_path / "journal", nothing)
    assert main(["verify", str(tmp_path / "journal")]) == 0
    assert main(["verify", str(tmp_path / "journal"), "--public-key", str(tmp_path / "journal.pin")]) == 1
    call = boxcars("controller", "--config", cabinet.config)
    assert call.returncode == 1
    assert "[key_unknown]" in call.stderr
    assert "Traceback" not in call.stderr


@pytest.mark.parametrize("pin", ["", "a shopping list", "\x00" * 64])
def test_a_pin_that_pins_nothing_keeps_the_controller_from_starting(tmp_path: Path, pin: str) -> None:
    cabinet = live(tmp_path)
    (tmp_path / "journal.pin").write_text(pin)
    call = boxcars("controller", "--config", cabinet.config)
    assert call.returncode == 1
    assert "[public_key_bad]" in call.stderr


def test_a_live_machine_without_a_pin_says_so_and_a_demo_does_not(tmp_path: Path) -> None:
    cabinet = live(tmp_path)
    with cabinet.controller():
        status = cabinet.status()
        assert status is not None
        assert "no public key is pinned" in status["journal"]["pin"]
    (tmp_path / "demo").mkdir()
    demo = CabinetOfProcesses(tmp_path / "demo")
    with demo.controller():
        status = demo.status()
        assert status is not None
        assert "pin" not in status["journal"]


# ---- the second place -----------------------------------------------------------------------------------------------


def holds_of(cabinet: CabinetOfProcesses) -> dict[str, str]:
    """What holds the table now, in words."""
    status = cabinet.status()
    assert status is not None
    found: dict[str, str] = status["holds"]
    return found


def verified(place: Path) -> dict[str, Any]:
    """What `boxcars verify` says of the journal with its second place."""
    call = boxcars("verify", place / "journal", "--no-replay", "--second-place", place / "second/head", "--json")
    told: dict[str, Any] = json.loads(call.stdout)
    assert call.returncode == (0 if told["good"] else 1)
    return told


def resumed(cabinet: CabinetOfProcesses) -> None:
    """The supervisor has looked."""
    assert cabinet.station().act("resume")["ok"]
    cabinet.close_callers()
    eventually(lambda: "second_place" not in holds_of(cabinet), "the table goes on")  # a status may be a moment old


def with_second_place(place: Path) -> CabinetOfProcesses:
    (place / "second").mkdir()
    return live(place, second_place="second/head")


def test_a_machine_for_money_whose_head_is_gone_empty_or_garbage_holds_until_a_supervisor_has_looked(
    tmp_path: Path,
) -> None:
    cabinet, head = with_second_place(tmp_path), tmp_path / "second/head"
    with cabinet.controller():
        assert "second_place" not in holds_of(cabinet)  # its birth has left a head there
    assert verified(tmp_path)["good"]
    damages = {"head_missing": None, "head_unreadable": "", "head_unsigned": "signed"}
    for code, text in damages.items():
        if text == "signed":
            text = json.dumps({**json.loads(head.read_text()), "signature": "00" * 64})
        head.unlink() if text is None else head.write_text(text)
        assert verified(tmp_path)["fault"]["code"] == code
        with cabinet.controller():
            assert code in holds_of(cabinet)["second_place"]
            cabinet.kill()
        assert verified(tmp_path)["good"]  # a true head lies there again
        with cabinet.controller():
            assert code in holds_of(cabinet)["second_place"]  # and the hold stays until somebody has looked
            resumed(cabinet)
        with cabinet.controller():
            assert "second_place" not in holds_of(cabinet)
    lines = cabinet.do("events", "--journal", tmp_path / "journal", "--kind", "second_place")
    assert all(code in lines for code in damages)


def test_a_journal_that_was_rolled_back_does_not_start_and_without_the_head_it_holds(tmp_path: Path) -> None:
    cabinet, head = with_second_place(tmp_path), tmp_path / "second/head"
    shutil.copytree(tmp_path / "journal", tmp_path / "older")
    for _ in range(2):  # each end in order is signed, and each start copies what was signed
        with cabinet.controller():
            pass
    shutil.rmtree(tmp_path / "journal")
    shutil.copytree(tmp_path / "older", tmp_path / "journal")
    assert verified(tmp_path)["fault"]["code"] == "head_gone"
    call = boxcars("controller", "--config", cabinet.config)
    assert call.returncode == 1
    assert "[head_gone]" in call.stderr
    head.unlink()
    assert verified(tmp_path)["fault"]["code"] == "head_missing"
    with cabinet.controller():
        assert "head_missing" in holds_of(cabinet)["second_place"]


def test_a_machine_for_money_without_a_second_place_holds_at_each_start(tmp_path: Path) -> None:
    cabinet = live(tmp_path)
    with cabinet.controller():
        assert "no_second_place" in holds_of(cabinet)["second_place"]
        resumed(cabinet)
    with cabinet.controller():
        assert "no_second_place" in holds_of(cabinet)["second_place"]


def test_one_that_was_upgraded_warns_until_its_next_gaming_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "REQUIRED", "")
    cabinet = live(tmp_path)
    with cabinet.controller():
        assert "second_place" not in holds_of(cabinet)
        assert "no_second_place" in cabinet.log.read_text()
        station = cabinet.station()
        assert station.act("close_day")["ok"]
        eventually(lambda: "second_place" in holds_of(cabinet), "the gaming day is over")
        cabinet.close_callers()


def test_a_demo_without_its_head_says_so_and_plays_on(tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    cabinet = CabinetOfProcesses(tmp_path, born=False)
    text = cabinet.config.read_text()
    cabinet.config.write_text(text.replace('life = "demo"', 'life = "demo"\nsecond_place = "second/head"'))
    cabinet.do("vault", "init", "--config", cabinet.config)
    (tmp_path / "second/head").unlink()
    with cabinet.controller():
        assert "second_place" not in holds_of(cabinet)
    assert "head_missing" in cabinet.do("events", "--journal", tmp_path / "journal", "--kind", "second_place")
