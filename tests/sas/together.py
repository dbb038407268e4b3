"""A machine on a line: our engine, the real desk and a real journal behind it, in emulated time, and the host's end.

Nothing between the bytes and the disk is pretended but the process and the socket: what the engine wants goes as
messages to the desk, is applied and committed, and the images that follow go as messages to the engine.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, get_args

from config.sas import Control, SasAddress, SasSettings
from controller.background_jobs import BackgroundJob, JobNow
from controller.facts.host_kinds import ExceptionLost, ExceptionQueued
from controller.protocol.devices.sas import TO_DRIVER, SasDriverHere, SasImage
from controller.protocol.message import LARGEST_TOLD, Message, decode, encode
from controller.seeded_signature import SEED, Crc16
from controller.server.connections.sas.sas_desk import SasDesk
from controller.server.host.signing import SoftwareSigning
from controller.server.loop.counters import Counters
from controller.server.loop.news import TurnNews
from controller.server.loop.ports import Arrival, Peer, Who
from controller.server.loop.public_views import PublicViews
from controller.table.cash.events import CashSetUp
from controller.table.events import Event
from controller.table.sas.events import HostSetUp
from controller.table.state import Table
from controller.vault.counts.meters import MeterBook
from controller.vault.kept_table import KeptTable
from drivers.sas.codec import ByteHeard as Byte
from drivers.sas.driver import message_of
from drivers.sas.engine.engine import Engine
from tests.cash.till import HOUSE, SEAT
from tests.vault.evening import Evening, Now
from tests.vault.recorded import opened
from tools.sas_host.lines.line import Heard

ADDRESSES = {1: 1, 2: 2, 3: 3}
"""Address → seat."""
CONTROLS = list(get_args(Control))
SETTINGS = SasSettings(line="emulated:/tmp/none", progressive_group=1)
ASSET = 4711
BYTE = 11 / 19_200
"""Seconds of one byte."""
DRIVER = Peer("sas", b"\0\0\0\0\1")
BREATHES = 1.0


class FilesOfNow(BackgroundJob[int]):
    """Signs a file of two bytes, in the time between two looks."""

    def __init__(self) -> None:
        super().__init__(lambda _seed, _tell: {})
        self._seed = 0

    def start(self, about: int) -> None:
        self._seed = about

    def now(self) -> JobNow:
        crc = Crc16(self._seed.to_bytes(SEED, "big"))
        crc.update(b"ok")
        return JobNow("done", answer={"signature": int(crc.hexdigest(), 16)})


class Store(NamedTuple):
    """What the desk reads."""

    kept: KeptTable

    @property
    def meters(self) -> MeterBook:
        return self.kept.vault.clerk.meters

    @property
    def demo(self) -> bool:
        return True

    def wall_clock(self) -> int:
        return 1_790_000_000_000


class Machine:
    """What a desk may do, over a journal on the disk."""

    def __init__(self, folder: Path, addresses: Mapping[int, int], validation: str) -> None:
        self.kept = opened(folder / "vault")
        self.store = Store(self.kept)
        self.counters, self.public_views = Counters(), PublicViews("0" * 16, demo=True)
        self.now = 0
        self.said: deque[Message] = deque()
        self._touched = False
        self.queued: Counter[tuple[int, int]] = Counter()
        """By the journal: (address, code) → how often the host is to be told."""
        self.lost = 0
        self.apply(CashSetUp({str(seat): {**SEAT, "authority": "sas"} for seat in addresses.values()}, HOUSE))
        of: dict[str, Any] = {"controls": CONTROLS, "validation": validation, "asset": ASSET}
        rows = [SasAddress(address=address, seat=seat, **of) for address, seat in addresses.items()]
        self.apply(HostSetUp({str(row.address): row.rules(100) for row in rows}))
        self.commit()

    @property
    def table(self) -> Table:
        return self.kept.table

    def apply(self, event: Event, elapsed: int = 0) -> None:
        self.kept.take(event, elapsed)
        self._touched = True

    def commit(self) -> None:
        if self._touched:
            self._touched = False
            for fact in chain.from_iterable(step.decisions for step in self.kept.commit()):
                if isinstance(fact, ExceptionQueued):
                    self.queued[fact.address, fact.code] += 1
                self.lost += isinstance(fact, ExceptionLost)

    def say(self, _peer: Peer, message: Message) -> None:
        self.said.append(message)

    def not_taken(self, arrival: Arrival, _trouble: object, reason: str) -> None:
        raise AssertionError(f"{arrival.data!r} was not taken: {reason}")


class Together:
    """A line of the host's. Time passes as the host says and waits."""

    def __init__(
        self,
        folder: Path,
        evening: Evening | None = None,
        plays_every: float = 2.0,
        addresses: Mapping[int, int] = ADDRESSES,
        validation: str = "system",
    ) -> None:
        self._now = 1000.0
        self.machine = Machine(folder, addresses, validation)
        self._hub: Any = self.machine
        self.engine = Engine(SETTINGS, self._now)
        self.desk = SasDesk(emulated_allowed=True, signing=SoftwareSigning(FilesOfNow()))
        self._evening, self._plays_every = evening, plays_every
        self._plays_at = self._breathes_at = self._now
        self._images: dict[int, SasImage] = {}
        self._coming: deque[Heard] = deque()
        self.played = 0
        self._tell(SasDriverHere(line="emulated:/tmp/line", emulated=True))
        self._turn()

    def close(self) -> None:
        self.machine.kept.vault.close()

    # ---- the host's end ----

    def now(self) -> float:
        return self._now

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        for value, mark in zip(data, marks, strict=True):
            self._now += BYTE
            self.engine.feed(Byte(value, mark), self._now, 1_790_000_000 + int(self._now))
            self._converse()

    def hear(self, until: float) -> list[Heard]:
        while not self._coming or self._coming[0].at > until:
            due = min(self._plays_at, self._breathes_at, self.engine.deadline())
            if due >= until:
                self._now = max(self._now, until)
                return []
            self._now = max(self._now, due)
            self.engine.due(self._now)
            self._pass()
            self._converse()
        self._now = max(self._now, self._coming[0].at)
        return [self._coming.popleft()]

    def reopen(self) -> None:
        self._coming.clear()
        self.engine.opened(self._now)

    # ---- the machine's end ----

    def happens(self, event: Event) -> None:
        """At the table."""
        self.machine.apply(event)
        self._turn()

    def stands_still(self) -> None:
        """Nobody plays from now on."""
        self._evening = None

    def restarts(self) -> None:
        """Driver and controller anew, from what is on the disk."""
        self.engine = Engine(SETTINGS, self._now)
        self.desk = SasDesk(emulated_allowed=True, signing=SoftwareSigning(FilesOfNow()))
        self._images.clear()
        self._tell(SasDriverHere(line="emulated:/tmp/line", emulated=True))
        self._turn()

    def _pass(self) -> None:
        if self._now >= self._plays_at:
            self._plays_at = self._now + self._plays_every
            if self._evening is not None:
                self._play(self._evening)
        if self._now >= self._breathes_at:
            self._breathes_at = self._now + BREATHES
            for link in self.engine.links(self._now):
                self._tell(link)
        self._turn()

    def _play(self, evening: Evening) -> None:
        now: Now = evening.next(self.machine.table)
        self.machine.apply(now.event, now.elapsed)
        self.played += 1

    def _converse(self) -> None:
        told = [message_of(effect) for effect in self.engine.take_effects()]
        for message in told:
            self._tell(message)
        if told:
            self._turn()
        for said in self.engine.take_said():
            begins = max(self._now, self._coming[-1].at if self._coming else 0.0)
            self._coming += [
                Heard(value, said.mark, begins + place * BYTE) for place, value in enumerate(said.data, start=1)
            ]

    def _tell(self, message: Message) -> None:
        self.machine.now = int(1000 * self._now)
        self.desk.hear(self._hub, Arrival(DRIVER, Who("local sas", "sas", None), encode(message)))

    def _turn(self) -> None:
        """Look around, commit, tell: as the loop does."""
        self.machine.now = int(1000 * self._now)
        self.desk.look_around(self._hub)
        self.machine.commit()
        self.desk.tell(self._hub, TurnNews())
        heard = False
        while self.machine.said:
            message = decode(TO_DRIVER, encode(self.machine.said.popleft()), LARGEST_TOLD)
            if isinstance(message, SasImage):
                self._images[message.address], heard = message, True
        if heard:
            self.engine.told(self._images, self._now)
