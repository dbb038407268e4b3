"""A longer fuzz of what reads bytes from outside: `make fuzz`, or `python -m tests.fuzz SECONDS [SEED]`.

The tests hold shorter ones. Here noise, mutated frames and good frames are fed for as long as one likes; whatever
was fed, nothing may raise, memory stays where it was, and the next good frame is read.
"""

import random
import sys
import time
import tracemalloc
from collections.abc import Callable

from controller.wire.dice import WantedRoll
from drivers.dice.codec import Frame, Reader
from drivers.dice.emulator.wire import Ear
from drivers.dice.identity import ExpectedUnit
from drivers.dice.link import Link
from drivers.dice.messages import BY_TYPE, Hello, Identity, Spoken, from_frame, to_bytes
from drivers.dice.session import Session
from drivers.dice.statistics import Statistics
from drivers.panel.codec import parse

GOOD = to_bytes(Hello(), 1)
IDENTITY = Identity(b"BOXDICE1", 1001, 1, 4, 7)
WANTED = WantedRoll(roll_id=1042, nonce="a1b2c3d4e5f60718", duration_ms=2500, strength=180)
GREETED = 0.5
LONGEST_PIECE = 300
MEMORY_BOUND = 2_000_000
SAID_AT_MOST = 1000
DEFAULT_SECONDS = 60.0


def frame(source: random.Random) -> bytes:
    """A good frame of any message with any values."""
    spoken: type[Spoken] = source.choice(list(BY_TYPE.values()))
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


def fuzz(seconds: float, seed: int) -> int:
    """Rounds done; raises where something did not stand it."""
    source = random.Random(seed)
    reader, ear = Reader(), Ear()
    link = Link(Statistics())
    session = Session(link, "/dev/fuzz", ExpectedUnit())
    now, rounds = 0.0, 0
    end = time.monotonic() + seconds
    session.opened(now)
    tracemalloc.start()
    while time.monotonic() < end:
        data = source.choice(PIECES)(source)
        parse(data)
        ear.hear(data)
        for item in reader.feed(data):
            if isinstance(item, Frame):
                from_frame(item)
        now += source.random()
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
        rounds += 1
        if rounds % 1000 == 0:
            assert next_frame_is_read(reader), "after garbage the next good frame was not read"
            assert tracemalloc.get_traced_memory()[0] < MEMORY_BOUND, "memory grows"
    tracemalloc.stop()
    return rounds


def greeted(sent: bytes) -> bytes:
    """The answer of a unit to every HELLO in what the host has sent."""
    frames = [frame for frame in Reader().feed(sent) if isinstance(frame, Frame) and frame.type == Hello.type]
    return b"".join(to_bytes(IDENTITY, frame.seq) for frame in frames)


def next_frame_is_read(reader: Reader) -> bool:
    list(reader.feed(b"\0"))
    return list(reader.feed(GOOD)) == [Frame(1, 1, b"")]


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else DEFAULT_SECONDS
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(2**32)
    print(f"fuzzing for {seconds:g} s with seed {seed} …", flush=True)
    print(f"{fuzz(seconds, seed)} pieces, nothing broke")


if __name__ == "__main__":
    main(sys.argv[1:])
