"""Where each spot lies on the felt, as data: a screen draws the rows that stand here and knows none of its own.

Weights are hundredths of a row's usual height, or shares of its width. What is not offered leaves no gap; what is
offered has to be here, else the felt is not laid.
"""

from collections.abc import Iterable
from typing import Any

from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.dice import CRAPLESS_POINTS

Row = dict[str, Any]


def _numbers(of: str, label: str, weight: int, side: str, base: str | None = None) -> Row:
    """A row of the numbers: a spot of each, and beside it what has travelled there, where there is such."""
    kinds = (of,) if base is None else (base, of)
    names = [f"{kind}:{point}" for kind in kinds for point in CRAPLESS_POINTS]
    told = {"of": of, "label": label, "weight": weight, "side": side, "spots": names}
    return told if base is None else {**told, "base": base}


def _bar(weight: int, *spots: tuple[str, int], corner: bool = False) -> Row:
    """A bar across the felt: spots, and how much of its width each gets. `corner`: the first goes round the corner."""
    told: Row = {"weight": weight, "spots": [name for name, _ in spots], "shares": [share for _, share in spots]}
    return {**told, "corner": True} if corner else told


def _props(*spots: str, weight: int = 100) -> Row:
    """A row of propositions, all as wide."""
    return {"weight": weight, "spots": list(spots)}


def _each(kind: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{kind}:{number}" for number in numbers)


def _hops() -> list[str]:
    """Pairs first, then by what the dice make."""
    hops = KINDS["hop:a-b"].bets()
    others = [bet for bet in hops if bet.pair[0] != bet.pair[1]]
    pairs = [bet for bet in hops if bet.pair[0] == bet.pair[1]]
    return [bet.name for bet in (*pairs, *sorted(others, key=lambda bet: sum(bet.pair)))]


PLACES: dict[str, list[Row]] = {
    "numbers": [
        _numbers("dont_come_odds", "dont_come", 100, "dont", base="dont_come"),
        _numbers("lay", "lay", 95, "dont"),
        _numbers("place_to_lose", "place_to_lose", 95, "dont"),
        _numbers("come_odds", "come_numbers", 175, "number", base="come"),
        _numbers("buy", "buy", 95, "right"),
        _numbers("place", "place", 95, "right"),
    ],
    "bars": [
        _bar(105, ("come", 50), ("big:6", 11), ("big:8", 11)),
        _bar(105, ("field", 10)),
        _bar(100, ("dont_pass", 50), ("dont_odds", 20), corner=True),
        _bar(110, ("pass_line", 50), ("pass_odds", 20), corner=True),
    ],
    "props": [
        {**_props(*_each("hard", 4, 6, 8, 10)), "beside": True},
        _props("any_seven", "any_craps", "whirl", "six_seven_eight"),
        {**_props("c", "e", "c_and_e", "horn"), "beside": True},
        _props(*_each("horn", 2, 3, 11, 12)),
        _props(*_each("horn_high", 2, 3, 11, 12)),
        {**_props(*_hops()), "many": True},
        _props(*_each("repeater", 2, 3, 4, 5, 6)),
        _props(*_each("repeater", 8, 9, 10, 11, 12)),
        _props("replay", "different_doubles", weight=135),
        _props("hot_shooter", "fire", weight=135),
        _props("all_small", "all_or_nothing", "all_tall", weight=170),
    ],
}
"""Block → its rows. `corner`: its first spot goes round the corner, that of the lowest outermost. `beside`: on a wide
block it goes into one row with the next; `many`: as many rows as it needs."""

PLACED = frozenset(name for rows in PLACES.values() for row in rows for name in (*row["spots"], row.get("label")))
"""Every spot that some row has; the one that a label names is laid on the label."""


def check_places(spots: Iterable[str]) -> None:
    """ValueError where a spot that is offered has no place."""
    lost = [name for name in spots if name not in PLACED]
    if lost:
        raise ValueError(f"offered without a place on the felt (controller/games/craps/places.py): {', '.join(lost)}")
