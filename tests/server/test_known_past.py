"""A controller that is given a past which is not its own: real files, real processes."""

from pathlib import Path

import pytest

from controller.commands import main
from tests.drivers.machines import boxcars
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
