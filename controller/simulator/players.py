"""Seeded players: sensible ones, curious ones who try every spot, and silly ones who try what cannot be."""

from collections.abc import Iterator
from random import Random

from controller.craps.bets import BETS
from controller.craps.felt import Felt
from controller.table.events import CashOut, Choose, Command, Done, PassDice, Shoot, Wager
from controller.table.state import Table

FAVOURITES = ("pass_line", "dont_pass", "pass_odds", "dont_odds", "come", "place:6", "place:8", "field", "hard:8")
TEMPERS = ("sensible", "sensible", "curious", "silly")
SILLY_AMOUNTS = (0, -100, 1, 99, 10**15)
MOST_ACTS = 4
"""Of one player between two looks at the table."""


class Player:
    """One seat's player, and the terminal that counts his commands."""

    def __init__(self, random: Random, felt: Felt, seat: int) -> None:
        self.seat = seat
        self._random = random
        self._felt = felt
        self._temper = TEMPERS[seat % len(TEMPERS)]
        self._names = list(felt.spots)
        self._all_names = [*BETS, "lucky_punch"]
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
        chance = self._random.random()
        if chance < 0.02:
            return CashOut(*self._address(table)[:3])
        bet, address = self._bet(), self._address(table)
        if chance < 0.12:
            return Wager(*address, "take_down", bet, self._random.choice((None, None, self._amount(bet))))
        if chance < 0.18:
            return Wager(*address, "turn", bet, None, self._random.random() < 0.5)
        return Wager(*address, "place", bet, self._amount(bet))

    def _bet(self) -> str:
        if self._temper == "sensible" and self._random.random() < 0.8:
            return self._random.choice(FAVOURITES)
        return self._random.choice(self._all_names if self._temper == "silly" else self._names)

    def _amount(self, bet: str) -> int:
        if self._temper == "silly" and self._random.random() < 0.2:
            return self._random.choice(SILLY_AMOUNTS)
        spot = self._felt.spots.get(bet)
        unit = spot.unit if spot else 100
        least = -(-(spot.min if spot else 100) // unit)
        return unit * (least + self._random.randrange(5))

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
