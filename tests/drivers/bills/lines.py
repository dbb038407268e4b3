"""The two lines that a host talks over: a clock that only the test moves, and a pty with a process behind it."""

import os
import select
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.drivers.ptys import open_alone
from tools.emulators.bills.acceptor import Acceptor
from tools.emulators.bills.cctalk.unit import Validator
from tools.emulators.bills.commands import PROTOCOLS, VERSION
from tools.emulators.bills.id003.unit import Id003
from tools.emulators.bills.memory import Shelf
from tools.emulators.bills.orders import describe, follow
from tools.emulators.bills.paper import read_data_set
from tools.emulators.bills.path import REAL
from tools.emulators.common.control import order

NOTES = "US:1,2,5,10,20,50,100"
PATIENCE = 60.0
"""Seconds for an answer on a pty: a bound on a hang, beside whatever else the machine has to do."""


class Clock:
    """An acceptor in this process, on simulated time."""

    def __init__(self, protocol: str, memory: Path | None = None) -> None:
        self.now = 100.0
        shelf, notes = Shelf(memory), read_data_set(NOTES)
        self.unit: Acceptor = (
            Validator(shelf, notes, REAL, self.now, 3001, Random(1))
            if protocol == "cctalk"
            else Id003(shelf, notes, REAL, self.now, VERSION, Random(1))
        )
        self._orders = PROTOCOLS[protocol]

    def exchange(self, frame: bytes, _: Callable[[bytes], bool]) -> bytes:
        self.unit.hear(frame, self.now)
        return self.unit.tick(self.now)

    def pause(self) -> None:
        self.wait(0.1)

    def wait(self, seconds: float) -> bytes:
        """Let so much time pass, to each thing that the acceptor has to do; what it says meanwhile."""
        end, heard = self.now + seconds, b""
        while self.now < end:
            self.now = min(max(self.unit.next_time(), self.now + 0.001), end)
            heard += self.unit.tick(self.now)
        return heard

    def order(self, words: str) -> dict[str, Any]:
        if words == "show":
            return describe(self.unit, self.now)
        follow(self._orders, self.unit, words.split(), self.now)
        return {}


class Port:
    """The pty, opened as a host opens a serial port."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._port = open_alone(path)

    def exchange(self, frame: bytes, heard_enough: Callable[[bytes], bool]) -> bytes:
        os.write(self._port, frame)
        heard, end = b"", time.monotonic() + PATIENCE
        while not heard_enough(heard) and select.select([self._port], [], [], max(0.0, end - time.monotonic()))[0]:
            heard += os.read(self._port, 4096)
        return heard

    def pause(self) -> None:
        time.sleep(0.005)

    def order(self, words: str) -> dict[str, Any]:
        answer = order(self._path.with_name(self._path.name + ".control"), words.split())
        assert answer.pop("ok"), answer
        return answer

    def close(self) -> None:
        os.close(self._port)
