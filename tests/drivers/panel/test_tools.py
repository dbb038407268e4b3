"""The panels' tools, as a technician calls them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drivers.machines import answer_of, boxcars, eventually, running


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Path]:
    link = tmp_path / "bus"
    with running("panel", "emulate", "--link", link, "--state", tmp_path, log=tmp_path / "log"):
        eventually(link.exists, "the emulated bus")
        yield link


def control(bus: Path, *words: str) -> None:
    call = boxcars("panel", "control", "--link", bus, *words)
    assert call.returncode == 0, call.stderr


def test_list_shows_every_board_and_what_it_says(bus: Path) -> None:
    control(bus, "CABINET", "door", "MAIN", "open")
    people = boxcars("panel", "list", "--usb", f"emulated:{bus}")
    assert people.returncode == 0
    assert "open doors: MAIN; latched doors: MAIN" in people.stdout
    rows = answer_of(boxcars("panel", "list", "--usb", f"emulated:{bus}", "--json"))
    assert [row["board"] for row in rows] == ["CABINET", "TERMINAL-01"]
    assert rows[0]["report"]["open_doors"] == ["MAIN"]


def test_lamp_lights_what_is_named_and_clears_latches_when_told(bus: Path) -> None:
    control(bus, "TERMINAL-01", "door", "DROP", "open")
    words = ("--board", "TERMINAL-01", "--lamps", "SHOOT", "--pattern", "blink", "--tower", "red", "--clear-latches")
    call = boxcars("panel", "lamp", "--usb", f"emulated:{bus}", *words)
    assert call.returncode == 0
    assert "SHOOT, red lit, blink" in call.stdout
    board = answer_of(boxcars("panel", "control", "--link", bus, "show"))["TERMINAL-01"]
    assert (board["lamps"], board["pattern"], board["tower"], board["latched_doors"]) == (["SHOOT"], 1, 4, [])


def test_watch_prints_a_line_for_every_change(bus: Path, tmp_path: Path) -> None:
    log = tmp_path / "watch.log"
    words = ("panel", "watch", "--usb", f"emulated:{bus}", "--board", "TERMINAL-01")
    with running(*words, log=log):
        eventually(lambda: "all at rest" in log.read_text(), "the first line")
        control(bus, "TERMINAL-01", "key", "OPERATOR", "on")
        control(bus, "TERMINAL-01", "hold", "SHOOT")
        eventually(lambda: "buttons: SHOOT; keys: OPERATOR" in log.read_text(), "the change")


def test_a_board_or_a_bus_that_is_not_there_is_lost(bus: Path) -> None:
    missing = boxcars("panel", "lamp", "--usb", f"emulated:{bus}", "--board", "TERMINAL-77")
    assert missing.returncode == 4
    assert "there is: CABINET, TERMINAL-01" in missing.stderr
    nobody = boxcars("panel", "list", "--usb", "emulated:/nowhere")
    assert nobody.returncode == 4
    assert "at /nowhere, where nobody emulates any" in nobody.stderr


def test_a_bus_of_no_kind_is_refused_with_the_kinds_that_there_are() -> None:
    for found in ("nothing", "emulated:", "libusb2"):
        refused = boxcars("panel", "list", "--usb", found)
        assert refused.returncode == 2
        assert f"--usb: must be libusb or emulated:PATH, found '{found}'" in refused.stderr


def test_orders_that_cannot_be_followed_say_what_is_allowed(bus: Path) -> None:
    for words, complaint in (
        (["NOWHERE", "plug"], "name a board first: CABINET, TERMINAL-01"),
        (["CABINET", "kick"], "kick: allowed are press, hold"),
        (["CABINET", "press", "START"], "START: allowed are SHOOT"),
        (["CABINET", "door", "MAIN", "ajar"], "ajar: allowed are open, close; usage: CABINET door NAME open|close"),
    ):
        call = boxcars("panel", "control", "--link", bus, *words)
        assert call.returncode == 2
        assert complaint in call.stderr


def test_settings_that_cannot_be_used_name_file_key_and_value(tmp_path: Path) -> None:
    file = tmp_path / "cabinet.toml"
    for text, complaint in (
        ("", "panel: the table [panel] is missing"),
        (
            '[panel]\nendpoint = "ipc:///x"\nboards = []\ncolour = 1\n',
            "panel.colour: is not a key of this place, which has endpoint, boards",
        ),
        ('[panel]\nendpoint = "x"\nboards = []\n', "panel.endpoint"),
        ('[panel]\nendpoint = "ipc:///x"\nboards = []\nvendor = 70000\n', "panel.vendor"),
    ):
        file.write_text(text)
        call = boxcars("panel", "drive", "--config", file)
        assert call.returncode == 2
        assert f"{file}: {complaint}" in call.stderr
