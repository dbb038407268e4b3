"""Seeded players: sensible ones, curious ones who try every spot, and silly ones who try what cannot be."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from controller.games.row import Habits

TEMPERS = ("sensible", "sensible", "curious", "silly")
SILLY_AMOUNTS = (0, -100, 1, 99, 10**15)
MOST_AT_ONCE = 3
"""Wagers in one command."""


class Wish(NamedTuple):
    """What somebody wants of a spot."""

    do: str
    bet: str
    amount: int | None = None
    on: bool | None = None


class Wishing:
    """What players want of a layout, by temper: it depends on nothing but chance."""

    def __init__(self, offer: Mapping[str, Any], habits: Habits) -> None:
        self._spots, self._habits = offer["spots"], habits
        self._names: list[str] = list(self._spots)
        self._all_names: list[str] = [*habits.bets, "lucky_punch"]

    def wish(self, random: Random, seat: int) -> Wish:
        """One more, of the player at this seat."""
        chance = random.random()
        temper = TEMPERS[seat % len(TEMPERS)]
        bet = self._bet(random, temper)
        if chance < 0.1:
            return Wish("take_down", bet, random.choice((None, None, self._amount(random, temper, bet))))
        if chance < 0.16:
            return Wish("turn", bet, None, random.random() < 0.5)
        return Wish("place", bet, self._amount(random, temper, bet))

    def _bet(self, random: Random, temper: str) -> str:
        if temper == "sensible" and random.random() < 0.8:
            return random.choice(self._habits.favourites)
        return random.choice(self._all_names if temper == "silly" else self._names)

    def _amount(self, random: Random, temper: str, bet: str) -> int:
        if temper == "silly" and random.random() < 0.2:
            return random.choice(SILLY_AMOUNTS)
        spot = self._spots.get(bet, {"unit": 100, "min": 100})
        return int(spot["min"] + spot["unit"] * random.randrange(5))
