"""Commission on buy and lay wagers (docs/rules.md, section 6)."""

import pytest
from pydantic import ValidationError

from tests.craps.felt_language import At

FIVE = "field 100; roll 2-3"
"""Five is the point, so that buy and place bets on other numbers work."""


# ---- E: off the win only ----


def test_electronic_buy_pays_true_odds_less_five_per_cent_of_the_stake() -> None:
    """§6, E18d."""
    table = At("electronic").plays("buy:4 700; roll 1-3")
    assert table.decided == {"buy:4": "win 1365 stays"}  # 1400 − 35
    assert At("electronic").plays("buy:4 700; roll 3-4").net() == -700


def test_electronic_lay_pays_ninety_five_per_cent_of_the_win_floored_once() -> None:
    """§6, E20d: 700 × 5/6 × 95/100 is 554.17."""
    assert At("electronic").plays("lay:6 700; roll 3-4").decided == {"lay:6": "win 554 stays"}


@pytest.mark.parametrize("bet", ["buy:4", "lay:4"])
def test_electronic_holds_no_vigorish(bet: str) -> None:
    """§6."""
    table = At("electronic").plays(f"{bet} 1000")
    assert (table.net(), table.vigorish) == (-1000, {})


# ---- S: up front ----


def test_singapore_buy_costs_five_per_cent_of_the_stake_up_front() -> None:
    """§6, S3.4.10, S4.7."""
    table = At("mbs_v3").plays(f"{FIVE}; buy:4 1000; roll 1-3")
    assert table.decided == {"buy:4": "win 2000"}
    assert table.vigorish == {}


@pytest.mark.parametrize("number, held", [(4, 25), (5, 33), (6, 41), (8, 41), (9, 33), (10, 25)])
def test_singapore_lay_costs_five_per_cent_of_what_it_can_win_floored(number: int, held: int) -> None:
    """§6, S3.4.11, S4.8; 1000 staked."""
    table = At("mbs_v3").plays(f"lay:{number} 1000")
    assert table.vigorish == {f"lay:{number}": held}
    assert table.net() == -1000 - held


def test_adding_raises_the_vigorish_to_that_of_the_new_stake() -> None:
    """§6: floor(rate × basis of the new stake), not the sum of two floors."""
    table = At("mbs_v3").plays("lay:6 100")
    assert table.vigorish == {"lay:6": 4}  # 4.17
    assert table.plays("lay:6 100").vigorish == {"lay:6": 8}  # 8.33
    assert table.plays("lay:6 300").vigorish == {"lay:6": 20}  # 20.83


def test_reducing_a_singapore_buy_brings_vigorish_back_even_after_a_roll() -> None:
    """§6, S3.4.10.1."""
    table = At("mbs_v3").plays("buy:4 1000; roll 2-3; down buy:4 400")
    assert (table.vigorish, table.net()) == ({"buy:4": 30}, -630)
    assert table.plays("down buy:4").net() == 0


def test_singapore_lay_keeps_the_vigorish_a_roll_was_thrown_with() -> None:
    """§6."""
    table = At("mbs_v3").plays("lay:4 1000; roll 2-3; down lay:4 500")
    assert (table.vigorish, table.net()) == ({"lay:4": 25}, -525)


def test_what_this_window_added_to_a_lay_can_come_back() -> None:
    """§6."""
    table = At("mbs_v3").plays("lay:4 1000; roll 2-3; lay:4 1000; down lay:4 1000")
    assert (table.vigorish, table.net()) == ({"lay:4": 25}, -1025)


def test_adding_again_after_a_reduction_costs_nothing_that_is_still_held() -> None:
    """§6: the vigorish is raised only where it is less."""
    table = At("mbs_v3").plays("lay:4 1000; roll 2-3; down lay:4 500; lay:4 300")
    assert (table.vigorish, table.net()) == ({"lay:4": 25}, -825)


def test_an_emptied_spot_forfeits_the_vigorish_it_kept() -> None:
    """§6."""
    table = At("mbs_v3").plays("lay:4 1000; roll 2-3; down lay:4")
    assert (table.vigorish, table.net(), table.game.house) == ({}, -25, 125 - 100)


@pytest.mark.parametrize("last", ["roll 1-3", "roll 3-4"])
def test_a_decided_wager_takes_its_vigorish_with_it(last: str) -> None:
    """§6: won or lost."""
    table = At("mbs_v3").plays(f"{FIVE}; buy:4 1000; lay:10 1000; {last}; roll 4-6")
    assert table.vigorish == {}


# ---- M: by setting ----


@pytest.mark.parametrize("bet", ["buy:4", "buy:6", "lay:4", "lay:6"])
def test_maryland_takes_five_per_cent_of_the_stake_at_placement(bet: str) -> None:
    """§6, M.05G."""
    table = At("maryland").plays(f"{bet} 1000")
    assert (table.vigorish, table.net()) == ({bet: 50}, -1050)


def test_maryland_keeps_the_vigorish_of_a_reduced_buy_too() -> None:
    """§6: S lay and M keep whatever a roll has been thrown with."""
    table = At("maryland").plays("buy:4 1000; roll 2-3; down buy:4 500")
    assert (table.vigorish, table.net()) == ({"buy:4": 50}, -550)


def test_maryland_gives_back_in_the_window_what_no_roll_was_thrown_with() -> None:
    """§6."""
    assert At("maryland").plays("buy:4 1000; down buy:4 500").vigorish == {"buy:4": 25}


def test_maryland_on_win_takes_five_per_cent_of_the_stake_off_the_win() -> None:
    """§6, M.05G(3)(b)."""
    table = At("maryland", vigorish="on_win").plays(f"{FIVE}; buy:4 1000; lay:10 1000")
    assert table.vigorish == {}
    assert table.plays("roll 1-3").decided["buy:4"] == "win 1950"
    assert table.plays("roll 3-4").decided["lay:10"] == "win 450"


def test_marylands_rate_is_a_setting_up_to_five_per_cent() -> None:
    """§6."""
    assert At("maryland", vigorish_rate="3/100").plays("buy:4 1000").vigorish == {"buy:4": 30}
    with pytest.raises(ValidationError, match=r"settings\.vigorish_rate: must be at most 1/20, found 3/50"):
        At("maryland", vigorish_rate="6/100")
