"""The key of a journal. It signs the head of the chain each round (Ed25519).

What a signature gives: who has the file but not the key cannot change the past unseen. What it does not give: the
key lies on the same machine, so who has both can write a new past; who writes all of it anew can sign it with a key of
their own. Against that stands what is known outside the file: the public key (`known_key.py`), and the copy of the head
in a second place.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from config.files.reading import BadFile
from config.files.secrets import read_secret, write_secret
from controller.vault.faults import VaultFault

KEY_LENGTH = 32
FINGERPRINT_DIGITS = 32


def make_key(path: Path) -> Ed25519PrivateKey:
    """A new key in a new file that only its owner reads."""
    key = Ed25519PrivateKey.generate()
    try:
        write_secret(path, key.private_bytes_raw())
    except BadFile as error:
        raise VaultFault("cannot_open", str(error)) from None
    return key


def read_key(path: Path) -> Ed25519PrivateKey:
    """The key in this file, if nobody else can read it."""
    if not path.exists():
        raise VaultFault("key_missing", str(path))
    try:
        return Ed25519PrivateKey.from_private_bytes(read_secret(path, KEY_LENGTH))
    except BadFile as error:
        raise VaultFault("key_bad", str(error)) from None


def public_of(key: Ed25519PrivateKey) -> bytes:
    """The part that anybody may know, and that the first entry of the journal names."""
    return key.public_key().public_bytes_raw()


def fingerprint(public: bytes) -> str:
    """Of a public key, for paper: 128 bits of its SHA-256, short enough to be compared by eye and typed in."""
    digits = hashlib.sha256(public).hexdigest()[:FINGERPRINT_DIGITS]
    return "-".join(digits[at : at + 4] for at in range(0, FINGERPRINT_DIGITS, 4))


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
