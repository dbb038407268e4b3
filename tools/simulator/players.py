"""Seeded players: sensible ones, curious ones who try every spot, and silly ones who try what cannot be."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from controller.games.row import Habits
from controller.table.events import CashOut, Choose, Command, Done, Lay, PassDice, Shoot, Wager, Wagers
from controller.table.state import Table

TEMPERS = ("sensible", "sensible", "curious", "silly")
SILLY_AMOUNTS = (0, -100, 1, 99, 10**15)
MOST_ACTS = 4
"""Of one player between two looks at the table."""
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
        self._names = list(self._spots)
        self._all_names = [*habits.bets, "lucky_punch"]

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


class Player:
    """One seat's player, and the terminal that counts his commands."""

    def __init__(self, random: Random, wishing: Wishing, seat: int) -> None:
        self.seat = seat
        self._random, self._wishing = random, wishing
        self._sent = 0

    def _address(self, table: Table) -> tuple[int, str, int, int]:
        self._sent += 1 if self._random.random() < 0.98 else 2  # now and then a command is lost on its way
        late = self._random.random() < 0.01
        return self.seat, f"terminal-{self.seat}", self._sent, table.round - late

    def bets(self, table: Table) -> Iterator[Command]:
        """What he does in one look at the open window."""
        for _ in range(self._random.randrange(MOST_ACTS)):
            yield self._act(table)
        if self._random.random() < 0.7:
            yield Done(*self._address(table))

    def _act(self, table: Table) -> Command:
        if self._random.random() < 0.02:
            return CashOut(*self._address(table)[:3])
        if self._random.random() < 0.15:
            count = self._random.randrange(1, MOST_AT_ONCE + 1)
            lays = tuple(Lay(*self._wishing.wish(self._random, self.seat)) for _ in range(count))
            return Wagers(*self._address(table), lays)
        return Wager(*self._address(table), *self._wishing.wish(self._random, self.seat))

    def has_the_dice(self, table: Table) -> Command | None:
        """He throws, hands on, or lets his time run out."""
        chance = self._random.random()
        if chance < 0.6:
            return Shoot(*self._address(table))
        return PassDice(*self._address(table)) if chance < 0.75 else None

    def is_asked(self, table: Table) -> Command | None:
        """Keep, withdraw, or say nothing."""
        chance = self._random.random()
        return Choose(*self._address(table), keep=chance < 0.6) if chance < 0.8 else None
