"""Bytes on the line of a bill acceptor that speaks ID-003.

Noise, mutated frames and good frames are fed, a unit that is there answers now and then, and orders come at any
moment. Nothing may raise, the session may not talk without end, no acknowledgement goes out that was not asked for,
and the next good frame is read.
"""

import random
from collections.abc import Callable

from drivers.cash.acceptor import Accept, Booked, Enable, Foreign, Hold, Lost, Order, Return, Stacked
from drivers.cash.id003.codec import Frame, FrameReader, encode
from drivers.cash.id003.messages import DONE, LENGTHS, TO_ASK, Ask, Status, read
from drivers.cash.id003.session import Id003Acceptor
from drivers.cash.id003.setup import Expected

GOOD = Frame(Ask.STATUS)
CODES = [*Status, *Ask, *LENGTHS, *(setting - TO_ASK for setting in LENGTHS), DONE, 0x4B, 0x99]
CURRENCIES = bytes.fromhex("6101010063010500")
ORDERS: list[Order] = [Accept(), Return(), Hold(), Booked(), Enable(), Enable(frozenset({100, 500}), tickets=True)]
LONGEST_PIECE = 300
SAID_AT_MOST = 1000
ANSWERED, CHANGES = 0.9, 0.2
STATES = [*Status, *[Status.IDLING, Status.ESCROW, Status.VEND_VALID] * 5]


def frame(source: random.Random) -> bytes:
    """A good frame of any code with any data."""
    return encode(Frame(source.choice(CODES), source.randbytes(source.choice((0, 0, 1, 2, 8, 19)))))


def mutated(source: random.Random) -> bytes:
    data = bytearray(frame(source))
    for _ in range(source.randint(1, 4)):
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)


def noise(source: random.Random) -> bytes:
    return source.randbytes(source.randint(0, LONGEST_PIECE))


PIECES: list[Callable[[random.Random], bytes]] = [frame, mutated, noise]


class Id003:
    """Codec, messages and session, on one stream of garbage with a unit behind it."""

    def __init__(self) -> None:
        self._reader, self._ear = FrameReader(), FrameReader()
        self._session = Id003Acceptor(Expected())
        self._settings = {int(setting): bytes(length) for setting, length in LENGTHS.items()}
        self._now, self._rounds = 0.0, 0
        self._stacked = self._booked = False
        self._status = Status.IDLING
        self._session.opened(self._now)

    def __call__(self, source: random.Random) -> bool:
        """One piece; true if it was a good frame, that is if something came of it."""
        data = source.choice(PIECES)(source)
        frames = [item for item in self._reader.feed(data) if isinstance(item, Frame)]
        for item in frames:
            read(item)
        session = self._session
        self._now += source.random() / 5
        if source.random() < 1 / 10:
            session.feed(data, self._now)
        self._look()
        if source.random() < 1 / 5:
            order = source.choice(ORDERS)
            self._booked = self._booked or (self._stacked and isinstance(order, Booked))
            session.told(order, self._now)
        session.due(self._now)
        self._answer(source)
        self._look()
        self._rounds += 1
        if self._rounds % 500 == 0:
            self._reader.clear()
            assert list(self._reader.feed(encode(GOOD))) == [GOOD], "after garbage the next good frame was not read"
        return bool(frames)

    def _answer(self, source: random.Random) -> None:
        """A unit that is there, behind all the noise, in any state it likes."""
        for asked in self._ear.feed(self._session.take_output()):
            assert isinstance(asked, Frame), "a host speaks good frames"
            self._look()
            assert asked.code != Ask.ACK or self._booked, "acknowledged, and nobody said that it is on the disk"
            if source.random() < ANSWERED and (said := self._said_to(asked, source)) is not None:
                self._session.feed(encode(said), self._now)

    def _said_to(self, asked: Frame, source: random.Random) -> Frame | None:
        if asked.code in LENGTHS:
            self._settings[asked.code] = asked.data
            return asked
        if asked.code + TO_ASK in self._settings:
            return Frame(asked.code, self._settings[asked.code + TO_ASK])
        match asked.code:
            case Ask.STATUS:
                if source.random() < CHANGES:
                    self._status = source.choice(STATES)
                return Frame(self._status, b"\x63" if self._status == Status.ESCROW else b"")
            case Ask.VERSION:
                return Frame(Ask.VERSION, b"FUZZ")
            case Ask.CURRENCIES:
                return Frame(Ask.CURRENCIES, CURRENCIES)
            case Ask.ACK:
                return None
        return Frame(DONE)

    def _look(self) -> None:
        said = self._session.take_said()
        assert len(said) < SAID_AT_MOST, "a piece of noise makes the session talk without end"
        if any(isinstance(told, Stacked) and told.to_acknowledge for told in said):
            self._stacked, self._booked = True, False
        if any(isinstance(told, Lost | Foreign) for told in said):
            self._session.opened(self._now)
