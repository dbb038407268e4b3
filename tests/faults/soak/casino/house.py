"""The seats that are on the casino's line: their settings, their devices, and the hands of whoever plays there."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.emulators.common.control import NoEmulator, order

SEATS = 2
"""Behind those of the other players. The first has an acceptor and a printer, the second neither."""
ADDRESSES = (1, 5)
"""With addresses between them that are nobody's."""
ASSETS = {1: 7001, 5: 7005}
VERSION, PRINTER, NOTES = "SOAK-003", 3100, (100, 200, 500)
TAKEN_AFTER = 0.3
"""Seconds that a ticket hangs at the bezel."""
COPIES = 0.1
"""How many of the papers that are put in may be copies."""
CABINET = """
[[cash]]
seat = {first}
notes = [100, 200, 500]
ticket_limit = 100000
authority = "sas"

[[sas]]
address = 1
seat = {first}
asset = 7001
controls = ["play", "bills", "clock", "hand_pays", "tickets", "transfers"]

[[sas]]
address = 5
seat = {second}
asset = 7005
controls = ["play", "bills", "clock", "transfers"]
cash_outs = true
cash_out_s = 2
"""
DRIVERS = """
[sas]
endpoint = "ipc://{run}/sas/commands"
line = "emulated:{run}/casino"

[[bills]]
seat = {first}
endpoint = "ipc://{run}/bills/commands"
port = "{place}/bills"
protocol = "id003"
country = "US"
notes = [100, 200, 500]
version = "SOAK-003"

[[tickets]]
seat = {first}
endpoint = "ipc://{run}/tickets/commands"
port = "{place}/tickets"
serial = 3100

[ticket_texts]
house = "H"
place = "P"
asset = "A"
sign = "$"
one = "dollar"
many = "dollars"
"""
NUMBER = re.compile(r"number=([0-9-]+)")


class House:
    """Where it lies."""

    def __init__(self, place: Path, run: Path, seats: int) -> None:
        """`seats`: how many there are before ours."""
        self._place, self._run = place, run
        self.first, self.second = seats + 1, seats + 2
        self.seats = {1: self.first, 5: self.second}
        """By address."""
        self.line = run / "casino"

    def cabinet(self) -> str:
        """More of `cabinet.toml`."""
        return CABINET.format(first=self.first, second=self.second)

    def drivers(self) -> str:
        """More of `drivers.toml`."""
        return DRIVERS.format(first=self.first, run=self._run, place=self._place)

    def processes(self, settings: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
        """Units and drivers."""
        place = self._place
        bills = ("--protocol", "id003", "--version", VERSION, "--notes", "US:1,2,5")
        papers = ("--papers", place / "papers", "--serial", PRINTER, "--take", TAKEN_AFTER)
        yield "acceptor", ("bills", "emulate", "--link", place / "bills", "--fast", *bills)
        yield "printer", ("tickets", "emulate", "--link", place / "tickets", "--fast", *papers)
        for name, driver in (("bills", "bills-driver"), ("tickets", "tickets-driver"), ("sas", "sas-driver")):
            yield driver, (name, "drive", "--config", settings)

    def put_something_in(self, chance: random.Random) -> None:
        """A ticket that somebody has in the hand, or now and then a copy of one that came in; else a note."""
        shown = self._order("show")
        if shown.get("stage") != "empty" or shown.get("paper") is not None:
            return
        copies = chance.random() < COPIES
        hand = [number for number in self._papers() if copies or number not in shown["box"]]
        words = f"ticket {chance.choice(hand)}" if hand else f"note {chance.choice(NOTES) // 100}"
        self._order(*words.split())

    def _papers(self) -> list[str]:
        with suppress(FileNotFoundError):
            printed = (self._place / "papers" / "prints.txt").read_text(encoding="utf-8")
            return [number.replace("-", "") for number in NUMBER.findall(printed)]
        return []

    def _order(self, *words: str) -> dict[str, Any]:
        with suppress(NoEmulator, OSError, ValueError):
            return order(self._place / "bills.control", list(words))
        return {}
