"""Placing wagers: money, names, offer, moments, limits, units, company (docs/rules.md, sections 1 to 4)."""

import pytest

from controller.games.craps.rules.bets import BETS
from tests.craps.felt_language import At

BOOKS = ["electronic", "mbs_v3", "maryland"]
POINT = "field 100; roll 2-2"
"""A roll that makes four the point; the field bet is only there so that somebody plays."""


# ---- §1 money ----


@pytest.mark.parametrize("book", BOOKS)
def test_stake_leaves_the_balance_when_the_wager_is_accepted(book: str) -> None:
    """§1."""
    assert At(book).plays("field 500").net() == -500


def test_vigorish_leaves_the_balance_with_the_stake() -> None:
    """§1, S3.4.10."""
    assert At("mbs_v3").plays("buy:4 1000").net() == -1050


def test_stake_and_vigorish_together_must_be_covered() -> None:
    """§1: a balance that covers the stake alone is too small."""
    assert At("mbs_v3", {1: 1049}).refuses("buy:4 1000") == "short_balance"
    assert At("mbs_v3", {1: 1050}).plays("buy:4 1000").game.seats[1].balance == 0


@pytest.mark.parametrize("amount", ["0", "-100"])
def test_an_amount_is_above_nothing(amount: str) -> None:
    """§1."""
    assert At("electronic").refuses(f"field {amount}") == "bad_amount"


@pytest.mark.parametrize("amount", [True, 500.0, "500", None])
def test_a_bool_a_float_a_text_and_nothing_are_no_amounts(amount: int) -> None:
    """§1: no float touches money, and `True` is not one cent."""
    from controller.games.craps.rules.refusal import BetRefused

    game = At("electronic", limits={"min": 1, "step": 1}).game
    with pytest.raises(BetRefused, match="an amount is a whole number"):
        game.place(1, "field", amount)
    assert game.seats[1].stakes == {}


def test_a_spot_holds_nothing_or_from_its_minimum_to_its_maximum() -> None:
    """§1 limits; the total of the spot counts, not the single addition."""
    table = At("electronic", limits={"min": 500, "max": 2000, "step": 100})
    assert table.refuses("field 400") == "below_minimum"
    table.plays("field 500; field 100")
    assert table.refuses("field 1500") == "above_maximum"
    assert table.plays("field 1400").felt == {"field": 2000}


def test_what_breaks_the_step_is_refused_whole_and_never_trimmed() -> None:
    """§1."""
    table = At("electronic", limits={"min": 100, "max": 5000, "step": 50})
    assert table.refuses("field 125") == "off_step"
    assert table.felt == {}


def test_default_limits_are_100_to_500000_in_steps_of_100() -> None:
    """§1."""
    table = At("mbs_v3")
    assert table.refuses("field 99") == "below_minimum"
    assert table.refuses("field 150") == "off_step"
    assert table.refuses("field 500100") == "above_maximum"
    table.plays("field 500000")


# ---- §2 names ----


@pytest.mark.parametrize(
    "name",
    ["place:7", "hard:5", "hop:4-2", "hop:1-7", "horn:7", "big:4", "pass", "come:", "field:3", "yo", "", "PLACE:6"],
)
def test_a_name_outside_the_vocabulary_is_an_unknown_bet(name: str) -> None:
    """§2: `hop:a-b` names its lower die first, `place` knows every number but 7, and so on."""
    assert name not in BETS
    assert At("electronic").refuses(f"{name or 'x'} 500") == "unknown_bet"


def test_the_vocabulary_has_every_name() -> None:
    """§2."""
    kinds = [name.partition(":")[0] for name in BETS]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        **dict.fromkeys(["pass_line", "pass_odds", "dont_pass", "dont_odds", "field", "any_seven", "any_craps"], 1),
        **dict.fromkeys(["c", "e", "c_and_e", "whirl", "six_seven_eight", "hot_shooter", "fire"], 1),
        **dict.fromkeys(["all_small", "all_tall", "all_or_nothing", "replay", "different_doubles"], 1),
        **dict.fromkeys(["come", "dont_come"], 11),
        **dict.fromkeys(["come_odds", "dont_come_odds", "place", "buy", "lay", "place_to_lose", "repeater"], 10),
        **dict.fromkeys(["hard", "horn_high"], 4),
        **{"big": 2, "horn": 5, "hop": 21},
    }


# ---- §3 offer ----

ONLY_IN = {
    "electronic": ["big:6 100", "big:8 100", "c 100", "e 100", "hop:1-1 100", "hop:5-6 100"],
    "mbs_v3": [],
    "maryland": ["whirl 500", "six_seven_eight 100", "fire 100", "all_small 100", "all_tall 100", "all_or_nothing 100"],
}


@pytest.mark.parametrize("book", BOOKS)
def test_some_bets_are_offered_by_one_book_only(book: str) -> None:
    """§3: big, c, e and four hops in E; whirl, 6-7-8, fire and bonus craps in M."""
    for house, bets in ONLY_IN.items():
        for bet in bets:
            if house == book:
                At(book).plays(bet)
            else:
                assert At(book).refuses(bet) == "not_offered", bet


@pytest.mark.parametrize(
    "bet, houses",
    [
        ("place_to_lose:6 100", ["electronic", "maryland"]),
        ("hop:1-3 100", ["electronic", "maryland"]),
        ("horn_high:12 500", ["mbs_v3", "maryland"]),
        ("hot_shooter 100", ["electronic"]),
    ],
)
def test_some_bets_are_offered_by_two_books(bet: str, houses: list[str]) -> None:
    """§3."""
    for book in BOOKS:
        table = At(book).plays("field 500")
        if book in houses:
            table.plays(bet)
        else:
            assert table.refuses(bet) == "not_offered", book


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "bet", ["pass_line", "dont_pass", "place:5", "buy:10", "hard:8", "field", "any_seven", "any_craps", "c_and_e"]
)
def test_the_common_bets_are_offered_by_every_book(book: str, bet: str) -> None:
    """§3."""
    At(book).plays(f"{bet} 400")


def test_maryland_offers_seventeen_hops() -> None:
    """§3, M.03A(22)-(38)."""
    hops = [bet for bet in BETS if bet.startswith("hop:")]
    spots = At("maryland").game.felt.spots
    assert len(hops) == 21
    assert set(hops) - set(spots) == {"hop:1-1", "hop:1-2", "hop:5-6", "hop:6-6"}


def test_maryland_offers_free_odds_only_where_the_operator_turned_them_on() -> None:
    """§3."""
    play = "pass_line 500; roll 2-2"
    assert At("maryland").plays(play).refuses("pass_odds 500") == "not_offered"
    assert At("maryland", free_odds=True).plays(f"{play}; pass_odds 500").felt["pass_odds"] == 500


# ---- §4 moments ----


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("line", ["pass_line", "dont_pass"])
def test_a_line_bet_is_placed_on_the_come_out_only(book: str, line: str) -> None:
    """§4."""
    refused = At(book).plays(POINT).refuses(f"{line} 500")
    assert refused == ("needs_base" if (book, line) == ("mbs_v3", "pass_line") else "come_out_only")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("box", ["come", "dont_come"])
def test_a_come_box_takes_wagers_only_while_a_point_stands(book: str, box: str) -> None:
    """§4, E13."""
    assert At(book).refuses(f"{box} 500") == "point_only"
    At(book).plays(f"{POINT}; {box} 500")


@pytest.mark.parametrize("book", ["electronic", "maryland"])
def test_a_contract_wager_is_not_increased_after_its_point(book: str) -> None:
    """§4, E5e, E11d."""
    table = At(book).plays("pass_line 500; roll 2-2; come 500; roll 3-3")
    assert table.refuses("pass_line 500") == "come_out_only"
    assert table.refuses("come:6 500") == "never_placed"


def test_singapore_increases_the_pass_line_and_a_travelled_come_bet() -> None:
    """§4, S1.1.4."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; come 500; roll 3-3; pass_line 300; come:6 200")
    assert table.felt == {"pass_line": 800, "come:6": 700}


def test_singapore_increases_a_travelled_come_bet_on_a_come_out_too() -> None:
    """§4: its own point stands, whatever the puck shows."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; come 500; roll 3-3; roll 1-3")
    assert table.point is None
    assert table.plays("come:6 200").felt == {"come:6": 700}


def test_singapore_increases_only_what_exists() -> None:
    """§4."""
    table = At("mbs_v3").plays(POINT)
    assert table.refuses("pass_line 500") == "needs_base"
    assert table.refuses("come:6 500") == "needs_base"


def test_singapore_does_not_increase_dont_bets() -> None:
    """§4, S3.16.1."""
    table = At("mbs_v3").plays("dont_pass 500; roll 2-2; dont_come 500; roll 3-3")
    assert table.refuses("dont_pass 500") == "come_out_only"
    assert table.refuses("dont_come:6 500") == "never_placed"


@pytest.mark.parametrize("book", BOOKS)
def test_a_travelled_wager_is_never_placed_directly(book: str) -> None:
    """§4."""
    table = At(book).plays(POINT)
    assert table.refuses("dont_come:6 500") == "never_placed"
    assert table.refuses("come:6 500") == ("needs_base" if book == "mbs_v3" else "never_placed")


@pytest.mark.parametrize("book", ["electronic", "mbs_v3"])
def test_odds_lie_only_on_a_base_whose_point_stands(book: str) -> None:
    """§4, E6c, E10c, E12c, E15c."""
    table = At(book).plays("pass_line 500")
    assert table.refuses("pass_odds 500") == "point_only"
    table.plays("roll 2-2")
    assert table.refuses("dont_odds 500") == "needs_base"
    assert table.refuses("come_odds:6 500") == "needs_base"
    assert table.refuses("dont_come_odds:6 500") == "needs_base"
    table.plays("pass_odds 500; come 500; roll 3-3; come_odds:6 500")


@pytest.mark.parametrize("book", ["electronic", "mbs_v3"])
def test_come_odds_are_taken_on_a_come_out_too(book: str) -> None:
    """§4: the come bet's own point stands."""
    table = At(book).plays("pass_line 500; roll 2-2; come 500; roll 3-3; roll 1-3; come_odds:6 1000")
    assert table.point is None
    assert table.felt["come_odds:6"] == 1000


# ---- §4 exclusive wagers ----


@pytest.mark.parametrize(
    "first, then",
    [
        ("place:6 600", "lay:4 600"),
        ("place:6 600", "place_to_lose:10 600"),
        ("buy:5 600", "lay:5 600"),
        ("buy:5 600", "place_to_lose:6 600"),
        ("lay:4 600", "place:6 600"),
        ("place_to_lose:4 600", "buy:9 600"),
        ("pass_line 500", "dont_pass 500"),
        ("dont_pass 500", "pass_line 500"),
    ],
)
def test_electronic_refuses_the_later_of_two_opposed_wagers(first: str, then: str) -> None:
    """§4, E5f, E11f, E21: whichever the numbers."""
    assert At("electronic").plays(first).refuses(then) == "exclusive"
    for house in ("mbs_v3", "maryland"):
        if "place_to_lose" not in first + then or house == "maryland":
            At(house).plays(f"{first}; {then}")


@pytest.mark.parametrize("first, then", [("come", "dont_come"), ("dont_come", "come")])
def test_electronic_refuses_both_come_boxes_at_once(first: str, then: str) -> None:
    """§4, E9f, E14e."""
    assert At("electronic").plays(f"{POINT}; {first} 500").refuses(f"{then} 500") == "exclusive"
    At("maryland").plays(f"{POINT}; {first} 500; {then} 500")


def test_a_travelled_come_bet_does_not_block_the_dont_come_box() -> None:
    """§4."""
    table = At("electronic").plays(f"{POINT}; come 500; roll 3-3; dont_come 500")
    assert table.felt == {"come:6": 500, "dont_come": 500}


def test_opposed_wagers_of_two_players_do_not_mind_each_other() -> None:
    """§4: same player."""
    At("electronic", (1, 2)).plays("pass_line 500; 2: dont_pass 500; place:6 600; 2: lay:6 600")


def test_lay_and_place_to_lose_go_together_as_do_place_and_buy() -> None:
    """§4, E21 names only the two pairs."""
    At("electronic").plays("place:6 600; buy:6 600")
    At("electronic").plays("lay:6 600; place_to_lose:6 600")
