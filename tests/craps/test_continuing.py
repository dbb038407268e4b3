"""Bets that continue after a win (docs/rules.md, section 6; E29 to E32)."""

import pytest

from tests.craps.felt_language import At

FOUR = "field 100; roll 2-2; down field"
STAYING = [  # bet, the dice on which it wins
    ("place:6", "2-4"),
    ("buy:6", "2-4"),
    ("hard:6", "3-3"),
    ("field", "1-2"),
    ("lay:6", "3-4"),
    ("place_to_lose:6", "3-4"),
    ("any_craps", "1-2"),
    ("any_seven", "3-4"),
    ("c", "1-2"),
    ("e", "5-6"),
    ("c_and_e", "5-6"),
    ("horn", "5-6"),
    ("horn:11", "5-6"),
    ("hop:5-6", "5-6"),
    ("big:6", "2-4"),
]


@pytest.mark.parametrize("bet, dice", STAYING)
def test_these_bets_stay_after_a_win(bet: str, dice: str) -> None:
    """§6, E32."""
    table = At("electronic").plays(f"{bet} 600; roll {dice}")
    assert table.decided[bet].endswith(" stays")
    assert table.felt[bet] == 600


@pytest.mark.parametrize("bet, dice", STAYING)
def test_a_stake_that_stays_is_free_to_be_taken_down_in_the_next_window(bet: str, dice: str) -> None:
    """§6, E32a."""
    assert At("electronic").plays(f"{bet} 600; roll {dice}; down {bet}").felt == {}


@pytest.mark.parametrize("bet, dice", STAYING)
def test_nothing_stays_in_the_other_books(bet: str, dice: str) -> None:
    """§6: in S and M every winner is returned."""
    for book in ("mbs_v3", "maryland"):
        table = At(book)
        if bet in table.game.felt.spots:
            table.plays(f"field 100; roll 4-5; {bet} 800; roll {dice}")
            assert bet in table.decided
            assert bet not in table.felt


def test_winnings_of_a_bet_that_stays_go_to_the_balance() -> None:
    """§6."""
    assert At("electronic").plays("field 500; roll 1-1").net() == -500 + 1000


@pytest.mark.parametrize("play", ["roll 3-4", "roll 5-6", "roll 2-2; roll 1-3"])
def test_pass_line_stays_after_every_win(play: str) -> None:
    """§6, E29."""
    table = At("electronic").plays(f"pass_line 500; {play}")
    assert table.decided == {"pass_line": "win 500 stays"}


def test_dont_pass_stays_after_a_win_on_its_first_roll_and_returns_from_its_point() -> None:
    """§6, E30."""
    table = At("electronic").plays("dont_pass 500; roll 1-2")
    assert table.decided == {"dont_pass": "win 500 stays"}
    table.plays("roll 2-2; roll 3-4")
    assert table.decided == {"dont_pass": "win 500"}
    assert table.felt == {}


def test_the_dont_come_box_stays_after_a_win_and_its_travelled_bet_returns() -> None:
    """§6, E30."""
    table = At("electronic").plays(f"{FOUR}; dont_come 500; roll 1-1")
    assert table.decided == {"dont_come": "win 500 stays"}
    table.plays("roll 3-3; roll 3-4")
    assert table.decided == {"dont_come:6": "win 500"}


def test_the_come_box_stays_after_an_eleven_and_returns_on_a_seven() -> None:
    """§6, E31."""
    table = At("electronic").plays(f"{FOUR}; come 500; roll 5-6")
    assert table.decided == {"come": "win 500 stays"}
    assert table.plays("roll 3-4").decided == {"come": "win 500"}
    assert table.felt == {}


def test_odds_and_travelled_come_bets_return_with_their_winnings() -> None:
    """§6."""
    table = At("electronic").plays("pass_line 500; roll 2-2; pass_odds 500; come 500; roll 3-3; come_odds:6 500")
    assert table.plays("roll 2-4").decided == {"come:6": "win 500", "come_odds:6": "win 600"}
    assert table.plays("roll 1-3").decided == {"pass_line": "win 500 stays", "pass_odds": "win 1000"}
    assert table.felt == {"pass_line": 500}
