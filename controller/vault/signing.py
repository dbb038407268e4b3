"""The key of a journal. It signs the head of the chain each round (Ed25519).

What a signature gives: who has the file but not the key cannot change the past unseen. What it does not give: the
key lies on the same machine, so who has both can write a new past. Against that stands only the copy of the head in
a second place.
"""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.vault.faults import VaultFault

KEY_LENGTH = 32


def make_key(path: Path) -> Ed25519PrivateKey:
    """A new key in a new file that only its owner reads."""
    key = Ed25519PrivateKey.generate()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise VaultFault("file_exists", str(path)) from None
    with os.fdopen(handle, "wb") as file:
        file.write(key.private_bytes_raw())
        file.flush()
        os.fsync(file.fileno())
    return key


def read_key(path: Path) -> Ed25519PrivateKey:
    """The key in this file, if nobody else can read it."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(KEY_LENGTH + 1)
    except FileNotFoundError:
        raise VaultFault("key_missing", str(path)) from None
    except OSError as error:
        raise VaultFault("key_missing", f"{path}: {error.strerror}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise VaultFault("key_open", f"{path} has mode {stat.S_IMODE(mode):04o}")
    if len(data) != KEY_LENGTH:
        raise VaultFault("key_wrong", f"{path} holds no key of {KEY_LENGTH} bytes")
    return Ed25519PrivateKey.from_private_bytes(data)


def public_of(key: Ed25519PrivateKey) -> bytes:
    """The part that anybody may know, and that the first entry of the journal names."""
    return key.public_key().public_bytes_raw()


class Seal(NamedTuple):
    """A signed head. Each names the one before it, so that none can be taken away from between."""

    seq: int
    at: int
    hash: bytes
    after: int
    """The entry of the seal before."""
    signature: bytes


def head_text(journal: str, seq: int, hash: bytes, after: int) -> bytes:
    """What is signed."""
    return f"boxcars head {journal} {seq} {hash.hex()} after {after}".encode("ascii")


def is_signed(public: bytes, signature: bytes, text: bytes) -> bool:
    """Whether the owner of this public key signed this."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
