"""A unit at its end of a serial line, by a clock that is handed in: power, frames in and out, self-test, fault latch.

For units whose trouble is a `FrameTrouble`. What a request means and what happens meanwhile is each unit's own.
"""

import random
import struct
from abc import ABC, abstractmethod
from operator import itemgetter
from typing import Any, ClassVar, Protocol

from tools.emulators.common.frame import ANSWER, PROTOCOL, Ear, framed
from tools.emulators.common.reports import Reports
from tools.emulators.common.trouble import REPLY, FrameTrouble

READY = 1
"""The state in which any of these units can test itself."""
FIRMWARE = (1, 0)


class Document(Protocol):
    """What a unit's own `wire` says, as far as every unit has it."""

    HELLO: int
    STATUS: int
    SELF_TEST: int
    ACK: int
    BOOT: int
    FAULT: int
    REPORTS: dict[str, int]
    HELLO_LAYOUT: struct.Struct
    PAYLOADS: Any


class UnitMemory(Protocol):
    """What every unit remembers across power loss."""

    boot_id: int
    faults: int


class Works(Protocol):
    """What moves in a unit: the wheel, or the machinery of a printer."""

    @property
    def memory(self) -> UnitMemory:
        """As it is now."""

    def store(self) -> None:
        """Keep the memory."""

    def next_time(self) -> float:
        """When something happens here."""


class FramedUnit(ABC):
    """From one switching on to the next and beyond."""

    document: ClassVar[Document]
    trouble: FrameTrouble
    works: Works

    def __init__(self, boot: float, self_test: float, serial: int, model: str, boots: random.Random | None) -> None:
        """`boot` and `self_test`: seconds; `boots` makes the boot ids, or else the operating system does."""
        self._boots = boots or random.SystemRandom()
        self._boot_takes, self._self_test_takes = boot, self_test
        self.serial, self.model = serial, model
        self._report_names = {kind: name for name, kind in self.document.REPORTS.items()}

    # ---- what each unit is -------------------------------------------------------------------------------------------

    @abstractmethod
    def state(self, now: float) -> int:
        """As STATUS tells it, if it tells the truth."""

    @abstractmethod
    def _boot(self, now: float) -> None:
        """Power comes."""

    @abstractmethod
    def _advance(self, now: float) -> None:
        """What moves by itself moves on; power may go meanwhile."""

    @abstractmethod
    def _answer(self, kind: int, payload: bytes, now: float) -> bytes:
        """The reply to a request."""

    def _standing(self) -> int:
        """Faults whose cause is still there."""
        return self.trouble.stuck_faults

    # ---- power ------------------------------------------------------------------------------------------------------

    def _switch_on(self, now: float) -> None:
        """Everything but the memory begins anew."""
        memory = self.works.memory
        before = memory.boot_id
        while memory.boot_id in (0, before):
            memory.boot_id = self._boots.randrange(1, 2**32)
        self._off_until: float | None = None
        self._ear = Ear(self.document.PAYLOADS)
        self._reports = Reports()
        self._late: list[tuple[float, bytes]] = []
        self._testing: tuple[float, int] | None = None
        self._host_heard = False
        self._up_at = now + self._boot_takes

    def _report_boot(self) -> None:
        self.report(self.document.BOOT, struct.pack(">I", self.works.memory.boot_id))

    def is_dead(self, now: float) -> bool:
        """Whether nothing is heard or said."""
        return now < self.trouble.frozen_until or self._off_until is not None

    # ---- the clock --------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""
        if self._off_until is not None and now >= self._off_until:
            self._boot(now)
        self._advance(now)
        if self.is_dead(now):
            return b""
        self._finish_self_test(now)
        if self._host_heard and now >= self._up_at:
            self._report_what_is_due(now)
        out = b"".join(data for when, data in self._late if when <= now)
        self._late = [(when, data) for when, data in self._late if when > now]
        return self.trouble.flip(out) + self.trouble.noise(now)

    def next_time(self) -> float:
        """When `tick` next has something to do."""
        if self._off_until is not None:
            return self._off_until
        times = [self.works.next_time(), *(when for when, _ in self._late)]
        times += [max(self._reports.next_time(), self._up_at)] if self._host_heard else []
        times += [self._testing[0]] if self._testing else []
        trouble = self.trouble
        times += [trouble.next_noise] if trouble.next_noise < trouble.babble_until else []
        return max(min(times), trouble.frozen_until)

    def host_left(self) -> None:
        """Nobody has the port open: what would be sent is lost, reports wait for the next one to speak."""
        self._host_heard = False
        self._late.clear()

    def report(self, kind: int, payload: bytes) -> None:
        """Say this until the host acknowledges it, or until there is newer of its type."""
        self._reports.add(kind, payload)

    def _report_what_is_due(self, now: float) -> set[int]:
        """Returns of which types."""
        due = list(self._reports.due(now))
        for kind, number, payload in due:
            self._send(self._report_names[kind], kind, number, payload, now)
        return {kind for kind, _, _ in due}

    def _send(self, what: str, kind: int, number: int, payload: bytes, now: float) -> None:
        frame = framed(kind, number, payload, PROTOCOL if self.trouble.protocol is None else self.trouble.protocol)
        self._late.append(self.trouble.on_the_way(what, frame, now))
        self._late.sort(key=itemgetter(0))

    # ---- requests ---------------------------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        """Bytes from the host; replies come out of the next tick."""
        if self.is_dead(now):
            return
        for kind, number, payload in self._ear.hear(self.trouble.flip(data)):
            if self.is_dead(now):
                return
            self._host_heard = True  # the link is up: what is to be reported goes out from now on
            if now >= self._up_at or kind in (self.document.HELLO, self.document.STATUS):
                self._request(kind, number, payload, now)

    def _request(self, kind: int, number: int, payload: bytes, now: float) -> None:
        if kind == self.document.ACK:
            self._reports.acknowledge(payload[0], payload[1])
        elif kind == self.document.SELF_TEST:
            if self.state(now) == READY and self._testing is None:
                self._testing = (now + self._self_test_takes, number)
        else:
            self._send(REPLY, kind | ANSWER, number, self._answer(kind, payload, now), now)

    def _finish_self_test(self, now: float) -> None:
        if self._testing is not None and now >= self._testing[0]:
            number, self._testing = self._testing[1], None
            self._send(REPLY, self.document.SELF_TEST | ANSWER, number, struct.pack(">H", self.trouble.failing), now)

    def _hello(self, _: bytes, __: float) -> bytes:
        model = self.model.encode("ascii").ljust(8)
        return self.document.HELLO_LAYOUT.pack(model, self.serial, *FIRMWARE, self.works.memory.boot_id)

    def _clear(self, payload: bytes, _: float) -> bytes:
        (mask,) = struct.unpack(">H", payload)
        self.latch(self.works.memory.faults & ~mask | self._standing())
        return struct.pack(">H", self.works.memory.faults)

    def latch(self, faults: int) -> None:
        """The fault latch as it is from now on."""
        if faults != self.works.memory.faults:
            self.works.memory.faults = faults
            self.works.store()
            self.report(self.document.FAULT, struct.pack(">H", faults))
