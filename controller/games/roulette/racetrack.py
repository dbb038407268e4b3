"""The racetrack: touches that place several wagers at once. They are wagers like any other; the rules know no series.

Each series reaches just the numbers that lie together on the rotor, as its name says.
"""

from typing import Any

from controller.games.roulette.rules.wheel import PLACE, ROTOR, run

MOST_NEIGHBOURS = 4

Chips = dict[str, int]
"""Spot → how many chips."""


def _each(*spots: str) -> Chips:
    return dict.fromkeys(spots, 1)


SERIES: dict[str, Chips] = {
    "jeu_zero": _each("straight:26", "split:0-3", "split:12-15", "split:32-35"),
    "voisins": {
        "street:0-2-3": 2,
        **_each("split:4-7", "split:12-15", "split:18-21", "split:19-22", "split:32-35"),
        "corner:25-26-28-29": 2,
    },
    "orphelins": _each("straight:1", "split:6-9", "split:14-17", "split:17-20", "split:31-34"),
    "tiers": _each("split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36"),
}
"""Name → chips, for one chip a place; as they lie along the track from the zero on."""


def neighbours(number: int, each_side: int) -> Chips:
    """A number and so many on each side of it on the rotor, straight up."""
    if number not in ROTOR or not 1 <= each_side <= MOST_NEIGHBOURS:
        raise ValueError(f"neighbours: a number from 0 to 36 and 1 to {MOST_NEIGHBOURS} on each side")
    first = ROTOR[(PLACE[number] - each_side) % len(ROTOR)]
    return _each(*(f"straight:{found}" for found in run(first, 2 * each_side + 1)))


TRACK: dict[str, Any] = {
    "spots": [f"straight:{number}" for number in ROTOR],
    "neighbours": MOST_NEIGHBOURS,
    "series": SERIES,
}
"""For a screen that draws it: the spots in the order of the rotor, clockwise; how many neighbours on each side a touch
may take at most; the series."""
