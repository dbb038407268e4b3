"""The edge may die, be flooded and be starved: peers elsewhere come back, and the table does not notice."""

import re
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import zmq

from controller.edge.admission import Connected, connected, shut_down, too_many
from tests.drivers.machines import boxcars, end, eventually, running
from tests.server.cabinets import CabinetOfProcesses, Listener, Terminal

FEW = 6
"""Connections of one address, in these tests."""


@pytest.fixture
def cabinet(tmp_path: Path) -> Iterator[CabinetOfProcesses]:
    """Without its edge, which each test starts and ends as it likes."""
    cabinet = CabinetOfProcesses(tmp_path, bet_time=600, remote=True)
    text = cabinet.config.read_text()
    cabinet.config.write_text(text.replace("[remote]\n", f"[remote]\nconnections_of_an_address = {FEW}\n"))
    cabinet.remote = False
    with cabinet.playing():
        yield cabinet


def log_of(cabinet: CabinetOfProcesses) -> Path:
    return cabinet.place / "edge.log"


def counted(cabinet: CabinetOfProcesses, name: str) -> int:
    status = cabinet.status()
    assert status is not None
    return int(status["counters"].get(name, 0))


def test_the_edge_dies_again_and_again_and_terminals_come_back_while_the_cabinet_plays(
    cabinet: CabinetOfProcesses,
) -> None:
    keys = cabinet.key("far", "terminal", 1)
    here = cabinet.terminal(2)
    cabinet.station().credit(1, 10_000)
    cabinet.station().credit(2, 10_000)
    far = cabinet.keep(Terminal(cabinet.commands, 1, keys))
    listener = cabinet.keep(Listener(cabinet.broadcasts, keys))
    for _ in range(3):
        with running("edge", "--config", cabinet.config, log=log_of(cabinet)) as edge:
            eventually(lambda: said_hello(far), "the terminal is welcomed")
            assert far.place("field", 100)["ok"]
            listener.unheard.clear()
            listener.hear("table")
            end(edge, signal.SIGKILL)
        eventually(lambda: said_hello(here), "the terminal on the cabinet is served")
        assert here.place("field", 100)["ok"]
    assert cabinet.status() is not None


def said_hello(terminal: Terminal) -> bool:
    """Asked again, as terminals do: what was said to an edge that died is lost."""
    terminal.unheard.clear()
    with suppress(TimeoutError, zmq.Again):
        terminal.say(kind="hello", seat=terminal.seat, software="test")
        terminal.last_id = terminal.hear("welcome", patience=0.5)["last_id"]
        return True
    return False


def test_the_controller_goes_and_comes_and_the_edge_finds_it_again(cabinet: CabinetOfProcesses) -> None:
    far = cabinet.keep(Terminal(cabinet.commands, 1, cabinet.key("far", "terminal", 1)))
    with running("edge", "--config", cabinet.config, log=log_of(cabinet)):
        eventually(lambda: said_hello(far), "the terminal is welcomed")
        cabinet.kill()
        with cabinet.controller():
            eventually(lambda: said_hello(far), "the terminal is welcomed again")


def test_connections_without_a_key_are_few_and_short_and_counted(cabinet: CabinetOfProcesses) -> None:
    with running("edge", "--config", cabinet.config, log=log_of(cabinet)) as edge:
        far = cabinet.keep(Terminal(cabinet.commands, 1, cabinet.key("far", "terminal", 1)))
        eventually(lambda: said_hello(far), "the terminal is welcomed")
        host, _, port = cabinet.commands.removeprefix("tcp://").rpartition(":")
        held = [socket.create_connection((host, int(port)), 20) for _ in range(200)]
        try:
            eventually(lambda: len(connected(frozenset((int(port),)))) <= FEW, "they are cut")
            eventually(lambda: counted(cabinet, "let_go.too_many_connections") >= 1, "it is counted")
            assert edge.poll() is None
        finally:
            for one in held:
                one.close()
        eventually(lambda: said_hello(far), "the terminal, which was there first, is served")
    assert len(re.findall("too many connections", log_of(cabinet).read_text())) < 5


def test_a_strangers_key_is_counted_and_logged_within_a_bound(cabinet: CabinetOfProcesses) -> None:
    strange = {**cabinet.key("gone", "terminal", 1)}
    cabinet.do("keys", "revoke", "gone", "--keys", cabinet.place / "keys")
    with running("edge", "--config", cabinet.config, log=log_of(cabinet)):
        for _ in range(5):
            stranger = cabinet.keep(Terminal(cabinet.commands, 1, strange))
            stranger.say(kind="hello", seat=1, software="test")
        eventually(lambda: counted(cabinet, "let_go.key_refused") >= 5, "each is counted")
    assert log_of(cabinet).read_text().count("key refused") == 1


def test_one_key_holds_connections_from_three_addresses_at_a_time(cabinet: CabinetOfProcesses) -> None:
    keys = cabinet.key("spread", "terminal", 1)
    port = cabinet.commands.rpartition(":")[2]

    def terminal_at(number: int) -> Terminal:
        terminal = cabinet.keep(Terminal(f"tcp://127.0.0.{number}:0;127.0.0.1:{port}", 1, keys))
        terminal.socket.setsockopt(zmq.SNDTIMEO, 500)  # who was refused cannot send
        return terminal

    with running("edge", "--config", cabinet.config, log=log_of(cabinet)):
        held = []
        for number in (11, 12, 13):
            held.append(terminal_at(number))
            eventually(partial(said_hello, held[-1]), "three are welcomed")
        terminal_at(14)
        eventually(lambda: counted(cabinet, "let_go.too_many_connections") >= 1, "the fourth is counted")
        held[0].close()
        eventually(lambda: said_hello(terminal_at(14)), "there is room again")


def test_an_edge_where_nobody_may_come_from_elsewhere_says_so(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    refused = boxcars("edge", "--config", cabinet.config)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "there is no [remote]" in refused.stderr


def test_of_an_address_the_oldest_connections_stay() -> None:
    found = [Connected("192.0.2.1", inode) for inode in (9, 3, 7)] + [Connected("192.0.2.2", 8)]
    assert too_many(found, 2, 100) == [Connected("192.0.2.1", 9)]
    assert [one.inode for one in too_many(found, 5, 2)] == [8, 9]
    assert too_many([Connected("192.0.2.1", 0)] * 9, 1, 1) == []


def test_only_what_is_named_is_shut_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        first, second = (socket.create_connection(("127.0.0.1", port), 20) for _ in range(2))
        ours = [server.accept()[0] for _ in range(2)]
        found = sorted(connected(frozenset((port,))), key=lambda one: one.inode)
        assert [one.address for one in found] == ["127.0.0.1"] * 2
        shut_down(found[:1])
        assert first.recv(1) == b""
        second.settimeout(0.2)
        with pytest.raises(TimeoutError):
            second.recv(1)
        for one in (first, second, *ours):
            one.close()
