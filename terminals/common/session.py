"""Whose rounds these are: a player's session at a seat ends when they have been paid out and nothing of theirs is left.

The journal knows, so a terminal that starts anew knows too: rounds in, those of the present player out. Pure.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

Round = dict[str, Any]
BEFORE_THE_CLOSE = ("idle", "betting", "drawing")


class PlayerSession(NamedTuple):
    """The present player's."""

    rounds: list[Round]
    """Newest first; none that is still being played."""
    begins: int
    """Rounds before this one were another player's."""


def session(told: list[Round], seat: int) -> PlayerSession:
    """What the present player may see of these rounds, newest first. They are as recall tells them; the first may be
    the one that is still being played, told so far."""
    end = _end(reversed(told), seat)
    own = [found for found in told if found["how"] != "open" and _closed(found) > end]
    begins = own[-1]["round"] if own else max((found["round"] for found in told), default=0)
    return PlayerSession(own, begins if end else 0)


def _end(oldest_first: Iterable[Round], seat: int) -> int:
    """The journal's entry with which the last session ended; 0 where none did."""
    end, standing, paid_out = 0, dict[str, int](), False
    for found in oldest_first:
        for row in found["happened"]:
            if row.get("seat") != seat:
                continue
            if row["what"] == "CashOut":
                told = row["told"]  # `returned`: what came down when the seat locked, and is not among what is paid
                standing[told["move"]] = told["standing"] + told["vigorish"] + told.get("returned", 0)
            if row["what"] == "cash" and not row["into_seat"] and row["state"] == "done":
                paid_out = True
                if standing.get(row["move"]) == 0:  # the seat was locked from then on: nothing new can lie there
                    end, paid_out = row["seq"], False
        if paid_out and _nothing_left(found, seat):
            end, paid_out = _last_entry(found), False
    return end


def _nothing_left(found: Round, seat: int) -> bool:
    money = found["seats"].get(str(seat))
    return money is not None and not any(money["after"].values())


def _closed(found: Round) -> int:
    """The entry that closed its bets, for a round belongs to whom it was closed for; its last one where none did."""
    closes = (
        row["seq"] for row in found["happened"] if row["what"] == "phase" and row["phase"] not in BEFORE_THE_CLOSE
    )
    return next(closes, _last_entry(found))


def _last_entry(found: Round) -> int:
    return found["happened"][-1]["seq"] if found["happened"] else 0
