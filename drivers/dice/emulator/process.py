"""The emulated unit as a process: a pty for its line, a socket for its orders, one loop.

The pty is a link at a path of the caller's choice. While no program has it open the unit's words are lost, as on a
real cable that nobody listens to.
"""

import errno
import os
import pty
import select
import time
import tty
from pathlib import Path

from config.reading import BadFile
from drivers.dice.emulator.orders import ORDERS, BadOrder, describe, follow, seconds_of
from drivers.dice.emulator.unit import FOREVER, Unit
from drivers.emulation.control import Answer, ControlServer
from drivers.stopping import StopSignal

READ_AT_ONCE = 4096
LOOK_FOR_HOST = 0.01
"""Seconds between looks whether somebody has opened the port: a hung-up pty cannot be waited on."""
LONGEST_WAIT = 1.0


class Cable:
    """The pty that stands for the serial line, and the link that names it."""

    def __init__(self, link: Path) -> None:
        if link.exists() and not link.is_symlink():
            raise BadFile(f"{link}: exists and is no link; the emulator will not replace it, choose another path")
        self.link = link
        self._master = -1
        self._name = ""
        self.plug()

    def plug(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)  # before anybody opens it: an echo would sound like a second unit
        self._name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        beside = self.link.with_name(f".{self.link.name}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        beside.symlink_to(self._name)
        beside.replace(self.link)

    def unplug(self) -> None:
        if self._master < 0:
            return
        os.close(self._master)
        self._master = -1
        if self.link.is_symlink() and str(self.link.readlink()) == self._name:
            self.link.unlink()

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def fileno(self) -> int:
        return self._master

    def host_is_there(self) -> bool:
        """Whether some program has the port open."""
        if not self.plugged:
            return False
        watch = select.poll()
        watch.register(self._master, 0)
        return not any(event & select.POLLHUP for _, event in watch.poll(0))

    def read(self) -> bytes:
        try:
            return os.read(self._master, READ_AT_ONCE) if self.plugged else b""
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EIO):
                return b""
            raise

    def write(self, data: bytes) -> None:
        """A host that does not read loses the rest, as on a line without flow control."""
        try:
            if self.plugged and data:
                os.write(self._master, data)
        except BlockingIOError:
            return


class DiceEmulator:
    def __init__(self, unit: Unit, link: Path, control: Path, stop: StopSignal) -> None:
        self._unit = unit
        self._server = ControlServer(control)
        self._cable = Cable(link)
        self._plug_at = FOREVER
        self._stop = stop

    def run(self) -> None:
        try:
            while not self._stop.set:
                self.turn()
        finally:
            self._cable.unplug()
            self._server.close()

    def turn(self) -> None:
        """Wait for the host, an order or the clock, and deal with what came."""
        present = self._cable.host_is_there()
        self._wait(present)
        now = time.monotonic()
        if now >= self._plug_at:
            self._plug_at = FOREVER
            self._cable.plug()
        self._unit.hear(self._cable.read(), now)
        self._server.turn(self._obey)
        now = time.monotonic()
        out = self._unit.tick(now)
        if self._cable.host_is_there():
            self._cable.write(out)
        else:
            self._unit.host_left()

    def _wait(self, present: bool) -> None:
        now = time.monotonic()
        pause = min(self._unit.next_time() - now, self._plug_at - now, LONGEST_WAIT if present else LOOK_FOR_HOST)
        watched = [self._stop.fileno(), *self._server.filenos(), *([self._cable.fileno()] if present else [])]
        select.select(watched, [], [], max(0.0, pause))

    def _obey(self, words: list[str]) -> Answer:
        now = time.monotonic()
        try:
            if words[:1] == ["show"]:
                return {"ok": True, **describe(self._unit, now)}
            if words[:1] == ["unplug"]:
                self._plug_at = now + seconds_of(words[1:])
                self._cable.unplug()
            else:
                follow(self._unit, words, now)
        except BadOrder as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True}


def emulate(unit: Unit, link: Path, control: Path) -> int:
    """Be a dice unit until SIGTERM or SIGINT."""
    emulator = DiceEmulator(unit, link, control, StopSignal())
    print(f"emulated dice unit {unit.model} serial {unit.serial} at {link}, orders at {control}", flush=True)
    emulator.run()
    return 0


def order_list() -> str:
    """Every order a person can give, for the help text."""
    rows = [(f"{name} {order.usage}".strip(), order.purpose) for name, order in ORDERS.items()]
    rows += [("unplug SECONDS", "the port vanishes and comes back"), ("show", "the unit at a glance, as JSON")]
    return "\n".join(f"  {usage:<34} {purpose}" for usage, purpose in rows)
