"""The figures at a stake: every payout and vigorish floored once, as on the table."""

from fractions import Fraction

import pytest

from controller.books import load_book
from controller.games.craps.returns import par_sheet
from controller.games.craps.returns.document import par_document
from controller.games.par import BookReturns


def at(book: str, stake: int, bet: str) -> BookReturns:
    return par_sheet(load_book(book), stake).bets[bet]


def test_place_six_for_five_hundred_wins_583() -> None:
    line = at("electronic", 500, "place:6")
    assert line.pays == {Fraction(583, 500): Fraction(5, 11)}
    assert line.house_edge == (6 * Fraction(500) - 5 * Fraction(583)) / 11 / 500


def test_a_stake_that_divides_leaves_the_figure_exact() -> None:
    book = load_book("electronic")
    assert par_sheet(book, 600).bets["place:6"] == par_sheet(book).bets["place:6"]


def test_commission_on_the_win_is_floored_together_with_the_payout() -> None:
    # lay 6 for 100: 5/6 less 5 % is 79.16…
    assert at("electronic", 100, "lay:6").pays == {Fraction(79, 100): Fraction(6, 11)}


def test_floored_vigorish_is_what_the_wager_costs() -> None:
    line = at("mbs_v3", 100, "lay:6")  # it can win 83.33…: 5 % of that is 4.16…, so 4; it is paid 83
    assert line.house_edge == (Fraction(5, 11) * 104 - Fraction(6, 11) * (83 - 4)) / 104


def test_the_odds_are_laid_on_a_base_that_carries_them() -> None:
    assert at("electronic", 500_000, "pass_odds").house_edge == 0
    assert at("electronic", 100, "dont_odds").house_edge > 0  # 2:3 of 100 is 66


def test_power_odds_keep_their_chances() -> None:
    assert at("electronic", 100, "any_seven").house_edge == Fraction(7, 48)


def test_bets_that_do_not_take_the_stake_are_named_with_the_reason_and_the_others_stay() -> None:
    sheet = par_sheet(load_book("mbs_v3"), 100)
    assert list(sheet.refused) == ["horn", "horn_high:2", "horn_high:3", "horn_high:11", "horn_high:12"]
    assert sheet.refused["horn"].code == "off_step"
    assert sheet.refused["horn"].reason == "horn takes 100 to 500000 in steps of 400; it would hold 100"
    assert len(sheet.bets) == 48


def test_a_side_bet_is_held_to_its_own_limits() -> None:
    sheet = par_sheet(load_book("electronic"), 200_000)
    assert list(sheet.refused) == ["hot_shooter"]


def test_the_document_says_what_the_floors_cost() -> None:
    document = par_document(par_sheet(load_book("electronic"), 500))
    exact = Fraction(1, 66)
    line = document["bets"]["place:6"]
    assert document["stake"] == 500
    assert Fraction(line["house_edge"]) == exact + Fraction(line["flooring"])
    assert line["flooring"] == "1/3300"
    assert document["bets"]["field"]["flooring"] == "0/1"


@pytest.mark.parametrize("stake", [100, 700, 1300, 9900])
def test_a_floor_never_pays_the_player_where_no_vigorish_is_paid_up_front(stake: int) -> None:
    book = load_book("electronic")
    exact = par_sheet(book).bets
    for bet, line in par_sheet(book, stake).bets.items():
        assert line.house_edge >= exact[bet].house_edge
        assert line.house_edge - exact[bet].house_edge < Fraction(1, stake)
