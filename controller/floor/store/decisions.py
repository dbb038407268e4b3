"""The floor's own journal: what was decided here, a chain of its own, signed, numbered without gaps."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.store.database import Transaction, one
from controller.table.canonical import read_plain
from controller.vault.journal.chain import NOTHING_BEFORE, Entry, hash_of, link
from controller.vault.journal.signing import is_signed


def decision_text(seq: int, hash: bytes) -> bytes:
    """What is signed."""
    return f"boxcars floor decision {seq} {hash.hex()}".encode()


async def decide(transaction: Transaction, key: Ed25519PrivateKey, at: int, kind: str, what: dict[str, Any]) -> int:
    """Written with whatever follows from it, in one transaction. Returns its number."""
    await transaction.rows("select only_one from floor for update")  # no gaps, whoever decides meanwhile
    last = await one(transaction, "select seq, hash from decision order by seq desc limit 1")
    seq = 1 if last is None else last["seq"] + 1
    done = link(NOTHING_BEFORE if last is None else bytes(last["hash"]), seq, at, Entry(kind, what))
    signature = key.sign(decision_text(seq, done.hash))
    statement = "insert into decision (seq, body, hash, signature) values ($1, $2, $3, $4)"
    await transaction.run(statement, seq, done.body, done.hash, signature)
    return seq


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
