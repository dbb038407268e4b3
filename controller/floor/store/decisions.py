"""The floor's own journal: what was decided here, a chain of its own, signed, numbered without gaps."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.store.database import IN_TURN, Row, Rows, StoreQuestion, Transaction
from controller.table.canonical import read_plain
from controller.vault.journal.chain import NOTHING_BEFORE, Entry, hash_of, link
from controller.vault.journal.signing import is_signed

COLUMNS = ("seq", "body", "hash", "signature")
LAST = StoreQuestion(("seq", "hash"), "select seq, hash from decision order by seq desc limit 1")
"""Where the chain ends."""


class Decided(NamedTuple):
    """A place in the floor's own journal."""

    seq: int
    hash: bytes


def decision_text(seq: int, hash: bytes) -> bytes:
    """What is signed."""
    return f"boxcars floor decision {seq} {hash.hex()}".encode()


class Deciding:
    """The end of the chain, held by one transaction: no gaps, whoever decides meanwhile."""

    def __init__(self, transaction: Transaction, key: Ed25519PrivateKey, last: Decided) -> None:
        self._transaction, self._key, self.last = transaction, key, last
        self._rows: list[tuple[int, bytes, bytes, bytes]] = []

    @classmethod
    async def of(cls, transaction: Transaction, key: Ed25519PrivateKey) -> Self:
        """Whoever else wants to decide waits."""
        await transaction.rows(IN_TURN)
        return cls(transaction, key, await last_decision(transaction))

    def add(self, at: int, kind: str, what: dict[str, Any]) -> Decided:
        """The next one; `keep` writes it."""
        seq = self.last.seq + 1
        done = link(self.last.hash, seq, at, Entry(kind, what))
        self._rows.append((seq, done.body, done.hash, self._key.sign(decision_text(seq, done.hash))))
        self.last = Decided(seq, done.hash)
        return self.last

    async def keep(self) -> None:
        """With whatever follows from it, in the same transaction."""
        await self._transaction.put(self.taken())

    def taken(self) -> Rows:
        """Those that are not written yet, for who writes them with what follows."""
        rows, self._rows = self._rows, []
        return Rows("decision", COLUMNS, rows)


async def last_decision(transaction: Transaction) -> Decided:
    """Where the chain ends."""
    return last_of((await transaction.find(LAST))[0])


def last_of(rows: Sequence[Row]) -> Decided:
    """As `LAST` finds it."""
    return Decided(rows[0]["seq"], bytes(rows[0]["hash"])) if rows else Decided(0, NOTHING_BEFORE)


async def decide(transaction: Transaction, key: Ed25519PrivateKey, at: int, kind: str, what: dict[str, Any]) -> int:
    """Written with whatever follows from it, in one transaction. Returns its number."""
    deciding = await Deciding.of(transaction, key)
    done = deciding.add(at, kind, what)
    await deciding.keep()
    return done.seq


async def decisions_of(transaction: Transaction, kind: str) -> list[dict[str, Any]]:
    """All of one kind, newest first."""
    rows = await transaction.rows("select body from decision order by seq desc")
    return [found for found in (read_plain(bytes(row["body"])) for row in rows) if found["kind"] == kind]


async def first_wrong(transaction: Transaction, public_key: bytes) -> int | None:
    """The first decision that does not follow from the one before, or is not signed; None where all are good."""
    hash = NOTHING_BEFORE
    rows = await transaction.rows("select * from decision order by seq")
    for seq, row in enumerate(rows, 1):
        hash = hash_of(hash, bytes(row["body"]))
        good = row["seq"] == seq and bytes(row["hash"]) == hash
        if not good or not is_signed(public_key, bytes(row["signature"]), decision_text(seq, hash)):
            return seq
    return None
