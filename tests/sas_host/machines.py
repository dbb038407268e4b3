"""Machines that answer what is written down for them, on a line with a clock of its own. They know nothing of SAS.

The check sums in these tests were worked out apart from the host: bit by bit with the polynomial 0x1021 on reversed
bits.
"""

import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.sas_host.lines.line import Heard, LineLost

BYTE = 0.000573
"""Seconds of one byte at 19,200 baud with eleven bits."""
SOON = 0.003


class Said(NamedTuple):
    """An answer, and how it comes."""

    data: bytes
    after: float = SOON
    gap: float = BYTE
    mark: bool = False


Answers = Callable[[bytes], Said | None]


def said(words: str, after: float = SOON, gap: float = BYTE, mark: bool = False) -> Said:
    """One, from hexadecimal."""
    return Said(bytes.fromhex(words), after, gap, mark)


class WrittenLine:
    """A line to a machine that is a function; time passes as it is waited for."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._now = answers, 0.0
        self._coming: deque[Heard] = deque()
        self.heard: list[bytes] = []
        self.marks: list[list[bool]] = []
        self.times: list[float] = []

    def now(self) -> float:
        return self._now

    def say(self, data: bytes, marks: Sequence[bool]) -> None:
        self.heard.append(data)
        self.marks.append(list(marks))
        self.times.append(self._now)
        if marks[0] and (answer := self._answers(data)):
            at = self._now + answer.after
            for index, value in enumerate(answer.data):
                self._coming.append(Heard(value, answer.mark, at + index * answer.gap))

    def hear(self, until: float) -> list[Heard]:
        if self._coming and self._coming[0].at <= until:
            self._now = max(self._now, self._coming[0].at)
            return [self._coming.popleft()]
        self._now = max(self._now, until)
        return []

    def reopen(self) -> None:
        self._coming.clear()

    def close(self) -> None:
        self._coming.clear()


def by_book(book: Mapping[str, str]) -> Answers:
    """A machine that looks up its answers; to all else it is silent."""
    pages = {bytes.fromhex(poll): said(answer) for poll, answer in book.items()}
    return pages.get


def by_script(*steps: tuple[str, str]) -> Answers:
    """A machine to which exactly these polls come, in this order; any other fails the test. A bare 80 may come at any
    time."""
    rest = deque(steps)

    def answer(data: bytes) -> Said | None:
        if data == b"\x80":
            return None
        assert rest, f"{data.hex(' ')} after the script's end"
        poll, words = rest.popleft()
        assert data == bytes.fromhex(poll), f"{data.hex(' ')} where the script has {poll}"
        return said(words) if words else None

    return answer


class SocketMachine:
    """Such a machine at a real Unix socket, with the mark before every byte; each marked byte begins a poll."""

    def __init__(self, path: Path, answers: Answers) -> None:
        self._answers = answers
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen(1)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.polls: list[bytes] = []

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                stream, _ = self._server.accept()
            except OSError:
                return
            with stream:
                self._talk(stream)

    def _talk(self, stream: socket.socket) -> None:
        rest = poll = b""
        while data := stream.recv(4096):
            rest += data
            while len(rest) > 1:
                poll = rest[1:2] if rest[0] else poll + rest[1:2]
                rest = rest[2:]
                if answer := self._answers(poll):
                    self.polls.append(poll)
                    stream.sendall(bytes(part for byte in answer.data for part in (0, byte)))


__all__ = ["LineLost", "Said", "SocketMachine", "WrittenLine", "by_book", "by_script", "said"]
