"""The line to an ID-003 acceptor, without the port: one question at a time, bytes and the time in and out.

The protocol numbers nothing, so an answer is known by its form alone. Whoever asks again looks at the status first:
answers come in order, and by then a late one has gone by.
"""

from dataclasses import dataclass

from drivers.cash.acceptor import LineCounts
from drivers.cash.id003.codec import Id003Dropped, Id003Frame, Id003Reader, encode
from drivers.cash.id003.messages import Reply, answers, read

PATIENCE = 0.5
"""Seconds for an answer. The longest takes 0.3 on the line alone."""
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class AnswerHeard:
    """A good frame, and what was asked if this answers it."""

    reply: Reply
    asked: Id003Frame | None


class Id003Link:
    """From one opening of the port to the next."""

    def __init__(self) -> None:
        self.counts = LineCounts()
        self.asked: Id003Frame | None = None
        self._until = NEVER
        self._reader = Id003Reader()
        self._output = bytearray()

    def reset(self) -> None:
        """Begin anew on a line just opened, or closed."""
        self.asked = None
        self._reader.clear()
        self._output.clear()

    def ask(self, request: Id003Frame, now: float) -> None:
        assert self.asked is None, "one question at a time"
        self._reader.clear()  # what is unfinished now will never be a frame
        self.asked, self._until = request, now + PATIENCE
        self.counts.sent += 1
        self._output += encode(request)

    def say(self, frame: Id003Frame) -> None:
        """What is answered by nothing."""
        self._output += encode(frame)

    def feed(self, data: bytes) -> list[AnswerHeard]:
        """The good frames that end here, in order."""
        heard = []
        for frame in self._reader.feed(data):
            if isinstance(frame, Id003Dropped):
                self.counts.noise += len(frame.raw)
                continue
            reply = read(frame)
            asked = self.asked if self.asked is not None and answers(self.asked, reply) else None
            if asked is not None:
                self.asked = None
                self.counts.answered += 1
            else:
                self.counts.strays += 1
            heard.append(AnswerHeard(reply, asked))
        return heard

    def unanswered(self, now: float) -> Id003Frame | None:
        """What was asked too long ago; it is asked no more."""
        if self.asked is None or now < self._until:
            return None
        asked, self.asked = self.asked, None
        self.counts.unanswered += 1
        return asked

    def deadline(self) -> float:
        return NEVER if self.asked is None else self._until

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output
