"""What people look at: every machine now, and what the house held, each figure from the books of the journals."""

from typing import Any

from controller.floor.store.alarms import cabinets, open_alarms
from controller.floor.store.database import Transaction
from controller.table.canonical import read_plain
from controller.vault.books.hold_figures import Counts, Held, by_bet, held

Plain = dict[str, Any]


async def machines(transaction: Transaction, now: int) -> Plain:
    """All of them, and what calls for somebody."""
    rows = await transaction.rows(
        "select j.journal, j.cabinet, b.seq, b.entry_at, b.shown from journal j "
        "join branch b on b.journal = j.journal and b.branch = j.branch"
    )
    known = {row["journal"]: row for row in rows}
    alarms = await open_alarms(transaction)
    calling = {alarm["cabinet"] for alarm in alarms}
    return {
        "at": now,
        "machines": [
            _machine(row, known.get(row["journal"]), row["cabinet"] in calling) for row in await cabinets(transaction)
        ],
        "alarms": [
            {name: alarm[name] for name in ("number", "at", "code", "cabinet", "journal", "details")}
            for alarm in alarms
        ],
    }


def _machine(cabinet: Any, branch: Any, calls: bool) -> Plain:
    shown = {} if branch is None else read_plain(branch["shown"])
    return {
        "cabinet": cabinet["cabinet"],
        "journal": cabinet["journal"] or "",
        "heard_at": cabinet["heard_at"],
        "waiting": cabinet["waiting"],
        "entries": 0 if branch is None else branch["seq"],
        "entry_at": 0 if branch is None else branch["entry_at"],
        "game": shown.get("game", ""),
        "phase": shown.get("phase", ""),
        "holds": shown.get("holds", []),
        "last": shown.get("last", {}),
        "calls": calls or bool(shown.get("holds")),
    }


async def money(transaction: Transaction) -> list[Plain]:
    """What each machine held, beside what it should have: for its lifetime and bet by bet, and what cash went in."""
    rows = await transaction.rows(
        "select j.cabinet, m.journal, m.lifetime from meter m "
        "join journal j on j.journal = m.journal and j.branch = m.branch where m.scope = 0 order by j.cabinet"
    )
    told = []
    for row in rows:
        counts: Counts = read_plain(row["lifetime"])
        bets = {bet: _held(held(part)) for bet, part in by_bet(counts).items()}
        cash = {name: counts.get(name, 0) for name in ("in", "out")}
        told.append({"cabinet": row["cabinet"], "journal": row["journal"], **_held(held(counts)), **cash, "bets": bets})
    return told


def _held(figures: Held) -> Plain:
    due = figures.theoretical
    return {
        "wagered": figures.wagered,
        "actual": figures.actual,
        "due": None if due is None else round(due),
        "band": None if figures.band is None else list(figures.band),
        "within": figures.within,
    }
