"""Finding and opening the serial port of a unit.

A port is named in one of three ways, in settings and on the command line alike:

    /dev/ttyS0                 a path; a link that udev keeps under /dev/serial/by-id is one too
    usb:0403:6001:A50285BI     USB vendor, product and serial string, wherever it was plugged in
    udev:boxcars-dice          the name that a udev rule gave it (SYMLINK+=): /dev/boxcars-dice
"""

import os
import termios
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

BAUD = 115_200
WRITE_PATIENCE = 0.5
"""Seconds; a port that takes no byte for so long has nobody behind it."""
LARGEST_READ = 4096

PORT_ERRORS = (OSError, termios.error)
"""What pyserial and the ground under it raise when a port is gone: SerialException is an OSError."""


class NoPort(Exception):
    """The port cannot be opened; the text says which, why, and what to look at."""


@dataclass(frozen=True, slots=True)
class PortName:
    """Where to look for the unit."""

    text: str
    path: Path | None = None
    vendor: int = 0
    product: int = 0
    serial: str = ""

    def find(self) -> Path:
        """The device file, or NoPort."""
        if self.path is not None:
            return self.path
        for port in list_ports.comports():
            if (port.vid, port.pid, port.serial_number) == (self.vendor, self.product, self.serial):
                return Path(port.device)
        raise NoPort(f"{self.text}: no such USB serial adapter is plugged in; `lsusb -v` shows what is")

    def is_pretended(self) -> bool:
        """Whether a program, not a machine, is behind the port: it is a pty."""
        return self.path is not None and self.path.resolve().is_relative_to("/dev/pts")


def parse_port(text: str) -> PortName:
    """A port's name as written by a person; ValueError says what is wrong with it."""
    kind, colon, rest = text.partition(":")
    if colon and kind == "udev":
        if not rest or "/" in rest or rest in {".", ".."}:
            raise ValueError(f"{text}: a udev name is one word, as in udev:boxcars-dice")
        return PortName(text, path=Path("/dev") / rest)
    if colon and kind == "usb":
        return _parse_usb(text, rest)
    if not text:
        raise ValueError("a port needs a name: a path, usb:VENDOR:PRODUCT:SERIAL or udev:NAME")
    return PortName(text, path=Path(text))


def _parse_usb(text: str, rest: str) -> PortName:
    try:
        vendor, product, serial_number = rest.split(":", 2)
        numbers = int(vendor, 16), int(product, 16)
    except ValueError:
        raise ValueError(f"{text}: a USB port is usb:VENDOR:PRODUCT:SERIAL, as in usb:0403:6001:A50285BI") from None
    if not all(0 <= number <= 0xFFFF for number in numbers) or not serial_number:
        raise ValueError(f"{text}: vendor and product are four hexadecimal digits, the serial string is not empty")
    return PortName(text, vendor=numbers[0], product=numbers[1], serial=serial_number)


class Port:
    """An open port, for this process alone. Reads do not wait; any trouble is NoPort."""

    def __init__(self, name: PortName, baud: int = BAUD, parity: str = serial.PARITY_NONE) -> None:
        """Eight data bits and one stop bit, always."""
        self.name = name
        path = name.find()
        if name.is_pretended():  # a pty carries no parity, and refuses to be told of one twice
            parity = serial.PARITY_NONE
        try:
            self._serial = serial.Serial(
                str(path), baud, parity=parity, timeout=0, write_timeout=WRITE_PATIENCE, exclusive=True
            )
        except PORT_ERRORS as error:
            raise NoPort(f"{name.text}: cannot be opened: {_reason(error)}") from None

    def fileno(self) -> int:
        number: int = self._serial.fileno()
        return number

    def read(self) -> bytes:
        """What has arrived, maybe nothing."""
        try:
            data = os.read(self._serial.fileno(), LARGEST_READ)
            return data or self._serial.read(LARGEST_READ)  # which knows a port that is gone from one that is silent
        except BlockingIOError:
            return b""
        except PORT_ERRORS as error:
            raise NoPort(f"{self.name.text}: gone while reading: {_reason(error)}") from None

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except PORT_ERRORS as error:
            raise NoPort(f"{self.name.text}: gone while writing: {_reason(error)}") from None

    def close(self) -> None:
        try:
            self._serial.close()
        except PORT_ERRORS:
            return  # it was gone already


OpenPort = Callable[[PortName, int, str], Port]
"""How a port is opened."""


def _reason(error: BaseException) -> str:
    number = getattr(error, "errno", None)
    if isinstance(error.__context__, termios.error):
        number = error.__context__.args[0]
    if number == 11:  # EAGAIN of the lock
        return "another program has it open; stop that one first (the driver itself, perhaps)"
    if number == 13:
        return "permission denied; the user must be in the group that owns the port (dialout)"
    if number == 25:  # ENOTTY
        return "it is no serial port; name the one that the unit is plugged into"
    if number == 2:
        return "no such device; is the unit plugged in and powered?"
    return str(error)
