"""Which wagers count on a roll (docs/rules.md, section 5)."""

import pytest

from tests.craps.felt_language import At

CALLED = [("mbs_v3", bet) for bet in ("place:8", "buy:8", "hard:8")]
CALLED += [("maryland", bet) for bet in ("place:8", "buy:8", "hard:8", "place_to_lose:8")]
RESTING = ("place:8", "buy:8", "hard:8", "big:8")


# ---- S and M: calls ----


@pytest.mark.parametrize("book, bet", CALLED)
def test_off_on_every_come_out_unless_called_on(book: str, bet: str) -> None:
    """§5, S3.17, M.03A(5)-(10)."""
    assert bet not in At(book).plays(f"{bet} 600; roll 4-4").decided
    assert bet not in At(book).plays(f"{bet} 600; roll 3-4").decided
    assert bet in At(book).plays(f"{bet} 600; on {bet}; roll 4-4").decided


@pytest.mark.parametrize("book, bet", CALLED)
def test_working_with_the_puck_on_unless_called_off(book: str, bet: str) -> None:
    """§5, S3.4.9, §11 for M."""
    assert bet in At(book).plays(f"field 100; roll 2-2; {bet} 600; roll 3-4").decided
    table = At(book).plays(f"field 100; roll 2-2; {bet} 600; off {bet}; roll 3-4")
    assert bet not in table.decided
    assert table.felt[bet] == 600


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_lay_works_always_unless_called_off(book: str) -> None:
    """§5, S3.4.11."""
    assert "lay:4" in At(book).plays("lay:4 600; roll 3-4").decided
    assert "lay:4" not in At(book).plays("lay:4 600; off lay:4; roll 3-4").decided


def test_singapore_come_odds_are_off_on_a_come_out_and_take_calls() -> None:
    """§5, S3.17."""
    come_out = "pass_line 500; roll 2-2; come 500; roll 3-3; come_odds:6 1000; roll 1-3"
    assert not At("mbs_v3").plays(come_out).works("come_odds:6")
    assert At("mbs_v3").plays(f"{come_out}; roll 3-4").decided == {"come:6": "lose", "come_odds:6": "off"}
    assert At("mbs_v3").plays(f"{come_out}; roll 3-3").decided == {"come:6": "win 500", "come_odds:6": "off"}
    called = At("mbs_v3").plays(f"{come_out}; on come_odds:6; roll 3-3")
    assert called.decided == {"come:6": "win 500", "come_odds:6": "win 1200"}


def test_off_come_odds_come_back_to_the_balance_with_their_decided_base() -> None:
    """§5."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; come 500; roll 3-3; come_odds:6 1000; roll 1-3; roll 3-4")
    assert table.felt == {}
    assert table.net() == 500 - 500


def test_singapore_dont_come_odds_always_work_and_take_no_call() -> None:
    """§5: only place, buy, lay, hard and come odds take one."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; dont_come 500; roll 3-3; dont_come_odds:6 600; roll 1-3")
    assert table.refuses("off dont_come_odds:6") == "no_calls"
    assert table.plays("roll 3-4").decided == {"dont_come:6": "win 500", "dont_come_odds:6": "win 500"}


def test_maryland_free_odds_always_work() -> None:
    """§5."""
    table = At("maryland", free_odds=True)
    table.plays("pass_line 500; roll 2-2; come 500; roll 3-3; come_odds:6 1000; roll 1-3")
    assert table.works("come_odds:6")
    assert table.refuses("off come_odds:6") == "no_calls"
    assert table.plays("roll 3-4").decided == {"come:6": "lose", "come_odds:6": "lose"}


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
@pytest.mark.parametrize("bet", ["pass_line", "dont_pass", "field", "any_seven", "horn"])
def test_other_spots_take_no_call(book: str, bet: str) -> None:
    """§5."""
    assert At(book).plays(f"{bet} 400").refuses(f"off {bet}") == "no_calls"


def test_a_call_that_changes_nothing_is_taken_too() -> None:
    """§5."""
    assert At("mbs_v3").plays("place:6 600; off place:6; off place:6; on place:6; on place:6").works("place:6")


def test_an_empty_spot_takes_no_call() -> None:
    """§5."""
    assert At("mbs_v3").refuses("on place:6") == "nothing_there"
    assert At("mbs_v3").refuses("on place:7") == "unknown_bet"
    assert At("mbs_v3").refuses("on big:6") == "not_offered"


def test_an_emptied_spot_forgets_its_call() -> None:
    """§5: the call belongs to the wager lying there."""
    assert not At("mbs_v3").plays("place:6 600; on place:6; down place:6; place:6 600").works("place:6")


def test_adding_to_a_called_spot_keeps_the_call() -> None:
    """§5."""
    assert At("mbs_v3").plays("place:6 600; on place:6; place:6 600").works("place:6")


def test_a_call_outlasts_rolls_that_do_not_turn_the_puck() -> None:
    """§5: until the puck next turns over."""
    table = At("mbs_v3").plays("field 100; roll 2-2; place:6 600; off place:6; roll 1-2; roll 3-3")
    assert table.felt == {"place:6": 600}
    assert not table.works("place:6")


@pytest.mark.parametrize("turn", ["roll 1-3", "roll 3-4"])
def test_a_call_ends_when_the_puck_turns_to_off(turn: str) -> None:
    """§5: by the point made and by the seven-out (`lay` works by itself)."""
    table = At("mbs_v3").plays(f"field 100; roll 2-2; lay:5 600; off lay:5; {turn}")
    assert table.works("lay:5")


def test_a_call_ends_when_the_puck_turns_to_on() -> None:
    """§5."""
    table = At("mbs_v3").plays("lay:5 600; off lay:5; roll 2-2")
    assert table.works("lay:5")


# ---- E: chips that rest ----


@pytest.mark.parametrize("bet", RESTING)
def test_electronic_chips_left_when_a_point_is_made_turn_off(bet: str) -> None:
    """§5, E4."""
    table = At("electronic").plays(f"{bet} 600; roll 2-2; roll 1-3")
    assert not table.works(bet)
    assert bet not in table.plays("roll 3-4").decided


@pytest.mark.parametrize("bet", RESTING)
def test_the_roll_that_establishes_the_next_point_turns_them_on_after_it(bet: str) -> None:
    """§5, E4: that roll itself does not count for them yet."""
    table = At("electronic").plays(f"{bet} 600; roll 2-2; roll 1-3; roll 4-4")
    assert bet not in table.decided
    assert table.works(bet)
    assert bet in table.plays("roll 3-4").decided


def test_electronic_come_odds_rest_and_are_returned_when_their_come_bet_is_decided() -> None:
    """§5, E4."""
    table = At("electronic").plays("pass_line 500; roll 2-2; come 500; roll 3-3; come_odds:6 1000; roll 1-3; roll 3-4")
    assert table.decided == {"pass_line": "win 500 stays", "come:6": "lose", "come_odds:6": "off"}


def test_electronic_wagers_work_on_the_first_come_out() -> None:
    """§5: nothing was left by a point made."""
    assert At("electronic").plays("place:6 600; roll 3-3").decided == {"place:6": "win 700 stays"}


def test_a_seven_out_leaves_nothing_resting() -> None:
    """§5: only a point made turns chips OFF."""
    table = At("electronic").plays("field 100; roll 2-2; roll 3-4; place:6 600")
    assert table.works("place:6")


def test_adding_to_an_off_spot_leaves_it_off() -> None:
    """§5."""
    assert not At("electronic").plays("place:8 600; roll 2-2; roll 1-3; place:8 600").works("place:8")


def test_a_spot_first_bet_during_the_come_out_is_on() -> None:
    """§5."""
    table = At("electronic").plays("place:8 600; roll 2-2; roll 1-3; place:6 600")
    assert (table.works("place:6"), table.works("place:8")) == (True, False)


def test_a_spot_emptied_and_bet_again_during_the_come_out_is_on() -> None:
    """§5."""
    assert At("electronic").plays("place:8 600; roll 2-2; roll 1-3; down place:8; place:8 600").works("place:8")


@pytest.mark.parametrize("bet", ["lay:8", "place_to_lose:8"])
def test_electronic_lay_and_place_to_lose_never_turn_off(bet: str) -> None:
    """§5."""
    table = At("electronic").plays(f"{bet} 600; roll 2-2; roll 1-3")
    assert table.works(bet)
    assert bet in table.plays("roll 3-4").decided


def test_electronic_dont_come_odds_never_turn_off() -> None:
    """§5."""
    table = At("electronic").plays("field 100; roll 2-2; dont_come 500; roll 3-3; dont_come_odds:6 600; roll 1-3")
    assert table.works("dont_come_odds:6")
    assert table.plays("roll 3-4").decided == {"dont_come:6": "win 500", "dont_come_odds:6": "win 500"}


@pytest.mark.parametrize("bet", ["place:8", "hard:8", "lay:8", "come_odds:6"])
def test_electronic_takes_no_calls(bet: str) -> None:
    """§5."""
    table = At("electronic").plays("pass_line 500; roll 2-2; come 500; roll 3-3; come_odds:6 500")
    assert table.refuses(f"off {bet}") == "no_calls"
