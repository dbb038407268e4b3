"""A real line: 19,200 baud at a tty, the ninth bit made of the parity bit.

A marked byte goes out with the parity MARK, all others with SPACE; between the two the line has to be empty, or the
bytes before would change with it. What comes in is read with SPACE too: a byte with its ninth bit set is then a parity
error, which the kernel puts as FF 00 before it, and a real FF comes twice.
"""

import os
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from tools.sas_host.lines.line import Heard, LineLost, has_come

INPUT, OUTPUT, CONTROL, LOCAL, IN_SPEED, OUT_SPEED, CHARACTERS = range(7)
CMSPAR = 0o10_000_000_000
"""Parity is a fixed bit: MARK with PARODD, SPACE without. The module `termios` does not name it."""
ESCAPE = 0xFF
CHUNK = 1024


class TtyLine:
    """A line at a port of this machine."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._escapes = Escapes()
        self._port = self._opened()

    def now(self) -> float:
        """The machine's own monotonic clock."""
        return time.monotonic()

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        """Bytes of the same mark together."""
        with self._noticing():
            for mark, group in groupby(zip(marks, data, strict=True), key=lambda pair: pair[0]):
                self._set_parity(mark)
                self._write(bytes(value for _, value in group))
            self._set_parity(False)

    def hear(self, until: float) -> list[Heard]:
        """What is there, waited for."""
        with self._noticing():
            while has_come(self._port, until - self.now()):
                data, at = os.read(self._port, CHUNK), self.now()
                if not data:
                    raise LineLost(f"{self._path}: it hung up")
                if pairs := self._escapes.read(data):
                    return [Heard(value, mark, at) for value, mark in pairs]
        return []

    def reopen(self) -> None:
        """The port closed and opened."""
        self.close()
        self._escapes = Escapes()
        self._port = self._opened()

    def close(self) -> None:
        """Let go of the port."""
        os.close(self._port)

    def _opened(self) -> int:
        with self._noticing():
            port = os.open(self._path, os.O_RDWR | os.O_NOCTTY)
        try:
            set_up(port)
            if not carries_parity(port):
                raise LineLost(f"{self._path}: it carries no parity (a pty does not), and so no marks")
        except BaseException:
            os.close(port)
            raise
        return port

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._port, data) :]
        termios.tcdrain(self._port)

    def _set_parity(self, mark: bool) -> None:
        attributes = termios.tcgetattr(self._port)
        wanted = with_parity(attributes[CONTROL], mark)
        if attributes[CONTROL] != wanted:
            attributes[CONTROL] = wanted
            termios.tcsetattr(self._port, termios.TCSADRAIN, attributes)

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except LineLost:
            raise
        except (OSError, termios.error) as error:
            raise LineLost(f"{self._path}: {error}") from error


def with_parity(control: int, mark: bool) -> int:
    """Control flags with the parity of a byte that has this mark."""
    control |= termios.PARENB | CMSPAR
    return control | termios.PARODD if mark else control & ~termios.PARODD


def set_up(port: int) -> None:
    """Raw, 19,200 baud, eight bits and the parity that stands for no mark; wrong parity is shown."""
    attributes = termios.tcgetattr(port)
    attributes[INPUT] = termios.INPCK | termios.PARMRK
    attributes[OUTPUT] = attributes[LOCAL] = 0
    attributes[CONTROL] = with_parity(termios.CS8 | termios.CREAD | termios.CLOCAL, mark=False)
    attributes[IN_SPEED] = attributes[OUT_SPEED] = termios.B19200
    attributes[CHARACTERS][termios.VMIN], attributes[CHARACTERS][termios.VTIME] = 1, 0
    termios.tcsetattr(port, termios.TCSAFLUSH, attributes)


def carries_parity(port: int) -> bool:
    """Whether the driver took it."""
    control: int = termios.tcgetattr(port)[CONTROL]
    return bool(control & termios.PARENB and control & CMSPAR)


class Escapes:
    """Reads what such a kernel gives, across the borders of reads."""

    def __init__(self) -> None:
        self._begun = b""

    def read(self, data: bytes) -> list[tuple[int, bool]]:
        """Bytes with their marks, as far as they are whole."""
        rest, found = self._begun + data, []
        while rest:
            if rest[0] != ESCAPE:
                found.append((rest[0], False))
                rest = rest[1:]
            elif rest[1:2] == b"\xff":
                found.append((ESCAPE, False))
                rest = rest[2:]
            elif len(rest) > 2:
                found.append((rest[2], True))
                rest = rest[3:]
            else:
                break
        self._begun = rest
        return found
