"""One roll against one seat.

The roll is settled against the state before it: `verdicts` says what it decides, and every wager it names is won,
lost, pushed or, when it is off and its base is decided, given back.
"""

from typing import NamedTuple

from controller.craps.bets import Result
from controller.craps.felt import Verdicts
from controller.craps.seat import Seat


class Settled(NamedTuple):
    """One wager that a roll decided."""

    seat: int
    bet: str
    stake: int
    result: Result
    paid: int
    stays: bool
    vigorish: int = 0
    """Up-front vigorish that went to the house with it."""

    @property
    def taken(self) -> int:
        """What the house takes by it, less what it pays."""
        lost = self.stake if self.result is Result.LOSE else 0
        return lost + self.vigorish - self.paid


def settle(number: int, seat: Seat, verdicts: Verdicts) -> list[Settled]:
    """Settle every wager of this seat that the roll decides; the rows stand in the order the wagers were laid."""
    rows = []
    stakes, calls = seat.stakes, seat.calls
    for bet in [bet for bet in stakes if bet in verdicts]:
        result, numerator, denominator, stays, works, returned_when_off = verdicts[bet]
        stake = stakes[bet]
        if works is not None and not calls.get(bet, works):
            if not returned_when_off:
                continue
            result, numerator, stays = Result.OFF, 0, False
        paid = stake * numerator // denominator
        vigorish = seat.vigorish.get(bet, 0) if seat.vigorish else 0
        if stays:
            seat.balance += paid
        else:
            if result is not Result.LOSE:
                seat.balance += stake + paid
            seat.drop(bet)
        rows.append(Settled(number, bet, stake, result, paid, stays, vigorish))
    return rows
