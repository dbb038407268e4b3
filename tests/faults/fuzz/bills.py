"""Bytes on the line of a bill acceptor: noise, mutated frames, and answers of any length to whatever was asked."""

import random
from collections.abc import Callable

from drivers.cash.acceptor import Accept, Enable, KeepAtEscrow, Mark, Order, Return, Stacked
from drivers.cash.cctalk.codec import HOST, CctalkFrame, CctalkReader, Checksum, encode
from drivers.cash.cctalk.messages import EVENTS
from drivers.cash.cctalk.session import CcTalkAcceptor
from drivers.cash.cctalk.setup import Expected

ORDERS: tuple[Order, ...] = (Accept(), Return(), KeepAtEscrow(), Enable(frozenset({500})))
LENGTHS = (0, 1, 2, 3, 7, 1 + 2 * EVENTS, 18)
LONGEST_PIECE = 300
SAID_AT_MOST = 100
FORGOTTEN_AFTER = 400
GOOD = CctalkFrame(HOST, 0, b"\x07")


def answer(source: random.Random, checksum: Checksum) -> bytes:
    """A good answer of a likely length, with any data."""
    return encode(CctalkFrame(HOST, 0, source.randbytes(source.choice(LENGTHS))), checksum)


def mutated(source: random.Random, checksum: Checksum) -> bytes:
    data = bytearray(answer(source, checksum))
    for _ in range(source.randint(1, 4)):
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)


def noise(source: random.Random, _: Checksum) -> bytes:
    return source.randbytes(source.randint(0, LONGEST_PIECE))


PIECES: list[Callable[[random.Random, Checksum], bytes]] = [answer, mutated, noise]


class Bills:
    """A session for each checksum, and the reader of frames, on garbage."""

    def __init__(self) -> None:
        self._now, self._rounds = 0.0, 0
        self._begin()

    def _begin(self) -> None:
        self._acceptors = {one: CcTalkAcceptor(Expected(one), Mark(0, 7)) for one in Checksum}
        self._readers = {one: CctalkReader(one) for one in Checksum}
        for acceptor in self._acceptors.values():
            acceptor.opened(self._now)

    def __call__(self, source: random.Random) -> bool:
        """One piece; true if it was a good frame."""
        self._rounds += 1
        if self._rounds % FORGOTTEN_AFTER == 0:
            self._begin()
        checksum = source.choice(list(Checksum))
        data = source.choice(PIECES)(source, checksum)
        reader, acceptor = self._readers[checksum], self._acceptors[checksum]
        taken = any(isinstance(one, CctalkFrame) for one in [*reader.feed(data), *reader.ended()])
        assert list(reader.feed(encode(GOOD, checksum))) == [GOOD], "after garbage the next good frame was not read"
        self._now += source.random()
        acceptor.due(self._now)
        acceptor.feed(data, self._now)
        acceptor.told(source.choice(ORDERS), self._now)
        acceptor.take_output()
        said = acceptor.take_said()
        assert len(said) < SAID_AT_MOST, "a piece of noise makes the session talk without end"
        assert all(told.mark is not None for told in said if isinstance(told, Stacked)), "money without a mark"
        return taken
