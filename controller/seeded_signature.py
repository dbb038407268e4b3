"""A signature of all installed files, begun with a seed that somebody outside has just chosen.

Whoever knows what was released works out the same with it. It cannot have been prepared, and it goes over the
bytes of the files themselves, so a program that was exchanged would have to keep the one before to answer rightly.
"""

import binascii
import hashlib
import hmac
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from config.files.reading import BadFile
from controller.manifest import CHUNK, installed_files

SEED = 2
"""Bytes of the seed of a CRC."""
LONGEST_SEED = 64
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Signs(Protocol):
    """What goes on, chunk by chunk."""

    def update(self, data: bytes, /) -> None:
        """These bytes come next."""

    def hexdigest(self) -> str:
        """Of all so far."""


class Crc16:
    """CRC-16 of Kermit, as SAS has it, with the seed where others begin with 0."""

    def __init__(self, seed: bytes) -> None:
        self._crc = int.from_bytes(seed[::-1].translate(_TURNED), "big")

    def update(self, data: bytes, /) -> None:
        """The standard library's CRC with the bits of every byte turned round."""
        self._crc = binascii.crc_hqx(data.translate(_TURNED), self._crc)

    def hexdigest(self) -> str:
        """Four digits, the high ones first."""
        return self._crc.to_bytes(SEED, "big").translate(_TURNED)[::-1].hex()


MEANS: Mapping[str, Callable[[bytes], Signs]] = {
    "crc16": Crc16,
    "hmac-sha1": lambda seed: hmac.new(seed, digestmod=hashlib.sha1),
    "hmac-sha256": lambda seed: hmac.new(seed, digestmod=hashlib.sha256),
}
"""By what a host may want it: SAS by the first, GAT by the second."""


def check_seed(means: str, seed: bytes) -> None:
    """BadFile where no signature of this kind begins with such a seed."""
    if means == "crc16" and len(seed) != SEED:
        raise BadFile(f"a seed of crc16 has {2 * SEED} hexadecimal digits")
    if not 0 < len(seed) <= LONGEST_SEED:
        raise BadFile(f"a seed has 1 to {LONGEST_SEED} bytes")


def signature(
    means: str, seed: bytes, where: dict[str, Path], tell: Callable[[int, int], None] = lambda _done, _of: None
) -> str:
    """Over the name and the bytes of every file, in the order of the names; BadFile where one cannot be read."""
    signs, files = MEANS[means](seed), sorted(installed_files(where))
    for done, (name, path) in enumerate(files):
        tell(done, len(files))
        signs.update(name.encode() + b"\0")
        try:
            with path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    signs.update(chunk)
        except OSError as error:
            raise BadFile(f"{path}: cannot be read: {error.strerror}") from None
    return signs.hexdigest()
