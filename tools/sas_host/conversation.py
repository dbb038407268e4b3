"""The host's side of the conversation: what is sent when, what came back, and what that acknowledges.

Only one poll is under way at a time, one each 40 ms. A machine knows that it was heard by the next poll: any other
poll, another machine, a broadcast. The same poll to the same machine says that it was not, and is answered by the same
bytes. So before a poll is sent again on purpose, all are brought into step by a bare 0x80.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tools.sas_host.answers import Answer, Event, Kind, answer_size, understood, values
from tools.sas_host.lines.line import Heard, Line
from tools.sas_host.wire.crc import sealed
from tools.sas_host.wire.polls import GENERAL, POLLS, Poll

ALL = 0
LAST_ADDRESS = 127


@dataclass(frozen=True)
class Pace:
    """The times of the line, in seconds."""

    poll: float = 0.040
    first: float = 0.020
    """Until the first byte of an answer."""
    gap: float = 0.005
    """Between bytes of one."""
    patience: float = 0.200
    """How long a first byte is waited for: an answer that comes late is a finding, not silence."""
    lull: float = 0.020
    """How long silence is until an answer without a length is over."""


Tell = Callable[[Event], None]
Trace = Callable[[str, float, bytes], None]
"""`>` or `<`, when, and the bytes."""


def _nobody(_: Event) -> None:
    """Events of a host that nobody listens to."""


def _untraced(_way: str, _at: float, _data: bytes) -> None:
    """Bytes that nobody wants to see."""


TIMES_KEPT = 100_000
"""Of the last first bytes: more than an hour of polls."""


class Host:
    """One host on one line. `counts` has what came of all polls, `times` how long first bytes took."""

    def __init__(self, line: Line, pace: Pace | None = None, tell: Tell = _nobody, trace: Trace = _untraced) -> None:
        self.line, self.pace, self.tell, self.trace = line, pace or Pace(), tell, trace
        self.counts: Counter[str] = Counter()
        self.times: deque[float] = deque(maxlen=TIMES_KEPT)
        self.at_once: set[int] = set()
        """Addresses that tell events at once: poll 0E."""
        self.others: frozenset[int] = frozenset()
        """Addresses of this line besides the one under test: they too may answer."""
        self._sent_at = -1.0
        self._last: tuple[int, bytes] | None = None

    def general(self, address: int) -> Answer:
        """Has it anything to tell? What it tells is passed on before this returns."""
        message = bytes((GENERAL | address,))
        self._make_new(address, message)
        answer = self.send(address, message, None)
        self.tell_of(answer)
        return answer

    def tell_of(self, answer: Answer) -> None:
        """Pass on what a machine told."""
        if answer.exception:
            self.tell(Event(answer.address, answer.exception, answer.figures))

    def ask(self, address: int, code: int, body: bytes = b"", tries: int = 3) -> Answer:
        """A long poll, again while an event, silence or a busy machine is in its way."""
        message = message_of(address, code, body)
        answer = Answer(address, Kind.SILENCE, message)
        for _ in range(tries):
            self._make_new(address, message)
            answer = self.send(address, message, POLLS.get(code))
            self.tell_of(answer)
            if answer.kind not in (Kind.EVENT, Kind.SILENCE, Kind.BUSY, Kind.GARBLED):
                break
        return answer

    def once(self, address: int, code: int, body: bytes = b"") -> Answer:
        """A long poll that is not sent again whatever comes back."""
        return self.ask(address, code, body, tries=1)

    def again(self, address: int, code: int, body: bytes = b"") -> Answer:
        """The same poll with nothing between: the machine was not heard."""
        return self.send(address, message_of(address, code, body), POLLS.get(code))

    def in_step(self) -> None:
        """A bare 0x80: nobody answers, and whoever spoke last is acknowledged."""
        self.send(ALL, bytes((GENERAL,)), None, expects=False)

    def broadcast(self, code: int, body: bytes) -> None:
        """To all; nobody answers."""
        self.send(ALL, message_of(ALL, code, body), None, expects=False)

    def send(self, address: int, message: bytes, poll: Poll | None, expects: bool = True) -> Answer:
        """One poll in its time, as it is, and what came back."""
        self.wait_turn()
        self.line.say(message, [True] + [False] * (len(message) - 1))
        self._sent_at = self.line.now()
        self.trace(">", self._sent_at, message)
        self._last = (address, message)
        self.counts["polls"] += 1
        if not expects:
            return Answer(address, Kind.SILENCE, message)
        return self._listened(address, message, poll)

    def raw(self, data: bytes, marks: Sequence[bool] | None = None, gap: float = 0.0) -> bytes:
        """Bytes that are no poll as it should be, and whatever comes back until the line is quiet."""
        self.wait_turn()
        marks = marks or [True] + [False] * (len(data) - 1)
        heard: list[Heard] = []
        self.trace(">", self.line.now(), data)
        for size in [1] * len(data) if gap else [len(data)]:
            self.line.say(data[:size], marks[:size])
            data, marks = data[size:], marks[size:]
            heard += self._until_quiet(gap) if gap else []
        self._sent_at = self.line.now()
        heard += self._until_quiet(self.pace.patience)
        self.forget()
        answer = values(heard)
        if answer:
            self.trace("<", heard[0].at, answer)
        return answer

    def _until_quiet(self, seconds: float) -> list[Heard]:
        heard: list[Heard] = []
        while came := self.line.hear((heard[-1].at if heard else self.line.now()) + seconds):
            heard += came
            seconds = self.pace.lull
        return heard

    def cut(self, data: bytes, listens: int = 0) -> None:
        """The line breaks when so much was said, or when so many bytes of the answer were heard."""
        self.wait_turn()
        if data:
            self.line.say(data, [True] + [False] * (len(data) - 1))
        self.trace("!", self.line.now(), data)
        until, heard = self.line.now() + self.pace.patience, 0
        while heard < listens and (came := self.line.hear(until)):
            heard += len(came)
        self.line.reopen()
        self._sent_at = self.line.now()
        self.forget()

    def wait_turn(self) -> None:
        """Until the next poll may be sent. Whatever is heard meanwhile, nobody asked for."""
        while self.line.now() < self._sent_at + self.pace.poll:
            self.stray(self.line.hear(self._sent_at + self.pace.poll))
        self.stray(self.line.hear(self.line.now()))

    def forget(self) -> None:
        """The line was cut: who is acknowledged by the next poll is not known."""
        self._last = None

    def _make_new(self, address: int, message: bytes) -> None:
        if self._last == (address, message):
            self.in_step()

    def stray(self, heard: list[Heard]) -> None:
        """What nobody asked for."""
        if heard:
            self.counts["stray bytes"] += len(heard)
            self.counts["chirps"] += sum(bool(one.mark) for one in heard)
            self.trace("?", heard[0].at, values(heard))

    def _listened(self, address: int, message: bytes, poll: Poll | None) -> Answer:
        heard: list[Heard] = []
        until = self._sent_at + self.pace.patience
        while True:
            came = self.line.hear(until)
            if not came:
                break
            heard += came
            until = came[-1].at + self.pace.lull
            size = answer_size(address, poll, values(heard), address in self.at_once)
            if size is not None and len(heard) >= size:
                break
        return self._taken(understood(address, message, poll, values(heard), address in self.at_once), heard)

    def _taken(self, answer: Answer, heard: list[Heard]) -> Answer:
        self.counts[answer.kind.value] += 1
        if not heard:
            return answer
        self.trace("<", heard[0].at, answer.raw)
        first = heard[0].at - self._sent_at
        gap = max((late.at - early.at for early, late in pairwise(heard)), default=0.0)
        self.times.append(first)
        late = first > self.pace.first or gap > self.pace.gap
        self.counts["late"] += late
        marked = any(one.mark for one in heard)
        self.counts["marked"] += marked
        return Answer(**{**vars(answer), "first": first, "gap": gap, "marked": marked, "late": late})


def message_of(address: int, code: int, body: bytes = b"") -> bytes:
    """A long poll as bytes. One of kind R has no check sum; an unknown one has none if it has no body."""
    poll = POLLS.get(code)
    message = bytes((address, code)) + body
    if poll.kind == "R" if poll else not body:
        return message
    return sealed(message)
