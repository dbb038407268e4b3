"""Which entries go ahead of the rest, and what is said of them: a few words, for whoever has to come."""

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from controller.protocol.hints import HintSaid, Urgent
from controller.vault.read.old_records import facts_of

Data = Mapping[str, Any]
Says = Callable[[Data], tuple[Urgent, str] | None]


def _hold(fact: Data) -> tuple[Urgent, str] | None:
    return ("hold", fact["reason"]) if fact["on"] else None


def _seat(fact: Data) -> tuple[Urgent, str] | None:
    for change in ("hand_pay", "large_win"):
        if fact["change"] == change:
            return change, str(fact["seat"])
    return None


URGENT: dict[str, Says] = {
    "DoorChanged": lambda fact: ("door", f"{fact['door']} {fact['became']}"),
    "HoldChanged": _hold,
    "SeatChanged": _seat,
}
NAMES = tuple(name.encode() for name in URGENT)


def hints_in(cabinet: str, journal: str, seq: int, body: bytes) -> list[HintSaid]:
    """Of one entry; most have none, and are not even read."""
    if not any(name in body for name in NAMES):
        return []
    entry = orjson.loads(body)
    facts = facts_of(entry) if entry["kind"] == "step" else []
    said = [says(fact) for fact in facts if (says := URGENT.get(fact["type"])) is not None]
    return [
        HintSaid(cabinet=cabinet, journal=journal, seq=seq, at=entry["at"], what=one[0], about=one[1][:60])
        for one in said
        if one is not None
    ]
