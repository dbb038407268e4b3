"""Bytes on the dice unit's line and in the panels' reports.

Noise, mutated frames and good frames are fed; whatever was fed, nothing may raise, and the next good frame is read.
"""

import random
from collections.abc import Callable

from controller.protocol.devices.dice import WantedRoll
from drivers.common.serial.codec import Frame, FrameReader
from drivers.common.serial.link import Link
from drivers.common.serial.messages import Hello, Identity, Spoken, to_bytes
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.dice.messages import VOCABULARY
from drivers.dice.words import WORDS
from drivers.panel.codec import parse
from tools.emulators.dice.wire import Ear

GOOD = to_bytes(Hello(), 1)
IDENTITY = Identity(b"BOXDICE1", 1001, 1, 4, 7)
WANTED = WantedRoll(roll_id=1042, nonce="a1b2c3d4e5f60718", duration_ms=2500, strength=180)
GREETED = 0.5
LONGEST_PIECE = 300
SAID_AT_MOST = 1000


def frame(source: random.Random) -> bytes:
    """A good frame of any message with any values."""
    spoken: type[Spoken] = source.choice(list(VOCABULARY.by_type.values()))
    payload = source.randbytes(spoken.layout.size)
    return to_bytes(spoken(*spoken.layout.unpack(payload)), source.randrange(256))


def mutated(source: random.Random) -> bytes:
    data = bytearray(frame(source))
    for _ in range(source.randint(1, 4)):
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)


def noise(source: random.Random) -> bytes:
    return source.randbytes(source.randint(0, LONGEST_PIECE))


PIECES: list[Callable[[random.Random], bytes]] = [frame, mutated, noise]


class Serial:
    """Codec, link and session of the dice driver, the emulator's ear, and the panel codec, on one stream of garbage."""

    def __init__(self) -> None:
        self._reader, self._ear = FrameReader(), Ear()
        self._link = Link(Statistics(), VOCABULARY)
        self._session = UnitSession(self._link, "/dev/fuzz", ExpectedUnit(), WORDS)
        self._now, self._rounds = 0.0, 0
        self._session.opened(self._now)

    def __call__(self, source: random.Random) -> bool:
        """One piece; true if it was a good frame, that is if something came of it."""
        data = source.choice(PIECES)(source)
        taken = False
        parse(data)
        self._ear.hear(data)
        for item in self._reader.feed(data):
            if isinstance(item, Frame):
                taken = True
                VOCABULARY.read(item)
        session, link = self._session, self._link
        self._now += source.random()
        now = self._now
        down = session.handle(link.due(now), now) or session.handle(link.feed(data, now), now)
        session.due(now)
        if down is not None:
            session.lost(down)
            session.opened(now)
        assert len(session.said) < SAID_AT_MOST, "a piece of noise makes the session talk without end"
        session.said.clear()
        greeting = link.take_output()
        if not session.up and source.random() < GREETED:  # a unit that is there, behind all the noise
            session.handle(link.feed(b"\0" + greeted(greeting), now), now)
            session.told(WANTED, now)
        self._rounds += 1
        if self._rounds % 1000 == 0:
            assert next_frame_is_read(self._reader), "after garbage the next good frame was not read"
        return taken


def greeted(sent: bytes) -> bytes:
    """The answer of a unit to every HELLO in what the host has sent."""
    frames = [frame for frame in FrameReader().feed(sent) if isinstance(frame, Frame) and frame.type == Hello.type]
    return b"".join(to_bytes(IDENTITY, frame.seq) for frame in frames)


def next_frame_is_read(reader: FrameReader) -> bool:
    list(reader.feed(b"\0"))
    return list(reader.feed(GOOD)) == [Frame(1, 1, b"")]
