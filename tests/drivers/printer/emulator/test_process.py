"""The emulated printer as a person starts and commands it: a pty, a control socket, two commands, a folder."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from subprocess import Popen

import pytest

from tests.drivers.machines import boxcars, end, eventually, running
from tests.drivers.printer.emulator.client import (
    ACK,
    HELLO,
    NUMBER,
    PRINT,
    PRINTED,
    REPORTS,
    RESULT,
    STATUS,
    TAKEN,
    Heard,
    Port,
    Wish,
    frame,
    id_of,
    parsed,
)
from tests.drivers.printer.emulator.reader import Picture
from tools.emulators.common.control import Answer, order
from tools.emulators.printer.orders import ORDERS

AGAIN = 0.2
"""Seconds without a reply after which a request is sent again."""


class Host:
    """A host at the pty of a process; every report is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.port = Port(path)
        self._rest = b""
        self.heard: list[Heard] = []
        self._seq = 0

    def ask(self, kind: int, payload: bytes = b"") -> Heard:
        """The reply to a request, which is sent again and again as the document has it."""
        self._seq = self._seq % 255 + 1  # what is answered late answers no other question
        return eventually(lambda: self._asked(kind, payload), f"a reply to {kind:#04x}")[0]

    def _asked(self, kind: int, payload: bytes) -> list[Heard]:
        self.heard = [heard for heard in self.heard if heard.kind in REPORTS]
        self.port.write(frame(kind, self._seq, payload))
        self.listen()
        return [heard for heard in self.heard if (heard.kind, heard.seq) == (kind | 0x80, self._seq)]

    def told(self, kind: int) -> list[Heard]:
        self.listen()
        return [heard for heard in self.heard if heard.kind == kind]

    def up(self) -> None:
        """The unit has booted."""
        eventually(lambda: self.ask(STATUS)["state"] != 0, "the end of booting")

    def listen(self) -> None:
        """Take in what the unit says, for a little while until it says something."""
        *stuffed, self._rest = (self._rest + self.port.read(AGAIN)).split(b"\0")
        for heard in filter(None, map(parsed, stuffed)):
            self.heard.append(heard)
            if heard.kind in REPORTS:
                self.port.write(frame(ACK, 0, bytes([heard.kind, heard.seq])))


@contextmanager
def printer(folder: Path, *words: object) -> Iterator["Popen[bytes]"]:
    """A fast unit, switched on."""
    told = ("--link", folder / "unit", "--state", folder / "memory", "--papers", folder / "papers", "--fast", *words)
    with running("tickets", "emulate", *told, log=folder / "log") as process:
        link = folder / "unit"
        eventually(lambda: link.exists() or process.poll() is not None, "the emulated unit's port")
        yield process


def ordered(folder: Path, words: str) -> Answer:
    answer = order(folder / "unit.control", words.split())
    assert answer["ok"], answer
    return answer


def test_a_unit_at_a_pty_prints_as_it_is_told_and_comes_back_when_it_was_unplugged(tmp_path: Path) -> None:
    with printer(tmp_path) as process:
        host = Host(tmp_path / "unit")
        host.up()
        assert host.ask(HELLO)["model"] == b"TICKET-P"
        assert host.ask(PRINT, Wish(1042).payload())["verdict"] == 0
        printed = eventually(lambda: host.told(PRINTED), "PRINTED")[0]
        assert printed.fields == {"job": 1042, "outcome": 0, "taken": 0}
        assert Picture((tmp_path / "papers" / "1042.svg").read_text()).read() == {NUMBER}
        ordered(tmp_path, "take")
        assert eventually(lambda: host.told(TAKEN), "TAKEN")[0]["job"] == 1042
        host.port.close()
        ordered(tmp_path, "unplug 0.05")
        eventually((tmp_path / "unit").exists, "the port, plugged in again")
        host = Host(tmp_path / "unit")
        assert host.ask(HELLO)["serial"] == 3001
        host.port.close()
        shown = ordered(tmp_path, "show")
        assert (shown["last_job"], shown["printed"], shown["results"]) == (1042, 1, {"1042": [0, 1]})
        called = boxcars("tickets", "control", "--link", tmp_path / "unit", "show")
        assert json.loads(called.stdout)["results"] == shown["results"]
        refused = boxcars("tickets", "control", "--link", tmp_path / "unit", "paper", "wet")
        assert refused.returncode == 2
        assert "paper: wet: allowed are enough, low, out; usage: paper enough | low | out" in refused.stderr
        assert end(process) == 0
    assert not (tmp_path / "unit").is_symlink()
    assert (tmp_path / "log").read_text().startswith("emulated ticket printer TICKET-P serial 3001 at ")


def test_a_unit_that_is_killed_while_it_prints_comes_back_with_its_memory(tmp_path: Path) -> None:
    with printer(tmp_path) as process:
        host = Host(tmp_path / "unit")
        host.up()
        ordered(tmp_path, "slow 3600")
        assert host.ask(PRINT, Wish(7).payload())["verdict"] == 0
        assert host.ask(RESULT, id_of(7))["outcome"] == 0xFE
        host.port.close()
        end(process, SIGKILL)
    (tmp_path / "unit").unlink()
    with printer(tmp_path, "--take", 0.01):
        host = Host(tmp_path / "unit")
        host.up()
        assert host.ask(RESULT, id_of(7)).fields == {"job": 7, "outcome": 3, "taken": 2}
        assert host.ask(PRINT, Wish(7).payload())["verdict"] == 6
        assert host.ask(PRINT, Wish(8).payload())["verdict"] == 0
        assert eventually(lambda: host.told(TAKEN), "somebody who takes the paper")[0]["job"] == 8
        host.port.close()
    assert [file.name for file in (tmp_path / "papers").glob("*.svg")] == ["8.svg"]


def test_every_order_is_listed_with_help() -> None:
    listed = boxcars("tickets", "control", "--help").stdout
    for name in (*ORDERS, "unplug SECONDS", "show"):
        assert f"\n  {name}" in listed


@pytest.mark.parametrize("words", [("--take", "-1"), ("--take", "soon"), ("--model", "FAR-TOO-LONG")])
def test_a_unit_that_no_document_allows_is_refused(tmp_path: Path, words: tuple[str, str]) -> None:
    called = boxcars("tickets", "emulate", "--link", tmp_path / "unit", *words)
    assert called.returncode == 2
    assert words[0] in called.stderr
