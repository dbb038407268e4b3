"""What people look at: every machine now, and what calls for somebody. Money is in `money`, results in `falling`."""

from typing import Any

from controller.floor.jackpots.told import jackpots_now
from controller.floor.store.alarms import cabinets, details_of, open_alarms
from controller.floor.store.database import Transaction
from controller.games.registry import table_row
from controller.table.canonical import read_plain

Plain = dict[str, Any]

ATTENDANT, TECHNICIAN, SUPERVISOR = "attendant", "technician", "supervisor"
WHO: dict[str, str] = {
    **dict.fromkeys(
        (
            "dice_link",
            "dice_fault",
            "lid",
            "door_logic",
            "door_dome",
            "door_main",
            "door_drop",
            "door_latch",
            "service",
        ),
        TECHNICIAN,
    ),
    **dict.fromkeys(("unit_changed", "roll_jump", "core", "software", "books", "second_place", "host"), SUPERVISOR),
    **dict.fromkeys(("no_rolls", "dice", "malfunction", "operator", "hand_pay", "large_win", "calls"), ATTENDANT),
    "pot": SUPERVISOR,
}
"""Hold, or what a seat waits for → who of the cabinet's people sees to it first."""


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
            {name: alarm[name] for name in ("number", "at", "code", "cabinet", "journal", "seq")} | details_of(alarm)
            for alarm in alarms
        ],
        **await jackpots_now(transaction),
    }


def _machine(cabinet: Any, branch: Any, calls: bool) -> Plain:
    shown = {} if branch is None else read_plain(branch["shown"])
    return {
        "cabinet": cabinet["cabinet"],
        "journal": cabinet["journal"] or "",
        "heard_at": cabinet["heard_at"],
        "waiting": cabinet["waiting"],
        "clock_off": cabinet["clock_off"],
        "entries": 0 if branch is None else branch["seq"],
        "entry_at": 0 if branch is None else branch["entry_at"],
        "game": shown.get("game", ""),
        "device": table_row(shown["game"]).device if "game" in shown else "",
        "phase": shown.get("phase", ""),
        "holds": shown.get("holds", []),
        "last": shown.get("last", {}),
        "needs": _needs(shown.get("since", {})),
        "calls": calls or bool(shown.get("holds") or shown.get("since")),
    }


def _needs(since: dict[str, int]) -> list[Plain]:
    """Who has to come, what for, to which seat, and since when; who waits longest first."""
    told = []
    for what, at in sorted(since.items(), key=lambda one: one[1]):
        why, _, seat = what.partition(" ")
        told.append({"who": WHO.get(why, ATTENDANT), "why": why, "seat": int(seat or 0), "since": at})
    return told
