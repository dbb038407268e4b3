"""A floor that was restored from a backup gets its decisions on tickets and jackpots back from its cabinets' journals.

What a cabinet was told stands in its journal, so it comes again with the batches (`compared`). A supervisor says when
all have spoken. The numbers of what was lost are not given again: an entry in the chain says for each what is known.
"""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.jackpots.answers import CLAIM
from controller.floor.jackpots.rebuilt import told_before
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Row, Transaction, one
from controller.floor.store.decisions import Decided, Deciding
from controller.floor.tickets.hold import why_held
from controller.floor.tickets.papers import (
    DRAWN,
    ISSUED,
    LOCKED,
    NOBODY,
    OPEN,
    REDEEMED,
    RESERVED,
    VOIDED,
    FloorTicket,
    Requester,
)
from controller.floor.tickets.rows import papers, put_papers

AFTER = {
    ("issue", "issued"): ISSUED,
    ("void", "voided"): VOIDED,
    ("lock", "granted"): LOCKED,
    ("redeem", "redeemed"): REDEEMED,
    ("cancel", "cancelled"): ISSUED,
}


class NotRebuilt(Exception):
    """Why not; for a person."""


async def rebuild(
    transaction: Transaction, key: Ed25519PrivateKey, now: int, by: str, without: list[str], said: Decided | None
) -> Decided:
    """`said`: the second place; `without`: cabinets that cannot speak, whose word a supervisor does without."""
    deciding = await Deciding.of(transaction, key)
    held = await why_held(transaction)
    if not held:
        raise NotRebuilt("tickets are not held")
    silent = sorted(await _silent(transaction) - set(without))
    if silent:
        raise NotRebuilt(f"{', '.join(silent)} has not delivered everything; wait, or do --without it, by name")
    lost = await transaction.rows("select * from lost where done = 0 order by seq, hash")
    for row in lost:
        await _do_again(transaction, row, now)
    last = max([deciding.last.seq, *(row["seq"] for row in lost), 0 if said is None else said.seq])
    known = {row["seq"]: _told(row) for row in lost}
    for seq in range(deciding.last.seq + 1, last + 1):
        deciding.add(now, "lost", {"lost": seq, **known.get(seq, {})})
    done = deciding.add(now, "tickets_rebuilt", {"by": by, "held": held, "without": without, "heard_of": len(lost)})
    await deciding.keep()
    await transaction.run("update lost set done = 1")
    await transaction.run("update floor set tickets_held = ''")
    return done


async def _silent(transaction: Transaction) -> set[str]:
    """Those that have not said since then where they stand, or have not delivered it."""
    rows = await transaction.rows(
        "select c.cabinet from cabinet c join journal j on j.journal = c.journal "
        "join branch b on b.journal = j.journal and b.branch = j.branch, floor f "
        "where c.spoken_at < f.held_at or c.head > b.seq"
    )
    return {row["cabinet"] for row in rows}


async def _do_again(transaction: Transaction, row: Row, now: int) -> None:
    number, who = row["number"], Requester(row["cabinet"], row["journal"], row["branch"], row["request"])
    asked = await one(
        transaction,
        "select * from asked where journal = $1 and branch = $2 and act = $3 and request = $4 "
        "order by seq desc limit 1",
        *(who.journal, who.branch, row["act"], who.request),
    )
    if asked is not None:
        await transaction.run(
            "update asked set verdict = $2, paid = $3, decision = $4, decision_hash = $5 where name = $1",
            *(asked["name"], row["verdict"], row["amount"], row["seq"], row["hash"]),
        )
    if row["act"] == CLAIM:
        await told_before(transaction, row, now)
        return
    paper = (await papers(transaction, [number])).get(number[DRAWN])
    after = _after(row, who, paper, asked)
    if isinstance(after, str):
        await raise_alarm(transaction, now, "ticket_contradicted", who.cabinet, who.journal, row["seq"], after)
    elif after is not None:
        await put_papers(transaction, [after._replace(reserved_at=after.reserved_at or now, changed_at=now)])


def _after(row: Row, who: Requester, paper: FloorTicket | None, asked: Row | None) -> FloorTicket | str | None:
    """The ticket as that decision left it; a text where something else was done with it since."""
    said = row["act"], row["verdict"]
    if paper is None:
        if row["act"] not in ("reserve", "void") or asked is None or row["verdict"] == "refused":
            return None if said not in AFTER or said[0] == "cancel" else f"nobody knows the ticket of {row['act']}"
        until = max(asked["until"], 1)
        return FloorTicket(row["number"], RESERVED if row["act"] == "reserve" else VOIDED, asked["amount"], until, who)
    state = AFTER.get(said)
    if state is None or paper.state == state:
        return None
    ours = paper.holder in (NOBODY, who)
    if row["act"] == "cancel":
        return paper._replace(state=ISSUED, holder=NOBODY) if paper.holder == who and paper.state == LOCKED else None
    if not ours or paper.state not in (RESERVED, *OPEN):
        return f"the ticket that ends with {paper.number[-4:]} is {paper.state}, and {row['act']} was {row['verdict']}"
    return paper._replace(state=state, holder=who if state in (LOCKED, REDEEMED) else NOBODY)


def _told(row: Row) -> dict[str, Any]:
    names = ("hash", "cabinet", "journal", "act", "request", "number", "verdict", "amount")
    return {name: row[name] for name in names}
