"""Ports for tests: free, below those that the system gives to whoever asks for any.

Each process of tests has a share of its own, also beside other runs on the same machine, and goes through it in turn:
a port that was given a moment ago is not given again, though nobody may listen there yet.
"""

import fcntl
import os
import socket
import tempfile
from functools import cache
from pathlib import Path

FIRST, LAST = 20_000, 32_000
SHARE = 240
_next = 0


def free_port() -> int:
    """A loopback port that nobody has."""
    return free_ports(1)


def free_ports(many: int) -> int:
    """The first of so many free ports in a row."""
    global _next
    begin = _begin_of_share(os.getpid())
    for _ in range(SHARE):
        at = _next if _next + many <= SHARE else 0
        _next = at + many
        if all(_is_free(port) for port in range(begin + at, begin + at + many)):
            return begin + at
    raise AssertionError(f"no {many} free ports in a row from {begin} on")


@cache
def _begin_of_share(_process: int) -> int:
    """The first share that no process holds; it is ours until this process ends."""
    folder = Path(tempfile.gettempdir()) / f"boxcars-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for begin in range(LAST - SHARE, FIRST - 1, -SHARE):
        held = os.open(folder / str(begin), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
        else:
            return begin
    raise AssertionError("every share of the ports is in use")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
