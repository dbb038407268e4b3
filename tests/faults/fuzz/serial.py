"""Bytes on the lines of dice unit and ticket printer, and in the panels' reports.

Noise, mutated frames and good frames are fed; whatever was fed, nothing may raise, and the next good frame is read.
"""

import random
from collections.abc import Callable

from config.drivers import TicketTexts
from controller.protocol.devices.dice import WantedRoll
from controller.protocol.devices.printer import WantedJob
from controller.protocol.message import Message
from drivers.cash.printer.codec import LONGEST_TEXT, Text
from drivers.cash.printer.words import PrinterWords
from drivers.common.serial.codec import Frame, FrameReader
from drivers.common.serial.link import Link
from drivers.common.serial.messages import Hello, Identity, Spoken, Vocabulary, to_bytes
from drivers.common.serial.statistics import Statistics
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.session import UnitSession
from drivers.common.unit.words import Words
from drivers.dice.words import WORDS as DICE
from drivers.panel.codec import parse
from tools.emulators.dice.wire import Ear

GOOD = to_bytes(Hello(), 1)
ROLL = WantedRoll(roll_id=1042, nonce="a1b2c3d4e5f60718", duration_ms=2500, strength=180)
TEXTS = TicketTexts(house="h", place="p", asset="a", sign="$", one="o", many="m")
JOB = WantedJob(
    job_id=1042, serial=3001, template="ticket", amount=5000, exponent=2, language="en", number="0" * 18,
    time=1_790_000_000, zone=480, days=90, sequence=7, demo=True,
)  # fmt: skip
GREETED = 0.5
LONGEST_PIECE = 300
SAID_AT_MOST = 1000


def frame(source: random.Random, vocabulary: Vocabulary) -> bytes:
    """A good frame of any message with any values."""
    spoken: type[Spoken] = source.choice(list(vocabulary.by_type.values()))
    length = source.randint(1, 1 + LONGEST_TEXT) if spoken is Text else spoken.layout.size
    message = spoken.unpacked(source.randbytes(length))
    assert message is not None, "the length is right"
    return to_bytes(message, source.randrange(256))


def mutated(source: random.Random, vocabulary: Vocabulary) -> bytes:
    data = bytearray(frame(source, vocabulary))
    for _ in range(source.randint(1, 4)):
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(data)


def noise(source: random.Random, _: Vocabulary) -> bytes:
    return source.randbytes(source.randint(0, LONGEST_PIECE))


PIECES: list[Callable[[random.Random, Vocabulary], bytes]] = [frame, mutated, noise]


class Line:
    """Link and session of one unit's driver, and a unit that may answer HELLO behind all the noise."""

    def __init__(self, words: Words, identity: Identity, wanted: Message) -> None:
        self.vocabulary = words.vocabulary
        self._identity, self._wanted = identity, wanted
        self._link = Link(Statistics(), words.vocabulary)
        self._session = UnitSession(self._link, "/dev/fuzz", ExpectedUnit(), words)
        self._now = 0.0
        self._session.opened(self._now)

    def hear(self, data: bytes, source: random.Random) -> None:
        """One piece, some time after the last."""
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
        sent = link.take_output()
        if not session.up and source.random() < GREETED:
            session.handle(link.feed(b"\0" + self._greeted(sent), now), now)
            session.told(self._wanted, now)

    def _greeted(self, sent: bytes) -> bytes:
        """The answer of a unit to every HELLO in what the host has sent."""
        frames = [frame for frame in FrameReader().feed(sent) if isinstance(frame, Frame) and frame.type == Hello.type]
        return b"".join(to_bytes(self._identity, frame.seq) for frame in frames)


class Serial:
    """Codecs, links and sessions of serial units, the emulator's ear, and the panel codec, on one stream of garbage."""

    def __init__(self) -> None:
        self._reader, self._ear = FrameReader(), Ear()
        self._lines = [
            Line(DICE, Identity(b"BOXDICE1", 1001, 1, 4, 7), ROLL),
            Line(PrinterWords(TEXTS), Identity(b"TICKET-P", 3001, 1, 4, 7), JOB),
        ]
        self._rounds = 0

    def __call__(self, source: random.Random) -> bool:
        """One piece; true if it was a good frame, that is if something came of it."""
        line = source.choice(self._lines)
        data = source.choice(PIECES)(source, line.vocabulary)
        taken = False
        parse(data)
        self._ear.hear(data)
        for item in self._reader.feed(data):
            if isinstance(item, Frame):
                taken = True
                line.vocabulary.read(item)
        line.hear(data, source)
        self._rounds += 1
        if self._rounds % 1000 == 0:
            assert next_frame_is_read(self._reader), "after garbage the next good frame was not read"
        return taken


def next_frame_is_read(reader: FrameReader) -> bool:
    list(reader.feed(b"\0"))
    return list(reader.feed(GOOD)) == [Frame(1, 1, b"")]
