"""Subscriptions without end, pings among messages that nobody read, connections without end: real processes stay."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zmq

from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from tests.drivers.machines import PATIENCE, eventually, running
from tests.server.cabinets import CabinetOfProcesses, Listener
from tests.server.raw_peers import Raw, frame, ping, subscribe

MEGABYTE = 1024 * 1024
SUBSCRIBED = 22 * MEGABYTE
TOPIC = 15_000
GROWN_AT_MOST = 24 * MEGABYTE
FEW_DESCRIPTORS = 400
FLOODS = 12


@pytest.fixture
def cabinet(tmp_path: Path) -> Iterator[CabinetOfProcesses]:
    with CabinetOfProcesses(tmp_path, seats=8, bet_time=600).playing() as cabinet:
        yield cabinet


@pytest.fixture
def reached(tmp_path: Path) -> Iterator[CabinetOfProcesses]:
    """A cabinet that peers elsewhere can reach."""
    with CabinetOfProcesses(tmp_path, seats=8, bet_time=600, remote=True).playing() as cabinet:
        yield cabinet


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def pid_of(cabinet: CabinetOfProcesses) -> int:
    assert cabinet.process is not None
    assert cabinet.process.poll() is None, cabinet.log.read_text()[-1000:]
    return cabinet.process.pid


def counted(cabinet: CabinetOfProcesses, name: str) -> int:
    status = cabinet.status()
    assert status is not None
    return int(status["counters"].get(name, 0))


def plays(cabinet: CabinetOfProcesses, seat: int) -> bool:
    """Whether a player is served."""
    cabinet.station().credit(seat, 10_000)
    return bool(cabinet.terminal(seat).place("field", 100)["ok"])


def subscriber(endpoint: str, keys: dict[str, str] | None = None) -> "zmq.Socket[bytes]":
    found: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.SUB)
    for option, value in ((zmq.LINGER, 0), (zmq.SNDHWM, 0)):
        found.setsockopt(option, value)
    if keys is not None:
        found.setsockopt_string(zmq.CURVE_SERVERKEY, keys["controller"])
        found.setsockopt_string(zmq.CURVE_PUBLICKEY, keys["public"])
        found.setsockopt_string(zmq.CURVE_SECRETKEY, keys["secret"])
    found.connect(endpoint)
    return found


def most_memory(pid: int, seconds: float) -> int:
    """Of a process, while it is looked at."""
    until, most = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        most = max(most, resident(pid))
        time.sleep(0.05)
    return most


# ---- subscriptions ----


def test_what_a_local_listener_subscribes_to_costs_the_controller_nothing(cabinet: CabinetOfProcesses) -> None:
    before = resident(pid_of(cabinet))
    listener = cabinet.listener()
    with subscriber(broadcasts_endpoint(cabinet.run)) as greedy:
        for number in range(SUBSCRIBED // TOPIC):
            greedy.setsockopt(zmq.SUBSCRIBE, b"%d" % number + os.urandom(TOPIC))
        assert most_memory(pid_of(cabinet), 3.0) - before < GROWN_AT_MOST
    listener.unheard.clear()
    last = listener.hear("table")["seq"]
    assert listener.hear("table")["seq"] > last


def test_short_subscriptions_without_end_cost_nothing_and_their_sender_is_let_go(cabinet: CabinetOfProcesses) -> None:
    before = resident(pid_of(cabinet))
    for number in range(4):
        with Raw(broadcasts_endpoint(cabinet.run), b"SUB").come_in() as greedy:
            with suppress(OSError):
                for at in range(2000):
                    greedy.socket.sendall(subscribe(b"%d/%d" % (number, at) + os.urandom(90)))
            assert greedy.is_closed()
    assert resident(pid_of(cabinet)) - before < GROWN_AT_MOST
    eventually(lambda: counted(cabinet, "let_go.bad_peer") >= 4, "all are counted")


def test_what_a_key_subscribes_to_costs_the_controller_nothing_and_others_hear_on(reached: CabinetOfProcesses) -> None:
    before = resident(pid_of(reached))
    listener = reached.keep(Listener(reached.broadcasts, reached.key("good", "display")))
    last = listener.hear("table")["seq"]
    with subscriber(reached.broadcasts, reached.key("greedy", "display")) as greedy:
        greedy.setsockopt(zmq.SUBSCRIBE, b"")
        assert greedy.poll(20_000)
        for number in range(SUBSCRIBED // TOPIC):
            greedy.setsockopt(zmq.SUBSCRIBE, b"%d" % number + os.urandom(TOPIC))
        for number in range(3000):
            greedy.setsockopt(zmq.SUBSCRIBE, b"%d" % number + os.urandom(20))
        assert most_memory(pid_of(reached), 3.0) - before < GROWN_AT_MOST
    assert plays(reached, 1)
    while listener.hear("table")["seq"] < last + 3:
        pass


# ---- pings ----

PING_AND_VANISH = """
import os, sys, time
import zmq
socket = zmq.Context().socket(zmq.DEALER)
for option, value in ((zmq.SNDHWM, 0), (zmq.HEARTBEAT_IVL, 1), (zmq.HEARTBEAT_TIMEOUT, 60000)):
    socket.setsockopt(option, value)
if len(sys.argv) > 2:
    for option, value in zip((zmq.CURVE_SERVERKEY, zmq.CURVE_PUBLICKEY, zmq.CURVE_SECRETKEY), sys.argv[2:]):
        socket.setsockopt_string(option, value)
socket.connect(sys.argv[1])
until = time.monotonic() + 2
while time.monotonic() < until:
    for _ in range(50):
        socket.send(b"x" * 100)
    time.sleep(0.0005)
os._exit(0)
"""


def ping_and_vanish(endpoint: str, keys: dict[str, str] | None = None) -> None:
    words = [] if keys is None else [keys["controller"], keys["public"], keys["secret"]]
    subprocess.run([sys.executable, "-c", PING_AND_VANISH, endpoint, *words], check=True, timeout=PATIENCE)


def flood_with_pings(path: str) -> None:
    """As fast as it goes, until the other end does not read any more; then the end, with all of it unread."""
    with Raw(path).come_in() as peer:
        peer.socket.setblocking(False)
        said = (frame(b"x" * 20) * 3 + ping(b"abc")) * 20_000
        with suppress(OSError):
            while said:
                said = said[peer.socket.send(said) :]


@pytest.mark.parametrize("role", ["terminal", "console", "dice"])
def test_pings_among_messages_that_nobody_read_end_nothing(cabinet: CabinetOfProcesses, role: str) -> None:
    for _ in range(FLOODS):
        flood_with_pings(commands_endpoint(cabinet.run, role))
    ping_and_vanish(commands_endpoint(cabinet.run, role))
    assert plays(cabinet, 2)
    pid_of(cabinet)


def test_pings_end_no_records_process(cabinet: CabinetOfProcesses, tmp_path: Path) -> None:
    with running("records", "--config", cabinet.config, log=tmp_path / "records.log") as records:
        path = commands_endpoint(cabinet.run / "answers", "terminal")
        eventually(Path(path.removeprefix("ipc://")).is_socket, "records are there")
        for _ in range(FLOODS):
            flood_with_pings(path)
        ping_and_vanish(path)
        with Raw(path).come_in() as asker:
            asker.socket.sendall(frame(b'{"kind": "help_wanted"}'))
            assert b'"help"' in asker.frame()[1]
        assert records.poll() is None


def test_pings_by_a_key_do_not_reach_the_controller(reached: CabinetOfProcesses) -> None:
    """Whatever becomes of the edge, the table plays on, and the edge is there again for others."""
    keys = reached.key("pings", "terminal", 3)
    for _ in range(2):
        ping_and_vanish(reached.commands, keys)
    assert plays(reached, 2)
    pid_of(reached)


# ---- connections ----


def connect_many(make: Any, times: int) -> list[socket.socket]:
    found = []
    for _ in range(times):
        one: socket.socket = make()
        found.append(one)
    return found


def test_connections_without_end_leave_the_controller_its_descriptors(cabinet: CabinetOfProcesses) -> None:
    pid = pid_of(cabinet)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (FEW_DESCRIPTORS, FEW_DESCRIPTORS))
    path = commands_endpoint(cabinet.run, "display").removeprefix("ipc://")

    def silent() -> socket.socket:
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        found.settimeout(5)
        with suppress(OSError):
            found.connect(path)
        return found

    held = connect_many(silent, 2 * FEW_DESCRIPTORS)
    try:
        time.sleep(1)
        assert len(list(Path(f"/proc/{pid}/fd").iterdir())) <= FEW_DESCRIPTORS
        assert cabinet.process is not None
        assert cabinet.process.poll() is None, cabinet.log.read_text()[-1000:]
    finally:
        for one in held:
            one.close()
    eventually(lambda: cabinet.status() is not None, "it answers")
    assert plays(cabinet, 1)
