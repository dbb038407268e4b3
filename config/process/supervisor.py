"""What a process tells systemd: that it is ready, what it is at, and that its loop still turns.

Ten lines over a datagram socket (`sd_notify(3)`), so no library. Where nobody supervises (no NOTIFY_SOCKET), nothing
is said. `turned` belongs into the loop itself: a loop that is stuck says it no more and is killed and started again; a
loop that idles turns, and lives.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

SHARE = 3
"""So often in its time the watchdog is fed: two words may be late, not three."""
LONGEST_STATUS = 200


class Supervisor:
    """The line to systemd. Nothing here waits or fails: who cannot be told is not told."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self.pause = _watchdog_seconds(environment) / SHARE
        """Seconds between two words to the watchdog; 0 where there is none."""
        self._next = 0.0
        self._status = ""

    def ready(self, status: str) -> None:
        """The start is over: whoever is started after us may come."""
        self._say(f"READY=1\nSTATUS={_line(status)}")

    def status(self, status: str) -> None:
        """What `systemctl status` shows of us; said when it changes."""
        if status != self._status:
            self._status = status
            self._say(f"STATUS={_line(status)}")

    def turned(self) -> None:
        """The loop has come round. As often as one likes: the watchdog hears of it as often as it needs."""
        if self.pause and time.monotonic() >= self._next:
            self._next = time.monotonic() + self.pause
            self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """We end because we were told to."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
            line.sendto(words.encode(), self._address)


class EndsWithItsTurn(Protocol):
    """A loop that looks at this between two turns."""

    stopping: bool


def end_at_signal(loop: EndsWithItsTurn) -> None:
    """From now on SIGTERM and SIGINT let this loop end."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: setattr(loop, "stopping", True))


def supervised(run: Callable[[Callable[[], None]], None], status: str) -> None:
    """Run a loop, which says when it has come round, from a start that is over to the end it was told to make."""
    supervisor = Supervisor()
    supervisor.ready(status)
    run(supervisor.turned)
    supervisor.stopping()


def _address(said: str) -> str:
    """A path, or an abstract name, which systemd writes with @ in front."""
    if said.startswith("@"):
        return "\0" + said[1:]
    return said if said.startswith("/") else ""


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Set for this very process, or 0: a variable inherited from a parent is not for us."""
    try:
        for_whom = int(environment.get("WATCHDOG_PID") or os.getpid())
        microseconds = int(environment.get("WATCHDOG_USEC") or 0)
    except ValueError:
        return 0.0
    return microseconds / 1e6 if for_whom == os.getpid() and microseconds > 0 else 0.0


def _line(text: str) -> str:
    return text.replace("\n", " ")[:LONGEST_STATUS]
