"""What was counted. Counts are whole numbers, so the order in which chunks come home makes no difference."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class Ending(NamedTuple):
    """One way in which a wager ended, as the engine's own row said it."""

    bet: str
    stake: int
    result: str
    paid: int
    vigorish: int

    @property
    def taken(self) -> int:
        """What the house took by it, less what it paid."""
        return (self.stake if self.result == "lose" else 0) + self.vigorish - self.paid


@dataclass(slots=True)
class Tally:
    """What became of the wagers of some rolls."""

    rolls: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Another chunk has come home."""
        self.rolls += other.rolls
        self.endings.update(other.endings)

    def of(self, bet: str) -> Iterator[tuple[Ending, int]]:
        """The endings of one bet, with how often each was seen."""
        return ((ending, count) for ending, count in self.endings.items() if ending.bet == bet)
