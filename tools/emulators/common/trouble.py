"""What goes wrong on a serial line because a person said so, whatever unit is at its end."""

import random
from dataclasses import dataclass, field

NOISE_EVERY = 0.01
NOISE_BYTES = 16
REPLY = "reply"
"""What orders call any reply; a report they call by its name."""


@dataclass
class LineTrouble:
    """All off at first; every field is one misbehaviour."""

    flip_rate: float = 0.0  # chance of each byte on the line, both ways
    babble_until: float = 0.0
    next_noise: float = 0.0
    frozen_until: float = 0.0
    protocol: int | None = None
    chance: random.Random = field(default_factory=random.Random)

    def flip(self, data: bytes) -> bytes:
        """The bytes after a bad line."""
        if not self.flip_rate:
            return data
        return bytes(
            byte ^ (1 << self.chance.randrange(8)) if self.chance.random() < self.flip_rate else byte for byte in data
        )

    def noise(self, now: float) -> bytes:
        """What the line says by itself now."""
        if now >= self.babble_until or now < self.next_noise:
            return b""
        self.next_noise = now + NOISE_EVERY
        return self.chance.randbytes(NOISE_BYTES)


@dataclass
class Mischief:
    """What happens to one sort of frame on its way out; counts are of frames, repeats among them."""

    lose: int = 0
    double: int = 0
    garble: int = 0
    delay: float = 0.0

    def befalls(self, what: str) -> bool:
        """Whether it happens to this frame; it then happens once less."""
        left: int = getattr(self, what)
        setattr(self, what, max(0, left - 1))
        return left > 0


@dataclass
class FrameTrouble(LineTrouble):
    """Besides the line, single frames on their way out, and lies about what RESULT is asked for."""

    sent: dict[str, Mischief] = field(default_factory=dict)
    pretends: tuple[int, int] = (0, 0)  # outcome that RESULT answers, and how often it still does
    state: int | None = None  # that STATUS tells, whatever is so
    verdict: int | None = None  # of the next thing that is asked for
    stuck_faults: int = 0
    failing: int = 0  # the bitmap of the next self-tests

    def end(self) -> None:
        """All is well again."""
        vars(self).update(vars(type(self)(chance=self.chance)))

    def on_the_way(self, what: str, frame: bytes, now: float) -> tuple[float, bytes]:
        """When a frame leaves, and what is left of it."""
        mischief = self.sent[what]
        if mischief.befalls("lose"):
            return now, b""
        if mischief.befalls("garble"):
            frame = self._garbled(frame)
        return now + mischief.delay, frame * 2 if mischief.befalls("double") else frame

    def pretended(self) -> int | None:
        """The outcome that this RESULT has, whatever is so."""
        outcome, left = self.pretends
        self.pretends = (outcome, max(0, left - 1))
        return outcome if left else None

    def _garbled(self, frame: bytes) -> bytes:
        """One bit wrong, and still one frame: no byte of it becomes the 0 that ends it."""
        place = self.chance.randrange(len(frame) - 1)
        bit = self.chance.choice([1 << bit for bit in range(8) if 1 << bit != frame[place]])
        return frame[:place] + bytes([frame[place] ^ bit]) + frame[place + 1 :]
