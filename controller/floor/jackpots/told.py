"""The pots and what was won, for screens and people."""

from typing import Any

from controller.floor.jackpots.kept import stakes_of
from controller.floor.jackpots.rows import CLAIM, KnownPot, claimed, pots
from controller.floor.store.database import Transaction
from controller.games.jackpots import PARTS, shares
from controller.protocol.jackpots.pots import WinNow

LAST_WINS = 25


async def last_wins(transaction: Transaction, many: int = LAST_WINS) -> list[WinNow]:
    """Of all pots, the newest first."""
    rows = await transaction.rows(
        "select jackpot, hit, cabinet, prize, at from claim where state = 'won' "
        "order by at desc, jackpot, hit desc limit $1",
        many,
    )
    return [
        WinNow(jackpot=row["jackpot"], hit=row["hit"], cabinet=row["cabinet"], amount=row["prize"], at=row["at"])
        for row in rows
    ]


async def jackpots_now(transaction: Transaction) -> dict[str, Any]:
    """Every meter of every pot, and its last twenty-five wins with who had what."""
    return {"jackpots": [await _told(transaction, known) for known in (await pots(transaction)).values()]}


async def _told(transaction: Transaction, known: KnownPot) -> dict[str, Any]:
    pot = known.pot
    rows = await transaction.rows(
        f"select {CLAIM} from claim where jackpot = $1 and state = 'won' order by hit desc limit $2",
        *(known.jackpot, LAST_WINS),
    )
    return {
        "jackpot": known.jackpot,
        "open": known.is_open,
        "trigger": known.of.trigger,
        "bets": list(known.of.bets),
        "rate": known.of.rate,
        "base": pot.base,
        "ceiling": pot.ceiling,
        "current": pot.prize,
        "current_parts": pot.current % PARTS,
        "overflow": pot.overflow // PARTS,
        "overflow_parts": pot.overflow % PARTS,
        "hits": pot.hits,
        "wins": pot.wins,
        "fed": pot.fed // PARTS,
        "paid": pot.paid // PARTS,
        "unanswered": sum(not row["decision"] for row in rows),
        "last": [_win(row) for row in rows],
    }


def _win(row: Any) -> dict[str, Any]:
    of = claimed(row)
    assert of is not None
    stakes = stakes_of(of.stakes)
    return {
        **{"hit": of.hit, "at": of.at, "cabinet": of.cabinet, "round": of.round, "roll": of.roll, "amount": of.prize},
        "seats": {str(seat): amount for seat, amount in shares(of.prize, stakes).items()},
        **{"journal": of.journal, "entry": of.seq, "decision": of.decision},
    }
