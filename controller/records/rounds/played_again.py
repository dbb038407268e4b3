"""A recorded round beside what the engine of today makes of it: step by step, wager by wager.

The runner of `boxcars scenario` plays the script; its every settlement, return and detail of a result is laid beside
the one that was recorded.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

SHOWN = ("number", "colour")
"""What a step shows besides dice, where its game has it."""

MOST_COMPARED = 100 * 1024
"""Bytes of rows in one answer; of earlier steps only the verdict is told."""

OF_A_WAGER = ("stake", "result", "paid", "stays")

Data = Mapping[str, Any]


class Recorded(NamedTuple):
    """What the journal has of one step."""

    round: int
    settled: Sequence[Data] = ()
    returned: Sequence[Data] = ()
    hand: Data | None = None
    """The details with which a settled round ended."""


def beside(recorded: Sequence[Recorded], played: Sequence[Data], details: Sequence[str]) -> list[dict[str, Any]]:
    """Each step of the script: what was recorded, what was played, and whether it is the same, these details too."""
    steps = [_step(*pair, details) for pair in zip(recorded, played, strict=True)]
    size = 0
    for step in reversed(steps):
        size += len(json.dumps(step["rows"]))
        if size > MOST_COMPARED and step is not steps[-1]:
            step["rows"] = None
    return steps


def _step(then: Recorded, now: Data, details: Sequence[str]) -> dict[str, Any]:
    rows = [*_wagers(then.settled, now.get("settled", ())), *_returns(then.returned, now.get("returned", ()))]
    hand = _details(then.hand, now, details) if then.hand is not None else None
    same = all(row["agrees"] for row in rows) and (hand is None or hand["agrees"]) and not now["refused"]
    return {
        "step": now["step"],
        "round": then.round,
        **{name: now[name] for name in SHOWN if name in now},
        "dice": now.get("dice"),
        "kind": next((kind for kind in ("void", "settings") if kind in now), "roll"),
        "rows": rows,
        "hand": hand,
        "refused": now["refused"],
        "agrees": same,
    }


def _wagers(then: Iterable[Data], now: Iterable[Data]) -> Iterable[dict[str, Any]]:
    return _pairs("settled", then, now, OF_A_WAGER)


def _returns(then: Iterable[Data], now: Iterable[Data]) -> Iterable[dict[str, Any]]:
    return _pairs("returned", then, now, ("amount",))


def _pairs(what: str, then: Iterable[Data], now: Iterable[Data], names: Sequence[str]) -> Iterable[dict[str, Any]]:
    """Of one seat and bet the first lies beside the first, the second beside the second; what is missing is None."""
    recorded, played = _keyed(then, names), _keyed(now, names)
    for key in dict.fromkeys([*recorded, *played]):
        seat, bet, _ = key
        one, other = recorded.get(key), played.get(key)
        yield {"what": what, "seat": seat, "bet": bet, "recorded": one, "played": other, "agrees": one == other}


def _keyed(rows: Iterable[Data], names: Sequence[str]) -> dict[tuple[int, str, int], dict[str, Any]]:
    seen: Counter[tuple[int, str]] = Counter()
    found = {}
    for row in rows:
        of = row["seat"], row["bet"]
        found[*of, seen[of]] = {name: row[name] for name in names}
        seen[of] += 1
    return found


def _details(then: Data, now: Data, names: Sequence[str]) -> dict[str, Any]:
    recorded = {name: then[name] for name in names}
    played = {name: now[name] for name in names}
    return {"recorded": recorded, "played": played, "agrees": recorded == played}
