"""The list of rounds: where in the journal each stands, who played, and what every seat had before and after.

A round lasts from the entry that opens it to the entry that opens the next one. Recall finds its entries by this
list and reads what was decided from the entries themselves.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.vault.books.ledger import OF_A_SEAT, Ledger
from controller.vault.counts.counting import RoundSoFar

OF_ROUNDS = frozenset({"DrawTaken", "ShooterChosen", "RoundEnded", "PhaseEntered"})
"""The decisions that say something of a round."""


class RoundRow(NamedTuple):
    """One finished round."""

    number: int
    first_seq: int
    last_seq: int
    opened_at: int
    ended_at: int
    how: str
    reason: str
    seats: dict[str, dict[str, list[int]]]
    """Seat → before and after, as `credits`, `layout`, `vigorish`, `locked`."""


class RoundBook:
    """The round that is being played; finished ones are handed out as rows."""

    def __init__(self) -> None:
        self.number = 1
        self.first_seq = 1
        self.opened_at = 0
        self.before: dict[str, list[int]] = {}
        self.endings: list[list[str]] = []
        self.so_far = RoundSoFar()

    def touch(self, account: str, of: str, ledger: Ledger) -> None:
        """A seat's money is about to move for the first time in this round."""
        if account in OF_A_SEAT and of not in self.before:
            self.before[of] = ledger.of_seat(of)

    def take(self, decision: Mapping[str, Any]) -> int | None:
        """What one decision says of the round; returns the number of the next one when it opens."""
        match decision["type"]:
            case "DrawTaken":
                self.so_far.levels = self.so_far.levels or decision["levels"]
            case "ShooterChosen":
                self.so_far.shooter = decision["seat"]
            case "RoundEnded":
                self.endings.append([decision["how"], decision["reason"]])
            case "PhaseEntered" if decision["round"] != self.number:
                return int(decision["round"])
        return None

    def lay(self, layout: Mapping[str, Any], ledger: Ledger) -> None:
        """Bets have closed; these seats have wagers."""
        self.so_far.playing = sorted(int(seat) for seat in layout)
        for seat in layout:
            self.touch(OF_A_SEAT[0], seat, ledger)

    def turn(self, number: int, seq: int, at: int, ledger: Ledger) -> RoundRow:
        """The next round opens with this entry; this one is done."""
        seats = {seat: {"before": before, "after": ledger.of_seat(seat)} for seat, before in self.before.items()}
        how = ", ".join(ending[0] for ending in self.endings) or "empty"
        reason = ", ".join(ending[1] for ending in self.endings if ending[1])
        first = min(self.first_seq, seq)  # a close-out opens two rounds with one entry
        row = RoundRow(self.number, first, seq, self.opened_at, at, how, reason, seats)
        self.number, self.first_seq, self.opened_at = number, seq + 1, at
        self.before, self.endings, self.so_far = {}, [], RoundSoFar()
        return row
