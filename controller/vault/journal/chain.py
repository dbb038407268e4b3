"""The chain: each entry's hash is made over the hash before it and its own canonical body."""

import hashlib
from typing import Any, NamedTuple

from controller.table.canonical import NotPlain, has_fraction, read_canonical, read_with_fractions, recorded
from controller.vault.faults import VaultFault

NOTHING_BEFORE = bytes(32)
"""What stands before the first entry."""


class Entry(NamedTuple):
    """One thing to keep. A `step` is an event with what was decided of it; other kinds are the vault's own."""

    kind: str
    data: dict[str, Any]


class ChainLink(NamedTuple):
    """An entry in its place."""

    seq: int
    body: bytes
    hash: bytes


def link(before: bytes, seq: int, at: int, entry: Entry) -> ChainLink:
    """Put an entry behind the one with this hash: the one way into the chain, and only for what can be read back."""
    try:
        body = recorded({**entry.data, "seq": seq, "at": at, "kind": entry.kind})
    except NotPlain as error:
        raise VaultFault("entry_unwritable", f"entry {seq} ({entry.kind}): {error}", seq) from None
    return ChainLink(seq, body, hash_of(before, body))


def read_entry(body: bytes) -> Any:
    """The data of an entry; ValueError where they cannot be read exactly.

    Before there was a gate at `link`, what an act of an operator had in its `change` was written as it came, fractions
    too. These are read as they were written; anywhere else a fraction is none of ours.
    """
    try:
        return read_canonical(body)
    except NotPlain:
        entry = read_with_fractions(body)
        if not _only_in_an_act(entry):
            raise
        return entry


def _only_in_an_act(entry: Any) -> bool:
    event = entry.get("event") if isinstance(entry, dict) else None
    if not isinstance(event, dict) or event.get("type") != "OperatorAct":
        return False
    return not has_fraction({**entry, "event": {**event, "change": None}})


def hash_of(before: bytes, body: object) -> bytes:
    """SHA-256 over predecessor and body. Whoever alters a file may leave something else there than bytes."""
    return hashlib.sha256(before + (body if isinstance(body, bytes) else repr(body).encode())).digest()
