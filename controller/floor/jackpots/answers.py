"""What a claim is answered: once, signed and numbered, as the batch that brought it was decided."""

from typing import Any

from controller.floor.jackpots.rows import REFUSED, Claimed, claim_at
from controller.floor.store.database import Transaction
from controller.floor.store.decisions import Decided, Deciding

CLAIM = "claim"


async def answer(
    transaction: Transaction, deciding: Deciding, now: int, journal: str, branch: int, seq: int, request: str
) -> Claimed | None:
    """With the decision that says so; None while the entry that claims has not come."""
    found = await claim_at(transaction, journal, branch, seq, request)
    if found is None or found.decision:
        return found
    made = deciding.add(now, "jackpot", body_of(found))
    told = found._replace(decision=made.seq, decision_hash=made.hash.hex())
    await put_decision(transaction, told)
    return told


def body_of(of: Claimed) -> dict[str, Any]:
    """What stands in the floor's own journal."""
    verdict = REFUSED if of.state == REFUSED else "won"
    who = {"cabinet": of.cabinet, "journal": of.journal, "branch": of.branch, "request": of.request, "entry": of.seq}
    asked = {"do": CLAIM, "number": "", "verdict": verdict, "amount": of.prize}
    return {**who, **asked, "jackpot": of.jackpot, "hit": of.hit, "roll": of.roll, "stakes": of.stakes}


async def put_decision(transaction: Transaction, of: Claimed) -> None:
    """The same for the roll in every history of its journal."""
    await transaction.run(
        "update claim set decision = $3, decision_hash = $4 where journal = $1 and request = $2 "
        "and (state <> 'refused' or (branch = $5 and seq = $6))",
        *(of.journal, of.request, of.decision, of.decision_hash, of.branch, of.seq),
    )


def decided(of: Claimed) -> Decided:
    """Where that stands."""
    return Decided(of.decision, bytes.fromhex(of.decision_hash))
