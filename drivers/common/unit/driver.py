"""The process: a unit's serial line on one side, the controller's ZeroMQ socket on the other.

One thread and one poll over both. It is told the wanted play until it has an answer, passes the answer on with its
MAC, and keeps nothing: killed at any byte, the next one asks the unit what became of the play.
"""

import os
import time
from collections.abc import Callable
from typing import Any

import structlog
import zmq
from pydantic import TypeAdapter

from config.drivers import UnitSettings
from config.process.supervisor import supervised
from controller.protocol.devices.unit import LinkDown
from controller.protocol.message import Message
from drivers.common.serial.port import PortName
from drivers.common.speaker import Speaker
from drivers.common.stopping import StopSignal
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.line import SerialLine
from drivers.common.unit.words import Words

HEALTH_EVERY = 1.0

log = structlog.get_logger()


class UnitDriver:
    """One unit's, of whatever kind its words are."""

    def __init__(
        self,
        settings: UnitSettings,
        port: PortName,
        words: Words,
        told: TypeAdapter[Any],
        context: zmq.Context[zmq.Socket[bytes]],
        stop: StopSignal,
    ) -> None:
        """`told` is what the controller may say to a driver of this kind."""
        self._port = port
        self._words = words
        self._told = told
        self._line = SerialLine(port, ExpectedUnit(settings.model or words.model, settings.serial), words)
        self._speaker = Speaker(context, settings.endpoint, self._here)
        self._poller = zmq.Poller()
        self._polled: int | None = None
        self._next_health = time.monotonic()
        self._stop = stop
        self._poller.register(stop.fileno(), zmq.POLLIN)

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until stopped. `turned` hears of every turn."""
        while not self._stop.set:
            self.turn()
            turned()
        self._line.close()
        self._speaker.close()

    def turn(self) -> None:
        """Wait for whatever comes first, and deal with all that is there."""
        self._wait()
        self._speaker.announce()
        for wish in self._speaker.hear(self._told):
            self._line.session.told(wish, time.monotonic())
        for message in self._line.turn():
            self._note(message)
            self._speaker.say(message)
        if time.monotonic() >= self._next_health:
            self._next_health = time.monotonic() + HEALTH_EVERY
            self._line.statistics.messages_dropped = self._speaker.dropped
            self._speaker.say(self._line.statistics.health(self._line.session.unit))

    def _here(self) -> list[Message]:
        here = self._words.here(self._port.text, self._port.is_pretended())
        standing = self._line.session.standing()
        return [here] if standing is None else [here, standing]

    def _wait(self) -> None:
        self._speaker.watch(self._poller)
        number = self._line.fileno()
        if number != self._polled:  # the port has another number each time it is opened
            if self._polled is not None:
                self._poller.unregister(self._polled)
            if number is not None:
                self._poller.register(number, zmq.POLLIN | zmq.POLLERR)
            self._polled = number
        pause = min(self._line.deadline(), self._next_health) - time.monotonic()
        self._poller.poll(max(0, int(pause * 1000) + 1))

    def _note(self, message: Message) -> None:
        """What a technician wants to find in the log; the rest is the controller's to record."""
        said = message.model_dump(exclude={"kind", "v"})
        if isinstance(message, LinkDown):
            log.warning(f"{self._words.unit} lost", why=message.why, text=message.text)
        elif message.kind == "malfunction":
            log.error(f"{self._words.unit} malfunction", what=said["what"], text=said["text"])
        elif message.kind in ("link_up", "unit_rebooted", *self._words.logged):
            log.info(message.kind, **said)


def drive(settings: UnitSettings, port: PortName, words: Words, told: TypeAdapter[Any]) -> int:
    """Run the driver until SIGTERM or SIGINT."""
    name = f"{words.device} driver"
    with zmq.Context() as context:
        driver = UnitDriver(settings, port, words, told, context, StopSignal())
        log.info(f"{name} started", port=settings.port, endpoint=settings.endpoint, pid=os.getpid())
        supervised(driver.run, f"the line to the {words.unit} is kept")
    log.info(f"{name} stopped")
    return 0
