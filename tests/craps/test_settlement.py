"""What a roll does to each wager, and what it pays (docs/rules.md, sections 3 and 6)."""

import pytest

from controller.games.craps.rules.dice import PAIRS
from tests.craps.felt_language import At, with_free_odds

BOOKS = ["electronic", "mbs_v3", "maryland"]
FOUR = "field 100; roll 2-2"


def decides(book: str, before: str, dice: str, bet: str) -> str | None:
    """What these dice do to the bet, without the word that it stays (see test_continuing)."""
    decided = with_free_odds(book).plays(f"{before}; roll {dice}").decided.get(bet)
    return decided and decided.removesuffix(" stays")


# ---- line and come bets ----


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "dice, right, wrong",
    [
        ("3-4", "win 500", "lose"),
        ("5-6", "win 500", "lose"),
        ("1-1", "lose", "win 500"),
        ("1-2", "lose", "win 500"),
        ("6-6", "lose", "push"),
        ("2-3", None, None),
    ],
)
def test_a_first_roll_decides_line_bets_and_come_boxes(book: str, dice: str, right: str, wrong: str) -> None:
    """§6, E2, E9, E11, E14, S3.4.1-7, M.03A(1)-(4)."""
    assert decides(book, "pass_line 500", dice, "pass_line") == right
    assert decides(book, "dont_pass 500", dice, "dont_pass") == wrong
    assert decides(book, f"{FOUR}; come 500", dice, "come") == right
    assert decides(book, f"{FOUR}; dont_come 500", dice, "dont_come") == wrong


@pytest.mark.parametrize("book", BOOKS)
def test_with_a_point_the_line_waits_for_it_or_for_the_seven(book: str) -> None:
    """§6, E3, E11, S3.4.1, M.03A."""
    assert decides(book, "pass_line 500; roll 2-2", "1-3", "pass_line") == "win 500"
    assert decides(book, "pass_line 500; roll 2-2", "3-4", "pass_line") == "lose"
    assert decides(book, "dont_pass 500; roll 2-2", "1-3", "dont_pass") == "lose"
    assert decides(book, "dont_pass 500; roll 2-2", "3-4", "dont_pass") == "win 500"
    for dice in ("5-6", "6-6", "1-1", "3-3"):
        assert decides(book, "pass_line 500; roll 2-2", dice, "pass_line") is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_come_bet_travels_and_then_waits_for_its_number(book: str) -> None:
    """§6: a box that travels is no settlement."""
    travelled = f"{FOUR}; come 500; roll 3-3"
    assert At(book).plays(travelled).felt["come:6"] == 500
    assert decides(book, travelled, "2-4", "come:6") == "win 500"
    assert decides(book, travelled, "3-4", "come:6") == "lose"
    assert decides(book, travelled, "2-2", "come:6") is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_roll_is_settled_before_boxes_travel(book: str) -> None:
    """§6: the come bet on 6 wins and the box moves there on the same roll."""
    table = At(book).plays(f"{FOUR}; come 500; roll 3-3; come 700; roll 3-3")
    assert table.decided["come:6"] == "win 500"
    assert table.felt["come:6"] == 700


@pytest.mark.parametrize("book", BOOKS)
def test_a_seven_takes_travelled_bets_and_pays_the_box(book: str) -> None:
    """§6."""
    table = At(book).plays("pass_line 500; roll 2-2; come 500; roll 3-3; come 700; roll 3-4")
    assert table.decided == {"pass_line": "lose", "come:6": "lose", "come": "win 700"}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "dice, number, right, wrong", [("2-2", 4, 2000, 500), ("2-3", 5, 1500, 666), ("3-3", 6, 1200, 833)]
)
def test_free_odds_pay_true_odds(book: str, dice: str, number: int, right: int, wrong: int) -> None:
    """§3, E6, E10, E12, E15, S4.2-4.5; 1000 staked, floored once."""
    one = "3-4"
    assert decides(book, f"pass_line 1000; roll {dice}; pass_odds 1000", dice, "pass_odds") == f"win {right}"
    assert decides(book, f"dont_pass 1000; roll {dice}; dont_odds 1000", one, "dont_odds") == f"win {wrong}"
    point = "field 100; roll 5-5"
    come, odds = f"{point}; come 1000; roll {dice}", f"come_odds:{number}"
    assert decides(book, f"{come}; {odds} 1000", dice, odds) == f"win {right}"
    dont, odds = f"{point}; dont_come 1000; roll {dice}", f"dont_come_odds:{number}"
    assert decides(book, f"{dont}; {odds} 1000", one, odds) == f"win {wrong}"


@pytest.mark.parametrize("book", BOOKS)
def test_twelve_on_the_first_roll_of_a_dont_bet(book: str) -> None:
    """§6: E and S leave the stake where it is, M returns it."""
    table = At(book).plays(f"dont_pass 500; roll 6-6; {FOUR}; dont_come 500; roll 6-6")
    stays = " stays" if book != "maryland" else ""
    assert table.decided["dont_come"] == f"push{stays}"
    assert ("dont_pass" in table.felt, "dont_come" in table.felt) == (bool(stays), bool(stays))


# ---- numbers ----

NUMBERS = {
    "place": {4: 1080, 5: 840, 6: 700, 8: 700, 9: 840, 10: 1080},
    "place_to_lose": {4: 272, 5: 375, 6: 480, 8: 480, 9: 375, 10: 272},
}
DICE = {4: "1-3", 5: "2-3", 6: "2-4", 8: "3-5", 9: "4-5", 10: "4-6"}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number", DICE)
def test_place_bets_win_on_their_number_and_lose_on_seven(book: str, number: int) -> None:
    """§3, E17, S4.6, M.05A; 600 staked."""
    other = "field 100; roll 5-5" if number == 4 else FOUR
    before, bet = f"{other}; place:{number} 600", f"place:{number}"
    assert decides(book, before, DICE[number], bet) == f"win {NUMBERS['place'][number]}"
    assert decides(book, before, "3-4", bet) == "lose"
    assert decides(book, before, "5-6", bet) is None


@pytest.mark.parametrize("book", ["electronic", "maryland"])
@pytest.mark.parametrize("number", DICE)
def test_place_to_lose_wins_on_seven_and_loses_on_its_number(book: str, number: int) -> None:
    """§3, E19, M.05A; 600 staked."""
    other = "field 100; roll 5-5" if number == 4 else FOUR
    before, bet = f"{other}; place_to_lose:{number} 600", f"place_to_lose:{number}"
    assert decides(book, before, "3-4", bet) == f"win {NUMBERS['place_to_lose'][number]}"
    assert decides(book, before, DICE[number], bet) == "lose"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number, pays", [(4, 7), (6, 9), (8, 9), (10, 7)])
def test_a_hardway_wins_hard_loses_easy_and_on_seven_and_otherwise_stays(book: str, number: int, pays: int) -> None:
    """§6, E16, S4.9, M.05A: E16c says less than it means."""
    half = number // 2
    before, bet = f"field 100; roll 4-5; hard:{number} 100", f"hard:{number}"
    assert decides(book, before, f"{half}-{half}", bet) == f"win {pays * 100}"
    assert decides(book, before, f"{half - 1}-{half + 1}", bet) == "lose"
    assert decides(book, before, "3-4", bet) == "lose"
    assert decides(book, before, "1-2", bet) is None


def test_big_six_and_big_eight_pay_even_money() -> None:
    """§3, E7."""
    table = At("electronic").plays("big:6 500; big:8 500; roll 2-4")
    assert table.decided == {"big:6": "win 500 stays"}
    assert table.plays("roll 3-4").decided == {"big:6": "lose", "big:8": "lose"}


# ---- one roll ----

PAYS = {
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
    "any_seven": {7: 4},
    "any_craps": {2: 7, 3: 7, 12: 7},
    "c_and_e": {2: 3, 3: 3, 11: 7, 12: 3},
    "horn:2": {2: 30},
    "horn:3": {3: 15},
    "horn:11": {11: 15},
    "horn:12": {12: 30},
}
COMPOSITE = {  # of 2000: net on the whole stake, the losing parts taken off
    "horn": {2: 13_500, 3: 6000, 11: 6000, 12: 13_500},
    "horn_high:2": {2: 22_800, 3: 4400, 11: 4400, 12: 10_400},
    "horn_high:3": {2: 10_400, 3: 10_800, 11: 4400, 12: 10_400},
    "horn_high:11": {2: 10_400, 3: 4400, 11: 10_800, 12: 10_400},
    "horn_high:12": {2: 10_400, 3: 4400, 11: 4400, 12: 22_800},
    "whirl": {2: 10_400, 3: 4400, 7: 0, 11: 4400, 12: 10_400},
}


def wins_by_total(book: str, bet: str, stake: int) -> dict[int, int]:
    """Total → what the bet pays on it; whatever is not named loses."""
    wins = {}
    for a, b in PAIRS:
        table = At(book).plays(f"{bet} {stake}; roll {a}-{b}")
        (row,) = table.rows
        if row.result == "win":
            wins[a + b] = row.paid
    return wins


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("bet", PAYS)
def test_one_roll_bets_pay_on_their_totals_and_lose_on_every_other(book: str, bet: str) -> None:
    """§3, E8, E22-27, S4.1, S4.10, M.05A."""
    assert wins_by_total(book, bet, 100) == {total: odds * 100 for total, odds in PAYS[bet].items()}


def test_electronic_c_and_e_spots_pay_as_any_craps_and_eleven() -> None:
    """§3, E22, E23."""
    assert wins_by_total("electronic", "c", 100) == {2: 700, 3: 700, 12: 700}
    assert wins_by_total("electronic", "e", 100) == {11: 1500}


@pytest.mark.parametrize("bet", COMPOSITE)
def test_composite_bets_are_paid_net_on_the_whole_stake(bet: str) -> None:
    """§6, E25, S3.4.14-15, M.05C-E: horn on 3 pays (15−3)/4, horn_high:12 on 12 pays (2·30−3)/5, whirl on 7 is a win
    of nothing."""
    for book in BOOKS if bet == "horn" else ["maryland"] if bet == "whirl" else ["mbs_v3", "maryland"]:
        assert wins_by_total(book, bet, 2000) == COMPOSITE[bet], book


def test_a_hop_wins_on_its_very_pair() -> None:
    """§3, E28, M.05A: 30 to 1 for doubles, 15 to 1 for two ways."""
    assert decides("electronic", "hop:2-5 100", "5-2", "hop:2-5") == "win 1500"
    assert decides("electronic", "hop:2-5 100", "3-4", "hop:2-5") == "lose"
    assert decides("maryland", "hop:3-3 100", "3-3", "hop:3-3") == "win 3000"
    assert decides("maryland", "hop:3-3 100", "2-4", "hop:3-3") == "lose"


def test_six_seven_eight_pays_double_on_a_hard_six_or_eight() -> None:
    """§3, M.03A(39), M.05A."""
    pays = {"2-4": 100, "3-4": 100, "2-6": 100, "3-3": 200, "4-4": 200}
    for dice, paid in pays.items():
        assert decides("maryland", "six_seven_eight 100", dice, "six_seven_eight") == f"win {paid}"
    assert decides("maryland", "six_seven_eight 100", "4-5", "six_seven_eight") == "lose"


# ---- money ----


def test_a_payout_is_floored_once_to_the_unit() -> None:
    """§1: 500 at 7 to 6 is 583⅓."""
    assert decides("mbs_v3", f"{FOUR}; place:6 500", "3-3", "place:6") == "win 583"


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_every_winner_is_returned_where_bets_do_not_continue(book: str) -> None:
    """§6."""
    table = At(book).plays(f"{FOUR}; place:6 600; hard:6 100; come 500; roll 3-3")
    assert table.decided == {"place:6": "win 700", "hard:6": "win 900"}
    assert table.felt == {"come:6": 500}
