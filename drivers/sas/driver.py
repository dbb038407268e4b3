"""The process: the casino's line on one side, the controller's socket on the other.

Everything is answered from the last images that the controller told; it keeps nothing besides. A line of a demo is
not opened, unless it is an emulated one.
"""

import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import structlog
import zmq

from config.process.supervisor import supervised
from config.sas import SasSettings
from controller.protocol.devices.sas import (
    TO_DRIVER,
    SasCancelWanted,
    SasDriverHere,
    SasImage,
    SasKept,
    SasLockWanted,
    SasOrdered,
    SasProgressives,
    SasRead,
    SasRegistrationWanted,
    SasSignatureWanted,
    SasTaken,
    SasTransferWanted,
)
from controller.protocol.message import Message, WhoIsThere
from drivers.common.serial.port import NoPort
from drivers.common.serial.reopened import FIRST_PAUSE, LONGEST_PAUSE
from drivers.common.speaker import Speaker
from drivers.common.stopping import StopSignal
from drivers.sas.engine.effects import Effect, Ordered, ReadByHost, TakenByHost
from drivers.sas.engine.engine import Engine
from drivers.sas.lines.line import SasLine, is_emulated, open_line
from drivers.sas.polls.orders import OrderWanted
from drivers.sas.polls.progressives import Progressives
from drivers.sas.polls.signing import SignatureWanted
from drivers.sas.polls.transfers import CancelWanted, LockWanted, RegistrationWanted, TransferWanted
from drivers.sas.trace import Trace

HEALTH_EVERY = 1.0
NOT_TOLD = 5.0
"""Seconds: an address that a controller which speaks did not tell for so long is ours no more."""

log = structlog.get_logger()


class SasDriver:
    """One line with all addresses on it."""

    def __init__(
        self,
        settings: SasSettings,
        context: zmq.Context[zmq.Socket[bytes]],
        stop: StopSignal,
        open_it: Callable[[str], SasLine] = open_line,
    ) -> None:
        self._settings, self._stop, self._open_it = settings, stop, open_it
        self._speaker = Speaker(context, settings.endpoint, self._here)
        self._poller = zmq.Poller()
        self._poller.register(stop.fileno(), zmq.POLLIN)
        now = time.monotonic()
        self._engine = Engine(settings, now, secrets.randbits(48))
        self._images: dict[int, SasImage] = {}
        self._told_at: dict[int, float] = {}
        self._line: SasLine | None = None
        self._open_at, self._pause = now, FIRST_PAUSE
        self._next_health = now
        self._trace = Trace(Path(settings.trace), settings.trace_bytes) if settings.trace else None

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until stopped. `turned` hears of every turn."""
        while not self._stop.set:
            self.turn()
            turned()
        self._close()
        self._speaker.close()

    def turn(self) -> None:
        """Wait for whatever comes first, and deal with all that is there."""
        self._wait()
        self._converse()
        self._speaker.announce()
        self._hear()
        self._converse()
        for effect in list(self._engine.take_effects()):
            self._speaker.say(message_of(effect))
        self._say_regularly()

    def _here(self) -> list[Message]:
        self._engine.told_anew()
        return [SasDriverHere(line=self._settings.line, emulated=is_emulated(self._settings.line))]

    def _wait(self) -> None:
        self._speaker.watch(self._poller)
        deadline = min(self._next_health, self._engine.deadline() if self._line else self._open_at_if_wanted())
        self._poller.poll(max(0, int((deadline - time.monotonic()) * 1000) + 1))

    # ---- the controller ------------------------------------------------------------------------

    def _hear(self) -> None:
        now, changed = time.monotonic(), False
        for message in self._speaker.hear(TO_DRIVER):
            if isinstance(message, WhoIsThere):
                continue
            if isinstance(message, SasKept):
                self._engine.kept(message.address, message.transfers)
                continue
            self._images[message.address], self._told_at[message.address] = message, now
            changed = True
        if not changed:
            return
        for address in [address for address, at in self._told_at.items() if now - at > NOT_TOLD]:
            del self._images[address], self._told_at[address]
        self._engine.told(self._images, now)

    def _say_regularly(self) -> None:
        now = time.monotonic()
        if now < self._next_health:
            return
        self._next_health = now + HEALTH_EVERY
        self._speaker.announce()
        about = {
            "messages_dropped": self._speaker.dropped,
            "traced": self._trace is not None and not self._trace.trouble,
        }
        for link in self._engine.links(now):
            self._speaker.say(link.model_copy(update=about))

    # ---- the line ------------------------------------------------------------------------------

    def _may_open(self) -> bool:
        """Only where there is something to answer from, and no real one for a demo."""
        if is_emulated(self._settings.line):
            return bool(self._images)
        return bool(self._images) and not any(image.demo for image in self._images.values())

    def _open_at_if_wanted(self) -> float:
        return self._open_at if self._may_open() else float("inf")

    def _converse(self) -> None:
        try:
            if self._line is None and self._may_open() and time.monotonic() >= self._open_at:
                self._open()
            if self._line is not None:
                self._read(self._line)
                self._write(self._line)
        except NoPort as error:
            log.warning("the line is gone", line=self._settings.line, why=str(error))
            self._close()
            self._open_at = time.monotonic() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _open(self) -> None:
        self._line = self._open_it(self._settings.line)
        self._poller.register(self._line.fileno(), zmq.POLLIN)
        self._engine.opened(time.monotonic())
        log.info("line open", line=self._settings.line, addresses=sorted(self._images))

    def _read(self, line: SasLine) -> None:
        heard, now = line.read(), time.monotonic()
        if heard:
            self._pause = FIRST_PAUSE
            if self._trace is not None:
                self._trace.heard(heard, time.time())
        for one in heard:
            self._engine.feed(one, now, int(time.time()))
        self._engine.due(now)

    def _write(self, line: SasLine) -> None:
        for said in self._engine.take_said():
            line.write(said)
            if self._trace is not None:
                self._trace.said(said, time.time())

    def _close(self) -> None:
        if self._line is not None:
            self._poller.unregister(self._line.fileno())
            self._line.close()
            self._line = None


ORDERS: dict[type, Callable[..., Message]] = {
    OrderWanted: SasOrdered,
    CancelWanted: SasCancelWanted,
    LockWanted: SasLockWanted,
    RegistrationWanted: SasRegistrationWanted,
}


def message_of(effect: Effect) -> Message:
    """It, as the controller is told."""
    match effect:
        case TakenByHost():
            return SasTaken(address=effect.address, number=effect.number)
        case TransferWanted(address, ask, request):
            return SasTransferWanted(address=address, ask=ask, **request._asdict())
        case Ordered(address, number, wanted):
            return ORDERS[type(wanted)](address=address, number=number, **wanted._asdict())
        case ReadByHost():
            return SasRead(address=effect.address, what=effect.what, number=effect.number)  # type: ignore[arg-type]
        case SignatureWanted():
            return SasSignatureWanted(**effect._asdict())
        case Progressives():
            return SasProgressives(levels=effect.levels)


def drive(settings: SasSettings) -> int:
    """Run the driver until SIGTERM or SIGINT."""
    with zmq.Context() as context:
        driver = SasDriver(settings, context, StopSignal())
        log.info("sas driver started", line=settings.line, endpoint=settings.endpoint, pid=os.getpid())
        supervised(driver.run, "the casino's line is kept")
    log.info("sas driver stopped")
    return 0
