"""A serial port of this machine: space parity, so that the mark is a parity error, and mark parity for a chirp.

The kernel's own address mode is not used: where a driver has it, it lets one address through, and whoever is to know
that an answer was read has to hear all of them.
"""

import contextlib
import fcntl
import os
import termios
from typing import Any

from drivers.common.serial.port import LARGEST_READ, NoPort, PortName
from drivers.sas.codec import ByteHeard, Said
from drivers.sas.lines.marks import MarkReader

CMSPAR = 0o10000000000
"""Parity that is always the same; Python does not name it."""
NINTH = termios.PARENB | CMSPAR
IFLAG, OFLAG, CFLAG, LFLAG, ISPEED, OSPEED, CC = range(7)


class TtyLine:
    """One port, for this process alone."""

    def __init__(self, name: PortName) -> None:
        if name.is_pretended():
            raise NoPort(f"{name.text}: a pty carries no ninth bit; an emulated line is `emulated:PATH`")
        self._name, self._reader = name.text, MarkReader()
        try:
            self._file = os.open(name.find(), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError as error:
            raise NoPort(f"{name.text}: cannot be opened: {error.strerror}") from None
        try:
            fcntl.ioctl(self._file, termios.TIOCEXCL)
            self._set_up()
        except (OSError, termios.error) as error:
            self.close()
            raise NoPort(f"{name.text}: is no serial port that can be set up: {error}") from None

    def _set_up(self) -> None:
        modes = termios.tcgetattr(self._file)
        termios.tcsetattr(self._file, termios.TCSAFLUSH, nine_bits(modes))
        if termios.tcgetattr(self._file)[CFLAG] & NINTH != NINTH:
            raise OSError("its driver has neither space parity nor mark parity")

    def fileno(self) -> int:
        return self._file

    def read(self) -> list[ByteHeard]:
        try:
            data = os.read(self._file, LARGEST_READ)
        except BlockingIOError:
            return []
        except OSError as error:
            raise NoPort(f"{self._name}: gone while reading: {error.strerror}") from None
        if not data:
            raise NoPort(f"{self._name}: gone while reading")
        return list(self._reader.feed(data))

    def write(self, said: Said) -> None:
        try:
            if said.mark:
                self._turn(on=True)
            os.write(self._file, said.data)
            if said.mark:
                termios.tcdrain(self._file)
                self._turn(on=False)
        except (OSError, termios.error) as error:
            raise NoPort(f"{self._name}: gone while writing: {error}") from None

    def _turn(self, on: bool) -> None:
        """The ninth bit of what goes out from here on."""
        modes = termios.tcgetattr(self._file)
        modes[CFLAG] = modes[CFLAG] | termios.PARODD if on else modes[CFLAG] & ~termios.PARODD
        termios.tcsetattr(self._file, termios.TCSADRAIN, modes)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._file)


def nine_bits(modes: list[Any]) -> list[Any]:
    """The modes of a port that tells the mark as a parity error, and says nothing else about its bytes."""
    modes = list(modes)
    modes[IFLAG] = termios.INPCK | termios.PARMRK
    modes[OFLAG] = modes[LFLAG] = 0
    modes[CFLAG] = termios.CS8 | termios.CREAD | termios.CLOCAL | NINTH
    modes[ISPEED] = modes[OSPEED] = termios.B19200
    cc = list(modes[CC])
    cc[termios.VMIN], cc[termios.VTIME] = 0, 0
    modes[CC] = cc
    return modes
