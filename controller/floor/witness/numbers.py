"""The highest numbers that any past of a journal had, for a cabinet whose own past was left."""

import orjson

from controller.floor.store.database import Transaction
from controller.floor.store.journals import Branch
from controller.protocol.floor import Above

LARGEST = 2**63 - 1


async def above(transaction: Transaction, branch: Branch) -> Above | None:
    """None where there was one past only."""
    if branch.branch == 1:
        return None
    ticket, jobs = 0, dict[str, int]()
    for row in await transaction.rows("select shown from branch where journal = $1", branch.journal):
        shown = orjson.loads(row["shown"])
        ticket = max(ticket, shown.get("ticket", 0))
        for seat, job in shown.get("jobs", {}).items():
            jobs[seat] = min(max(jobs.get(seat, 0), job), LARGEST)
    return Above(ticket=ticket, jobs=jobs)
