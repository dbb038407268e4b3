"""Dice and draws from a seed. Each chunk has a stream of its own, so it does not matter who plays it, or when.

The generator is Python's Mersenne Twister, whose state is filled from a SHA-256 digest of seed, book and chunk: 2^19937
long, and two chunks no more alike than two seeds. It serves for checking the engine, and for nothing else: the machine
draws from its operating system (`controller/server/host/chance.py`).
"""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from controller.server.host.chance import chances_in, levels


class DiceStream:
    """All the chance of one chunk."""

    def __init__(self, seed: int, book: str, chunk: int) -> None:
        digest = hashlib.sha256(f"boxcars certify {seed} {book} {chunk}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest, "big"))

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound: what is not below it is thrown away and drawn again."""
        bits, draw = (bound - 1).bit_length(), self._random.getrandbits
        while (number := draw(bits)) >= bound:
            pass
        return number

    def draw(self, spots: Sequence[str], settings: dict[str, Any]) -> dict[str, str]:
        """By the machine's own code, on this stream."""
        return levels(spots, chances_in(settings), self.below)
