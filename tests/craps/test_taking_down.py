"""Taking wagers down (docs/rules.md, section 4)."""

import pytest

from tests.craps.felt_language import At, with_free_odds

BOOKS = ["electronic", "mbs_v3", "maryland"]
POINT = "field 100; roll 2-2"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("bet", ["pass_line", "dont_pass", "place:6", "lay:4", "buy:10", "field", "hard:6"])
def test_what_the_window_added_can_be_taken_back_with_its_vigorish(book: str, bet: str) -> None:
    """§4, §11: on a touch screen a finger slips; contract wagers too."""
    table = At(book).plays(f"{bet} 600; down {bet} 600")
    assert (table.net(), table.felt, table.vigorish) == (0, {}, {})


@pytest.mark.parametrize("bet", ["fire", "all_small", "all_tall", "all_or_nothing"])
def test_bonus_bets_of_this_window_can_be_taken_back(bet: str) -> None:
    """§11 against M.04D."""
    assert At("maryland").plays(f"{bet} 500; down {bet}").net() == 0


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_a_dont_bet_taken_back_in_the_window_may_be_placed_again_in_it(book: str) -> None:
    """§11 against S3.16.1 and M.04E."""
    assert At(book).plays("dont_pass 500; down dont_pass; dont_pass 700").felt == {"dont_pass": 700}


def test_a_window_that_a_roll_has_ended_gives_nothing_back_of_a_contract_wager() -> None:
    """§4: what follows is about stake carried through a roll."""
    assert At("electronic").plays("pass_line 500; roll 2-2").refuses("down pass_line") == "locked"


@pytest.mark.parametrize("book", ["electronic", "mbs_v3"])
def test_a_carried_line_bet_is_free_while_no_point_stands(book: str) -> None:
    """§4: only once its point stands is it locked; a 12 leaves it there without one."""
    assert At(book).plays("dont_pass 500; roll 6-6; down dont_pass").felt == {}


@pytest.mark.parametrize("book", BOOKS)
def test_pass_line_and_travelled_come_bets_are_contract_wagers_everywhere(book: str) -> None:
    """§4, E5e, E9e, S1.1.4."""
    table = At(book).plays("pass_line 500; roll 2-2; come 500; roll 3-3")
    for statement in ("down pass_line", "down pass_line 100", "down come:6", "down come:6 500"):
        assert table.refuses(statement) == "locked"


def test_a_travelled_come_bet_is_locked_on_a_come_out_too() -> None:
    """§4: its own point stands."""
    table = At("electronic").plays("pass_line 500; roll 2-2; come 500; roll 3-3; roll 1-3")
    assert table.point is None
    assert table.refuses("down come:6") == "locked"
    assert table.plays("down pass_line").felt == {"come:6": 500}


def test_dont_bets_are_contract_wagers_in_electronic() -> None:
    """§4, E11e."""
    table = At("electronic").plays("dont_pass 500; roll 2-2; dont_come 500; roll 3-3")
    assert table.refuses("down dont_pass") == "locked"
    assert table.refuses("down dont_come:6") == "locked"


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_dont_bets_may_be_reduced_and_removed_elsewhere(book: str) -> None:
    """§4, S3.16.1, M.04E."""
    table = At(book).plays("dont_pass 500; roll 2-2; dont_come 500; roll 3-3; down dont_pass 200; down dont_come:6")
    assert table.felt == {"dont_pass": 300}


def test_a_carried_come_box_is_free() -> None:
    """§4: a don't come box that stayed after a 12 is no travelled wager."""
    table = At("electronic").plays(f"{POINT}; dont_come 500; roll 6-6")
    assert table.decided == {"dont_come": "push stays", "field": "win 200 stays"}
    assert "dont_come" not in table.plays("down dont_come").felt


def test_a_take_down_takes_this_windows_part_first() -> None:
    """§4, S1.1.4: what the window added to a locked wager is free, the rest is not."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; pass_line 300")
    assert table.refuses("down pass_line 400") == "locked"
    assert table.plays("down pass_line 300").felt == {"pass_line": 500}


def test_a_take_down_without_amount_that_reaches_into_locked_stake_is_refused_whole() -> None:
    """§4."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; pass_line 300")
    assert table.refuses("down pass_line") == "locked"
    assert table.felt == {"pass_line": 800}


def test_what_remains_on_a_spot_keeps_its_limits_and_units() -> None:
    """§4."""
    table = At("mbs_v3", limits={"min": 300, "max": 5000, "step": 100}).plays("place:6 600; horn 800")
    assert table.refuses("down place:6 400") == "below_minimum"
    assert table.refuses("down place:6 250") == "off_step"
    assert table.refuses("down horn 200") == "off_step"
    assert table.plays("down place:6 300; down horn 400").felt == {"place:6": 300, "horn": 400}


def test_a_take_down_is_a_whole_amount_of_what_is_there() -> None:
    """§4."""
    table = At("electronic").plays("field 500")
    assert table.refuses("down field 600") == "more_than_there"
    assert table.refuses("down field 0") == "bad_amount"
    assert table.refuses("down field -100") == "bad_amount"
    assert table.refuses("down place:6") == "nothing_there"
    assert table.refuses("down place:7") == "unknown_bet"
    assert table.refuses("down whirl") == "not_offered"


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_odds_come_down_with_a_base_that_is_reduced_to_nothing(book: str) -> None:
    """§4; only don't bets can be, and they may in S and M."""
    table = with_free_odds(book)
    table.plays("dont_pass 500; roll 2-2; dont_odds 1000; dont_come 500; roll 3-3; dont_come_odds:6 600")
    table.plays("down dont_pass 400")
    assert table.felt["dont_odds"] == 1000
    assert table.plays("down dont_pass; down dont_come:6").felt == {}
    assert table.net() == 0


def test_odds_can_be_taken_down_alone() -> None:
    """§4: odds are no contract wagers."""
    table = At("electronic").plays("pass_line 500; roll 2-2; pass_odds 1000; roll 1-2; down pass_odds 400")
    assert table.felt == {"pass_line": 500, "pass_odds": 600}
