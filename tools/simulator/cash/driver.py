"""The driver of the acceptors: the shipped one of each seat; port and process of it are played."""

from controller.protocol.devices.bills import TO_DRIVER
from controller.protocol.message import Message, WhoIsThere, decode, encode
from controller.server.loop.ports import Who
from drivers.cash.driver import SeatAcceptor
from drivers.common.serial.port import NoPort, Port, PortName, parse_port
from tools.emulators.common.reports import FOREVER
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.cash.acceptors import PORT, Slot

HEALTH_EVERY = 1000


class SlotPort(Port):
    """The port as the shipped line has it open."""

    def __init__(self, slot: Slot) -> None:
        if not slot.cable_in:
            raise NoPort(f"{PORT}: no such device")
        self._slot = slot

    def fileno(self) -> int:
        """Nobody waits on it."""
        return -1

    def read(self) -> bytes:
        """What has arrived, maybe nothing."""
        return self._slot.read()

    def write(self, data: bytes) -> None:
        """To the unit."""
        if not self._slot.cable_in:
            raise NoPort(f"{PORT}: gone while writing")
        self._slot.from_driver(data)

    def close(self) -> None:
        """No more."""
        self._slot.host_left()


class SlotDriver:
    """What the driver process does for one seat, from its start to its death."""

    def __init__(self, slot: Slot, agenda: Agenda, network: Network) -> None:
        self.slot, self._agenda, self._network = slot, agenda, network
        self._device = SeatAcceptor(slot.settings(), parse_port(PORT), self._now, self._open)
        self._connection = network.connect(Who("local bills", "bills"), self._hear)
        self._announced: object = None
        self.alive, self._frozen = True, False
        self._missed: list[bytes] = []
        self._next_health = agenda.time
        self._wake_at = FOREVER
        slot.heard = self._turn
        agenda.after(1, self._turn)

    def _now(self) -> float:
        return self._agenda.time / 1000

    def _open(self, _name: PortName, _baud: int, _parity: str) -> Port:
        return SlotPort(self.slot)

    def die(self) -> None:
        """Killed: no word, and nothing is remembered."""
        self.alive = False
        self._network.close(self._connection)
        self.slot.host_left()

    def freeze(self) -> None:
        """Stopped; what comes in meanwhile waits."""
        self._frozen = True

    def thaw(self) -> None:
        """Goes on as if nothing had been."""
        self._frozen = False
        missed, self._missed = self._missed, []
        for data in missed:
            self._hear(data)
        self._turn()

    def _hear(self, data: bytes) -> None:
        if self._frozen:
            self._missed.append(data)
            return
        message = decode(TO_DRIVER, data)
        if isinstance(message, WhoIsThere):
            self._announced = None
            self._announce()
        else:
            self._device.told(message)
        self._turn()

    def _turn(self) -> None:
        if not self.alive or self._frozen:
            return
        for message in self._device.turn():
            self._say(message)
        if self._agenda.time >= self._next_health:
            self._next_health = self._agenda.time + HEALTH_EVERY
            self._say(self._device.health(0))
        self._sleep()

    def _sleep(self) -> None:
        deadline = min(self._device.deadline(), self._next_health / 1000)
        if deadline < self._wake_at or self._wake_at <= self._now():
            self._wake_at = deadline
            self._agenda.after(max(1, int(deadline * 1000) + 1 - self._agenda.time), lambda: self._wake(deadline))

    def _wake(self, deadline: float) -> None:
        if self._wake_at == deadline:
            self._wake_at = FOREVER
            self._turn()

    def _announce(self) -> None:
        """The first thing that a controller hears of us, each time the connection is a new one."""
        if self._announced == self._connection.peer or not self._network.up:
            return
        self._announced = self._connection.peer
        for message in self._device.here():
            self._connection.say(encode(message))

    def _say(self, message: Message) -> None:
        self._announce()
        self._connection.say(encode(message))
