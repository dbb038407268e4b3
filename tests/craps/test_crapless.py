"""Craps where every number but the seven is a point (docs/rules.md, section 7)."""

import pytest

from controller.games.craps.history import did_to_the_puck
from tests.craps.felt_language import At

DICE = {2: "1-1", 3: "1-2", 4: "1-3", 5: "1-4", 6: "1-5", 8: "3-5", 9: "4-5", 10: "4-6", 11: "5-6", 12: "6-6"}
TIMES = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@pytest.mark.parametrize("number", DICE)
def test_every_number_but_the_seven_sets_the_point_and_is_made(number: int) -> None:
    table = At("crapless").plays(f"pass_line 500; roll {DICE[number]}")
    assert (table.point, table.decided, table.felt) == (number, {}, {"pass_line": 500})
    assert table.plays(f"roll {DICE[number]}").decided == {"pass_line": "win 500"}
    assert table.point is None


def test_a_seven_on_the_come_out_wins_and_loses_once_a_point_stands() -> None:
    table = At("crapless").plays("pass_line 500; roll 3-4")
    assert (table.decided, table.seven_out) == ({"pass_line": "win 500"}, False)
    table.plays("pass_line 500; roll 5-6; roll 3-4")
    assert (table.decided, table.seven_out, table.point) == ({"pass_line": "lose"}, True, None)


@pytest.mark.parametrize("number", DICE)
def test_odds_are_paid_by_what_they_are_and_taken_up_to_six_times_the_base_in_a_win(number: int) -> None:
    table = At("crapless").plays(f"pass_line 1000; roll {DICE[number]}")
    assert table.refuses(f"pass_odds {TIMES[number] * 1000 + 100}") == "odds_limit"
    table.plays(f"pass_odds {TIMES[number] * 1000}; roll {DICE[number]}")
    assert table.decided["pass_odds"] == "win 6000"


@pytest.mark.parametrize("number", DICE)
def test_a_come_bet_travels_to_any_number_and_is_taken_off_by_a_seven_alone(number: int) -> None:
    point = "roll 4-4" if number != 8 else "roll 5-5"
    table = At("crapless").plays(f"pass_line 500; {point}; come 500; roll {DICE[number]}")
    travelled = f"come:{number}"
    assert table.decided == {}
    assert table.felt[travelled] == 500
    odds = f"come_odds:{number}"
    table.plays(f"{odds} {TIMES[number] * 500}; on {odds}; roll {DICE[number]}")
    assert (table.decided[travelled], table.decided[odds]) == ("win 500", "win 3000")


def test_a_seven_pays_the_come_box_and_loses_what_has_travelled() -> None:
    table = At("crapless").plays("pass_line 500; roll 4-4; come 500; roll 5-6; come 500; roll 3-4")
    assert table.decided == {"pass_line": "lose", "come:11": "lose", "come": "win 500"}


@pytest.mark.parametrize(
    "bet, stake, won",
    [
        ("place:2", 1000, 5500),
        ("place:3", 1000, 2750),
        ("place:11", 1000, 2750),
        ("place:12", 1000, 5500),
        ("buy:2", 1000, 6000),
        ("buy:3", 1000, 3000),
        ("buy:11", 1000, 3000),
        ("buy:12", 1000, 6000),
    ],
)
def test_place_and_buy_pay_on_the_four_numbers_that_are_points_here(bet: str, stake: int, won: int) -> None:
    table = At("crapless").plays(f"roll 4-4; {bet} {stake}; roll {DICE[int(bet.split(':')[1])]}")
    assert table.decided == {bet: f"win {won}"}
    assert table.net() == won - (50 if bet.startswith("buy") else 0)  # the commission at placement


@pytest.mark.parametrize("bet", ["dont_pass", "dont_come", "lay:4", "dont_odds", "place_to_lose:4", "replay"])
def test_nothing_is_offered_against_the_dice(bet: str) -> None:
    assert At("crapless").refuses(f"{bet} 500") == "not_offered"


@pytest.mark.parametrize("bet", ["place:2", "buy:11", "come_odds:12", "lay:3"])
def test_the_other_books_have_no_such_number(bet: str) -> None:
    assert At("american").refuses(f"{bet} 500") == "not_offered"


def test_the_hand_tells_such_a_point_as_any_other() -> None:
    details = {"faces": (6, 6), "come_out": True, "point": 12, "seven_out": False}
    assert did_to_the_puck(details) == "point"
