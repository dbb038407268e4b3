"""Placing and taking down: limits of a spot and the order of refusals (docs/roulette.md, Limits)."""

import pytest

from controller.games.craps.rules.refusal import CODES
from controller.games.interface import Returned
from controller.games.roulette.rules.spots import INSIDE, SPOTS
from tests.games.roulette.tables import code, table

ORDER = (
    *("unknown_bet", "no_calls", "bad_amount", "nothing_there", "more_than_there"),
    *("below_minimum", "above_maximum", "off_step", "short_balance"),
)


def test_inside_and_outside_have_limits_of_their_own() -> None:
    game = table(10**9)
    for name, spot in SPOTS.items():
        most = 50_000 if spot.kind in INSIDE else 500_000
        assert code(game, "place", name, most + 100) == "above_maximum"
        assert code(game, "place", name, most) == "ok"
        assert code(game, "place", name, 100) == "above_maximum"


def test_the_limits_bind_what_the_spot_would_hold() -> None:
    game = table(inside={"min": 300, "max": 900, "step": 300})
    assert [code(game, "place", "split:1-2", amount) for amount in (200, 300, 200, 300, 600)] == [
        *("below_minimum", "ok", "off_step", "ok", "above_maximum")
    ]


def test_there_is_no_minimum_over_a_seats_inside_bets_together() -> None:
    assert code(table(), "place", "straight:1", 100) == "ok"


def test_what_another_seat_has_there_does_not_refuse_yours() -> None:
    game = table(100_000, 100_000)
    assert code(game, "place", "straight:1", 50_000, seat=1) == "ok"
    assert code(game, "place", "straight:1", 50_000, seat=2) == "ok"


@pytest.mark.parametrize("amount", [0, -100, 1.0, "100", True, None])
def test_what_is_no_whole_number_above_nothing_is_a_bad_amount(amount: object) -> None:
    game = table()
    assert code(game, "place", "red", amount) == "bad_amount"


def test_a_take_down_without_an_amount_takes_the_whole_spot() -> None:
    game = table(1000)
    game.place(1, "red", 700)
    assert game.take_down(1, "red") == Returned(1, "red", 700)
    assert (game.seats[1].balance, game.seats[1].stakes) == (1000, {})


def test_a_part_comes_down_where_the_rest_keeps_the_limits() -> None:
    game = table(outside={"min": 300, "step": 100})
    game.place(1, "red", 700)
    assert [code(game, "take_down", "red", amount) for amount in (800, 500, 350, 400, 300)] == [
        *("more_than_there", "below_minimum", "off_step", "ok", "ok")
    ]


def test_no_wager_takes_a_call_even_where_none_lies() -> None:
    game = table()
    game.place(1, "red", 100)
    assert {code(game, "turn", bet) for bet in SPOTS} == {"no_calls"}


def test_the_first_code_that_applies_is_told() -> None:
    """Each act would be refused by its own code and by the ones behind it too."""
    poor = table(50, inside={"min": 200, "max": 300, "step": 200})
    found = [
        code(poor, "turn", "red:1"),
        code(poor, "turn", "red"),
        code(poor, "take_down", "straight:1", 0),
        code(poor, "take_down", "straight:1", 10**30),
    ]
    rich = table(400, inside={"min": 200, "max": 500, "step": 200})
    rich.place(1, "straight:1", 400)
    found += [
        code(rich, "take_down", "straight:1", 401),
        code(rich, "take_down", "straight:1", 399),
        code(rich, "place", "straight:1", 101),
        code(rich, "place", "straight:1", 99),
    ]
    rich.take_down(1, "straight:1", 200)
    rich.seats[1].balance = 199
    found.append(code(rich, "place", "straight:1", 200))
    assert tuple(found) == ORDER


def test_every_code_is_one_that_screens_know() -> None:
    assert set(ORDER) <= CODES.keys()
