"""Large wins and the tax office: by amount and by odds, with the number of a form and a second person; and by hand."""

from typing import Any

import pytest

from controller.facts.kinds import FormWanted, MoveChanged, SeatChanged
from controller.facts.staff_kinds import FormFiled
from controller.table.cash.moves import JACKPOT, OPEN_MOVES
from controller.table.events import MoveAsked
from tests.table.evening import Evening, an_evening

FORM = {"tax_win": 1_000, "tax_odds": 5}


def hop_wins(**settings: Any) -> Evening:
    """Seat 1 wins 1,500 at 15 to 1 on 100, seat 2 the same on the field at even money; the rolls are seen."""
    evening = an_evening(credits=10_000, **settings).bet(1, "hop:1-3", 100).bet(2, "field", 1500)
    return evening.to_the_throw().throw(1, 3)


def test_a_win_wants_a_form_by_its_amount_and_by_its_odds() -> None:
    evening = hop_wins(**FORM, large_win=None)
    assert evening.just_told(FormWanted) == [FormWanted(1, 1500)]
    assert evening.wishes.locks == {1: "large_win"}


@pytest.mark.parametrize(
    "settings, forms",
    [
        ({"tax_win": None}, []),
        ({"tax_win": 1_501}, []),
        ({"tax_win": 1_500, "tax_odds": 15}, [1]),
        ({"tax_win": 1_500, "tax_odds": 16}, []),
        ({"tax_win": 1_500}, [1, 2]),
    ],
)
def test_turned_off_or_below_either_threshold_it_wants_none(settings: dict[str, int | None], forms: list[int]) -> None:
    evening = hop_wins(**settings, large_win=None)
    assert [told.seat for told in evening.just_told(FormWanted)] == forms
    assert sorted(evening.wishes.locks) == forms


def test_the_seat_plays_on_with_the_number_of_the_form_and_each_number_is_one_form() -> None:
    evening = hop_wins(tax_win=1_500, large_win=None)
    assert evening.operator("reset_large_win", role="attendant", seat=1).code == "form_missing"
    evening.operator("reset_large_win", role="attendant", seat=1, form=" W-17 ")
    assert evening.just_told(FormFiled) == [FormFiled(1, 1500, "W-17", "ann", "")]
    assert (evening.answer.details["form"], evening.answer.details["amount"]) == ("W-17", 1500)
    assert evening.answer.details["paper"]
    assert evening.operator("reset_large_win", role="attendant", seat=2, form="W-17").code == "form_known"
    assert evening.power_failure().operator("reset_large_win", seat=2, form="W-17").code == "form_known"
    assert evening.operator("reset_large_win", role="attendant", seat=2, form="W-18").code == "ok"
    assert evening.wishes.locks == {}


def test_a_form_that_nobody_wants_is_refused() -> None:
    evening = hop_wins(large_win=1_000)
    assert evening.operator("reset_large_win", seat=1, form="W-17").code == "no_form_wanted"
    assert evening.operator("reset_large_win", seat=1).code == "ok"


def test_a_form_wants_a_second_person_where_the_house_says_so() -> None:
    evening = hop_wins(**FORM, large_win=None, two_for_forms=True)
    assert evening.operator("reset_large_win", seat=1, form="W-17").code == "second_missing"
    without = hop_wins(tax_win=None, large_win=1_000, two_for_forms=True)
    assert without.operator("reset_large_win", seat=1).code == "ok"


def test_a_large_win_leaves_the_credits_and_is_paid_by_hand_as_a_jackpot() -> None:
    evening = hop_wins(**FORM, large_win=None, wins_by_hand=True)
    assert (evening.credits(1), evening.wishes.locks) == (10_000, {1: "jackpot"})
    assert [(told.instrument, told.amount) for told in evening.just_told(MoveChanged)] == [(JACKPOT, 1500)]
    assert evening.just_told(SeatChanged) == [SeatChanged(1, "hand_pay", amount=1500)]
    assert evening.operator("cancel_hand_pay", seat=1, reference="no").code == "form_missing"
    assert evening.operator("hand_pay", seat=1, reference="0417").code == "form_missing"
    evening.operator("hand_pay", role="attendant", seat=1, reference="0417", form="W-17")
    assert (evening.answer.details["form"], evening.answer.details["amount"]) == ("W-17", 1500)
    assert (evening.wishes.locks, evening.credits(1)) == ({}, 10_000)
    assert evening.table.shifts["ann"].hand_pays_amount == 1500


def test_a_large_win_without_a_form_may_be_taken_back_into_the_credits() -> None:
    evening = hop_wins(large_win=1_499, wins_by_hand=True)
    assert evening.wishes.locks == {1: "jackpot", 2: "jackpot"}
    assert evening.operator("cancel_hand_pay", seat=1, reference="plays on").code == "ok"
    assert evening.credits(1) == 11_500


def test_after_a_cash_out_comes_the_win_and_each_says_what_it_is() -> None:
    evening = an_evening(credits=10_000, large_win=900, wins_by_hand=True, tax_win=900)
    evening.bet(1, "pass_line", 1000).roll(2, 2).cash_out(1)
    assert evening.wishes.locks == {1: "hand_pay"}
    evening.roll(1, 3)
    assert evening.wishes.locks == {1: "hand_pay"}
    assert evening.operator("hand_pay", seat=1, reference="0417", form="W-17").code == "no_form_wanted"
    assert evening.operator("hand_pay", seat=1, reference="0417").code == "ok"
    assert evening.wishes.locks == {1: "jackpot"}
    assert evening.operator("hand_pay", seat=1, reference="0418", form="W-17").code == "ok"
    assert evening.wishes.locks == {}


def test_where_too_many_movements_are_under_way_the_win_stays_and_the_seat_waits() -> None:
    evening = an_evening(credits=10_000, large_win=1_000, wins_by_hand=True).bet(1, "hop:1-3", 100)
    for number in range(OPEN_MOVES):
        evening.happens(MoveAsked(f"ticket-{number}", 1, "ticket", 10, False))
    evening.to_the_throw().throw(1, 3)
    assert evening.wishes.locks == {1: "large_win"}
