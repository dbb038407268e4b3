"""The arithmetic of progressive jackpots.

A pot is kept in whole millionths of the unit. Nothing of it is rounded before it is paid; what is less than a unit
then stays in the pot. Over the ceiling it is `overflow`, which goes into the next pot on top of its base.
"""

from collections.abc import Mapping
from typing import NamedTuple

from config.jackpots import Jackpot

PARTS = 10**6
"""Of a unit. A rate is so many millionths of a stake, so a contribution is a whole number of these."""


class Pot(NamedTuple):
    """A pot as it stands. All but base and ceiling follows from the journals: bases + fed - paid is what is in it."""

    base: int
    ceiling: int
    """In units; 0 while nobody has said what this jackpot is."""
    total: int = 0
    """Millionths: what is in the pot and over its ceiling."""
    fed: int = 0
    bases: int = 0
    paid: int = 0
    """Millionths, ever."""
    hits: int = 0
    wins: int = 0
    """Seats that had a part of one."""

    @property
    def current(self) -> int:
        """Millionths that a hit could win."""
        return min(self.total, self.ceiling * PARTS) if self.ceiling else self.total

    @property
    def overflow(self) -> int:
        """Millionths over the ceiling."""
        return self.total - self.current

    @property
    def prize(self) -> int:
        """Whole units that a hit is paid now."""
        return self.current // PARTS

    def plus(self, parts: int) -> "Pot":
        """With a contribution."""
        return self._replace(total=self.total + parts, fed=self.fed + parts)

    def begun(self) -> "Pot":
        """With the base of a new pot."""
        base = self.base * PARTS
        return self._replace(total=self.total + base, bases=self.bases + base)

    def hit(self, seats: int) -> tuple[int, "Pot"]:
        """What is paid in units, and the next pot: its base, what was over the ceiling, and what was no whole unit."""
        prize = self.prize
        return prize, self.paid_out(prize, seats).begun()

    def paid_out(self, prize: int, seats: int) -> "Pot":
        """After a prize of so many units to so many seats, before the next base."""
        parts = prize * PARTS
        return self._replace(
            total=self.total - parts, paid=self.paid + parts, hits=self.hits + 1, wins=self.wins + seats
        )

    def told_otherwise(self, worked_out: int, told: int) -> "Pot":
        """A hit was worked out to be so much, and what its cabinet was told and paid counts."""
        parts = (told - worked_out) * PARTS
        return self._replace(total=self.total - parts, paid=self.paid + parts)

    def is_whole(self) -> bool:
        """Whether nothing was lost and nothing came twice."""
        return self.total == self.bases + self.fed - self.paid


def contribution(of: Jackpot, stake: int) -> int:
    """Millionths of the unit that a stake gives."""
    return stake * of.rate


def shares(prize: int, stakes: Mapping[int, int]) -> dict[int, int]:
    """Seat → its part of a prize, by stake; what does not divide goes to the lowest seat."""
    whole = sum(stakes.values())
    parts = {seat: prize * stake // whole for seat, stake in sorted(stakes.items())}
    lowest = min(parts)
    parts[lowest] += prize - sum(parts.values())
    return parts
