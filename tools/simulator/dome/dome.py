"""The dome: the emulated unit that outcomes come from, its serial line, and its driver.

Everybody wakes when there is something to do, and not before.
"""

from contextlib import suppress
from random import Random

from tools.emulators.common.orders import BadOrder
from tools.emulators.common.reports import FOREVER
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.dome.driver import Driver
from tools.simulator.dome.kind import UnitKind, Witness

LINE_MS = 2
MISBEHAVES_FOR = 4000
"""Milliseconds after which a unit told to misbehave is well again."""


class Dome:
    """Unit, line and driver."""

    def __init__(self, kind: UnitKind, agenda: Agenda, network: Network, seed: int | str, key: bytes) -> None:
        self._agenda, self._network = agenda, network
        self._random = Random(f"{seed}/dome")
        self.kind, self.witness = kind, Witness()
        self.unit = kind.switched_on(key, seed, agenda.time / 1000, Random(f"{seed}/boots"), self.witness)
        self.unit.trouble.chance = Random(f"{seed}/line")
        self.cable_in = True
        self._wake_at = FOREVER
        self.driver = self._new_driver()
        self._wake()

    def _new_driver(self) -> Driver:
        return Driver(self.kind, self, self._agenda, self._network, self._random.randrange(256))

    # ---- the line ----

    def to_unit(self, data: bytes) -> None:
        """Bytes of the driver, on their way."""
        if self.cable_in:
            self._agenda.after(LINE_MS, lambda: self._hear(data))

    def host_left(self) -> None:
        """What the unit would say is lost until a driver speaks to it."""
        self.unit.host_left()

    def _hear(self, data: bytes) -> None:
        if self.cable_in:
            self.unit.hear(data, self._agenda.time / 1000)
            self._tick()

    def _tick(self) -> None:
        now = self._agenda.time / 1000
        data = self.unit.tick(now)
        if data and self.cable_in and self.driver.alive:
            driver = self.driver
            self._agenda.after(LINE_MS, lambda: driver.feed(data))
        wake_at = max(self.unit.next_time(), now + 0.001)
        if wake_at < self._wake_at or self._wake_at <= now:
            self._wake_at = wake_at
            if wake_at < FOREVER:
                self._agenda.after(int((wake_at - now) * 1000) + 1, self._wake)

    def _wake(self) -> None:
        if self._agenda.time / 1000 >= self._wake_at or self._wake_at == FOREVER:
            self._wake_at = FOREVER
            self._tick()

    # ---- what happens to it ----

    def order(self, words: str) -> None:
        """The unit misbehaves for a while."""
        with suppress(BadOrder):  # there may be nothing yet to repeat
            self._follow(words)
        self._tick()
        if not words.startswith(self.kind.happens_once):
            self._agenda.after(MISBEHAVES_FOR, lambda: self._be_well(words))

    def _be_well(self, words: str) -> None:
        chance = self.unit.trouble.chance
        if words.startswith("serial"):
            self._follow(f"serial {self.kind.serial}")
        elif words == self.kind.opens:
            self.close_lid()
        else:
            self._follow("well")
            self.unit.trouble.chance = chance
        self._tick()

    def _follow(self, words: str) -> None:
        self.kind.follow(self.unit, words.split(), self._agenda.time / 1000)

    def close_lid(self) -> None:
        """A person closes lid or cover."""
        self._follow(self.kind.closes)
        self._tick()

    def clear_faults(self) -> None:
        """A technician has seen to the unit."""
        self.unit.latch(0)
        self._tick()

    def cut_power(self, milliseconds: int) -> None:
        """The unit's own power."""
        self.unit.cut_power(milliseconds / 1000, self._agenda.time / 1000)
        self._tick()

    def driver_trouble(self, what: str, milliseconds: int) -> None:
        """The driver is killed or stopped, or its cable is pulled."""
        driver = self.driver
        if what == "kill":
            driver.die()
            self._agenda.after(milliseconds, self._start_driver)
        elif what == "freeze" and driver.alive:
            driver.freeze()
            self._agenda.after(milliseconds, driver.thaw)
        elif what == "cable":
            self.cable_in = False
            driver.cable_pulled()
            self.unit.host_left()
            self._agenda.after(milliseconds, self._plug_in)

    def _start_driver(self) -> None:
        if not self.driver.alive:
            self.driver = self._new_driver()

    def _plug_in(self) -> None:
        self.cable_in = True
