"""The driver of the acceptors: the shipped one of each seat."""

from collections.abc import Iterator

from controller.protocol.devices.bills import TO_DRIVER, WantedOfAcceptor
from controller.protocol.message import Message
from drivers.cash.driver import SeatAcceptor
from drivers.common.serial.port import NoPort, Port, PortName, parse_port
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.cash.acceptors import PORT, Slot
from tools.simulator.serial.driver import PlayedDriver


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
        self._slot.to_unit(data)

    def close(self) -> None:
        """No more."""
        self._slot.host_left()


class SlotDriver(PlayedDriver):
    """What the driver process does for one seat."""

    def __init__(self, slot: Slot, agenda: Agenda, network: Network) -> None:
        self._slot = slot
        self._device = SeatAcceptor(slot.settings(), parse_port(PORT), lambda: self._now, self._open)
        super().__init__("bills", TO_DRIVER, agenda, network)
        slot.heard = self._turn

    def _open(self, _name: PortName, _baud: int, _parity: str) -> Port:
        return SlotPort(self._slot)

    def _told(self, message: WantedOfAcceptor) -> None:
        self._device.told(message)

    def _due(self) -> Iterator[Message]:
        yield from self._device.turn()

    def _deadline(self) -> float:
        return self._device.deadline()

    def _here(self) -> Iterator[Message]:
        yield from self._device.here()

    def _health(self) -> Message:
        return self._device.health(0)

    def _leave(self) -> None:
        self._slot.host_left()
