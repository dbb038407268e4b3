"""A decision about a claim that this floor has lost, and that a cabinet has acted on: what it was told counts.

Contributions and claims come again with the journals, and so do the pots. But after a restore cabinets report in
another order, so a claim may have been worked out otherwise than it was told and paid. What
differs goes into the pot.
"""

from config.text.sentence import Sentence
from controller.floor.jackpots.kept import stakes_of
from controller.floor.jackpots.rows import REFUSED, WON, claimed, pots, put_pots
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Row, Transaction, one
from controller.games.jackpots import Pot


async def told_before(transaction: Transaction, row: Row, now: int) -> None:
    """One row of `lost`."""
    found = claimed(
        await one(
            transaction,
            "select * from claim where journal = $1 and request = $2 order by state desc, branch, seq limit 1",
            *(row["journal"], row["request"]),
        )
    )
    if found is None:
        why = Sentence(f"nobody knows the claim {row['request'][:60]}", {"request": row["request"][:60]})
        about = (row["cabinet"], row["journal"], row["seq"], why)
        await raise_alarm(transaction, now, "ticket_contradicted", *about)
        return
    state = WON if row["verdict"] == "won" else REFUSED
    known = (await pots(transaction)).get(found.jackpot)
    if known is not None:
        seats = len(stakes_of(found.stakes))
        pot = _as_told(known.pot, found.state, found.prize, state, row["amount"], seats)
        await put_pots(transaction, {found.jackpot: pot})
        hit = found.hit or pot.hits
        await transaction.run(
            "update claim set prize = $3, decision = $4, decision_hash = $5, hit = $6 "
            "where journal = $1 and request = $2 and state <> 'refused'",
            *(found.journal, found.request, row["amount"], row["seq"], row["hash"], hit),
        )
    await transaction.run(
        "update claim set state = $5, prize = $6, decision = $7, decision_hash = $8 "
        "where journal = $1 and branch = $2 and seq = $3 and request = $4",
        *(found.journal, found.branch, found.seq, found.request, state, row["amount"], row["seq"], row["hash"]),
    )


def _as_told(pot: Pot, was: str, prize: int, state: str, amount: int, seats: int) -> Pot:
    """As it is with what was told; whether it was a hit at all may differ too."""
    if was == REFUSED and state == WON:
        return pot.paid_out(amount, seats).begun()
    return pot.told_otherwise(prize, amount)
