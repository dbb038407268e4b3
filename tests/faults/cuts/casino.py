"""The same cabinet on the line of a casino's host, which is the authority over its tickets.

The driver's engine and the workshop's host are the shipped ones; between them lies a line that can be cut. The host
polls as it does at a real table, and the world goes on while it waits for an answer.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from config.sas import SasSettings
from controller.protocol.devices.sas import TO_DRIVER, SasDriverHere, SasKept
from controller.protocol.message import Message, WhoIsThere, encode
from controller.server.loop.ports import Arrival, Peer, Who
from controller.table.cash.events import CashSetUp
from controller.table.events import Event
from controller.table.sas.events import HostSetUp
from drivers.sas.codec import ByteHeard as MarkedByte
from drivers.sas.driver import message_of
from drivers.sas.engine.engine import Engine
from tests.faults.cuts.world import AWAY, HEALTH_EVERY, HOUSE, SEAT, SETUP, Killed, World
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.lines.line import Heard

ADDRESS = 9
SETTINGS = SasSettings(line="emulated:/nowhere", order_wait_ms=100, gap_ms=1000)
ASSET = 7001
AFT = {"asset": ASSET, "limit": 100_000, "registers": False, "offer_time": 3_000, "cash_outs": None}
RULES = {"seat": SEAT, "controls": ["tickets", "transfers"], "unit": 100, "validation": "system", "aft": AFT}
MARK = 0x80


class SasPeer:
    """The driver's process: its engine, and its connection."""

    def __init__(self, world: "CasinoWorld") -> None:
        self.world = world
        self.device: Engine | None = None
        self.start_at = self._starts = 0
        self.come()

    def come(self) -> None:
        self._starts += 1
        self.device, self._health_at = Engine(SETTINGS, self.world.now(), 1000 * self._starts), 0
        self.device.opened(self.world.now())
        self.connect()

    def connect(self) -> None:
        self.world.connections += 1
        self.peer = Peer("sas", self.world.connections.to_bytes(5, "big"))
        self._announced = False

    def die(self, away: int = AWAY) -> None:
        self.device, self.start_at = None, self.world.time + away

    def deadline(self) -> float:
        return self.start_at / 1000 if self.device is None else self.device.deadline()

    def turn(self) -> None:
        if self.device is None and self.world.time >= self.start_at:
            self.come()
        if self.device is None:
            return
        self.device.due(self.world.now())
        self.world.line.says(self.device)
        if self.world.loop is None:
            self._announced = False
            return
        if not self._announced:
            self._announced = True
            self.device.told_anew()
            self._send(SasDriverHere(line=SETTINGS.line, emulated=True))
        for effect in list(self.device.take_effects()):
            message = message_of(effect)
            self._send(message)
            self.world.passes(("sas says", message.kind))
            if self.device is None:
                return
        if self.world.time >= self._health_at:
            self._health_at = self.world.time + HEALTH_EVERY
            for link in self.device.links(self.world.now()):
                self._send(link)

    def _send(self, message: Message) -> None:
        self.world.transport.waiting.append(Arrival(self.peer, Who("local sas", "sas"), encode(message)))

    def hear(self) -> None:
        for data in self.world.transport.taken(self.peer):
            message = TO_DRIVER.validate_json(data)
            if isinstance(message, WhoIsThere):
                self._announced = False
            elif self.device is not None and isinstance(message, SasKept):
                self.device.kept(message.address, message.transfers)
            elif self.device is not None and not isinstance(message, SasKept):
                self.device.told({message.address: message}, self.world.now())
        if self.device is not None:
            self.world.line.says(self.device)


class CasinoLine:
    """Between the host and the driver, as the host has it open."""

    def __init__(self, world: "CasinoWorld") -> None:
        self._world, self.is_in = world, True
        self._coming: list[Heard] = []

    def now(self) -> float:
        return self._world.now()

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        peer = self._world.sas
        with suppress(Killed):
            if len(data) > 1:
                self._world.passes(("sas hears", f"{data[1]:02x}"))
        if self.is_in and peer.device is not None:
            seconds = self._world.wall_clock() // 1000
            for value, mark in zip(data, marks, strict=True):
                peer.device.feed(MarkedByte(value, mark), self.now(), seconds)
            self.says(peer.device)

    def says(self, engine: Engine) -> None:
        """What the driver has for the line."""
        for said in engine.take_said():
            if said.data != b"\x00" and not said.mark:
                with suppress(Killed):
                    self._world.passes(("line carries", said.data[:2].hex()))
            if self.is_in and self._world.sas.device is engine:
                self._coming += [Heard(value, said.mark, self.now()) for value in said.data]

    def hear(self, until: float) -> list[Heard]:
        while not self._coming and self.now() < until:
            self._world.tick(until)
        coming, self._coming = self._coming, []
        return coming

    def reopen(self) -> None:
        self._coming.clear()

    def close(self) -> None: ...


class CasinoWorld(World):
    """A world with a host."""

    rules = RULES

    def __init__(self, protocol: str, folder: Path) -> None:
        self._polling = False
        super().__init__(protocol, folder)
        self.sas = SasPeer(self)
        self.line = CasinoLine(self)
        self.drivers["sas"] = self.sas  # type: ignore[assignment]
        self.host = Host(self.line)
        self.duty = Duty(self.host, Casino(Random(5)))
        self.host.tell = self.duty.hear

    @property
    def casino(self) -> Casino:
        return self.duty.casino

    def settings(self) -> list[Event]:
        sas = CashSetUp({str(SEAT): SETUP | {"authority": "sas"}}, HOUSE)
        return [sas, HostSetUp({str(ADDRESS): self.rules})]

    def step(self) -> None:
        """A poll of the host, and what it does about the answer; the world goes on while it waits."""
        if self._polling or not hasattr(self, "host"):
            self.tick()
            return
        self._polling = True
        try:
            self.host.general(ADDRESS)
            self.duty.turn()
        finally:
            self._polling = False
