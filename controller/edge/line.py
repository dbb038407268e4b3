"""The edge's end of its line to the controller, or to the records process: found again whenever it is lost."""

import socket
import time
from contextlib import suppress
from pathlib import Path

from controller.server.sockets.link import READ_AT_ONCE, BadWord, LinkWord, WordCutter

CONNECT_AGAIN = 0.1
"""Seconds between two tries."""
MOST_WAITING = 1024 * 1024
"""Bytes that the other end has not taken. Then nobody elsewhere is read until it has."""


class InwardLine:
    """Whole words, both ways."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._words = WordCutter()
        self._out = bytearray()
        self._try_at = 0.0

    @property
    def up(self) -> bool:
        """Whether somebody is at the other end."""
        return self._socket is not None

    def fileno(self) -> int:
        """To wait for what comes."""
        assert self._socket is not None
        return self._socket.fileno()

    def connect(self) -> bool:
        """If it is time for another try: whether it has just come up."""
        now = time.monotonic()
        if self._socket is not None or now < self._try_at:
            return False
        self._try_at = now + CONNECT_AGAIN
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            found.connect(str(self._path))
        except OSError:
            found.close()
            return False
        self._socket, self._words = found, WordCutter()
        self._out.clear()
        return True

    def say(self, words: bytes) -> None:
        """Leaves with the next flush; to nobody, where nobody is."""
        if self._socket is not None:
            self._out += words

    def takes_more(self) -> bool:
        """Whether it is worth reading for it."""
        return self._socket is not None and len(self._out) < MOST_WAITING

    def waits(self) -> bool:
        """Whether something is to be written as soon as it goes."""
        return bool(self._out)

    def flush(self) -> None:
        """As much as goes."""
        while self._out and self._socket is not None:
            try:
                del self._out[: self._socket.send(self._out)]
            except BlockingIOError:
                return
            except OSError:
                self.lose()

    def hear(self) -> list[LinkWord]:
        """What has come; a line that has ended, or says what is no word, is lost."""
        if self._socket is None:
            return []
        try:
            data = self._socket.recv(READ_AT_ONCE)
            if data:
                return list(self._words.feed(data))
        except BlockingIOError:
            return []
        except (OSError, BadWord):
            pass
        self.lose()
        return []

    def lose(self) -> None:
        """Nobody is there any more."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.close()
        self._socket = None
        self._out.clear()
