"""Is this journal the one whose head was copied to the second place?

The head that lies there may be missing, or may be no head at all: then nothing is proved, and that is a finding. Or it
speaks of something else than the journal: then the journal is not to be played on.
"""

import re
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple, Self

from controller.table.canonical import read_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.identity import VaultRow, hash_at
from controller.vault.journal.keys import keys_of
from controller.vault.journal.second_place import read_head
from controller.vault.journal.signing import Seal, head_text, is_signed
from controller.vault.lifecycle.creation import Life

PROVES_NOTHING = frozenset({"head_missing", "head_unreadable", "head_unsigned", "head_old"})
"""Nothing can be said of the past: a table for money is held until a supervisor has looked. All else is a refusal."""
HIGHEST = 2**63 - 1
FOLLOWS = re.compile(r"(\S+) ([0-9]{1,19}) [0-9a-f]{64}")
"""How the first entry names the journal that this one follows: name, last entry, hash."""


class Head(NamedTuple):
    """A copied head that is signed with the key that it names."""

    journal: str
    seq: int
    hash: bytes
    after: int
    signature: bytes
    public_key: bytes

    @classmethod
    def of_plain(cls, told: dict[str, Any]) -> Self:
        """ValueError, KeyError or TypeError where it is none."""
        numbers = (told["seq"], told["after"])
        if not all(type(number) is int and 0 <= number <= HIGHEST for number in numbers):
            raise ValueError("its numbers are none")
        hash, signature, key = (bytes.fromhex(told[name]) for name in ("hash", "signature", "public_key"))
        return cls(str(told["journal"]), *numbers[:1], hash, *numbers[1:], signature, key)

    @property
    def is_signed(self) -> bool:
        """Whether the key that it names signed it."""
        try:
            text = head_text(self.journal, self.seq, self.hash, self.after)
        except UnicodeEncodeError:
            return False
        return is_signed(self.public_key, self.signature, text)


def head_in(path: Path) -> Head:
    """The head that lies there; VaultFault where nothing can be made of it."""
    try:
        head = Head.of_plain(read_head(path))
    except FileNotFoundError:
        raise VaultFault("head_missing", str(path)) from None
    except OSError as error:
        raise VaultFault("head_missing", f"{path}: {error.strerror or error}") from None
    except (LookupError, TypeError, ValueError) as error:
        raise VaultFault("head_unreadable", f"{path}: {error}") from None
    if not head.is_signed:
        raise VaultFault("head_unsigned", f"{path}: the head of entry {head.seq}")
    return head


def compare(connection: sqlite3.Connection, standing: VaultRow, head: Head, where: str) -> int:
    """The journal still has what was copied; VaultFault where it has not. Returns the entry."""
    if head.journal != standing.journal:
        raise VaultFault("other_journal", f"{where} holds a head of {head.journal}, this is {standing.journal}")
    if head.seq < standing.base_seq:
        raise VaultFault(
            "head_old", f"{where}: entry {head.seq} is in an archive; this begins after {standing.base_seq}"
        )
    if head.public_key != keys_of(connection, standing).at(head.seq):
        raise VaultFault("head_other_key", f"{where}: the head of entry {head.seq}")
    found = hash_at(connection, standing, head.seq)
    if found is None:
        raise VaultFault("head_gone", f"{where} has seen entry {head.seq}; this journal ends before it")
    if found != head.hash:
        raise VaultFault("head_differs", f"{where} has seen another entry {head.seq}")
    return head.seq


def finding_at_start(connection: sqlite3.Connection, standing: VaultRow, path: Path | None) -> VaultFault | None:
    """What is wrong with the second place though it does not speak against the journal; what does is raised."""
    if path is None:
        none = "`second_place` in `[journal]`"
        return VaultFault("no_second_place", none) if standing.life is Life.LIVE else None
    try:
        head = head_in(path)
        if not _is_of_the_one_before(connection, head):
            compare(connection, standing, head, str(path))
    except VaultFault as fault:
        if fault.code not in PROVES_NOTHING:
            raise
        return fault
    return None


def last_head(connection: sqlite3.Connection, standing: VaultRow) -> dict[str, Any]:
    """The last one that was signed, as it goes to the second place."""
    seal = Seal(*connection.execute("select * from seal order by seq desc limit 1").fetchone())
    return plain_head(standing, seal, keys_of(connection, standing).at(seal.seq))


def plain_head(standing: VaultRow, seal: Seal, public_key: bytes) -> dict[str, Any]:
    """As it lies in the second place."""
    return {
        "journal": standing.journal,
        "life": standing.life.value,
        "seq": seal.seq,
        "at": seal.at,
        "hash": seal.hash.hex(),
        "after": seal.after,
        "signature": seal.signature.hex(),
        "public_key": public_key.hex(),
    }


def _is_of_the_one_before(connection: sqlite3.Connection, head: Head) -> bool:
    """A journal that was cleared or has gone live names the one that it follows; its head may still lie there."""
    row = connection.execute("select body from entry where seq = 1").fetchone()
    follows = FOLLOWS.fullmatch(str(read_plain(row[0]).get("follows"))) if row is not None else None
    return follows is not None and head.journal == follows[1] and head.seq <= int(follows[2])
