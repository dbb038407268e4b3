"""Whom a round brought more than it cost: what everybody is told of it."""

from controller.games.interface import Settled
from controller.protocol.public import MOST_WINNERS
from controller.server.loop.public_views import winners


def won(seat: int, paid: int, stake: int = 500, vigorish: int = 0) -> Settled:
    return Settled(seat, "field", stake, "win", paid, vigorish=vigorish)


def lost(seat: int, stake: int) -> Settled:
    return Settled(seat, "any_seven", stake, "lose", 0)


def test_a_seat_wins_what_its_wagers_bring_less_what_they_lose_and_cost() -> None:
    rows = {
        1: [won(1, 2000, vigorish=25), lost(1, 500)],
        2: [won(2, 500), lost(2, 500)],
        3: [won(3, 500), lost(3, 900)],
    }
    assert winners(rows) == {1: 1475}


def test_the_largest_are_told_and_no_more_than_a_screen_can_show() -> None:
    found = winners({seat: [won(seat, seat * 100)] for seat in range(1, 41)})
    assert list(found) == list(range(40, 40 - MOST_WINNERS, -1))
    assert found[40] == 4000
