"""The process: the boards of this host on one side, the controller's ZeroMQ socket on the other.

It keeps nothing: what is to be lit and which press is asked for it is told, again and again.
"""

import os
import time
from collections.abc import Callable
from typing import Any, Literal

import structlog
import zmq

from config.drivers import PanelSettings
from config.process.supervisor import supervised
from controller.protocol.devices.panel import (
    TO_DRIVER,
    FromPanelDriver,
    PanelDriverHere,
    PanelFound,
    PanelLost,
    StrangeBoard,
)
from controller.protocol.message import Message, WhoIsThere
from drivers.common.speaker import Speaker
from drivers.common.stopping import StopSignal
from drivers.panel.board import Board
from drivers.panel.usb import (
    Absent,
    BoardConnection,
    Broken,
    Finder,
    PluggedBoard,
    ReportRead,
    Sightings,
    backend_of,
    release,
)

TRUTH_EVERY = 1.0
HEALTH_EVERY = 2.0
STRANGERS_TOLD = 64

log = structlog.get_logger()


class PanelDriver:
    def __init__(
        self, settings: PanelSettings, context: zmq.Context[zmq.Socket[bytes]], backend: Any, stop: StopSignal
    ) -> None:
        self._settings = settings
        self._speaker = Speaker(context, settings.endpoint, self._here)
        self._boards = {serial: Board(serial) for serial in settings.boards}
        self._connections: dict[str, BoardConnection] = {}
        self._strangers: set[str] = set()
        self._sightings = Sightings()
        self._finder = Finder(backend, settings.vendor, settings.product, self._sightings)
        self._poller = zmq.Poller()
        self._poller.register(self._sightings.fileno(), zmq.POLLIN)
        self._next_truth = self._next_health = time.monotonic()
        self._stop = stop
        self._poller.register(stop.fileno(), zmq.POLLIN)

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until stopped. `turned` hears of every turn."""
        self._finder.start()
        while not self._stop.set:
            self.turn()
            self._finder.check()
            turned()
        self._finder.stop()
        for connection in self._connections.values():
            connection.stop()
        self._speaker.close()

    def turn(self) -> None:
        """Wait for whatever comes first, and deal with all that is there."""
        self._wait()
        self._speaker.announce()
        self._hear()
        for sighting in self._sightings.take():
            match sighting:
                case ReportRead(connection, data, when) if connection is self._connections.get(connection.serial):
                    self._say(self._boards[connection.serial].received(data, when))
                case PluggedBoard(serial, device):
                    self._seen(serial, device)
                case Absent(present):
                    self._missing(present)
                case Broken(connection, text) if connection is self._connections.get(connection.serial):
                    self._lose(connection.serial, "usb_error", text)
        now = time.monotonic()
        self._listen_for_silence(now)
        self._send_frames()
        self._say_regularly(now)

    def _here(self) -> list[Message]:
        here = PanelDriverHere(boards=tuple(self._boards), emulated=self._settings.usb != "libusb")
        return [here, *(message for board in self._boards.values() for message in board.standing())]

    def _wait(self) -> None:
        self._speaker.watch(self._poller)
        deadlines = [self._next_truth, self._next_health]
        deadlines += [self._boards[serial].silence_at() for serial in self._connections]
        self._poller.poll(max(0, int((min(deadlines) - time.monotonic()) * 1000) + 1))

    def _hear(self) -> None:
        now = time.monotonic()
        for wish in self._speaker.hear(TO_DRIVER):
            if isinstance(wish, WhoIsThere):
                continue  # the speaker has answered it
            board = self._boards.get(wish.board)
            if board is None:
                log.warning("wish for a board that is not ours", board=wish.board, wish=wish.kind)
            else:
                board.told(wish, now)

    def _seen(self, serial: str, device: Any) -> None:
        if serial in self._boards:
            if serial not in self._connections:
                self._boards[serial].connected(time.monotonic())
                self._connections[serial] = BoardConnection(serial, device, self._sightings)
                self._connections[serial].start()
        elif serial not in self._strangers and len(self._strangers) < STRANGERS_TOLD:
            self._strangers.add(serial)
            release(device)
            log.warning("a board that nobody configured is left alone", serial=serial)
            self._say([StrangeBoard(serial=serial[:300])])

    def _missing(self, present: frozenset[str]) -> None:
        for serial in self._boards:
            if serial not in present and serial not in self._connections:
                self._say(self._boards[serial].lost("absent", f"{serial}: no such board is plugged in"))

    def _listen_for_silence(self, now: float) -> None:
        for serial in list(self._connections):
            if self._boards[serial].silent(now):
                self._lose(serial, "silence", "no good report for three seconds; opening it again")

    def _lose(self, serial: str, why: Literal["silence", "usb_error"], text: str) -> None:
        self._connections.pop(serial).stop()
        self._say(self._boards[serial].lost(why, f"{serial}: {text}"))

    def _send_frames(self) -> None:
        for serial, connection in list(self._connections.items()):
            frames, self._boards[serial].frames = self._boards[serial].frames, []
            if not all(connection.send(frame) for frame in frames):
                self._lose(serial, "usb_error", "takes no frames")

    def _say_regularly(self, now: float) -> None:
        if now >= self._next_truth:
            self._next_truth = now + TRUTH_EVERY
            self._say([board.truth() for board in self._boards.values()])
        if now >= self._next_health:
            self._next_health = now + HEALTH_EVERY
            self._say([board.health() for board in self._boards.values()])

    def _say(self, messages: list[FromPanelDriver]) -> None:
        for message in messages:
            if isinstance(message, PanelLost):
                log.warning("panel lost", board=message.board, why=message.why, text=message.text)
            elif isinstance(message, PanelFound):
                log.info("panel found", board=message.board, latched=message.latched_doors)
            self._speaker.say(message)


def drive(settings: PanelSettings) -> int:
    """Run the driver until SIGTERM or SIGINT."""
    backend = backend_of(settings.usb)
    with zmq.Context() as context:
        driver = PanelDriver(settings, context, backend, StopSignal())
        log.info("panel driver started", boards=settings.boards, endpoint=settings.endpoint, pid=os.getpid())
        supervised(driver.run, "the boards are looked after")
    log.info("panel driver stopped")
    return 0
