"""Ports for tests: free, below those that the system gives to whoever asks for any; each worker has its own share."""

import os
import random
import re
import socket

FIRST, LAST = 20_000, 32_000
WORKERS = 4
"""Of a session of tests; each has a share of its own, and one more begins again with the first share."""
JOBS = 3
"""Sessions side by side, by `PORTS_OF_JOB` (tests/__main__.py)."""


def free_port() -> int:
    """A loopback port that nobody has."""
    return free_ports(1)


def free_ports(many: int) -> int:
    """The first of so many free ports in a row."""
    share = (LAST - FIRST) // (WORKERS * JOBS)
    begin = FIRST + (int(os.environ.get("PORTS_OF_JOB", 0)) % JOBS * WORKERS + _worker() % WORKERS) * share
    for _ in range(100):
        first = random.SystemRandom().randrange(begin, begin + share - many)
        if all(_is_free(port) for port in range(first, first + many)):
            return first
    raise AssertionError("a hundred places, and everywhere somebody")


def _worker() -> int:
    """Which of the workers of pytest-xdist this is."""
    found = re.search(r"\d+$", os.environ.get("PYTEST_XDIST_WORKER", ""))
    return 0 if found is None else int(found[0])


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
