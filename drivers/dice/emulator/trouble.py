"""What goes wrong, because a person said so: the line, the sensor, the power, the honesty of the unit."""

import random
from dataclasses import dataclass, field

NOISE_EVERY = 0.01
NOISE_BYTES = 16


@dataclass
class Trouble:
    """All off at first; every field is one misbehaviour."""

    lose_replies: int = 0
    flip_rate: float = 0.0  # chance of each byte on the line, both ways
    babble_until: float = 0.0
    next_noise: float = 0.0
    frozen_until: float = 0.0
    reply_delay: float = 0.0
    forge_macs: int = 0
    stalls: int = 0  # motor restarts in the next shake
    cut_in_shake: float | None = None  # seconds without power, from the middle of the next shake
    stuck_faults: int = 0
    protocol: int | None = None
    failing: int = 0  # the bitmap of the next self-tests
    chance: random.Random = field(default_factory=random.Random)

    def swallows_reply(self) -> bool:
        if self.lose_replies <= 0:
            return False
        self.lose_replies -= 1
        return True

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
