"""Bytes on the line of a bill acceptor that speaks ID-003.

Noise, mutated frames and good frames are fed, a unit that is there answers now and then, and orders come at any
moment. Nothing may raise, the session may not talk without end, no acknowledgement goes out that was not asked for,
and the next good frame is read.
"""

import random
from collections.abc import Callable

from drivers.cash.acceptor import Accept, Booked, Enable, Foreign, KeepAtEscrow, Lost, Order, Return, Stacked
from drivers.cash.id003.codec import Id003Frame, Id003Reader, encode
from drivers.cash.id003.messages import DONE, LENGTHS, TO_ASK, AcceptorStatus, RequestCode, read
from drivers.cash.id003.session import Id003Acceptor
from drivers.cash.id003.setup import Expected

GOOD = Id003Frame(RequestCode.STATUS)
CODES = [*AcceptorStatus, *RequestCode, *LENGTHS, *(setting - TO_ASK for setting in LENGTHS), DONE, 0x4B, 0x99]
CURRENCIES = bytes.fromhex("6101010063010500")
ORDERS: list[Order] = [
    Accept(),
    Return(),
    KeepAtEscrow(),
    Booked(),
    Enable(),
    Enable(frozenset({100, 500}), tickets=True),
]
LONGEST_PIECE = 300
SAID_AT_MOST = 1000
ANSWERED, CHANGES = 0.9, 0.2
STATES = [*AcceptorStatus, *[AcceptorStatus.IDLING, AcceptorStatus.ESCROW, AcceptorStatus.VEND_VALID] * 5]


def frame(source: random.Random) -> bytes:
    """A good frame of any code with any data."""
    return encode(Id003Frame(source.choice(CODES), source.randbytes(source.choice((0, 0, 1, 2, 8, 19)))))


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
        self._reader, self._ear = Id003Reader(), Id003Reader()
        self._session = Id003Acceptor(Expected())
        self._settings = {int(setting): bytes(length) for setting, length in LENGTHS.items()}
        self._now, self._rounds = 0.0, 0
        self._stacked = self._booked = False
        self._status = AcceptorStatus.IDLING
        self._session.opened(self._now)

    def __call__(self, source: random.Random) -> bool:
        """One piece; true if it was a good frame, that is if something came of it."""
        data = source.choice(PIECES)(source)
        frames = [item for item in self._reader.feed(data) if isinstance(item, Id003Frame)]
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
            assert isinstance(asked, Id003Frame), "a host speaks good frames"
            self._look()
            assert asked.code != RequestCode.ACK or self._booked, "acknowledged, and nobody said that it is on the disk"
            if source.random() < ANSWERED and (said := self._said_to(asked, source)) is not None:
                self._session.feed(encode(said), self._now)

    def _said_to(self, asked: Id003Frame, source: random.Random) -> Id003Frame | None:
        if asked.code in LENGTHS:
            self._settings[asked.code] = asked.data
            return asked
        if asked.code + TO_ASK in self._settings:
            return Id003Frame(asked.code, self._settings[asked.code + TO_ASK])
        match asked.code:
            case RequestCode.STATUS:
                if source.random() < CHANGES:
                    self._status = source.choice(STATES)
                return Id003Frame(self._status, b"\x63" if self._status == AcceptorStatus.ESCROW else b"")
            case RequestCode.VERSION:
                return Id003Frame(RequestCode.VERSION, b"FUZZ")
            case RequestCode.CURRENCIES:
                return Id003Frame(RequestCode.CURRENCIES, CURRENCIES)
            case RequestCode.ACK:
                return None
        return Id003Frame(DONE)

    def _look(self) -> None:
        said = self._session.take_said()
        assert len(said) < SAID_AT_MOST, "a piece of noise makes the session talk without end"
        if any(isinstance(told, Stacked) and told.to_acknowledge for told in said):
            self._stacked, self._booked = True, False
        if any(isinstance(told, Lost | Foreign) for told in said):
            self._session.opened(self._now)
