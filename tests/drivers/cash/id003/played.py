"""A unit that says what a test lets it say, on a clock that only the test moves."""

from collections.abc import Iterator
from itertools import pairwise

from drivers.cash.acceptor import Booked, Enable, Enabled, Order, Ready, Reset, Told
from drivers.cash.id003.codec import Id003Frame, Id003Reader, encode
from drivers.cash.id003.messages import DONE, LENGTHS, REFUSED, AcceptorSetting, AcceptorStatus, RequestCode
from drivers.cash.id003.session import Id003Acceptor
from drivers.cash.id003.setup import Expected

VERSION = b"PLAYED-01"
CURRENCIES = bytes.fromhex("61010100 62010000 63010500 67010102")
NOTES = (100, 0, 500, 0, 0, 0, 10000)
ALL = Enable(frozenset(NOTES) - {0}, tickets=True)
OPERATIONS = (RequestCode.RESET, RequestCode.STACK_1, RequestCode.STACK_2, RequestCode.RETURN, RequestCode.HOLD)


class Played:
    """The unit, with the session that talks to it."""

    def __init__(
        self, status: int = AcceptorStatus.INHIBITED, data: bytes = b"", expected: Expected | None = None
    ) -> None:
        self.now = 1000.0
        self.session = Id003Acceptor(expected or Expected())
        self.heard: list[tuple[float, Id003Frame]] = []
        self.all_told: list[Told] = []
        self.version, self.currencies = VERSION, CURRENCIES
        self.settings = dict.fromkeys(LENGTHS, b"\0")
        self.mute: set[int] = set()  # what it hears and does not answer
        self.refuses: set[int] = set()
        self.forgets: set[int] = set()  # settings that it does not keep
        self.after = {int(RequestCode.RESET): AcceptorStatus.INITIALIZING}  # what it says after it was told something
        self.status, self.data = int(status), data
        self.books_starts = True  # as a controller does as soon as it is told of one
        self._ear = Id003Reader()
        self._open = False

    # ---- the test --------------------------------------------------------------------------------

    def says(self, status: int, data: bytes = b"", seconds: float = 0.3) -> list[Told]:
        """From now on this is its status; what is told within so long."""
        self.status, self.data = int(status), data
        return self.wait(seconds)

    def wait(self, seconds: float) -> list[Told]:
        """What is told within so long."""
        if not self._open:
            self._open = True
            self.session.opened(self.now)
            self._exchange()
        end, told = self.now + seconds, self._take()
        while self.session.deadline() <= end:
            self.now = max(self.now, self.session.deadline())
            self.session.due(self.now)
            self._exchange()
            told += self._take()
        self.now = end
        told += self._take()
        self.all_told += told
        return told

    def _take(self) -> list[Told]:
        told = self.session.take_said()
        if self.books_starts and any(isinstance(one, Reset) for one in told):
            self.session.told(Booked(), self.now)
            self._exchange()
        return told

    def order(self, order: Order, seconds: float = 0.3) -> list[Told]:
        self.session.told(order, self.now)
        self._exchange()
        return self.wait(seconds)

    def ready(self) -> "Played":
        """Set up, with everything let in, and idle."""
        assert any(isinstance(told, Ready) for told in self.wait(2.0))
        assert any(isinstance(told, Enabled) for told in self.order(ALL, 1.0))
        self.says(AcceptorStatus.IDLING)
        self.heard.clear()
        return self

    def frames(self, *codes: int) -> list[Id003Frame]:
        """What was heard of these."""
        return [frame for _, frame in self.heard if frame.code in codes]

    def between(self, code: int) -> list[float]:
        """The seconds between one such request and the next."""
        times = [when for when, frame in self.heard if frame.code == code]
        return [later - earlier for earlier, later in pairwise(times)]

    # ---- the unit --------------------------------------------------------------------------------

    def _exchange(self) -> None:
        while output := self.session.take_output():
            answers = b"".join(encode(answer) for frame in self._ear.feed(output) for answer in self._answer(frame))
            if answers:
                self.session.feed(answers, self.now)

    def _answer(self, frame: object) -> Iterator[Id003Frame]:
        assert isinstance(frame, Id003Frame), "a host speaks good frames"
        self.heard.append((self.now, frame))
        answer = self._answer_to(frame)
        if answer is not None and frame.code not in self.mute:
            yield answer

    def _answer_to(self, frame: Id003Frame) -> Id003Frame | None:
        code = frame.code
        if code in self.refuses:
            return Id003Frame(REFUSED)
        if code in self.after:
            self.status, self.data = int(self.after[code]), b""
        if code == RequestCode.STATUS:
            return Id003Frame(self.status, self.data)
        if code == RequestCode.VERSION:
            return Id003Frame(code, self.version)
        if code == RequestCode.CURRENCIES:
            return Id003Frame(code, self.currencies)
        if code in LENGTHS:
            if code not in self.forgets:
                self.settings[AcceptorSetting(code)] = frame.data
            return frame
        if code + 0x40 in LENGTHS:
            return Id003Frame(code, self.settings[AcceptorSetting(code + 0x40)])
        return Id003Frame(DONE) if code in OPERATIONS else None
