"""How every bet of a book is played: the stake, the exact figure beside it, who sits where."""

import pytest

from controller.books import load_book, shipped_names
from controller.certify.plan import plan
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.returns import par_sheet
from controller.games.craps.rules.bets import BETS
from controller.games.craps.trial.wagers import wagers_of


@pytest.mark.parametrize("name", shipped_names())
def test_every_bet_of_the_par_sheet_is_played_and_beside_it_stands_the_sheets_figure(name: str) -> None:
    planned, sheet = plan(load_book(name)), par_sheet(load_book(name))
    assert planned.not_played == {}
    assert {bet: fate.returned for bet, fate in planned.laid.items()} == {
        bet: returns.returned for bet, returns in sheet.bets.items()
    }


@pytest.mark.parametrize("name", shipped_names())
def test_the_ways_to_end_add_up_to_one(name: str) -> None:
    assert all(sum(fate.exact.values()) == 1 for fate in plan(load_book(name)).laid.values())


def test_free_odds_of_maryland_are_played_where_the_operator_has_turned_them_on() -> None:
    planned = plan(load_book("maryland").with_settings({"free_odds": True}))
    assert planned.not_played == {}
    assert planned.laid["come_odds:6"].returned == 1


def test_wagers_that_exclude_each_other_sit_apart_and_odds_sit_with_their_base() -> None:
    book = load_book("electronic")
    seats = {wager.bet: wager.seat for wager in wagers_of(book, plan(book).stakes)}
    for bet, spot in lay_felt(book).spots.items():
        if bet in seats:
            assert all(seats[rival] != seats[bet] for rival in spot.rivals & seats.keys())
    assert seats["pass_odds"] == seats["pass_line"] != seats["dont_pass"] == seats["dont_odds"]
    assert seats["come_odds:4"] == seats["come"]


def test_where_the_limits_leave_no_stake_without_floors_the_floors_are_in_the_exact_figure() -> None:
    book = load_book("mbs_v3").with_settings({"limits": {"min": 50, "max": 50, "step": 50}})
    planned = plan(book)
    assert planned.laid["place:6"].returned == par_sheet(book, 50).bets["place:6"].returned
    assert planned.laid["place:6"].returned < par_sheet(book).bets["place:6"].returned
    assert "horn" in planned.not_played, "which takes four steps"


def test_a_wager_that_nobody_can_hold_on_is_named_and_not_played() -> None:
    rules = load_book("mbs_v3").model_dump(mode="json", exclude_defaults=True)
    del rules["bets"]["hard:N"]["takes_calls"]
    planned = plan(type(load_book("mbs_v3")).model_validate(rules))
    assert planned.not_played == dict.fromkeys(
        [f"hard:{number}" for number in (4, 6, 8, 10)], "it is off on the come-out, and nobody can call it ON"
    )
    assert BETS.keys() > planned.laid.keys()
