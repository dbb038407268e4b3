"""What any user of the machine does at the pages of terminal and service menu, and at the figures of records."""

import socket
from collections.abc import Callable
from contextlib import suppress

from tests.faults.soak.machine import Machine, Visitor
from tests.faults.soak.visitors import Bytes, Crowd, silent

MALFORMED = (
    b"\0\0\0\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: {here}\r\n\r\n",
    b"GET /" + b"a/" * 2000 + b" HTTP/1.1\r\nHost: {here}\r\n\r\n",
    b"POST /ws HTTP/1.1\r\nHost: {here}\r\nContent-Length: 18446744073709551616\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {here}\r\nHost: evil\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {here}\r\nX: " + b"y" * 9000 + b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)
HALF = b"GET / HTTP/1.1\r\nHost: {here}\r\nX-Half:"
HALVES = 100
ALIASES = 200
STRANGE_HOSTS = ("evil.example", "127.0.0.1", "localhost:1", "[::1]", "127.0.0.1.evil.example", "")


def _port(machine: Machine) -> int:
    return machine.chance.choice((*machine.pages.values(), machine.cabinet.metrics_port))


def _caller(port: int, said: bytes, judge: Callable[[bytes], None]) -> Bytes | None:
    with suppress(OSError):
        one = socket.create_connection(("127.0.0.1", port), timeout=0.5)
        return Bytes(one, said.replace(b"{here}", b"127.0.0.1:%d" % port), judge)
    return None


def _statuses(heard: bytes) -> set[bytes]:
    return {part[:3] for part in heard.split(b"HTTP/1.1 ")[1:]}


def _no_failure(heard: bytes) -> None:
    assert b"500" not in _statuses(heard), heard[:500]


def _nothing_served(heard: bytes) -> None:
    assert not _statuses(heard) & {b"200", b"101", b"500"}, heard[:500]


def malformed_http(machine: Machine) -> Visitor:
    port = _port(machine)
    return Crowd(one for said in MALFORMED if (one := _caller(port, said, _no_failure)))


def half_requests(machine: Machine) -> Visitor:
    port = _port(machine)
    said = HALF.replace(b"{here}", b"127.0.0.1:%d" % port)
    found = (silent(f"tcp://127.0.0.1:{port}") for _ in range(HALVES))
    return Crowd(Bytes(one, said, _no_failure) for one in found if one is not None)


def unknown_hosts(machine: Machine) -> Visitor:
    port = _port(machine)
    requests = (
        f"GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\nGET / HTTP/1.1\r\nHost: {host}\r\n\r\n" for host in STRANGE_HOSTS
    )
    return Crowd(one for said in requests if (one := _caller(port, said.encode(), _nothing_served)))


def aliases(machine: Machine) -> Visitor | None:
    """Other names of one file: none is served, none is kept."""
    port = machine.chance.choice(tuple(machine.pages.values()))
    said = b"".join(b"GET /x%d%%2f..%%2fmain.js HTTP/1.1\r\nHost: {here}\r\n\r\n" % n for n in range(ALIASES))
    return _caller(port, said, _nothing_served)


def another_page(machine: Machine) -> Visitor | None:
    """A page from elsewhere, in a browser of this machine, asks for a line."""
    port = machine.chance.choice(tuple(machine.pages.values()))
    said = (
        b"GET /ws HTTP/1.1\r\nHost: {here}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return _caller(port, said, _nothing_served)
