"""An operator's acts between rolls: settings and the void (docs/rules.md, sections 6 and 8)."""

from typing import Any

import pytest

from controller.games.craps.play.game import MustWait
from tests.craps.felt_language import At

HIGHER = {"max": 600_000}
LOCKED = [
    ("electronic", "pass_line 500; roll 2-2", {"pass_line": 500}),
    ("electronic", "dont_pass 500; roll 2-2", {"dont_pass": 500}),
    ("electronic", "field 100; roll 2-2; come 500; roll 2-3", {"come:5": 500}),
    ("electronic", "field 100; roll 2-2; dont_come 500; roll 2-3", {"dont_come:5": 500}),
    ("mbs_v3", "pass_line 500; roll 2-2", {"pass_line": 500}),
    ("maryland", "pass_line 500; roll 2-2", {"pass_line": 500}),
    ("maryland", "fire 500; roll 2-2", {"fire": 500}),
    ("maryland", "all_small 500; roll 2-2", {"all_small": 500}),
]


# ---- settings ----


def test_every_wager_that_could_be_taken_down_is_returned_with_its_vigorish() -> None:
    """§6, E32: also vigorish that a roll was thrown with."""
    table = At("mbs_v3").plays("lay:4 1000; buy:10 500; dont_pass 500; roll 1-4; field 300")
    table.sets(limits=HIGHER)
    assert table.given_back == {"lay:4": 1000, "buy:10": 500, "dont_pass": 500, "field": 300}
    assert (table.net(), table.felt, table.vigorish) == (0, {}, {})


@pytest.mark.parametrize("book, play, stands", LOCKED)
def test_contract_wagers_and_bets_of_the_hand_stand_through_a_change_of_limits(
    book: str, play: str, stands: dict[str, int]
) -> None:
    """§6."""
    assert At(book).plays(f"{play}; place:10 500").sets(limits=HIGHER).felt == stands


def test_odds_stand_with_the_contract_wager_under_them() -> None:
    """§6 (docs/decisions/101)."""
    table = At("electronic").plays("pass_line 500; roll 2-2; pass_odds 700; come 500; roll 3-3; come_odds:6 300")
    table.sets(limits=HIGHER)
    assert table.felt == {"pass_line": 500, "pass_odds": 700, "come:6": 500, "come_odds:6": 300}
    assert table.given_back == {}


def test_odds_on_a_base_that_is_returned_are_returned_too() -> None:
    """§6: S's don't pass is no contract wager."""
    table = At("mbs_v3").plays("dont_pass 500; roll 2-2; dont_odds 1000; roll 1-2").sets(limits=HIGHER)
    assert table.given_back == {"dont_pass": 500, "dont_odds": 1000}


def test_the_fresh_part_of_a_locked_wager_is_returned() -> None:
    """§6 (docs/decisions/103): its player could take it down."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; pass_line 300").sets(limits=HIGHER)
    assert (table.given_back, table.felt) == ({"pass_line": 300}, {"pass_line": 500})


@pytest.mark.parametrize("book, play, stands", LOCKED)
def test_all_but_limits_waits_while_a_locked_wager_stands(book: str, play: str, stands: dict[str, int]) -> None:
    """§6: refused with that reason, returning nothing."""
    table = At(book).plays(f"{play}; place:10 500")
    before = dict(table.felt)
    (bet,) = stands
    with pytest.raises(MustWait, match=f"denomination must wait: seat 1 has {bet} standing"):
        table.sets(denomination=500)
    assert table.felt == before
    assert table.game.felt.book.settings.denomination == 100


@pytest.mark.parametrize(
    "change",
    [
        {"free_odds": True},
        {"vigorish": "on_win"},
        {"vigorish_rate": "3/100"},
        {"fire_table": "B"},
        {"denomination": 25},
    ],
)
def test_offer_payout_commission_and_denomination_wait(change: dict[str, Any]) -> None:
    """§6."""
    table = At("maryland").plays("pass_line 500; roll 2-2")
    with pytest.raises(MustWait):
        table.sets(**change)
    table.plays("roll 3-4").sets(**change)
    assert table.game.felt.book.settings == At("maryland", **change).game.felt.book.settings


def test_power_odds_chances_wait() -> None:
    """§6."""
    table = At("electronic").plays("pass_line 500; roll 2-2")
    with pytest.raises(MustWait, match="power_odds_chance, power_odds_high must wait"):
        table.sets(power_odds_chance="1/10", power_odds_high="1/2")


def test_a_change_that_waits_takes_its_limits_along() -> None:
    """§6: one change is taken whole or not at all."""
    table = At("electronic").plays("pass_line 500; roll 2-2")
    with pytest.raises(MustWait):
        table.sets(limits=HIGHER, denomination=500)
    assert table.refuses("field 600000") == "above_maximum"


def test_a_change_to_the_present_value_changes_nothing() -> None:
    """§6 (docs/decisions/102)."""
    table = At("electronic").plays("pass_line 500; field 500; roll 2-2").sets(denomination=100, limits={"min": 100})
    assert table.given_back == {}
    assert table.felt == {"pass_line": 500, "field": 500}


def test_new_settings_hold_from_the_next_window_on() -> None:
    """§6."""
    table = At("electronic").plays("field 100; roll 2-1").sets(limits={"min": 500, "max": 1000})
    assert table.refuses("field 100") == "below_minimum"
    table.plays("field 500")


# ---- void ----


@pytest.mark.parametrize("book", ["electronic", "mbs_v3", "maryland"])
def test_a_void_returns_what_went_up_in_this_window(book: str) -> None:
    """§8."""
    table = At(book).plays("place:6 600; roll 1-2; place:6 600; buy:4 1000; void")
    assert table.given_back == {"place:6": 600, "buy:4": 1000}
    assert (table.felt, table.net()) == ({"place:6": 600}, -600)


def test_a_void_leaves_carried_contract_wagers() -> None:
    """§8."""
    table = At("mbs_v3").plays("pass_line 500; roll 2-2; pass_line 300; pass_odds 500; void")
    assert table.felt == {"pass_line": 500}


def test_take_downs_and_calls_of_the_window_stand_in_a_void() -> None:
    """§8."""
    table = At("mbs_v3").plays("place:6 600; place:8 600; roll 1-2; down place:6; on place:8; void")
    assert table.felt == {"place:8": 600}
    assert table.works("place:8")


def test_a_void_is_no_roll() -> None:
    """§8: no roll count, no settlement."""
    table = At("maryland").plays("fire 100; void")
    assert table.game.hand.rolls == 0
    table.plays("fire 100")


def test_vigorish_goes_back_with_what_a_void_returns_and_only_that() -> None:
    """§6, §8."""
    table = At("maryland").plays("lay:4 1000; roll 1-2; lay:4 1000; void")
    assert (table.vigorish, table.net()) == ({"lay:4": 50}, -1050)


def test_a_hot_shooter_that_lost_its_company_goes_back_in_a_void_too() -> None:
    """§4, §8: bets had closed."""
    table = At("electronic").plays("field 300; hot_shooter 500; down field; void")
    assert table.given_back == {"hot_shooter": 500}
