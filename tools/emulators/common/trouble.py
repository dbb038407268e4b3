"""What goes wrong on a serial line because a person said so, whatever unit is at its end."""

import random
from dataclasses import dataclass, field

NOISE_EVERY = 0.01
NOISE_BYTES = 16


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
