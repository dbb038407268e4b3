"""Acceptors and printers of the seats that have them, what their players do with paper, and all that befalls them."""

from contextlib import suppress
from random import Random
from typing import Any

from controller.table.cash.events import CashSetUp
from tools.emulators.bills.memory import BOX, HAND
from tools.emulators.bills.paper import FALSE, TICKET, Paper
from tools.emulators.bills.path import Stage
from tools.emulators.common.orders import BadOrder
from tools.emulators.printer.press import ENOUGH
from tools.emulators.printer.unit import Unit
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.cash.acceptors import Slot
from tools.simulator.cash.authority import Near, Outside
from tools.simulator.cash.driver import SlotDriver
from tools.simulator.cash.notes import set_up, values_of
from tools.simulator.cash.papers import Bezel, Papers
from tools.simulator.cash.printers import FIRST_SERIAL, kind_of
from tools.simulator.dome.dome import Dome
from tools.simulator.serial.unit import MISBEHAVES_FOR

TAKES_TICKET = 400, 2500
LOOKS_EVERY = 300
DAYS = 2
"""Of validity: some of a long evening's tickets lapse, others do not."""
HOUSE = {
    "system": 0,
    "cabinet": 17,
    "days": DAYS,
    "printer_wait": 6_000,
    "take_time": 5_000,
    "redeem_wait": 8_000,
    "authority_wait": 2_000,
}


class Slots:
    """All of them."""

    def __init__(self, seats: int, agenda: Agenda, network: Network, seed: int) -> None:
        self._agenda, self._network, self._seed = agenda, network, seed
        self._random = Random(f"{seed}/slots")
        self.papers = Papers()
        self.authority: Near | Outside = (Near if seed % 2 else Outside)(agenda, seed)
        self.slots = {seat: Slot(seat, agenda, self.papers, seed) for seat in range(1, seats + 1)}
        self.bezels = {seat: Bezel(self.papers) for seat in self.slots}
        self._made = dict.fromkeys(self.slots, 0)
        self.printers = {seat: self._printer(seat) for seat in self.slots}
        self._drivers: list[SlotDriver] = []
        self._leaves: set[int] = set()
        """Seats whose players leave their tickets where they are."""
        self._start_drivers()
        if self.slots:
            agenda.after(LOOKS_EVERY, self._look)

    def set_up(self) -> CashSetUp:
        """What the settings say."""
        return CashSetUp({str(seat): set_up(slot.notes, seat) for seat, slot in self.slots.items()}, HOUSE)

    def _printer(self, seat: int) -> Dome:
        serial = FIRST_SERIAL + 100 * seat + self._made[seat]
        kind = kind_of(seat, serial, self.bezels[seat])
        return Dome(kind, self._agenda, self._network, f"{self._seed}/printer {serial}", b"")

    def _unit(self, seat: int) -> Unit:
        unit = self.printers[seat].unit
        assert isinstance(unit, Unit)
        return unit

    def _start_drivers(self) -> None:
        if not self._drivers:
            self._drivers = [SlotDriver(slot, self._agenda, self._network) for slot in self.slots.values()]

    # ---- players ----

    def _look(self) -> None:
        """Whoever has a ticket at the bezel takes it after a while."""
        for seat in self.printers:
            if self._unit(seat).press.memory.bezel and seat not in self._leaves:
                self._leaves.add(seat)
                self._agenda.after(self._random.randrange(*TAKES_TICKET), lambda seat=seat: self._take(seat))  # type: ignore[misc]
        self._agenda.after(LOOKS_EVERY, self._look)

    def _take(self, seat: int) -> None:
        self._leaves.discard(seat)
        if self._unit(seat).press.memory.bezel:
            self.printers[seat].order("take")
        self.papers.pockets[seat] += self.bezels[seat].emptied()

    def put_in_note(self, seat: int, value: int) -> None:
        """A player tries; what is not drawn in stays in the pocket."""
        slot = self.slots[seat]
        known = values_of(slot.unit.notes)
        self._insert(slot, self.papers.note(known.index(value) + 1 if value in known else FALSE, value))

    def put_in_ticket(self, seat: int, which: int, copied: bool) -> None:
        """One of the player's own; or a copy of any that was ever printed, whatever has become of that since."""
        pocket = self.papers.pockets[seat]
        every = sorted(self.papers.printed) if copied else pocket
        if every:
            number = every[which % len(every)]
            if self._insert(self.slots[seat], Paper(TICKET, number)) and not copied:
                pocket.remove(number)

    def put_in_twins(self, seat: int, which: int, other: int) -> None:
        """A player's own ticket, and its copy at another seat in the same moment."""
        if pocket := self.papers.pockets[seat]:
            number = pocket[which % len(pocket)]
            self._insert(self.slots[other], Paper(TICKET, number))
            self.put_in_ticket(seat, which, False)

    def _insert(self, slot: Slot, paper: Paper) -> bool:
        """Whether it was drawn in."""
        try:
            slot.unit.insert(paper, slot.now)
        except BadOrder:
            return False
        slot.tick()
        return True

    # ---- troubles ----

    def happens(self, what: str, *args: Any) -> None:
        """One of them."""
        getattr(self, f"_{what}")(*args)

    def _acceptor(self, seat: int, words: str) -> None:
        slot = self.slots[seat]
        with suppress(BadOrder):
            slot.follow(words)
        if not words.startswith(("power-cut", "reboot", "stacker", "cheat", "jam", "counter")):
            self._agenda.after(MISBEHAVES_FOR, slot.be_itself)

    def _mid_note(self, seat: int, value: int, after: int, words: str) -> None:
        """Something is done to the acceptor while it has a note."""
        self.put_in_note(seat, value)
        self._agenda.after(after, lambda: self._acceptor(seat, words))

    def _swap(self, seat: int, away: int, by_notes: bool) -> None:
        """Another acceptor stands there for a while."""
        self.slots[seat].swap(away, by_notes)

    def _printer_order(self, seat: int, words: str) -> None:
        self.printers[seat].order(words)

    def _replace(self, seat: int, which: str, away: int) -> None:
        """A technician puts another device in the place of this one."""
        if which == "printer":
            self.printers[seat].driver_trouble("kill", 10**9)
            self._made[seat] += 1
            self.printers[seat] = self._printer(seat)
        else:
            self._kill_drivers(away)
            self.slots[seat].make_another()

    def _driver(self, which: str, seat: int, what: str, away: int) -> None:
        if which == "printer":
            self.printers[seat].driver_trouble(what, away)
        elif what == "kill":
            self._kill_drivers(away)
        elif what == "freeze":
            for driver in self._drivers:
                driver.freeze(away)
        else:
            self.slots[seat].pull_cable(away)

    def _kill_drivers(self, away: int) -> None:
        for driver in self._drivers:
            driver.die()
        self._drivers = []
        self._agenda.after(away, self._start_drivers)

    def _mood(self, mood: str, milliseconds: int) -> None:
        self.authority.be(mood, milliseconds)

    def power_is_cut(self, away: int, devices_too: bool) -> None:
        """The computer has none for a while; perhaps the devices neither."""
        self._kill_drivers(away)
        for printer in self.printers.values():
            printer.driver_trouble("kill", away)
        if devices_too:
            for seat, slot in self.slots.items():
                slot.cut_power(away)
                self.printers[seat].cut_power(away)

    # ---- what a person with a key can do ----

    def be_well(self) -> None:
        """No more trouble."""
        self.authority.calm()
        for slot in self.slots.values():
            slot.plug_in()
            slot.swap_back()
            slot.be_itself()
        for printer in self.printers.values():
            printer.order("well")
        self._start_drivers()

    def put_right(self, seat: int, keep: bool, box: bool) -> None:
        """What a hand can: what sticks is freed, into the box or back, the `box` is another, the printer has paper."""
        slot = self.slots[seat]
        if box or slot.unit.path.memory.stacker != "in":
            slot.unit.move_stacker("out")
            slot.unit.move_stacker("in")
        if self.sticks(seat):
            into_box = slot.answers or keep
            slot.unit.free(BOX if into_box else HAND, slot.now)
        slot.be_itself()
        unit = self._unit(seat)
        unit.press.load(ENOUGH, slot.now)
        self.printers[seat].close_lid()
        unit.latch(0)
        self.printers[seat].order("well")

    def sticks(self, seat: int) -> bool:
        """Whether a paper is jammed."""
        return self.slots[seat].unit.path.stage is Stage.JAMMED

    def stuck(self, seat: int) -> str | int:
        """A ticket's number, or what the note is worth."""
        paper = self.slots[seat].unit.path.paper
        return self.papers.worth.get(paper.name, paper.name)

    def is_still(self, seat: int) -> bool:
        """Whether nothing moves in the acceptor, and it could be heard."""
        slot = self.slots[seat]
        path = slot.unit.path
        return path.stage is Stage.EMPTY and path.memory.paper is None and slot.unit.is_up(slot.now) and slot.cable_in
