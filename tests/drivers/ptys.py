"""A pty, opened as a host opens a serial port."""

import fcntl
import os
import tty
from pathlib import Path


def open_alone(path: Path) -> int:
    """For this process alone, as drivers open theirs. An emulator that was killed leaves its link, the next pty of the
    machine gets that number, and a driver that still looks for the dead one would read what is said here."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
    tty.setraw(port)
    return port
