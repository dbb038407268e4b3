"""The dome: the emulated unit, its serial line, and a driver made of the shipped link and session.

Port and process of the driver are played; whoever kills it takes all its memory along. Everybody wakes when there is
something to do, and not before.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

from controller.protocol.devices.dice import TO_DRIVER, DiceDriverHere
from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message, WhoIsThere, decode, encode
from controller.server.loop.ports import Who
from drivers.common.serial.link import Link
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.dice.messages import VOCABULARY
from drivers.dice.words import WORDS
from tools.emulators.common.orders import BadOrder
from tools.emulators.common.reports import FOREVER
from tools.emulators.dice.dice import DiceBox, Thrown
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import follow
from tools.emulators.dice.unit import Pace, Unit
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network

PORT = "/dev/simulated"
SERIAL, MODEL = 1001, "BOXDICE1"
PACE = Pace(boot=0.1, shake=0.25, settle=0.05, unrest=0.15, sense=0.02, self_test=0.2)
LINE_MS = 2
HEALTH_EVERY = 1000
REOPEN = 250
MISBEHAVES_FOR = 4000
"""Milliseconds after which a unit told to misbehave is well again."""


class CountedDice(DiceBox):
    """Dice that know how often they were thrown for each roll."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.throws: Counter[int] = Counter()
        self.watch: Callable[[int, int], None] = lambda _roll_id, _times: None

    def throw(self, roll_id: int, scripted: int) -> tuple[Thrown, int]:
        """The next throw."""
        self.throws[roll_id] += 1
        self.watch(roll_id, self.throws[roll_id])
        return super().throw(roll_id, scripted)


class Driver:
    """A driver process, from its start to its death."""

    def __init__(self, dome: "Dome", agenda: Agenda, network: Network, seq: int) -> None:
        self._dome, self._agenda = dome, agenda
        self.link = Link(Statistics(), VOCABULARY, seq)
        self.session = UnitSession(self.link, PORT, ExpectedUnit(), WORDS)
        self._network = network
        self._connection = network.connect(Who("local dice", "dice"), self._hear)
        self._announced: object = None
        self.alive = True
        self.frozen = False
        self._open = False
        self._missed: list[Callable[[], None]] = []
        self._wake_at = FOREVER
        self._next_health = agenda.time
        agenda.after(1, self.open)
        agenda.after(5, self._beat)

    def die(self) -> None:
        """Killed: no word, and nothing is remembered."""
        self.alive = False
        self._network.close(self._connection)
        self._dome.unit.host_left()

    def freeze(self) -> None:
        """Stopped; what comes in meanwhile waits."""
        self.frozen = True

    def thaw(self) -> None:
        """Goes on as if nothing had been."""
        self.frozen = False
        missed, self._missed = self._missed, []
        for act in missed:
            act()
        self._turn()

    @property
    def _now(self) -> float:
        return self._agenda.time / 1000

    def open(self) -> None:
        """Open the port, if the cable is in."""
        if not self.alive:
            return
        if not self._dome.cable_in:
            self._lose(LinkDown(port=PORT, why="port", text="no such device"))
            return
        self._open = True
        self.session.opened(self._now)
        self._turn()

    def feed(self, data: bytes) -> None:
        """Bytes from the unit."""
        if not self.alive or not self._open:
            return
        if self.frozen:
            self._missed.append(lambda: self.feed(data))
            return
        self._down(self.session.handle(self.link.feed(data, self._now), self._now))
        self._turn()

    def _hear(self, data: bytes) -> None:
        if self.frozen:
            self._missed.append(lambda: self._hear(data))
            return
        message = decode(TO_DRIVER, data)
        if isinstance(message, WhoIsThere):
            self._announced = None
            self._announce()
        else:
            self.session.told(message, self._now)
        self._turn()

    def _beat(self) -> None:
        if not self.alive:
            return
        if not self.frozen:
            self._say(self.link.statistics.health(self.session.unit))
        self._agenda.after(HEALTH_EVERY, self._beat)

    def _turn(self) -> None:
        """Whatever is due: asked again, written, said."""
        if self.frozen or not self.alive:
            return
        if self._open:
            self.session.due(self._now)
            self._down(self.session.handle(self.link.due(self._now), self._now))
        if self._open and (output := self.link.take_output()):
            self._dome.to_unit(output)
        said, self.session.said = self.session.said, []
        for message in said:
            self._say(message)
        self._sleep()

    def _sleep(self) -> None:
        deadline = self.session.deadline() if self._open else FOREVER
        if deadline == FOREVER or (deadline == self._wake_at and deadline > self._now):
            return
        self._wake_at = deadline
        self._agenda.after(max(1, int(deadline * 1000) + 1 - self._agenda.time), lambda: self._wake(deadline))

    def _wake(self, deadline: float) -> None:
        if self._wake_at == deadline:
            self._wake_at = FOREVER
            self._turn()

    def _down(self, down: LinkDown | None) -> None:
        if down is not None:
            self._lose(down)

    def _lose(self, why: LinkDown) -> None:
        self._open = False
        self.session.lost(why)
        self._dome.unit.host_left()
        self._agenda.after(REOPEN, self.open)

    def cable_pulled(self) -> None:
        """The port has gone from under us."""
        if self.alive and self._open and not self.frozen:
            self._lose(LinkDown(port=PORT, why="port", text="the port has gone"))
            self._turn()

    def _announce(self) -> None:
        """The first thing that a controller hears of us, each time the connection is a new one."""
        if self._announced == self._connection.peer or not self._network.up:
            return
        self._announced = self._connection.peer
        self._connection.say(encode(DiceDriverHere(port=PORT, emulated=True)))
        standing = self.session.standing()
        if standing is not None:
            self._connection.say(encode(standing))

    def _say(self, message: Message) -> None:
        self._announce()
        self._connection.say(encode(message))


class Dome:
    """Unit, line and driver."""

    def __init__(self, agenda: Agenda, network: Network, seed: int, key: bytes) -> None:
        self._agenda, self._network = agenda, network
        self._random = Random(f"{seed}/dome")
        self.dice = CountedDice(seed)
        self.unit = Unit(key, self.dice, Shelf(None), PACE, agenda.time / 1000, SERIAL, MODEL, Random(f"{seed}/boots"))
        self.unit.trouble.chance = Random(f"{seed}/line")
        self.cable_in = True
        self._wake_at = FOREVER
        self.driver = self._new_driver()
        self._wake()

    def _new_driver(self) -> Driver:
        return Driver(self, self._agenda, self._network, self._random.randrange(256))

    # ---- the line ----

    def to_unit(self, data: bytes) -> None:
        """Bytes of the driver, on their way."""
        if self.cable_in:
            self._agenda.after(LINE_MS, lambda: self._hear(data))

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
            follow(self.unit, words.split(), self._agenda.time / 1000)
        self._tick()
        if not words.startswith(("power-cut", "reboot", "next", "impossible", "forge")):
            self._agenda.after(MISBEHAVES_FOR, lambda: self._be_well(words))

    def _be_well(self, words: str) -> None:
        chance = self.unit.trouble.chance
        if words.startswith("serial"):
            follow(self.unit, ["serial", str(SERIAL)], self._agenda.time / 1000)
        elif words.startswith("lid"):
            self.close_lid()
        else:
            follow(self.unit, ["well"], self._agenda.time / 1000)
            self.unit.trouble.chance = chance
        self._tick()

    def close_lid(self) -> None:
        """A person closes it."""
        self.unit.move_lid(False, self._agenda.time / 1000)
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
