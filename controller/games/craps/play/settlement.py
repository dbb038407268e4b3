"""One roll against one seat.

The roll is settled against the state before it: `verdicts` says what it decides, and every wager it names is won,
lost, pushed or, when it is off and its base is decided, given back.
"""

from controller.games.craps.play.seat import Seat
from controller.games.craps.play.verdicts import Verdicts
from controller.games.craps.rules.kinds import Result
from controller.games.interface import Settled

LOSE, OFF = Result.LOSE, Result.OFF
"""Looked up once: this is the innermost loop of the house."""


def settle(number: int, seat: Seat, verdicts: Verdicts, rows: list[Settled]) -> int:
    """Settle every wager of this seat that the roll decides, a row for each in the order in which they were laid.

    What comes back is what the house takes, less what it pays.
    """
    stakes, calls, vigorish = seat.stakes, seat.calls, seat.vigorish
    to_player = taken = 0
    for bet in [bet for bet in stakes if bet in verdicts]:
        result, numerator, denominator, stays, works, returned_when_off = verdicts[bet]
        stake = stakes[bet]
        if works is not None and not calls.get(bet, works):
            if not returned_when_off:
                continue
            result, numerator, stays = OFF, 0, False
        paid = stake * numerator // denominator
        held = vigorish.pop(bet, 0) if vigorish else 0
        taken += held - paid
        to_player += paid
        if not stays:
            del stakes[bet]
            calls.pop(bet, None)
            if result is LOSE:
                taken += stake
            else:
                to_player += stake
        rows.append(Settled(number, bet, stake, result, paid, stays, held))
    seat.balance += to_player
    return taken
