"""What systemd is told: that we are ready, what we are at, that the loop turns; and nothing where nobody asks."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.files.secrets import handed_over, read_secret
from config.process.supervisor import Supervisor, supervised


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def told(systemd: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(systemd.recv(4096).decode())
        except BlockingIOError:
            return found


def environment(systemd: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.getsockname(), **more}


def test_ready_and_what_we_are_at_are_told_once(systemd: socket.socket) -> None:
    supervisor = Supervisor(environment(systemd))
    supervisor.ready("idle")
    for _ in range(3):
        supervisor.status("betting,\nround 2")
    supervisor.stopping()
    assert told(systemd) == ["READY=1\nSTATUS=idle", "STATUS=betting, round 2", "STOPPING=1"]


def test_a_loop_is_ready_before_it_turns_and_says_when_it_ends(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "3600000000")
    supervised(lambda turned: turned(), "idle")
    assert told(systemd) == ["READY=1\nSTATUS=idle", "WATCHDOG=1", "STOPPING=1"]


def test_the_watchdog_is_fed_by_turns_and_no_faster_than_it_needs(systemd: socket.socket) -> None:
    supervisor = Supervisor(environment(systemd, WATCHDOG_USEC="3600000000"))
    assert supervisor.pause == 1200
    for _ in range(1000):
        supervisor.turned()
    assert told(systemd) == ["WATCHDOG=1"]


def test_a_watchdog_that_is_somebody_elses_is_left_alone(systemd: socket.socket) -> None:
    for pid in ("1", "nonsense"):
        supervisor = Supervisor(environment(systemd, WATCHDOG_USEC="1000000", WATCHDOG_PID=pid))
        supervisor.turned()
        assert supervisor.pause == 0
    Supervisor(environment(systemd, WATCHDOG_USEC="1000000", WATCHDOG_PID=str(os.getpid()))).turned()
    assert told(systemd) == ["WATCHDOG=1"]


def test_where_nobody_asks_or_listens_nothing_happens(tmp_path: Path) -> None:
    for place in ({}, {"NOTIFY_SOCKET": "nonsense"}, {"NOTIFY_SOCKET": str(tmp_path / "gone")}):
        supervisor = Supervisor({"WATCHDOG_USEC": "1000", **place})
        supervisor.ready("idle")
        supervisor.turned()
        supervisor.stopping()


def test_a_secret_that_systemd_hands_over_is_taken_instead_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "dice.key").write_bytes(b"k" * 16)
    (given / "dice.key").chmod(0o440)  # an access list of systemd shows as a mode for the group
    (given / "terminal-1.key_secret.json").write_bytes(b"none")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    assert read_secret(tmp_path / "dice.key", 16) == b"k" * 16
    assert handed_over(tmp_path / "terminal-1.key_secret.json") == tmp_path / "terminal-1.key_secret.json"
    assert handed_over(tmp_path / "other.key") == tmp_path / "other.key"
