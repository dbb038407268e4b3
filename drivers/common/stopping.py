"""Ending a process at once when it is told to: SIGTERM or SIGINT wakes whatever it waits on."""

import contextlib
import signal
import socket
from types import FrameType


class StopSignal:
    """A flag, and a descriptor that becomes readable when the flag is set. One a process, made in its main thread."""

    def __init__(self) -> None:
        self.set = False
        self._wake, self._write = socket.socketpair()
        for end in (self._wake, self._write):
            end.setblocking(False)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def fileno(self) -> int:
        return self._wake.fileno()

    def _stop(self, _: int, __: FrameType | None) -> None:
        self.set = True
        with contextlib.suppress(BlockingIOError):
            self._write.send(b"\0")
