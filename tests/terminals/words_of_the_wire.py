"""Messages of the controller, made short: what a test does not name is as on a quiet table."""

from typing import Any

from controller.protocol.public import TableNow
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.answers import Purse
from controller.protocol.terminals.seat import SeatNow, Settled

EPOCH = "00000000000000aa"
BOOK = "ab" * 32


def table(**more: Any) -> TableNow:
    known: dict[str, Any] = {
        "epoch": EPOCH, "seq": 1, "demo": True, "phase": "betting", "round": 5, "due_in_ms": 20_000, "lasts_ms": 25_000,
        "holds": {}, "shooter": None, "hand": None, "levels": {}, "no_rolls": 0, "last": None, "past": (),
        "totals": (0,) * 11, "best_hands": (), "book": BOOK,
    }  # fmt: skip
    return TableNow(**(known | more))


def you(**more: Any) -> SeatNow:
    known: dict[str, Any] = {
        "seat": 3, "credits": 10_000, "layout": 0, "vigorish": 0, "stakes": {}, "added": {}, "held": {}, "calls": {},
        "open": True, "done": False, "asked": False, "lock": None, "lock_amount": 0,
    }  # fmt: skip
    return SeatNow(**(known | more))


def welcome(**more: Any) -> second.Welcome:
    known: dict[str, Any] = {
        "seat": 3, "epoch": EPOCH, "last_id": 7, "unknown": (), "heartbeat_ms": 1000, "lost_after_ms": 3000,
        "table": table(), "you": you(), "series": 2,
    }  # fmt: skip
    return second.Welcome(**(known | more))


def answer(
    id: int, code: str = "", purse: tuple[int, int, int] | None = None, details: dict[str, Any] | None = None
) -> second.AnswerInSeries:
    had = Purse(credits=purse[0], layout=purse[1], vigorish=purse[2]) if purse else None
    reason = f"it is {code}" if code else ""
    words = code or "taken"
    return second.AnswerInSeries(
        id=id, series=2, ok=not code, code=words, reason=reason, details=details or {}, purse=had
    )


def settled(**more: Any) -> Settled:
    known: dict[str, Any] = {
        "round": 5, "how": "settled", "faces": (5, 6), "rows": (), "returned": (), "you": you(),
    }  # fmt: skip
    return Settled(**(known | more))
