"""`boxcars bills watch|inhibit|accept|return`: the technician's tools, on an emulated acceptor and without one."""

import json
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from tests.drivers.machines import COMMAND, boxcars, eventually, running
from tools.emulators.common.control import order

SETTINGS = """
[[bills]]
seat = 1
port = "{port}"
protocol = "cctalk"
serial = {serial}
product = "BV-EMU"
country = "US"
notes = [100, 200, 500]
"""


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Path]:
    link = tmp_path / "unit"
    words = ("--protocol", "cctalk", "--fast", "--serial", 4200, "--notes", "US:1,2,5")
    with running("bills", "emulate", "--link", link, *words, log=tmp_path / "log"):
        eventually(link.exists, "the emulated acceptor's port")
        yield link


def ordered(port: Path, words: str) -> Any:
    return order(port.with_name("unit.control"), words.split())


def while_it_waits(port: Path, words: tuple[object, ...], note: str) -> tuple[int, str]:
    """A tool that lets notes in, and a note that is put in as soon as it does."""
    call = [*COMMAND, "bills", *map(str, words), "--port", str(port), "--protocol", "cctalk", "--seconds", "60"]
    with (port.with_name("said")).open("wb") as said, Popen(call, stdout=said, stderr=said) as process:
        eventually(lambda: ordered(port, "show")["master"] == 1, "notes are let in")
        assert ordered(port, note)["ok"]
        return process.wait(60), port.with_name("said").read_text()


def test_notes_are_let_in_by_value_stacked_and_given_back(port: Path) -> None:
    at = ("--port", port, "--protocol", "cctalk")
    call = boxcars("bills", "inhibit", *at, "--allow", 100, 500)
    assert (call.returncode, call.stdout) == (0, "let in: 100 500 and no tickets\n")
    assert (ordered(port, "show")["inhibits"], ordered(port, "show")["master"]) == ("0500", 1)
    assert boxcars("bills", "inhibit", *at).stdout == "let in: no notes and no tickets\n"
    code, said = while_it_waits(port, ("accept",), "note 5")
    assert (code, said.splitlines()[-1]) == (0, "stacked: note 500, from escrow yes, to acknowledge no")
    code, said = while_it_waits(port, ("return", "--json"), "note 2")
    assert code == 0
    assert "returned" in [json.loads(line)["told"] for line in said.splitlines()]
    shown = ordered(port, "show")
    assert (shown["box"], shown["returned"], shown["master"]) == (["US5"], ["US2"], 0)
    watching = [*COMMAND, "bills", "watch", *map(str, at), "--seconds", "60"]
    with Popen(watching, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready: serial 4200, product BV-EMU, currency US, notes 100 200 500\n"
        process.terminate()


def test_settings_name_the_one_acceptor_that_may_take_notes(port: Path, tmp_path: Path) -> None:
    file = tmp_path / "drivers.toml"
    for serial, code in ((4200, 0), (4201, 4)):
        file.write_text(SETTINGS.format(port=port, serial=serial))
        assert boxcars("bills", "inhibit", "--config", file).returncode == code
    call = boxcars("bills", "inhibit", "--config", file, "--allow", 700)
    assert "its serial is 4200" in call.stderr
    file.write_text(SETTINGS.format(port=port, serial=4200))
    call = boxcars("bills", "inhibit", "--config", file, "--allow", 700)
    assert (call.returncode, call.stderr) == (3, "boxcars: it has no notes of 700; it has 100 200 500\n")


@pytest.mark.parametrize(
    "words, code, text",
    [
        ((), 2, "which acceptor?"),
        (("--port", "usb:1", "--protocol", "cctalk"), 2, "a USB port is"),
        (("--port", "/nowhere", "--protocol", "cctalk"), 4, "no such device"),
        (("--port", "/nowhere", "--protocol", "cctalk", "--allow", "ten"), 2, "must be a value"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: tuple[str, ...], code: int, text: str) -> None:
    call = boxcars("bills", "inhibit", *words)
    assert call.returncode == code
    assert text in call.stderr
    assert call.stderr.count("\n") == 1


def test_an_acceptor_without_its_pins_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "drivers.toml"
    file.write_text(SETTINGS.format(port="/nowhere", serial=1).replace('product = "BV-EMU"\n', ""))
    call = boxcars("bills", "inhibit", "--config", file)
    assert call.returncode == 2
    assert "cctalk needs product" in call.stderr
