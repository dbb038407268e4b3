"""How long a hand lasts."""

from fractions import Fraction

import pytest

from controller.books import load_book, shipped_names
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.returns.hand_length import at_least, expected
from tests.craps.par.closed_forms import hand

FELT = lay_felt(load_book("electronic"))


def test_a_hand_as_long_as_the_longest_on_record_comes_once_in_five_and_a_half_billion() -> None:
    assert f"{float(at_least(FELT, 154)):.7e}" == "1.7888243e-10"


@pytest.mark.parametrize("name", sorted({*shipped_names()} - {"crapless"}))
def test_a_hand_lasts_1671_rolls_of_196_whatever_the_book(name: str) -> None:
    assert expected(lay_felt(load_book(name))) == Fraction(1671, 196)


def test_where_every_number_but_seven_is_a_point_a_hand_ends_sooner() -> None:
    """C = 1 + C/6 + the sum of p(1 + pC)/(p + 1/6) over the points, worked out by hand."""
    chances = [Fraction(6 - abs(total - 7), 36) for total in range(2, 13) if total != 7]
    rolls = 1 + sum(chance / (chance + Fraction(1, 6)) for chance in chances)
    goes_on = sum(chance**2 / (chance + Fraction(1, 6)) for chance in chances)
    assert expected(lay_felt(load_book("crapless"))) == rolls / (Fraction(5, 6) - goes_on) == Fraction(57678, 7303)


@pytest.mark.parametrize("rolls", [0, 1, 2])
def test_no_hand_is_shorter_than_two_rolls(rolls: int) -> None:
    assert at_least(FELT, rolls) == 1


def test_a_hand_of_three_rolls_needs_a_second_that_is_no_seven_after_a_point() -> None:
    assert at_least(FELT, 3) == 1 - Fraction(24, 36) * Fraction(6, 36)


@pytest.mark.parametrize("rolls", [8, 16, 51, 154, 300])
def test_the_chance_is_the_one_of_the_four_state_chain(rolls: int) -> None:
    assert at_least(FELT, rolls) == hand(rolls)


def test_the_chances_of_all_lengths_add_up_to_the_mean() -> None:
    assert float(sum(at_least(FELT, rolls) for rolls in range(1, 300))) == pytest.approx(1671 / 196, abs=1e-12)
