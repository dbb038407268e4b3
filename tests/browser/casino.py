"""The casino's line of a cabinet in a browser: whoever speaks here is its driver, and orders what a host would."""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zmq

from controller.protocol.devices.sas import (
    SasDriverHere,
    SasLink,
    SasOrdered,
    SasProgressives,
    SasTaken,
    SasTransferWanted,
)
from controller.protocol.message import Message, encode

ADDRESSES = (
    "\n[[sas]]\naddress = 1\nseat = 1\ncontrols = ['play', 'transfers']\nasset = 7001\n[[sas]]\naddress = 2\nseat = 2\n"
)
"""For `cabinet.toml`."""
BREATHES = 0.5
"""Seconds between two words that say the line is there."""
COUNTS = {"polls": 90_210, "answers": 90_204, "repeated": 3, "busy": 1, "bad_crc": 2, "unknown": 14, "broken": 1}


class CasinosLine(threading.Thread):
    """Says what it is told to, and twice a second how the line is."""

    def __init__(self, run: Path, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        super().__init__(daemon=True)
        self._run, self._context = run, context
        self._words: queue.Queue[Message | None] = queue.Queue()
        self._numbers = 0
        self._links: dict[int, dict[str, Any]] = {
            address: {**COUNTS, "loop": True, "linked": address == 1, "last_poll": poll}
            for address, poll in ((1, "812f"), (2, "82"))
        }

    def run(self) -> None:
        with self._context.socket(zmq.DEALER) as socket:
            socket.setsockopt(zmq.LINGER, 0)
            socket.connect(f"ipc://{self._run}/sas/commands")
            socket.send(encode(SasDriverHere(line="emulated:/tmp/line", emulated=True)))
            while True:
                try:
                    word = self._words.get(timeout=BREATHES)
                    if word is None:
                        return
                    socket.send(encode(word))
                except queue.Empty:
                    for address, told in self._links.items():
                        socket.send(encode(SasLink(address=address, **told)))

    def is_now(self, **told: Any) -> None:
        """How the line is, at every address."""
        self._links = {address: {**before, **told} for address, before in self._links.items()}

    def takes(self, address: int, most: int = 40) -> None:
        """The host has acknowledged all that waits."""
        for number in range(1, most + 1):
            self._words.put(SasTaken(address=address, number=number))

    def orders(self, address: int, order: str) -> None:
        """What a host would."""
        self._numbers += 1
        self._words.put(SasOrdered(address=address, number=self._numbers, order=order))  # type: ignore[arg-type]

    def sends_money(self, address: int, amount: int) -> None:
        """A transfer onto its seat."""
        self._numbers += 1
        fields: dict[str, Any] = {
            "code": 0,
            "way": 0,
            "other": 0,
            "flags": 0,
            "asset": 7001,
            "key": "00" * 20,
            "lock": 0,
        }
        self._words.put(
            SasTransferWanted(address=address, ask=self._numbers, amount=amount, name=f"{self._numbers:02x}", **fields)
        )

    def progressives(self, **levels: int) -> None:
        """What they stand at: `level_1=12345`."""
        self._words.put(SasProgressives(levels={int(name[6:]): amount for name, amount in levels.items()}))

    def ends(self) -> None:
        self._words.put(None)
        self.join()


@contextmanager
def casinos_line(run: Path) -> Iterator[CasinosLine]:
    with zmq.Context() as context:
        line = CasinosLine(run, context)
        line.start()
        try:
            yield line
        finally:
            line.ends()
