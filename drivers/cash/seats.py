"""The process of a device that many seats have: each on its own line, each with its own connection to the controller.

One thread and one poll over all of them. Whatever is ready wakes its seat alone: the others cost nothing meanwhile.
"""

import argparse
import os
import select
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import structlog
import zmq
from pydantic import TypeAdapter

from config.process.supervisor import supervised
from controller.protocol.message import Message
from drivers.common.speaker import Speaker
from drivers.common.stopping import StopSignal
from drivers.common.tools.commands import Acts

HEALTH_EVERY = 1.0

log = structlog.get_logger()


class SeatDevice(Protocol):
    """A device at a seat, as its driver knows it. It keeps nothing that its controller does not."""

    seat: int

    def fileno(self) -> int | None:
        """What to wait on, while its port is open."""

    def deadline(self) -> float:
        """When to `turn` at the latest."""

    def turn(self) -> list[Message]:
        """Whatever is due now; returns what there is to tell."""

    def told(self, message: Any) -> None:
        """The controller's word."""

    def here(self) -> list[Message]:
        """What a controller hears first."""

    def health(self, dropped: int) -> Message:
        """The heartbeat; `dropped` is what could not be sent."""

    def close(self) -> None:
        """The port, for good."""


class ServedSeat:
    """A device and its speaker."""

    def __init__(
        self, device: SeatDevice, endpoint: str, told: TypeAdapter[Any], context: zmq.Context[zmq.Socket[bytes]]
    ) -> None:
        self.device = device
        self.speaker = Speaker(context, endpoint, device.here)
        self.due_at = 0.0
        """When to `turn` at the latest; nothing but a turn moves it."""
        self._next_health = 0.0
        self._told = told

    def turn(self, is_spoken_to: bool) -> None:
        """Everything that is due at this seat.

        Who used the socket may have hidden a word that came meanwhile, so looks again; who did not, and was not woken
        by it, need not ask.
        """
        if is_spoken_to:
            self._listen()
        has_said = self._say()
        while (is_spoken_to or has_said) and self.speaker.has_word():
            self._listen()
            self._say()
        self.due_at = min(self.device.deadline(), self._next_health)

    def close(self) -> None:
        self.device.close()
        self.speaker.close()

    def _listen(self) -> None:
        if self.speaker.has_news():
            self.speaker.announce()
            for message in self.speaker.hear(self._told):
                self.device.told(message)

    def _say(self) -> bool:
        """Whether there was something to say."""
        messages = self.device.turn()
        for message in messages:
            self.speaker.say(message)
        if (now := time.monotonic()) < self._next_health:
            return bool(messages)
        self._next_health = now + HEALTH_EVERY
        self.speaker.announce()
        self.speaker.say(self.device.health(self.speaker.dropped))
        return True


class SeatsDriver:
    """All seats of one process."""

    def __init__(self, seats: Sequence[ServedSeat], stop: StopSignal) -> None:
        self._seats = seats
        self._stop = stop
        self._poll = select.epoll()
        self._by_number: dict[int, ServedSeat] = {}
        self._by_socket: dict[int, ServedSeat] = {}
        self._poll.register(stop.fileno(), select.EPOLLIN)
        for seat in seats:
            for number in seat.speaker.descriptors():
                self._by_number[number] = self._by_socket[number] = seat
                self._poll.register(number, select.EPOLLIN)

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until stopped. `turned` hears of every turn."""
        while not self._stop.set:
            self.turn()
            turned()
        for seat in self._seats:
            seat.close()
        self._poll.close()

    def turn(self) -> None:
        """Wait for whatever comes first, and deal with all that is there."""
        pause = min(seat.due_at for seat in self._seats) - time.monotonic()
        numbers = [number for number, _ in self._poll.poll(max(0.0, pause))]
        ready = {self._by_number.get(number) for number in numbers}
        spoken_to = {self._by_socket.get(number) for number in numbers}
        now = time.monotonic()
        for seat in self._seats:
            if seat in ready or seat.due_at <= now:
                seat.turn(seat in spoken_to)
                self._watch_port(seat)

    def _watch_port(self, seat: ServedSeat) -> None:
        """A port that was closed is watched no more, and opened again it may have the same number."""
        number = seat.device.fileno()
        if number is None:
            return
        self._by_number[number] = seat
        try:
            self._poll.modify(number, select.EPOLLIN)
        except FileNotFoundError:
            self._poll.register(number, select.EPOLLIN)


def add_drive(acts: Acts, name: str, run: Callable[[argparse.Namespace], int]) -> None:
    """The act `drive` of a device that many seats have."""
    parser = acts.add_parser("drive", help="the driver process, between the devices of all seats and the controller")
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help=f"settings with [[{name}]] tables")
    parser.set_defaults(run_act=run)


def drive(name: str, seats: Sequence[ServedSeat]) -> int:
    """Run the driver of these seats until SIGTERM or SIGINT."""
    driver = SeatsDriver(seats, StopSignal())
    log.info(f"{name} driver started", seats=[seat.device.seat for seat in seats], pid=os.getpid())
    supervised(driver.run, "the lines at the seats are kept")
    log.info(f"{name} driver stopped")
    return 0
