"""Who gets the dice. Who shoots never influences them."""

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.craps.play.felt import Felt
from controller.games.craps.play.seat import Seat


class Shooter(NamedTuple):
    """Where the dice are: with a seat, or with the house when `seat` is None."""

    seat: int | None = None
    last: int = 0
    """The last seat that held them; 0 before the first."""
    rotates: bool = False
    """Whether the dice are due to go on to the next seat."""


NOBODY_YET = Shooter()


def choose(shooter: Shooter, seats: Mapping[int, Seat], felt: Felt) -> Shooter:
    """The shooter of the roll for which bets have just closed."""
    if not shooter.rotates and shooter.seat is not None and _may_keep(shooter.seat, seats, felt):
        return shooter
    return _next(shooter, seats, felt)


def pass_on(shooter: Shooter, seats: Mapping[int, Seat], felt: Felt, declined: frozenset[int] = frozenset()) -> Shooter:
    """The shooter does not want the dice: the next seat by the same order takes them, or the house."""
    return _next(shooter, seats, felt, declined)


def _may_keep(number: int, seats: Mapping[int, Seat], felt: Felt) -> bool:
    group = _group_asked(seats, felt)
    return number in seats and group is not None and seats[number].has_any(group)


def _next(shooter: Shooter, seats: Mapping[int, Seat], felt: Felt, declined: frozenset[int] = frozenset()) -> Shooter:
    group = _group_asked(seats, felt)
    holders = (number for number, seat in seats.items() if group and seat.has_any(group))
    eligible = sorted(number for number in holders if number not in declined)
    if not eligible:
        return Shooter(None, shooter.last)
    after = [number for number in eligible if number > shooter.last]
    chosen = (after or eligible)[0]
    return Shooter(chosen, chosen)


def _group_asked(seats: Mapping[int, Seat], felt: Felt) -> frozenset[str] | None:
    """The first group of bets that anybody has: line bets, failing those (where the book says so) come bets."""
    return next((group for group in felt.groups if any(seat.has_any(group) for seat in seats.values())), None)
