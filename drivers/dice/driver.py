"""The process: the unit's serial line on one side, the controller's ZeroMQ socket on the other.

One thread and one poll over both. It is told the wanted roll until it has an answer, passes the answer on with its
MAC, and keeps nothing: killed at any byte, the next one asks the unit what became of the roll.
"""

import os
import time
from collections.abc import Callable

import structlog
import zmq

from config.drivers import DiceSettings
from config.supervisor import Supervisor
from controller.protocol.devices.dice import TO_DICE_DRIVER, DiceDriverHere, FromDiceDriver, LinkDown, Malfunction
from controller.protocol.message import Message
from drivers.common.speaker import Speaker
from drivers.common.stopping import StopSignal
from drivers.dice.identity import ExpectedUnit
from drivers.dice.line import SerialLine
from drivers.dice.port import PortName

HEALTH_EVERY = 1.0

log = structlog.get_logger()


class DiceDriver:
    def __init__(
        self, settings: DiceSettings, port: PortName, context: zmq.Context[zmq.Socket[bytes]], stop: StopSignal
    ) -> None:
        self._port = port
        self._line = SerialLine(port, ExpectedUnit(settings.model, settings.serial))
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
        for wish in self._speaker.hear(TO_DICE_DRIVER):
            self._line.session.told(wish, time.monotonic())
        for message in self._line.turn():
            _note(message)
            self._speaker.say(message)
        if time.monotonic() >= self._next_health:
            self._next_health = time.monotonic() + HEALTH_EVERY
            self._line.statistics.messages_dropped = self._speaker.dropped
            self._speaker.say(self._line.statistics.health(self._line.session.unit))

    def _here(self) -> list[Message]:
        here = DiceDriverHere(port=self._port.text, emulated=self._port.is_pretended())
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


def _note(message: FromDiceDriver) -> None:
    """What a technician wants to find in the log; the rest is the controller's to record."""
    match message:
        case LinkDown(why=why, text=text):
            log.warning("dice unit lost", why=why, text=text)
        case Malfunction(what=what, text=text):
            log.error("dice unit malfunction", what=what, text=text)
        case _ if message.kind in ("link_up", "unit_rebooted", "roll_refused", "roll_overdue"):
            log.info(message.kind, **message.model_dump(exclude={"kind", "v"}))


def drive(settings: DiceSettings, port: PortName) -> int:
    """Run the driver until SIGTERM or SIGINT."""
    with zmq.Context() as context:
        driver = DiceDriver(settings, port, context, StopSignal())
        log.info("dice driver started", port=settings.port, endpoint=settings.endpoint, pid=os.getpid())
        supervisor = Supervisor()
        supervisor.ready("the line to the dice unit is kept")
        driver.run(supervisor.turned)
        supervisor.stopping()
    log.info("dice driver stopped")
    return 0
