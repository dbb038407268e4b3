"""Acceptors for tests: `cctalk` and `id003` once on simulated time and once as a process at a pty."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.drivers.bills.hosts import CcTalkHost, Id003Host, Line
from tests.drivers.bills.lines import Clock, Port
from tests.drivers.machines import end, eventually, running


@contextmanager
def _line(kind: str, protocol: str, folder: Path) -> Iterator[Line]:
    if kind == "clock":
        yield Clock(protocol)
        return
    path = folder / "unit"
    words = ("--link", path, "--protocol", protocol, "--fast", "--state", folder / "memory")
    with running("bills", "emulate", *words, log=folder / "log") as process:
        eventually(lambda: path.exists() or process.poll() is not None, "the emulated acceptor's port")
        port = Port(path)
        yield port
        port.close()
        assert end(process) == 0, (folder / "log").read_text()
    assert not path.is_symlink()


@pytest.fixture(params=["clock", "pty"])
def cctalk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CcTalkHost]:
    """A validator that takes every note."""
    with _line(request.param, "cctalk", tmp_path) as line:
        yield CcTalkHost(line).ready()


@pytest.fixture(params=["clock", "pty"])
def id003(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Id003Host]:
    """An acceptor that takes every note and ticket."""
    with _line(request.param, "id003", tmp_path) as line:
        yield Id003Host(line).ready()
