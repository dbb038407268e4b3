"""A person's wallet beside the demo cabinet: notes without end, the tickets that were taken, and two hands.

Nothing is kept here. Which tickets a person holds follows from what the printers have printed and what lies in the
acceptors, so it is so after any restart and cut.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools.demo.cash import BILLS, NOTES, TICKETS, SeatCash, papers
from tools.emulators.common.control import NoEmulator, order
from tools.emulators.printer.paper.tray import LIST

SHOWN_BACK = 3
CUT_SECONDS = "3"
ACTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "take": ((TICKETS, "take"),),
    "false": ((BILLS, "insert", "false"),),
    "jam": ((BILLS, "jam", "acceptor"),),
    "free": ((BILLS, "free", "hand"),),
    "pull": ((BILLS, "stacker", "out"),),
    "put": ((BILLS, "stacker", "in"),),
    "full": ((BILLS, "stacker", "full"),),
    "paper-low": ((TICKETS, "paper", "low"),),
    "paper-out": ((TICKETS, "paper", "out"),),
    "paper": ((TICKETS, "paper", "enough"),),
    "power": ((BILLS, "power-cut", CUT_SECONDS), (TICKETS, "power-cut", CUT_SECONDS)),
}
"""What a person can do besides putting in notes and tickets, as orders to the emulated units."""


class CannotDo(Exception):
    """What was wanted of the unit, and why it is not to be had now."""


class Paper(NamedTuple):
    """One that a printer has brought out."""

    seat: int
    file: str
    template: str
    whole: bool
    digits: str
    number: str
    time: str


class Wallet:
    """One for the whole demo: who was paid at one seat may play at another."""

    def __init__(self, folder: Path, seats: Sequence[SeatCash]) -> None:
        self._folder = folder
        self._seats = {cash.seat: cash for cash in seats}

    @property
    def seats(self) -> list[int]:
        """Those that have devices."""
        return list(self._seats)

    def seen(self, seat: int) -> dict[str, Any]:
        """The devices of this seat, and what a person who sits there holds."""
        bills = {at: _shown(cash, BILLS) for at, cash in self._seats.items()}
        printers = {at: _shown(cash, TICKETS) for at, cash in self._seats.items()}
        papers = [paper for at in self._seats for paper in _printed(self._folder, at)]
        lie_there = {at: of[-1] for at in self._seats if printers[at].get("bezel") and (of := _of(papers, at))}
        acceptor, printer = bills[seat], printers[seat]
        returned = acceptor.pop("returned", [])
        return {
            "seat": seat,
            "notes": NOTES,
            "acceptor": {name: acceptor.get(name) for name in ("up", "stage", "paper", "stacker")},
            "box": len(acceptor.get("box", ())),
            "back": {"count": len(returned), "last": returned[-SHOWN_BACK:]},
            "printer": {name: printer.get(name) for name in ("state", "paper", "faults")},
            "bezel": lie_there[seat]._asdict() if seat in lie_there else None,
            "held": [paper._asdict() for paper in _held(papers, list(lie_there.values()), _swallowed(bills.values()))],
        }

    def note(self, seat: int, value: int) -> None:
        """Put a note of this value into the slot."""
        self._order(seat, BILLS, "note", str(value))

    def ticket(self, seat: int, printer: int, file: str) -> None:
        """Put in a ticket from the hand; of one that is torn no reader makes a number."""
        held = self.seen(seat)["held"]
        found = next((paper for paper in held if (paper["seat"], paper["file"]) == (printer, file)), None)
        if found is None or found["template"] != "ticket":
            raise CannotDo("nobody holds such a ticket")
        self._order(seat, BILLS, *(("ticket", found["digits"]) if found["whole"] else ("insert", "false")))

    def do(self, seat: int, act: str) -> None:
        """One of `ACTS`."""
        for kind, *words in ACTS[act]:
            self._order(seat, kind, *words)

    def picture(self, seat: int, file: str) -> str | None:
        """A paper as its printer drew it; None where there is none of this name."""
        known = any(paper.file == file for paper in _printed(self._folder, seat))
        return (papers(self._folder, seat) / file).read_text(encoding="utf-8") if known else None

    def _order(self, seat: int, kind: str, *words: str) -> None:
        try:
            answer = order(self._seats[seat].control(kind), list(words))
        except NoEmulator as error:
            raise CannotDo(str(error)) from None
        if not answer["ok"]:
            raise CannotDo(str(answer["error"]))


def _shown(cash: SeatCash, kind: str) -> dict[str, Any]:
    """The unit at a glance; nothing where it is away."""
    try:
        return order(cash.control(kind), ["show"])
    except NoEmulator:
        return {}


def _printed(folder: Path, seat: int) -> list[Paper]:
    """Every paper of a printer, in the order in which they came out."""
    file = papers(folder, seat) / LIST
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [_read(seat, line) for line in lines]


def _read(seat: int, line: str) -> Paper:
    file, *said = line.split()
    of = dict(word.split("=", 1) for word in said)
    return Paper(
        seat, file, of["template"], of["part"] == "whole", of["number"].replace("-", ""), of["number"], of["time"]
    )


def _of(papers: list[Paper], seat: int) -> list[Paper]:
    return [paper for paper in papers if paper.seat == seat]


def _swallowed(acceptors: Any) -> Counter[str]:
    """What lies in acceptors and in boxes that were pulled out, by its name there."""
    lies = Counter[str]()
    for shown in acceptors:
        lies.update([*shown.get("box", ()), *shown.get("taken", ())])
        lies.update([shown["paper"]] if shown.get("paper") else [])
    return lies


def _held(papers: list[Paper], at_bezels: list[Paper], swallowed: Counter[str]) -> list[Paper]:
    """The papers in a person's hand, the newest first. A reader may have read a ticket from its other end."""
    held = []
    for paper in papers:
        if paper in at_bezels:
            continue
        gone = next((name for name in (paper.digits, paper.digits[::-1]) if swallowed[name]), None)
        if gone is None or paper.template != "ticket":
            held.append(paper)
        else:
            swallowed[gone] -= 1
    return sorted(held, key=lambda paper: paper.time)[::-1]
