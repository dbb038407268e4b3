"""The page of metrics bears callers who never come to an end: they cost it a thread each, and there are few."""

import socket
import threading
import urllib.request

import pytest

from controller.records.figures.metrics_server import MOST_READERS, MetricsServer
from tests.drivers.machines import PATIENCE, eventually
from tests.ports import free_port


def test_half_requests_without_end_keep_nobody_out_and_are_let_go(capfd: pytest.CaptureFixture[str]) -> None:
    before, port = threading.active_count(), free_port()
    server = MetricsServer(port)
    halves = []
    try:
        for _ in range(20 * MOST_READERS):
            halves.append(socket.create_connection(("127.0.0.1", port), PATIENCE))
            halves[-1].sendall(b"GET /metrics HTTP/1.1\r\nHost: 127")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
            assert b"boxcars_up" in answer.read()
        eventually(lambda: threading.active_count() <= before + 1 + MOST_READERS, "few threads are left")
    finally:
        for half in halves:
            half.close()
        server.close()
    eventually(lambda: threading.active_count() <= before, "no thread is left")
    assert "Traceback" not in "".join(capfd.readouterr())


def test_who_leaves_in_the_middle_is_no_news(capfd: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    server = MetricsServer(port)
    try:
        for said in (b"\0\0\r\n\r\n", b"GET /metrics HTTP/1.0\r\nHost: x\r\n\r\n", b"GET " + b"x" * 70_000):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as caller:
                caller.sendall(said)
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
            assert answer.status == 200
    finally:
        server.close()
    assert "Traceback" not in "".join(capfd.readouterr())
