"""The chain: each entry's hash is made over the hash before it and its own canonical body."""

import hashlib
from typing import Any, NamedTuple

from controller.table.canonical import canonical

NOTHING_BEFORE = bytes(32)
"""What stands before the first entry."""


class Entry(NamedTuple):
    """One thing to keep. A `step` is an event with what was decided of it; other kinds are the vault's own."""

    kind: str
    data: dict[str, Any]


class Link(NamedTuple):
    """An entry in its place."""

    seq: int
    body: bytes
    hash: bytes


def link(before: bytes, seq: int, at: int, entry: Entry) -> Link:
    """Put an entry behind the one with this hash."""
    body = canonical({**entry.data, "seq": seq, "at": at, "kind": entry.kind})
    return Link(seq, body, hash_of(before, body))


def hash_of(before: bytes, body: object) -> bytes:
    """SHA-256 over predecessor and body. Whoever alters a file may leave something else there than bytes."""
    return hashlib.sha256(before + (body if isinstance(body, bytes) else repr(body).encode())).digest()
