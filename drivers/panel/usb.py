"""Boards on the USB: found again and again, and each read and written by a thread of its own.

pyusb waits inside its calls, so every board has one thread that does all its USB and nothing else, and one more
thread looks for boards. What they see goes into one bounded queue; the driver's single loop does the thinking.
"""

import errno
import os
import queue
import threading
import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import usb.core
import usb.util
from usb.backend import libusb1

from drivers.panel.codec import LENGTH

IN, OUT = 0x81, 0x01
READ_PATIENCE = 50
WRITE_PATIENCE = 500
"""Milliseconds. The first is also how long a lamp waits at most."""
LOOK_EVERY = 1.0
MOST_SIGHTINGS = 1000
MOST_FRAMES = 32


class NoUsb(Exception):
    """There is no USB to look at; the text says what to install or start."""


@dataclass(frozen=True, slots=True)
class PluggedBoard:
    """A board is plugged in; the driver may open it."""

    serial: str
    device: Any


@dataclass(frozen=True, slots=True)
class Absent:
    """Of all boards looked for, only these were there."""

    present: frozenset[str]


@dataclass(frozen=True, slots=True)
class ReportRead:
    connection: "BoardConnection"
    data: bytes
    when: float


@dataclass(frozen=True, slots=True)
class Broken:
    """A connection has ended."""

    connection: "BoardConnection"
    text: str


Sighting = PluggedBoard | Absent | ReportRead | Broken


class Sightings:
    """What the threads saw, and a descriptor to wait on."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Sighting] = queue.Queue(MOST_SIGHTINGS)
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)

    def fileno(self) -> int:
        return self._bell

    def put(self, sighting: Sighting) -> None:
        """Waits while the loop is far behind: the boards repeat themselves, nothing is lost by it."""
        self._queue.put(sighting)
        os.eventfd_write(self._bell, 1)

    def take(self) -> list[Sighting]:
        """All there is now."""
        try:
            os.eventfd_read(self._bell)
        except BlockingIOError:
            return []
        return [self._queue.get() for _ in range(self._queue.qsize())]


def backend_of(name: str) -> Any:
    """The USB named in the settings: `libusb`, or `emulated:SOCKET` of `boxcars panel emulate`."""
    if name.startswith("emulated:"):
        return _emulated(name.removeprefix("emulated:"))
    backend = libusb1.get_backend()
    if backend is None:
        raise NoUsb("libusb-1.0 was not found; install it: apt-get install libusb-1.0-0")
    return backend


def _emulated(socket: str) -> Any:
    """Boards of the workshop, which a cabinet for money does not have."""
    try:
        workshop = import_module("tools.emulators.panel.remote")
    except ModuleNotFoundError:
        raise NoUsb("emulated boards need the workshop (tools/), which is not installed here") from None
    return workshop.remote_backend(socket)


def boards(backend: Any, vendor: int, product: int) -> list[Any]:
    """All boards plugged in now."""
    return list(usb.core.find(find_all=True, backend=backend, idVendor=vendor, idProduct=product) or ())


def serial_of(device: Any) -> str:
    """The serial string of a board; a board that cannot be asked is named after its place and the trouble."""
    try:
        return str(device.serial_number)
    except (usb.core.USBError, ValueError, NotImplementedError) as error:
        reason = explain(error)
        return f"(board at bus {device.bus} address {device.address}: {reason})"


def explain(error: BaseException) -> str:
    """A USB error for a technician."""
    match getattr(error, "errno", None):
        case errno.EACCES | errno.EPERM:
            return "permission denied; install the udev rule, see docs/rig.md"
        case errno.ENODEV | errno.ENOENT:
            return "unplugged"
        case errno.EBUSY:
            return "another program has it open; stop that one first (the driver itself, perhaps)"
    return "permission denied or no strings; see docs/rig.md" if isinstance(error, ValueError) else str(error)


class Finder(threading.Thread):
    """Looks which boards are there, for as long as it lives."""

    def __init__(self, backend: Any, vendor: int, product: int, sightings: Sightings) -> None:
        super().__init__(daemon=True, name="usb-finder")
        self._backend, self._vendor, self._product = backend, vendor, product
        self._sightings = sightings
        self._known: dict[tuple[int, int], str] = {}
        self._stopped = threading.Event()
        self._failed: Exception | None = None

    def stop(self) -> None:
        self._stopped.set()

    def check(self) -> None:
        """What nobody expected ends the driver, which is started again: without us no board that goes comes back."""
        if self._failed is not None:
            raise self._failed

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                self._look()
                self._stopped.wait(LOOK_EVERY)
        except Exception as error:
            self._failed = error

    def _look(self) -> None:
        try:
            found = boards(self._backend, self._vendor, self._product)
        except usb.core.USBError:
            found = []
        present = {}
        for device in found:
            place = (device.bus, device.address)
            serial = self._known.get(place) or serial_of(device)
            if not serial.startswith("("):
                present[place] = serial
            self._sightings.put(PluggedBoard(serial, device))
        self._known = present
        self._sightings.put(Absent(frozenset(present.values())))


class BoardConnection(threading.Thread):
    """One opened board: reads reports, writes frames, ends at the first error."""

    def __init__(self, serial: str, device: Any, sightings: Sightings) -> None:
        super().__init__(daemon=True, name=f"usb-{serial}")
        self.serial = serial
        self._device = device
        self._sightings = sightings
        self._frames: queue.Queue[bytes] = queue.Queue(MOST_FRAMES)
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def send(self, frame: bytes) -> bool:
        """Write a frame as soon as the board can be reached; False when too many wait."""
        try:
            self._frames.put_nowait(frame)
        except queue.Full:
            return False
        return True

    def run(self) -> None:
        try:
            _configure(self._device)
            while not self._stopped.is_set():
                self._write()
                self._read()
        except (usb.core.USBError, ValueError) as error:
            self._sightings.put(Broken(self, explain(error)))
        finally:
            release(self._device)

    def _write(self) -> None:
        while not self._frames.empty():
            self._device.write(OUT, self._frames.get(), WRITE_PATIENCE)

    def _read(self) -> None:
        try:
            data = bytes(self._device.read(IN, LENGTH, READ_PATIENCE))
        except usb.core.USBTimeoutError:
            return
        except usb.core.USBError as error:
            if error.errno != errno.EOVERFLOW:
                raise
            data = bytes(LENGTH + 1)  # longer than a report: counted as one of the wrong length
        self._sightings.put(ReportRead(self, data, time.monotonic()))


def _configure(device: Any) -> None:
    try:
        device.get_active_configuration()
    except usb.core.USBError:
        device.set_configuration()


def release(device: Any) -> None:
    """Give a board back, also one that is gone."""
    try:
        usb.util.dispose_resources(device)
    except usb.core.USBError:
        return
