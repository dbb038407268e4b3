"""Dice and draws from a seed. Each chunk has a stream of its own, so it does not matter who plays it, or when.

The generator is Python's Mersenne Twister, whose state is filled from a SHA-256 digest of seed, book and chunk: 2^19937
long, and two chunks no more alike than two seeds. It serves for checking the engine, and for nothing else: the machine
draws from its operating system (`controller/server/host/chance.py`).
"""

import hashlib
import random
from collections.abc import Iterator

from controller.games.craps.rules.dice import ALL_ROLLS, Dice

BYTES_AT_A_TIME = 1024
FAIR = 256 - 256 % len(ALL_ROLLS)
"""Bytes from here up are thrown away, so that each roll stands for as many bytes as any other."""

_ROLL_OF = {byte: ALL_ROLLS[byte % len(ALL_ROLLS)] for byte in range(FAIR)}


class DiceStream:
    """All the chance of one chunk."""

    def __init__(self, seed: int, book: str, chunk: int) -> None:
        digest = hashlib.sha256(f"boxcars certify {seed} {book} {chunk}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest, "big"))

    def dice(self) -> Iterator[Dice]:
        """Rolls, each of the 36 as likely as any other, without end."""
        while True:
            for byte in self._random.randbytes(BYTES_AT_A_TIME):
                if byte < FAIR:
                    yield _ROLL_OF[byte]

    def below(self, bound: int) -> int:
        """A whole number from 0 to below the bound: what is not below it is thrown away and drawn again."""
        bits, draw = (bound - 1).bit_length(), self._random.getrandbits
        while (number := draw(bits)) >= bound:
            pass
        return number
