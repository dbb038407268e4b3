"""The first page of the demo, by itself."""

from pathlib import Path

import pytest

from config.devices import DEVICES
from tools.demo.index import Shown, page


@pytest.mark.parametrize("device", ["dice", "wheel"])
def test_it_names_what_is_emulated_and_asks_for_no_button_that_a_game_may_not_have(tmp_path: Path, device: str) -> None:
    usb = tmp_path / "usb"
    text = page(Shown({"seat 1": 1}, [1], DEVICES[device].says, usb, usb, ("demo", "1"), "00")).decode()
    assert f"The {DEVICES[device].says} is emulated" in text
    assert "SHOOT" not in text
