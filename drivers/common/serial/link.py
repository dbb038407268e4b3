"""The link to the unit, without the port: bytes and the time in, bytes and events out.

Spokens are answered or sent again with the same sequence number; every report is acknowledged; STATUS is polled on a
beat. What the messages mean is the session's business. One request and one poll are under way at a time; the
others wait in a bounded queue.
"""

from collections import deque
from dataclasses import dataclass

from drivers.common.serial.codec import Dropped, FrameFault, FrameReader
from drivers.common.serial.messages import REPLY, Ack, SelfTest, Spoken, Status, Vocabulary, to_bytes
from drivers.common.serial.statistics import Statistics

PATIENCE = 0.2
"""Seconds without a reply after which a request is sent again."""
TRIES = 4
"""Once, and up to three times more."""
PATIENCE_SELF_TEST = 10.2
"""It is asked once: answered in state ready alone, so silence may be right. Whether the unit lives the polls tell."""
POLL_EVERY = 0.5
POLLS_MISSED = 3
LONGEST_QUEUE = 16
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Answered:
    request: Spoken
    reply: Spoken


@dataclass(frozen=True, slots=True)
class Reported:
    report: Spoken


@dataclass(frozen=True, slots=True)
class Silent:
    """The unit did not answer, `text` says what: the link is lost."""

    text: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """This request got no reply, which by itself is no lost link."""

    request: Spoken


@dataclass(frozen=True, slots=True)
class Traffic:
    """One frame on the line, for whoever watches: `sent` or received, a message with its seq or what was dropped."""

    sent: bool
    what: Spoken | Dropped
    seq: int | None


Event = Answered | Reported | Unanswered | Silent


@dataclass(slots=True)
class _Asked:
    request: Spoken
    seq: int
    first: float
    again: float
    tries: int = 1


class Link:
    """Both directions of one line, from one opening of the port to the next."""

    def __init__(self, statistics: Statistics, vocabulary: Vocabulary, seq: int = 0) -> None:
        """`seq` is where our counter begins: at random, so that no late answer to a dead driver is taken for ours."""
        self.statistics = statistics
        self.vocabulary = vocabulary
        self.traffic: list[Traffic] | None = None  # filled while somebody watches
        self.foreign_version: int | None = None  # spoken by whoever is there, since the port was opened
        self._seq = seq & 0xFF
        self._reader = FrameReader()
        self._output = bytearray()
        self._queue: deque[Spoken] = deque()
        self._asked: _Asked | None = None
        self._poll: _Asked | None = None
        self._next_poll = NEVER
        self._missed = 0

    def reset(self) -> None:
        """Begin anew on a line just opened: nothing asked, nothing awaited, no polling."""
        self._reader.clear()
        self._output.clear()
        self.foreign_version = None
        self.forget_requests()

    def forget_requests(self) -> None:
        """Whatever was asked is asked no more, and polling waits until it is begun again."""
        self._queue.clear()
        self._asked = self._poll = None
        self._next_poll = NEVER
        self._missed = 0

    def begin_polling(self, now: float) -> None:
        if self._next_poll == NEVER:
            self._next_poll = now

    def ask(self, request: Spoken, now: float) -> bool:
        """Send a request as soon as its turn comes; False when too many wait already."""
        if len(self._queue) >= LONGEST_QUEUE:
            return False
        self._queue.append(request)
        self._send_next(now)
        return True

    def is_asking(self, kind: type[Spoken]) -> bool:
        """Whether a request of this kind is under way or waits."""
        under_way = self._asked is not None and isinstance(self._asked.request, kind)
        return under_way or any(isinstance(request, kind) for request in self._queue)

    def take_output(self) -> bytes:
        """The bytes to write now."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def feed(self, data: bytes, now: float) -> list[Event]:
        """What the bytes just read tell."""
        events: list[Event] = []
        for frame in self._reader.feed(data):
            message = frame if isinstance(frame, Dropped) else self.vocabulary.read(frame)
            seq = None if isinstance(frame, Dropped) else frame.seq
            self._watched(False, message, seq)
            if isinstance(message, Dropped):
                self._drop(message)
            elif seq is not None:
                self.statistics.frames_received += 1
                events += self._take(message, seq, now)
        self._send_next(now)
        return events

    def due(self, now: float) -> list[Event]:
        """What the time that has passed brings: requests sent again, polls, silence."""
        events: list[Event] = []
        if self._asked is not None and now >= self._asked.again:
            events += self._ask_again(self._asked, now)
        if now >= self._next_poll:
            events += self._poll_now(now)
        if self._poll is not None and now >= self._poll.again:
            self._repeat(self._poll, now)
        return events

    def deadline(self) -> float:
        """When `due` next has something to do."""
        asked = self._asked.again if self._asked else NEVER
        poll = self._poll.again if self._poll else NEVER
        return min(asked, poll, self._next_poll)

    # ---- receiving -------------------------------------------------------------------------------

    def _take(self, message: Spoken, seq: int, now: float) -> list[Event]:
        if isinstance(message, self.vocabulary.reports):
            self._send(Ack(message.type, seq), self._count())
            return [Reported(message)]
        if not isinstance(message, self.vocabulary.replies):
            self.statistics.strays += 1  # a request: the line echoes, or two hosts share it
            return []
        asked = self._whose(message, seq)
        if asked is None:
            self.statistics.strays += 1  # the second answer to a request sent twice, or one come too late
            return []
        if asked.tries == 1:  # of one sent twice nobody knows which sending it answers
            self.statistics.took(now - asked.first)
        if asked is self._poll:
            self._poll = None
            self._missed = 0
        else:
            self._asked = None
        return [Answered(asked.request, message)]

    def _whose(self, reply: Spoken, seq: int) -> _Asked | None:
        for asked in (self._asked, self._poll):
            if asked is not None and (reply.type, seq) == (asked.request.type | REPLY, asked.seq):
                named = getattr(asked.request, "id", None)
                return asked if named is None or named == getattr(reply, "id", None) else None
        return None

    def _drop(self, dropped: Dropped) -> None:
        if dropped.fault is FrameFault.BAD_CRC:
            self.statistics.crc_errors += 1
        else:
            self.statistics.other_bad_frames += 1
        if dropped.version is not None:
            self.foreign_version = dropped.version

    # ---- sending ---------------------------------------------------------------------------------

    def _ask_again(self, asked: _Asked, now: float) -> list[Event]:
        if isinstance(asked.request, SelfTest):
            self._asked = None
            self._send_next(now)
            return [Unanswered(asked.request)]
        if asked.tries < TRIES:
            self._repeat(asked, now)
            return []
        self.forget_requests()
        name = type(asked.request).__name__.upper()
        return [Silent(f"no reply to {name}, sent {TRIES} times")]

    def _poll_now(self, now: float) -> list[Event]:
        if self._poll is not None:
            self._missed += 1
            if self._missed >= POLLS_MISSED:
                self.forget_requests()
                return [Silent(f"no reply to {POLLS_MISSED} STATUS polls in a row")]
        self._poll = self._begin(Status(), now)
        self._next_poll = now + POLL_EVERY
        return []

    def _send_next(self, now: float) -> None:
        if self._asked is None and self._queue:
            self._asked = self._begin(self._queue.popleft(), now)

    def _begin(self, request: Spoken, now: float) -> _Asked:
        seq = self._count()
        self._send(request, seq)
        return _Asked(request, seq, first=now, again=now + _patience(request))

    def _repeat(self, asked: _Asked, now: float) -> None:
        asked.tries += 1
        asked.again = now + _patience(asked.request)
        self.statistics.retries += 1
        self._send(asked.request, asked.seq)

    def _count(self) -> int:
        self._seq = (self._seq + 1) & 0xFF
        return self._seq

    def _send(self, message: Spoken, seq: int) -> None:
        self._output += to_bytes(message, seq)
        self.statistics.frames_sent += 1
        self._watched(True, message, seq)

    def _watched(self, sent: bool, what: Spoken | Dropped, seq: int | None) -> None:
        if self.traffic is not None:
            self.traffic.append(Traffic(sent, what, seq))


def _patience(request: Spoken) -> float:
    return PATIENCE_SELF_TEST if isinstance(request, SelfTest) else PATIENCE
