"""A batch looked at by itself: does it lead from where it begins to where it says, and is each line an entry?"""

from typing import Any, NamedTuple

import orjson

from controller.protocol.floor import BadBatch, Batch, SealSaid, chain, unpack
from controller.vault.journal.signing import head_text, is_signed

Entry = dict[str, Any]
TAKES_OVER = "restored"


class WholeBatch(NamedTuple):
    """A batch that is whole in itself."""

    batch: Batch
    hashes: list[bytes]
    entries: list[Entry]

    def hash_at(self, seq: int) -> bytes:
        """Of one of its entries, or of the one before the first."""
        if seq == self.batch.first - 1:
            return bytes.fromhex(self.batch.before)
        return self.hashes[seq - self.batch.first]

    def after(self, seq: int) -> "WholeBatch":
        """What is left of it behind this entry."""
        skip = seq + 1 - self.batch.first
        return self if skip <= 0 else WholeBatch(self.batch, self.hashes[skip:], self.entries[skip:])


def checked(data: bytes) -> WholeBatch:
    """BadBatch where anything in it does not fit the rest."""
    batch = unpack(data)
    try:
        hashes = chain(batch.before, batch.entries)
        entries = [_entry(line, seq) for seq, line in enumerate(batch.entries, batch.first)]
    except UnicodeEncodeError as error:
        raise BadBatch("entry_unreadable", str(error)) from None
    if hashes[-1].hex() != batch.after:
        raise BadBatch("batch_chain", f"entries {batch.first} to {batch.last} lead to another hash than it names")
    for seal in batch.seals:
        if not batch.first <= seal.seq <= batch.last or hashes[seal.seq - batch.first].hex() != seal.hash:
            raise BadBatch("seal_bad", f"the signature of entry {seal.seq} is of another entry")
    return WholeBatch(batch, hashes, entries)


def _entry(line: str, seq: int) -> Entry:
    try:
        entry = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BadBatch("entry_unreadable", f"entry {seq}: {error}") from None
    if not isinstance(entry, dict) or entry.get("seq") != seq:
        raise BadBatch("batch_order", f"entry {seq} says that it is another one")
    if not isinstance(entry.get("kind"), str) or type(entry.get("at")) is not int:
        raise BadBatch("entry_unreadable", f"entry {seq} has no kind or no time")
    return entry


def check_seals(seals: list[SealSaid], journal: str, key: bytes, after: int) -> int:
    """Each is signed with this key and follows on the one before. Returns the last; BadBatch where one does not."""
    for seal in seals:
        if seal.after != after:
            raise BadBatch("seal_bad", f"the signature of entry {seal.seq} follows on {seal.after}, not on {after}")
        if not is_sealed(seal, journal, key):
            raise BadBatch("seal_bad", f"the signature of entry {seal.seq} is not of this journal's key")
        after = seal.seq
    return after


def is_sealed(seal: SealSaid, journal: str, key: bytes) -> bool:
    """Whether this key signed this head."""
    text = head_text(journal, seal.seq, bytes.fromhex(seal.hash), seal.after)
    return is_signed(key, bytes.fromhex(seal.signature), text)


def takes_over(entries: list[Entry]) -> Entry | None:
    """The entry from which on another key signs, if one of these is."""
    return next((entry for entry in entries if entry["kind"] == TAKES_OVER), None)
