"""What is counted from one seven-out to the next, and the bets that live on it.

The roll count is shown on every screen; Hot Shooter is paid by it. Fire counts the different points made, Small,
Tall and All the numbers thrown since the last seven of any kind. Replay, Different Doubles and the Repeaters want a
tally, which is kept only where a book has one of them.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.play.verdicts import Verdict, Verdicts
from controller.games.craps.rules.dice import SEVEN, Dice, is_hard
from controller.games.craps.rules.kinds import Counts, Result

Pay = TypeVar("Pay", int, Fraction)
Times = tuple[int, ...]
"""How often, by the number."""

NO_NUMBERS = frozenset[int]()
NO_TIMES: Times = (0,) * 13


class HandTally(NamedTuple):
    """What only some books have bets on."""

    doubles: frozenset[int] = NO_NUMBERS
    """The faces that have come as a pair since the last seven."""
    times: Times = NO_TIMES
    """How often each total has come since the last seven."""
    made: Times = NO_TIMES
    """How often each point has been made in this hand."""

    def after(self, point: int | None, dice: Dice) -> "HandTally":
        """With one more roll."""
        total = dice[0] + dice[1]
        if total == SEVEN:
            return HandTally(made=self.made)
        doubles = self.doubles | {dice[0]} if is_hard(dice) else self.doubles
        return HandTally(
            doubles, _once_more(self.times, total), _once_more(self.made, total if total == point else None)
        )

    def plain(self) -> dict[str, Any]:
        """As data; numbers that have not come are left out."""
        return {"doubles": sorted(self.doubles), "times": _told(self.times), "made": _told(self.made)}


def tally_of(data: Mapping[str, Any] | None) -> HandTally | None:
    """What `Tally.plain` told."""
    if data is None:
        return None
    return HandTally(frozenset(data["doubles"]), _times(data["times"]), _times(data["made"]))


def _once_more(times: Times, number: int | None) -> Times:
    return times if number is None else (*times[:number], times[number] + 1, *times[number + 1 :])


def _told(times: Times) -> dict[str, int]:
    return {str(number): often for number, often in enumerate(times) if often}


def _times(data: Mapping[str, int]) -> Times:
    return tuple(data.get(str(number), 0) for number in range(len(NO_TIMES)))


class Hand(NamedTuple):
    """Since the last seven-out, or since the table opened."""

    rolls: int = 0
    points_made: frozenset[int] = NO_NUMBERS
    numbers: frozenset[int] = NO_NUMBERS
    """The totals thrown since the last seven."""
    tally: HandTally | None = None
    """None before the first roll, and where no bet of the book goes by it."""

    def after(self, point: int | None, dice: Dice, tallied: bool) -> "Hand":
        """The hand with one more roll; after a seven-out it shows the final count."""
        rolls, made, numbers, tally = self
        total = dice[0] + dice[1]
        if total == point:
            made = made | {total}
        if total == SEVEN:
            numbers = NO_NUMBERS
        elif total not in numbers:
            numbers = numbers | {total}
        return Hand(rolls + 1, made, numbers, (tally or NO_TALLY).after(point, dice) if tallied else None)


NEW_HAND = Hand()
NO_TALLY = HandTally()


class Rolled(NamedTuple):
    """A roll of the hand: how it stood before, how it stands after, and what came."""

    before: Hand
    hand: Hand
    total: int


def hand_verdicts(felt: Felt, deciding: tuple[Spot, ...], rolled: Rolled) -> Verdicts:
    """What this roll decides of these bets; those that wait for the seven-out come only with it."""
    found = ((spot.name, _DECIDES[spot.bet.kind.counts](felt, spot, rolled)) for spot in deciding)
    return {name: verdict for name, verdict in found if verdict is not None}


def _numbers(_felt: Felt, spot: Spot, rolled: Rolled) -> Verdict | None:
    if rolled.total == SEVEN:
        return _LOST
    return _won(spot.terms.pay("")) if rolled.hand.numbers >= spot.bet.kind.numbers_needed else None


def _times_come(_felt: Felt, spot: Spot, rolled: Rolled) -> Verdict | None:
    if rolled.total == SEVEN:
        return _LOST
    number, tally = spot.bet.number, rolled.hand.tally or NO_TALLY
    enough = tally.times[number] >= (spot.terms.times or {})[str(number)]
    return _won(spot.terms.pay(str(number))) if enough else None


def _doubles(_felt: Felt, spot: Spot, rolled: Rolled) -> Verdict | None:
    if rolled.total != SEVEN:
        return None
    pays = spot.terms.pays
    return _paid(_highest(pays if isinstance(pays, dict) else {}, len((rolled.before.tally or NO_TALLY).doubles)))


def _rolls(_felt: Felt, spot: Spot, rolled: Rolled) -> Verdict:
    """Paid FOR one: the stake is part of the prize, and a prize of the stake alone is a push."""
    times = _highest(spot.terms.pays_for or {}, rolled.hand.rolls)
    if times is None:
        return _LOST
    return _PUSHED if times == 1 else _won(Fraction(times - 1))


def _points(felt: Felt, spot: Spot, rolled: Rolled) -> Verdict:
    table = (spot.terms.tables or {})[felt.book.settings.fire_table or ""]
    return _paid(_highest(table, len(rolled.hand.points_made)))


def _made(_felt: Felt, spot: Spot, rolled: Rolled) -> Verdict:
    """The best prize of all points; one is enough."""
    made = (rolled.hand.tally or NO_TALLY).made
    prizes = (
        odds
        for times, pays in (spot.terms.pays_made or {}).items()
        for point, odds in pays.items()
        if made[int(point)] >= int(times)
    )
    return _paid(max(prizes, default=None))


def _highest(table: dict[str, Pay], count: int) -> Pay | None:
    """The entry of the largest count that was reached."""
    reached = [int(least) for least in table if int(least) <= count]
    return table[str(max(reached))] if reached else None


_LOST = Verdict(Result.LOSE, 0, 1, stays=False, works=None, returned_when_off=False)
_PUSHED = _LOST._replace(result=Result.PUSH)


def _won(odds: Fraction) -> Verdict:
    return _LOST._replace(result=Result.WIN, numerator=odds.numerator, denominator=odds.denominator)


def _paid(odds: Fraction | None) -> Verdict:
    return _LOST if odds is None else _won(odds)


_DECIDES: dict[Counts | None, Callable[[Felt, Spot, Rolled], Verdict | None]] = {
    Counts.ROLLS: _rolls,
    Counts.POINTS: _points,
    Counts.MADE: _made,
    Counts.NUMBERS: _numbers,
    Counts.TIMES: _times_come,
    Counts.DOUBLES: _doubles,
}
