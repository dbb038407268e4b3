"""While the store may be an older copy of itself, nothing is decided of tickets."""

import structlog

from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import StoreQuestion, Transaction

WHY_HELD = StoreQuestion(("tickets_held",), "select tickets_held from floor")
"""Why; one row, or none."""

log = structlog.get_logger()


async def hold(transaction: Transaction, now: int, why: str, cabinet: str = "") -> None:
    """From now on, until a supervisor says so."""
    await transaction.run("update floor set tickets_held = $1, held_at = $2 where tickets_held = ''", why[:500], now)
    await raise_alarm(transaction, now, "decisions_lost", cabinet, "", 0, why)
    log.error("tickets are held", why=why)


async def why_held(transaction: Transaction) -> str:
    """Empty: they are not."""
    (rows,) = await transaction.find(WHY_HELD)
    return str(rows[0]["tickets_held"]) if rows else ""
