"""The dome: the emulated unit that outcomes come from, its serial line, and its driver."""

from contextlib import suppress
from random import Random

from tools.emulators.common.orders import BadOrder
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.dome.driver import Driver
from tools.simulator.dome.kind import EmulatedUnit, UnitKind, Witness
from tools.simulator.serial.unit import MISBEHAVES_FOR, UnitAtLine


class Dome(UnitAtLine[EmulatedUnit]):
    """Unit, line and driver."""

    def __init__(self, kind: UnitKind, agenda: Agenda, network: Network, seed: int | str, key: bytes) -> None:
        super().__init__(agenda)
        self._network = network
        self._random = Random(f"{seed}/dome")
        self.kind, self.witness = kind, Witness()
        self.unit = kind.switched_on(key, seed, self.now, Random(f"{seed}/boots"), self.witness)
        self.unit.trouble.chance = Random(f"{seed}/line")
        self.driver = self._new_driver()
        self.tick()

    def _new_driver(self) -> Driver:
        return Driver(self.kind, self, self._agenda, self._network, self._random.randrange(256))

    def _arrives(self, data: bytes) -> None:
        self.driver.feed(data)

    # ---- what happens to it ----

    def order(self, words: str) -> None:
        """The unit misbehaves for a while."""
        with suppress(BadOrder):  # there may be nothing yet to repeat
            self._follow(words)
        self.tick()
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
        self.tick()

    def _follow(self, words: str) -> None:
        self.kind.follow(self.unit, words.split(), self.now)

    def close_lid(self) -> None:
        """A person closes lid or cover."""
        self._follow(self.kind.closes)
        self.tick()

    def clear_faults(self) -> None:
        """A technician has seen to the unit."""
        self.unit.latch(0)
        self.tick()

    def driver_trouble(self, what: str, milliseconds: int) -> None:
        """The driver is killed or stopped, or its cable is pulled."""
        driver = self.driver
        if what == "kill":
            driver.die()
            self._agenda.after(milliseconds, self._start_driver)
        elif what == "freeze" and driver.alive:
            driver.freeze(milliseconds)
        elif what == "cable":
            self.pull_cable(milliseconds)
            driver.cable_pulled()
            self.host_left()

    def _start_driver(self) -> None:
        if not self.driver.alive:
            self.driver = self._new_driver()
