"""Who takes in notes and tickets on the bench: a bill acceptor's line, turned until a test has heard enough.

It books as a controller does: what is told is on the disk with its mark before the next order, and what is told again
under a mark that it has is no money.
"""

import json
import time
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from drivers.cash.acceptor import (
    Accept,
    Booked,
    Enable,
    Mark,
    NoteAtEscrow,
    Order,
    Ready,
    Rejected,
    Reset,
    Returned,
    Stacked,
    TicketAtEscrow,
    Told,
)
from drivers.cash.line import AcceptorLine
from drivers.cash.protocols import PROTOCOLS, AcceptorWanted
from drivers.common.serial.port import parse_port
from tests.drivers.machines import PATIENCE, eventually
from tests.hil.rig import BillsBench, Rig, UnitRig
from tools.emulators.common.control import order

EMULATED_NOTES = (100, 200, 500, 1000, 2000, 5000, 10000)
EMULATED_VERSION = "BENCH-003"
VERSION_PIN = f'version = "{EMULATED_VERSION}"'
TICKET_STACKED = (0, 21)
Heard = TypeVar("Heard", bound=Told)


class AcceptorRig(UnitRig):
    """The bill acceptor's part of the bench."""

    def __init__(self, rig: Rig, protocol: str) -> None:
        self.acceptor: BillsBench | None = rig.file.bills if rig.file else None
        self.protocol = protocol
        self._serial_here = 4200
        super().__init__(rig, "bills", self.acceptor, signs=False)

    def _who(self) -> tuple[object, ...]:
        who = ("--serial", self._serial_here) if self.protocol == "cctalk" else ("--version", EMULATED_VERSION)
        return ("--protocol", self.protocol, *who)

    @property
    def notes(self) -> tuple[int, ...]:
        return tuple(self.acceptor.notes) if self.acceptor else EMULATED_NOTES

    def wanted(self) -> AcceptorWanted:
        """As its settings would say."""
        bench = self.acceptor
        if bench is None:
            return AcceptorWanted(
                serial=self._serial_here, country="US", notes=self.notes, ticket_stacked=TICKET_STACKED
            )
        return AcceptorWanted(serial=bench.serial, product=bench.model, country=bench.country, notes=self.notes)

    def table(self) -> str:
        """As it stands in drivers.toml."""
        bench, line = self.acceptor, f'port = "{self.port}"\nprotocol = "{self.protocol}"\nnotes = {list(self.notes)}\n'
        if bench is None:
            pins = f'serial = {self._serial_here}\nproduct = "BV-EMU"' if self.protocol == "cctalk" else VERSION_PIN
            return f'{line}country = "US"\n{pins}\n'
        named = "product" if self.protocol == "cctalk" else "version"
        serial = f"serial = {bench.serial}\n" if self.protocol == "cctalk" else ""
        return f'{line}country = "{bench.country}"\n{named} = "{bench.model}"\n{serial}'

    def put_in(self, value: int) -> None:
        """A note of this value, in the currency's smallest unit, as soon as nothing is in its way."""
        if self.bench is None:
            eventually(lambda: self.show()["paper"] is None and self.show()["stage"] == "empty", "the path is empty")
        self.by_hand(f"put in a note of {value // 100}", f"note {value // 100}")

    def show(self) -> dict[str, Any]:
        """Where every paper is, which only an emulator knows."""
        if self.bench is not None:
            pytest.skip("this rig cannot count its box: only an emulator can tell what lies there")
        shown: dict[str, Any] = order(self.rig.folder / "unit.control", ["show"])
        return shown

    def in_box(self) -> int:
        """What the notes in the box and in boxes that were pulled are worth."""
        shown = self.show()
        papers = [*shown["box"], *shown["taken"]]
        return sum(int(paper.removeprefix("US")) * 100 for paper in papers if paper.startswith("US"))


class Seat:
    """One acceptor; killed, it knows the mark and what was booked, as a journal does."""

    def __init__(self, rig: AcceptorRig) -> None:
        self.rig = rig
        self.mark: Mark | None = None
        self.said: list[Told] = []
        self.booked: list[Stacked] = []
        self.accepts = True
        self.standing = False  # something is at escrow, by what was told
        self._line = self._new_line()

    def _new_line(self) -> AcceptorLine:
        return AcceptorLine(parse_port(self.rig.port), PROTOCOLS[self.rig.protocol](self.rig.wanted(), self.mark))

    def kill(self) -> None:
        """Another driver takes over."""
        self.close()
        self._line = self._new_line()

    def close(self) -> None:
        self._line.close()

    def tell(self, order: Order) -> None:
        self._line.acceptor.told(order, time.monotonic())

    @property
    def credited(self) -> int:
        return sum(told.note.value for told in self.booked if told.note is not None)

    def hears(
        self, kind: type[Heard], such_that: Callable[[Heard], bool] = lambda _: True, *, since: int | None = None
    ) -> Heard:
        """The first of this kind from there on; from now on, unless it is said."""
        end, looked = time.monotonic() + PATIENCE, len(self.said) if since is None else since
        while True:
            for told in self.said[looked:]:
                if isinstance(told, kind) and such_that(told):
                    return told
            looked = len(self.said)
            assert time.monotonic() < end, (
                f"no {kind.__name__}; heard {json.dumps([str(one) for one in self.said[-8:]])}"
            )
            self._turn()

    def lets_in(self) -> None:
        """Until the emulated acceptor takes notes: after a silence it is set up anew."""
        end = time.monotonic() + PATIENCE
        while self.rig.show()["master"] != 1:
            assert time.monotonic() < end, f"never let anything in; heard {self.said[-8:]}"
            self._turn()

    def _turn(self) -> None:
        self._line.wait(0.05)
        for told in self._line.turn():
            self.said.append(told)
            self._book(told)

    def _book(self, told: Told) -> None:
        self.mark = told.mark or self.mark
        if isinstance(told, NoteAtEscrow | TicketAtEscrow):
            self.standing = True
        elif isinstance(told, Stacked | Returned | Rejected | Reset):
            self.standing = False
        if isinstance(told, Ready):
            self.tell(Enable(frozenset(self.rig.notes), tickets=True))
            if self.standing and self.accepts:
                self.tell(Accept())
        elif isinstance(told, NoteAtEscrow | TicketAtEscrow) and self.accepts:
            self.tell(Accept())
        elif isinstance(told, Reset):
            self.tell(Booked())
        elif isinstance(told, Stacked):
            self.booked.append(told)
            self.tell(Booked())
