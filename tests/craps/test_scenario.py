"""The document of a scripted table (docs/scenario.md)."""

import json
from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.play.game import Game, RollOutcome
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import read_script
from controller.games.scripts import BooksDoNotBalance

Json = dict[str, Any]


def place(bet: str, amount: int, seat: int = 1) -> Json:
    return {"seat": seat, "do": "place", "bet": bet, "amount": amount}


def steps(book: str, *script_steps: Json, **more: Any) -> list[Json]:
    """The steps of the answer, for a table with two seats."""
    script = {"rulebook": book, "seats": {"2": 10_000, "1": 10_000}, "steps": list(script_steps)} | more
    played: list[Json] = play(read_script(json.dumps(script).encode()), load_book)["steps"]
    return played


def test_come_out_says_how_the_roll_was_thrown_and_point_how_it_left_the_table() -> None:
    shown = steps("mbs_v3", {"dice": [5, 6]}, {"dice": [2, 2]}, {"dice": [3, 3]}, {"dice": [1, 3]})
    assert [(step["come_out"], step["point"]) for step in shown] == [(True, None), (True, 4), (False, 4), (False, None)]


def test_the_roll_count_includes_the_roll_and_begins_anew_after_a_seven_out() -> None:
    shown = steps("mbs_v3", {"dice": [3, 4]}, {"dice": [2, 2]}, {"dice": [3, 4]}, {"dice": [1, 1]})
    assert [(step["roll_count"], step["seven_out"]) for step in shown] == [
        (1, False),
        (2, False),
        (3, True),
        (1, False),
    ]


def test_a_throw_that_did_not_count_changes_nothing() -> None:
    window = {"actions": [place("field", 500)], "dice": [1, 2]}
    assert steps("mbs_v3", window) == steps("mbs_v3", window | {"no_rolls": ["stacked", "off the table"]})


def test_a_roll_has_every_key_of_the_page() -> None:
    (shown,) = steps("mbs_v3", {"dice": [1, 2]})
    assert set(shown) == {
        *("step", "dice", "come_out", "point", "roll_count", "shooter", "seven_out", "refused", "returned"),
        *("settled", "balances", "layout", "held_vigorish"),
    }


def test_a_void_step_has_no_roll_in_it() -> None:
    (shown,) = steps("mbs_v3", {"actions": [place("lay:4", 1000)], "void": True})
    assert shown == {
        "step": 1,
        "void": True,
        "shooter": None,
        "refused": [],
        "returned": [{"seat": 1, "bet": "lay:4", "amount": 1000}],
        "balances": {"1": 10_000, "2": 10_000},
        "layout": {"1": {}, "2": {}},
        "held_vigorish": {"1": {}, "2": {}},
    }


def test_a_settings_step_shows_who_holds_the_dice_and_chooses_nobody() -> None:
    line = {"actions": [place("pass_line", 500, seat=2)], "dice": [2, 2]}
    change = {"actions": [place("field", 500)], "settings": {"limits": {"max": 900}}}
    shown = steps("mbs_v3", change, line, change)
    assert [step["shooter"] for step in shown] == [None, 2, 2]
    assert shown[0]["settings"] is True


def test_the_actions_of_a_settings_step_come_before_the_change() -> None:
    actions = [place("field", 1000)]
    (shown,) = steps("mbs_v3", {"actions": actions, "settings": {"limits": {"max": 900}}})
    assert (shown["refused"], shown["returned"]) == ([], [{"seat": 1, "bet": "field", "amount": 1000}])


def test_a_change_that_must_wait_gives_the_reason_and_changes_nothing() -> None:
    line = {"actions": [place("pass_line", 500)], "dice": [2, 2]}
    shown = steps("mbs_v3", line, {"actions": [place("field", 500)], "settings": {"denomination": 500}})[1]
    assert shown["refused_settings"] == "denomination must wait: seat 1 has pass_line standing"
    assert (shown["returned"], shown["layout"]["1"].keys()) == ([], {"pass_line", "field"})


def test_refused_actions_are_named_by_their_place_with_code_and_reason() -> None:
    actions = [place("field", 500), place("yo", 500), place("field", 50)]
    (shown,) = steps("mbs_v3", {"actions": actions, "dice": [5, 3]})
    assert shown["refused"] == [
        {"action": 1, "code": "unknown_bet", "reason": 'there is no bet called "yo"'},
        {
            "action": 2,
            "code": "off_step",
            "reason": "field takes 100 to 500000 in steps of 100; it would hold 550",
        },
    ]


def test_working_says_whether_a_wager_would_count_on_a_roll_thrown_now() -> None:
    window = {"actions": [place("place:6", 600), place("lay:4", 600)], "dice": [5, 3]}
    shown = steps("mbs_v3", window, {"dice": [3, 5]})
    assert [step["layout"]["1"]["place:6"]["working"] for step in shown] == [True, False]
    assert [step["layout"]["1"]["lay:4"]["working"] for step in shown] == [True, True]


def test_seats_are_shown_in_ascending_order_and_bets_in_the_order_of_the_felt() -> None:
    (shown,) = steps("mbs_v3", {"actions": [place("hard:8", 500), place("pass_line", 500)], "dice": [2, 2]})
    assert list(shown["balances"]) == list(shown["layout"]) == ["1", "2"]
    assert list(shown["layout"]["1"]) == ["pass_line", "hard:8"]


def test_power_odds_of_a_spot_that_nobody_plays_are_no_mistake() -> None:
    steps("electronic", {"dice": [1, 2], "power_odds": {"hop:1-2": "high", "any_seven": "none"}})


def test_a_table_that_loses_money_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.roll

    def crooked(self: Game, *dice: Any) -> RollOutcome:
        self.house += 1
        return honest(self, *dice)

    monkeypatch.setattr(Game, "roll", crooked)
    with pytest.raises(BooksDoNotBalance, match=r"steps\[0\]: 20001 units where there were 20000"):
        steps("mbs_v3", {"dice": [1, 2]})
