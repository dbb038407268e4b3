"""Odds limits, units, and bets that go up for a whole hand (docs/rules.md, section 4)."""

import pytest

from tests.craps.felt_language import At, with_free_odds

POINT = "field 100; roll 2-2"


# ---- §4 odds limits ----


@pytest.mark.parametrize("point", ["2-2", "2-3", "3-3", "4-4", "4-5", "5-5"])
def test_electronic_pass_odds_are_at_most_twice_the_pass_line(point: str) -> None:
    """§4, E6e-g."""
    table = At("electronic").plays(f"pass_line 500; roll {point}; pass_odds 1000")
    assert table.refuses("pass_odds 100") == "odds_limit"


@pytest.mark.parametrize("point", ["2-2", "2-3", "3-3"])
def test_electronic_dont_odds_are_at_most_twice_dont_pass(point: str) -> None:
    """§4, E12e-g."""
    table = At("electronic").plays(f"dont_pass 500; roll {point}; dont_odds 1000")
    assert table.refuses("dont_odds 100") == "odds_limit"


def test_electronic_come_odds_are_at_most_twice_the_come_bet() -> None:
    """§4, E10d-f."""
    table = At("electronic").plays(f"{POINT}; come 500; roll 3-3; come_odds:6 1000")
    assert table.refuses("come_odds:6 100") == "odds_limit"


@pytest.mark.parametrize("dice, number, most", [("5-5", 10, 4000), ("2-3", 5, 3000), ("3-3", 6, 2400)])
def test_electronic_dont_come_odds_are_twice_the_base_divided_by_their_odds(dice: str, number: int, most: int) -> None:
    """§4, E15d-f: 4×, 3× and 2.4× the base."""
    table = At("electronic").plays(f"{POINT}; dont_come 1000; roll {dice}; dont_come_odds:{number} {most}")
    assert table.refuses(f"dont_come_odds:{number} 100") == "odds_limit"


def test_the_odds_limit_is_floored_to_the_unit() -> None:
    """§4: 2.4 × 7 is 16.8, so 16."""
    table = At("electronic", limits={"min": 1, "step": 1}).plays(f"{POINT}; dont_come 7; roll 3-3")
    assert table.refuses("dont_come_odds:6 17") == "odds_limit"
    table.plays("dont_come_odds:6 16")


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_elsewhere_odds_know_the_table_maximum_only(book: str) -> None:
    """§3, §4."""
    table = with_free_odds(book)
    table.plays("pass_line 100; roll 2-2; pass_odds 500000")
    assert table.refuses("pass_odds 100") == "above_maximum"


# ---- §4 units ----


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_horn_is_a_multiple_of_four_steps(book: str) -> None:
    """§4, S3.4.14, M.03A(19)(a)."""
    assert At(book).refuses("horn 500") == "off_step"
    At(book).plays("horn 800")


def test_electronic_horn_need_only_divide_by_four_units() -> None:
    """§4, E25c."""
    At("electronic").plays("horn 500")
    assert At("electronic", limits={"min": 1, "step": 1}).refuses("horn 6") == "off_step"


@pytest.mark.parametrize("bet", ["horn_high:2", "horn_high:3", "horn_high:11", "horn_high:12", "whirl"])
def test_horn_high_and_whirl_are_multiples_of_five_steps(bet: str) -> None:
    """§4, S3.4.15, M.03A."""
    assert At("maryland").refuses(f"{bet} 400") == "off_step"
    At("maryland").plays(f"{bet} 500")


def test_maryland_craps_eleven_divides_by_two_units() -> None:
    """§4; E and S have no such rule."""
    assert At("maryland", limits={"min": 1, "step": 1}).refuses("c_and_e 7") == "off_step"
    At("mbs_v3", limits={"min": 1, "step": 1}).plays("c_and_e 7")


@pytest.mark.parametrize("number", [2, 3, 11, 12])
def test_a_horn_on_a_single_number_is_not_distributed(number: int) -> None:
    """§4, E25f."""
    At("mbs_v3").plays(f"horn:{number} 100")


# ---- §4 bets of the hand ----

HAND = [
    ("electronic", "place:6 600; ", "hot_shooter"),
    ("maryland", "", "fire"),
    ("maryland", "", "all_small"),
    ("maryland", "", "all_tall"),
    ("maryland", "", "all_or_nothing"),
]


@pytest.mark.parametrize("book, company, bet", HAND)
def test_a_bet_of_the_hand_is_placed_only_before_the_hands_first_roll(book: str, company: str, bet: str) -> None:
    """§4, E33e; also on the first come-out after the table opened."""
    At(book).plays(f"{company}{bet} 500")
    table = At(book).plays(f"{company}field 100; roll 2-1")
    assert table.refuses(f"{bet} 500") == "new_hand_only"
    table.plays(f"roll 2-2; roll 3-4; {company}{bet} 500")


def test_a_come_out_after_a_made_point_is_no_new_hand() -> None:
    """§4, §11: no roll yet since the last seven-out."""
    table = At("maryland").plays("field 100; roll 2-2; roll 1-3")
    assert table.point is None
    assert table.refuses("fire 500") == "new_hand_only"


@pytest.mark.parametrize("book, company, bet", HAND)
def test_a_bet_of_the_hand_never_changes_after_the_first_roll(book: str, company: str, bet: str) -> None:
    """§4, §11: `all_*` cannot be taken down in mid-hand either."""
    table = At(book).plays(f"{company}{bet} 500; roll 2-3")
    assert table.refuses(f"{bet} 100") == "new_hand_only"
    assert table.refuses(f"down {bet}") == "locked"


def test_hot_shooter_has_its_own_limits_and_the_tables_step() -> None:
    """§4, E33g."""
    table = At("electronic", limits={"min": 500, "max": 2000, "step": 100}).plays("field 500")
    assert table.refuses("hot_shooter 50") == "below_minimum"
    assert table.refuses("hot_shooter 150") == "off_step"
    assert table.refuses("hot_shooter 100100") == "above_maximum"
    table.plays("hot_shooter 100; hot_shooter 99900")


def test_hot_shooter_needs_three_credits_of_other_bets() -> None:
    """§4, E33b; a credit is the denomination."""
    assert At("electronic").plays("field 200").refuses("hot_shooter 100") == "needs_other_bets"
    At("electronic").plays("field 200; e 100; hot_shooter 100")
    assert At("electronic", denomination=500).plays("field 1400").refuses("hot_shooter 100") == "needs_other_bets"
    At("electronic", denomination=500).plays("field 1500; hot_shooter 100")


def test_hot_shooter_that_lost_its_company_is_returned_at_the_close() -> None:
    """§4."""
    table = At("electronic").plays("field 300; hot_shooter 500; down field 100; roll 1-1")
    assert table.given_back == {"hot_shooter": 500}
    assert "hot_shooter" not in table.felt


def test_hot_shooter_stands_later_whatever_becomes_of_its_company() -> None:
    """§4."""
    table = At("electronic").plays("field 300; hot_shooter 500; roll 2-3; close")
    assert table.felt == {"hot_shooter": 500}
    assert table.given_back == {}
