"""One question at a time to the acceptor, without the port: bytes and the time in, bytes and answers out.

The wire is one: what we send comes back to us first. An echo is to the acceptor and an answer to the host, so they
are told apart by their address, and an adapter that swallows the echo is no different.

An answer does not say what it answers. One that is late is mostly of another shape and dropped; whoever lost an answer
asks something whose answer no other looks like before it goes on (`session`).
"""

from dataclasses import dataclass

from drivers.cash.acceptor import LineCounts
from drivers.cash.cctalk.codec import ACCEPTOR, CctalkDropped, CctalkFrame, CctalkReader, Checksum, encode
from drivers.cash.cctalk.messages import Answer, Request, answer_in, frame_of

PATIENCE = 0.35
"""Seconds without an answer after which there is none."""
PAUSE = 0.05
"""Seconds without a byte that end a frame."""
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class CctalkAnswered:
    request: Request
    answer: Answer


@dataclass(frozen=True, slots=True)
class Unanswered:
    request: Request


Event = CctalkAnswered | Unanswered


class CctalkLink:
    """The host's end of the wire."""

    def __init__(self, checksum: Checksum) -> None:
        self.counts = LineCounts()
        self.asked: Request | None = None
        self._checksum = checksum
        self._reader = CctalkReader(checksum)
        self._output = bytearray()
        self._until = NEVER
        self._pause_at = NEVER

    def reset(self) -> None:
        """Begin anew on a line just opened."""
        self._reader.clear()
        self._output.clear()
        self.asked = None
        self._until = self._pause_at = NEVER

    def ask(self, request: Request, now: float) -> None:
        assert self.asked is None, "one question at a time"
        self._reader.clear()
        self._pause_at = NEVER
        self.asked, self._until = request, now + PATIENCE
        self.counts.sent += 1
        self._output += encode(frame_of(request), self._checksum)

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def feed(self, data: bytes, now: float) -> CctalkAnswered | None:
        """The answer that these bytes complete."""
        answered = self._take(list(self._reader.feed(data)))
        self._pause_at = now + PAUSE if self._reader.unfinished else NEVER
        return answered

    def due(self, now: float) -> Event | None:
        """What the time that has passed brings."""
        if now >= min(self._pause_at, self._until):
            self._pause_at = NEVER
            if (answered := self._take(list(self._reader.ended()))) is not None:
                return answered
        if now < self._until or self.asked is None:
            return None
        request, self.asked, self._until = self.asked, None, NEVER
        self.counts.unanswered += 1
        return Unanswered(request)

    def deadline(self) -> float:
        return min(self._until, self._pause_at)

    def _take(self, read: list[CctalkFrame | CctalkDropped]) -> CctalkAnswered | None:
        answered = None
        for frame in read:
            if isinstance(frame, CctalkDropped):
                self.counts.noise += len(frame.raw)
            elif frame.to != ACCEPTOR:
                answered = self._answered(frame) or answered
        return answered

    def _answered(self, frame: CctalkFrame) -> CctalkAnswered | None:
        request = self.asked
        answer = answer_in(frame, request) if request is not None else None
        if request is None or answer is None:
            self.counts.strays += 1
            return None
        self.asked, self._until = None, NEVER
        self.counts.answered += 1
        return CctalkAnswered(request, answer)
