"""The emulated wheel unit as a person starts and commands it: a pty, a control socket, two commands."""

import json
import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drivers.machines import boxcars, end, eventually, running
from tests.drivers.ptys import open_alone
from tests.drivers.wheel.reader import (
    ACK,
    BALL,
    HELLO,
    KEY,
    SPIN,
    SPUN,
    Heard,
    authentic,
    frame,
    malfunctions,
    parsed,
    spin_payload,
)
from tools.emulators.common.control import Answer, order
from tools.emulators.wheel.orders import ORDERS

AGAIN = 0.2
"""Seconds without a reply after which a request is sent again."""


class Port:
    """The pty, opened as a host opens a serial port; every report is acknowledged."""

    def __init__(self, path: Path) -> None:
        self._port = open_alone(path)
        self._rest = b""
        self.heard: list[Heard] = []

    def ask(self, kind: int, payload: bytes = b"") -> Heard:
        """The reply to a request, which is sent again and again as the document has it."""
        return eventually(lambda: self._asked(kind, payload), f"a reply to {kind:#04x}")[0]

    def _asked(self, kind: int, payload: bytes) -> list[Heard]:
        os.write(self._port, frame(kind, kind, payload))
        self.listen()
        return [heard for heard in self.heard if heard.kind == kind | 0x80 and heard.seq == kind]

    def spun(self) -> list[Heard]:
        self.listen()
        return [heard for heard in self.heard if heard.kind == SPUN]

    def listen(self) -> None:
        """Take in what the unit says, for a little while until it says something."""
        if select.select([self._port], [], [], AGAIN)[0]:
            *stuffed, self._rest = (self._rest + os.read(self._port, 4096)).split(b"\0")
            for heard in filter(None, (parsed(data, 0.0) for data in stuffed)):
                self.heard.append(heard)
                if heard.kind & 0xE0 == 0xA0:
                    os.write(self._port, frame(ACK, 0, bytes([heard.kind, heard.seq])))

    def close(self) -> None:
        os.close(self._port)


@pytest.fixture
def unit(tmp_path: Path) -> Iterator[Path]:
    """The port of a fast unit, switched on; it leaves nothing behind."""
    key = tmp_path / "key"
    key.touch(0o600)
    key.write_bytes(KEY)
    port = tmp_path / "unit"
    words = ("--link", port, "--key-file", key, "--fast", "--seed", 7, "--state", tmp_path / "memory")
    with running("wheel", "emulate", *words, log=tmp_path / "log") as process:
        eventually(lambda: port.exists() or process.poll() is not None, "the emulated unit's port")
        yield port
        assert end(process) == 0
    assert not port.is_symlink()
    assert (tmp_path / "log").read_text().startswith("emulated wheel unit WHEEL-37 serial 2001 at ")


def ordered(port: Path, words: str) -> Answer:
    answer = order(port.with_name("unit.control"), words.split())
    assert answer["ok"], answer
    return answer


def test_a_unit_at_a_pty_spins_as_it_is_told_and_comes_back_when_it_was_unplugged(unit: Path) -> None:
    host = Port(unit)
    assert host.ask(HELLO)["model"] == b"WHEEL-37"
    ordered(unit, "next 17")
    assert host.ask(SPIN, spin_payload(1042))["verdict"] == 0
    spun = eventually(host.spun, "SPUN")[0]
    assert spun["number"] == 17
    assert (malfunctions(spun), authentic(spun)) == ([], True)
    stages = [heard["stage"] for heard in host.heard if heard.kind == BALL]
    assert stages == sorted(stages)
    host.close()
    ordered(unit, "unplug 0.05")
    eventually(unit.exists, "the port, plugged in again")
    host = Port(unit)
    assert host.ask(HELLO)["serial"] == 2001
    host.close()
    shown = ordered(unit, "show")
    assert (shown["last_spin"], shown["spins"], shown["results"]["1042"]["number"]) == (1042, 1, 17)
    called = boxcars("wheel", "control", "--link", unit, "show")
    assert json.loads(called.stdout)["results"] == shown["results"]
    refused = boxcars("wheel", "control", "--link", unit, "cover", "ajar")
    assert refused.returncode == 2
    assert "cover: ajar: allowed are open, close; usage: cover open | close" in refused.stderr


def test_every_order_is_listed_with_help() -> None:
    listed = boxcars("wheel", "control", "--help").stdout
    for name in (*ORDERS, "unplug SECONDS", "show"):
        assert f"\n  {name}" in listed


def test_a_unit_that_no_document_allows_is_refused(tmp_path: Path) -> None:
    called = boxcars(
        "wheel", "emulate", "--link", tmp_path / "unit", "--key-file", "/nowhere", "--model", "FAR-TOO-LONG"
    )
    assert called.returncode == 2
    assert "--model is 1 to 8 ASCII characters" in called.stderr
