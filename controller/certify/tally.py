"""What was counted. Counts are whole numbers, so the order in which chunks come home makes no difference."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.games.row import Ending


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
