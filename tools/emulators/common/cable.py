"""The pty that stands for a serial line.

It is a link at a path of the caller's choice. While no program has it open the unit's words are lost, as on a real
cable that nobody listens to.
"""

import errno
import os
import pty
import select
import tty
from pathlib import Path

from config.files.reading import BadFile

READ_AT_ONCE = 4096


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
        if self.link.is_symlink() and str(self.link.readlink()) == self._name:
            self.link.unlink()  # first: the next pty of this machine may get the number of this one
        os.close(self._master)
        self._master = -1

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
