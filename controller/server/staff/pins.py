"""Where PINs are kept, as argon2 hashes and nowhere else, and the one thread that works them out.

A hash takes a tenth of a second on purpose. It is worked out beside the loop, in a thread that leaves Python's lock
while it does, one at a time. The journal names a hash by its SHA-256; the hash itself stands in a file that only its
owner reads, beside the key that signs the journal, and is in no copy or export of the journal.
"""

import hashlib
import json
import os
import re
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from config.files.reading import BadFile
from controller.vault.journal.files import sync_directory

PINS = "people.pins"
MOST_UNNAMED = 64
"""Hashes kept that the journal does not name: of commands under way, and of people who are gone."""
MOST_HASHES = 256
NOBODY = "$argon2id$v=19$m=32768,t=3,p=1$bm9ib2R5IGlzIGhlcmU$HcJaf5U42dFo7ldXl1kZBBTVhFPZIVCfXyxQfPFHfCw"
"""Checked in place of a hash that there is not: a name nobody has takes as long to refuse as a wrong PIN."""

PIN = re.compile(r"[0-9]{4,12}")
RUNS = ("01234567890123456789", "98765432109876543210")


LEAST_OF_A_SUPERVISOR = 6
"""Digits: whoever may do everything is worth more guesses."""


def is_short(pin: str, role: str) -> bool:
    """Whether it has fewer digits than somebody in this role has to have."""
    return role == "supervisor" and len(pin) < LEAST_OF_A_SUPERVISOR


def why_weak(pin: str, role: str = "") -> str | None:
    """Why nobody in this role should choose this PIN; None if it will do."""
    if not PIN.fullmatch(pin):
        return "a PIN has 4 to 12 digits"
    if is_short(pin, role):
        return f"a supervisor's PIN has {LEAST_OF_A_SUPERVISOR} to 12 digits"
    if len(set(pin)) == 1:
        return "a PIN of one digit over and over is the first that anybody tries"
    if any(pin in run for run in RUNS):
        return "a PIN that only counts up or down is the first that anybody tries"
    return None


class Pins(Protocol):
    """Hashes by their digests."""

    def has(self, digest: str) -> bool:
        """Whether the hash of this digest is there, so that its owner can come in."""

    def check(self, digest: str | None, pin: str) -> "Future[bool]":
        """Whether this is the PIN. None, where there is nobody: as long, and never."""

    def make(self, pin: str, named: Collection[str]) -> "Future[str]":
        """Hash it and keep it, on disk before its digest is told. `named`: the digests that are in use."""

    def close(self) -> None:
        """No more."""


class PinsOnDisk:
    """The file, and the thread."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / PINS
        self._hasher = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
        self._hashes = _read(self._path)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")

    def has(self, digest: str) -> bool:
        """Whether the hash of this digest is there."""
        return digest in self._hashes

    def check(self, digest: str | None, pin: str) -> "Future[bool]":
        """Whether this is the PIN."""
        return self._thread.submit(self._is_pin, self._hashes.get(digest or "", NOBODY), pin)

    def make(self, pin: str, named: Collection[str]) -> "Future[str]":
        """Hash it, keep it, and tell its digest."""
        return self._thread.submit(self._keep, pin, frozenset(named))

    def close(self) -> None:
        """What is being worked out is finished first."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _is_pin(self, hash: str, pin: str) -> bool:
        try:
            return self._hasher.verify(hash, pin) and hash != NOBODY
        except (VerificationError, InvalidHashError):
            return False

    def _keep(self, pin: str, named: frozenset[str]) -> str:
        hash = self._hasher.hash(pin)
        digest = hashlib.sha256(hash.encode()).hexdigest()
        hashes = {**self._hashes, digest: hash}
        unnamed = [other for other in hashes if other not in named and other != digest]
        for old in unnamed[: max(0, len(unnamed) - MOST_UNNAMED)]:
            del hashes[old]
        _write(self._path, hashes)
        self._hashes = hashes
        return digest


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    if path.stat().st_mode & 0o077:
        raise BadFile(f"{path}: others than its owner may read it; chmod 600 it, then give everybody another PIN")
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}; bring it back from its copy, or remove it and name a supervisor") from None
    if not isinstance(found, dict) or len(found) > MOST_HASHES:
        raise BadFile(f"{path}: is no list of hashes; bring the file back from its copy")
    for digest, hash in found.items():
        if not isinstance(hash, str) or hashlib.sha256(hash.encode()).hexdigest() != digest:
            raise BadFile(f"{path}: entry {digest[:12]} is not what it is called by; bring the file back from its copy")
    return found


def _write(path: Path, hashes: dict[str, str]) -> None:
    """Whole, synced, and under its name last."""
    coming = path.with_suffix(".coming")
    coming.unlink(missing_ok=True)
    with os.fdopen(os.open(coming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(hashes, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    coming.rename(path)
    sync_directory(path.parent)
