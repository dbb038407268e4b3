"""An emulated serial unit as a process: a pty for its line, a socket for its orders, one loop."""

import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from drivers.common.stopping import StopSignal
from tools.emulators.common.cable import Cable
from tools.emulators.common.control import Answer, ControlServer
from tools.emulators.common.orders import BadOrder, seconds
from tools.emulators.common.reports import FOREVER

LOOK_FOR_HOST = 0.01
"""Seconds between looks whether somebody has opened the port: a hung-up pty cannot be waited on."""
LONGEST_WAIT = 1.0


class SerialUnit(Protocol):
    """What the loop asks of a unit."""

    def hear(self, data: bytes, now: float) -> None:
        """Take in bytes from the host."""

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""

    def next_time(self) -> float:
        """When `tick` next has something to do."""

    def host_left(self) -> None:
        """Nobody has the port open any more."""


Follow = Callable[[list[str], float], None]
"""Follow an order now, or BadOrder."""
Describe = Callable[[float], dict[str, Any]]
"""The unit at a glance, for `show`."""


class Emulator:
    """The loop: the host, the orders and the clock."""

    def __init__(self, unit: SerialUnit, follow: Follow, describe: Describe, link: Path, control: Path) -> None:
        self._unit, self._follow, self._describe = unit, follow, describe
        self._server = ControlServer(control)
        self._cable = Cable(link)
        self._plug_at = FOREVER
        self._stop = StopSignal()

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        try:
            while not self._stop.set:
                self.turn()
        finally:
            self._cable.unplug()
            self._server.close()

    def turn(self) -> None:
        """Wait for the host, an order or the clock, and deal with what came."""
        present = self._cable.host_is_there()
        self._wait(present)
        now = time.monotonic()
        if now >= self._plug_at:
            self._plug_at = FOREVER
            self._cable.plug()
        self._unit.hear(self._cable.read(), now)
        self._server.turn(self._obey)
        now = time.monotonic()
        out = self._unit.tick(now)
        if self._cable.host_is_there():
            self._cable.write(out)
        else:
            self._unit.host_left()

    def _wait(self, present: bool) -> None:
        now = time.monotonic()
        pause = min(self._unit.next_time() - now, self._plug_at - now, LONGEST_WAIT if present else LOOK_FOR_HOST)
        watched = [self._stop.fileno(), *self._server.filenos(), *([self._cable.fileno()] if present else [])]
        select.select(watched, [], [], max(0.0, pause))

    def _obey(self, words: list[str]) -> Answer:
        now = time.monotonic()
        try:
            if words[:1] == ["show"]:
                return {"ok": True, **self._describe(now)}
            if words[:1] == ["unplug"]:
                self._plug_at = now + seconds(words[1:])
                self._cable.unplug()
            else:
                self._follow(words, now)
        except BadOrder as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True}


def emulate(name: str, unit: SerialUnit, follow: Follow, describe: Describe, link: Path, control: Path) -> int:
    """Be this unit until SIGTERM or SIGINT."""
    emulator = Emulator(unit, follow, describe, link, control)
    print(f"emulated {name} at {link}, orders at {control}", flush=True)
    emulator.run()
    return 0
