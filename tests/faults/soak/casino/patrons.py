"""Who plays at a seat on the casino's line: the host moves money there, so what they have is what they are told."""

import random
from typing import Any

from tests.faults.soak.casino.house import House
from tests.faults.soak.players import SoakPlayer

CASHES_OUT, PUTS_IN = (3.0, 9.0), (1.0, 4.0)
"""Seconds between two of each."""


class Patron(SoakPlayer):
    """Bets as the others do, cashes out now and then, and puts in notes and tickets where the seat has a slot."""

    def __init__(self, seat: int, endpoint: str, chance: random.Random, house: House) -> None:
        super().__init__(seat, endpoint, chance)
        self._house = house
        self._cashes_out_at = self._puts_in_at = 0.0

    def _hear(self, message: dict[str, Any]) -> None:
        super()._hear(message)
        self.disputes.clear()
        self.credits = self.you.get("credits", self.credits)

    @property
    def waits_to_be_paid(self) -> bool:
        """Whether an attendant has to come."""
        return bool(self.you) and self.you.get("lock") == "hand_pay"

    def act(self, now: float, table: dict[str, Any]) -> None:
        super().act(now, table)
        if table["holds"]:
            return
        if now >= self._cashes_out_at:
            self._cashes_out_at = now + self.chance.uniform(*CASHES_OUT)
            if self.you and not self.unanswered and self.credits:
                self.command("cash_out", now)
        if self.seat == self._house.first and now >= self._puts_in_at:
            self._puts_in_at = now + self.chance.uniform(*PUTS_IN)
            self._house.put_something_in(self.chance)
