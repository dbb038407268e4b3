"""What an operator may turn, when, and what then becomes of the wagers."""

from typing import Any

import pytest

from controller.books import load_book
from controller.facts.staff_kinds import SettingsChanged
from controller.games.craps.row import CRAPS
from controller.games.interface import Returned
from controller.table.phases import Phase
from controller.table.staff.said import act_said
from tests.table.evening import Evening, an_evening
from tests.table.test_holds import in_phase


def turn(evening: Evening, **change: Any) -> Evening:
    return evening.operator("settings", change=change)


@pytest.mark.parametrize("phase", ["idle", "betting", "settling"])
def test_settings_change_between_rolls(phase: str) -> None:
    assert turn(in_phase(phase), bet_time=40).code == "ok"


@pytest.mark.parametrize("phase", ["closed", "shooting", "rolling", "recovery", "asking"])
def test_settings_do_not_change_while_a_round_is_under_way(phase: str) -> None:
    evening = turn(in_phase(phase), bet_time=40)
    assert (evening.code, evening.table.settings.bet_time) == ("not_now", 25)


def test_what_its_player_could_take_down_goes_back_and_the_next_window_opens() -> None:
    evening = in_phase("settling").time_is_up().bet(1, "field", 300).wait(5)
    turn(evening, bet_time=40)
    assert evening.just_told(Returned) == [Returned(1, "field", 300, "settings changed")]
    assert (evening.layout(1), evening.round, evening.wishes.due_in) == ({"pass_line": 500}, 3, 40_000)


def test_vigorish_held_on_what_goes_back_goes_back_too() -> None:
    evening = an_evening("mbs_v3").bet(1, "buy:6", 2000)
    assert turn(evening, bet_time=40).credits(1) == 100_000
    assert evening.phase is Phase.IDLE


def test_a_wager_sent_under_the_old_settings_is_not_taken_under_the_new() -> None:
    evening = an_evening()
    old = evening.round
    turn(evening, limits={"max": 300})
    assert evening.round == old + 1


def test_limits_and_timers_may_change_while_contract_wagers_stand() -> None:
    evening = in_phase("settling").time_is_up()
    assert turn(evening, limits={"max": 400}, shoot_time=20).code == "ok"
    assert evening.bet(1, "field", 500).code == "above_maximum"


def test_all_else_waits_until_none_stands_and_returns_nothing() -> None:
    evening = in_phase("settling").time_is_up().bet(1, "field", 300)
    assert turn(evening, denomination=200).code == "must_wait"
    assert evening.layout(1) == {"pass_line": 500, "field": 300}
    assert turn(an_evening(), denomination=200).code == "ok"


def test_if_one_of_several_must_wait_none_is_changed() -> None:
    evening = turn(in_phase("settling").time_is_up(), denomination=200, bet_time=40)
    assert (evening.code, evening.table.settings.bet_time) == ("must_wait", 25)


@pytest.mark.parametrize(
    "change",
    [
        {"bet_time": 0},
        {"bet_time": "25"},
        {"max_no_rolls": -1},
        {"large_win": 0},
        {"limits": {"min": 500, "max": 100}},
        {"power_odds_chance": "3/2"},
        {"fire_table": "A"},
        {"no_such_setting": 1},
        {"book": {"name": "nonsense"}},
    ],
)
def test_what_is_no_setting_or_breaks_its_bounds_is_refused_with_a_reason_and_holds_nothing(
    change: dict[str, Any],
) -> None:
    evening = turn(an_evening(), **change)
    assert (evening.code, evening.holds) == ("bad_setting", set())
    assert evening.answer.reason


def test_a_setting_under_which_a_bet_would_return_too_much_is_refused_with_the_figure() -> None:
    evening = turn(an_evening(), power_odds_chance="1/1")
    assert evening.code == "over_the_cap"
    assert "any_seven would return 125.0 %" in evening.answer.reason
    assert turn(evening, power_odds_chance="1/10").code == "ok"


def test_rules_by_which_a_bet_returns_less_than_the_house_wants_are_refused_with_the_figure() -> None:
    evening = turn(an_evening(), least_return="17/20")
    assert (evening.code, evening.table.settings.least_return) == ("ok", "17/20")
    evening = turn(evening, power_odds_chance="1/200")
    assert (evening.code, evening.holds) == ("under_the_floor", set())
    assert evening.answer.reason == "any_seven would return 83.5 %; no bet may return less than 85 %"
    assert evening.table.game.settings()["power_odds_chance"] == "1/20"
    assert turn(evening, power_odds_chance="1/21").code == "ok"
    assert turn(evening, limits={"max": 400_000}).code == "ok", "limits turn no return"


def test_a_floor_above_what_a_bet_returns_already_or_above_the_cap_is_refused() -> None:
    evening = turn(an_evening(), least_return="9/10")
    assert (evening.code, evening.table.settings.least_return) == ("under_the_floor", None)
    assert "any_seven would return 85.4 %" in evening.answer.reason
    assert turn(evening, least_return="999/1000").code == "bad_setting"


def test_returns_that_nobody_has_worked_out_or_that_are_of_other_rules_change_nothing() -> None:
    evening = an_evening()
    other = CRAPS.worked_out(load_book("electronic").with_settings({"power_odds_chance": "1/11"}))
    for returns in (None, other):
        act = act_said("menu", evening.next_id("menu"), "ann", "supervisor", "settings", returns=returns)
        evening.happens(act.with_more(change={"power_odds_chance": "1/10"}))
        assert (evening.code, evening.holds) == ("returns_unknown", set())
        assert evening.table.game.settings()["power_odds_chance"] == "1/20"


def test_a_setting_that_has_that_value_already_changes_and_returns_nothing() -> None:
    evening = turn(an_evening().bet(1, "field", 300).wait(5), bet_time=25, limits={"max": 500_000})
    assert (evening.code, evening.just_told(SettingsChanged)) == ("ok", [])
    assert (evening.layout(1), evening.round, evening.wishes.due_in) == ({"field": 300}, 1, 20_000)


def test_the_record_says_what_was_turned_from_what_to_what_by_whom() -> None:
    told = turn(an_evening(), bet_time=40).just_told(SettingsChanged)
    assert told == [SettingsChanged({"bet_time": 25}, {"bet_time": 40}, "ann")]


def test_another_rule_book_waits_like_all_else_and_is_on_record_even_with_equal_settings() -> None:
    book = load_book("electronic").model_dump(mode="json", exclude_defaults=True)
    book["bets"]["field"]["pays"] = {**book["bets"]["field"]["pays"], "2": "3:1"}
    assert turn(in_phase("settling").time_is_up(), book=book).code == "must_wait"
    evening = turn(an_evening(), book=book)
    assert evening.code == "ok"
    assert [list(told.new) for told in evening.just_told(SettingsChanged)] == [["rulebook"]]
    assert evening.bet(1, "field", 100).roll(1, 1).credits(1) == 100_200


def test_what_was_turned_survives_a_power_failure() -> None:
    evening = turn(an_evening(), bet_time=40, limits={"max": 300}).power_failure().unit_back()
    assert evening.bet(1, "field", 400).code == "above_maximum"
    assert evening.bet(1, "field", 300).wishes.due_in == 40_000


def test_settings_are_a_supervisors() -> None:
    assert an_evening().operator("settings", role="technician", change={"bet_time": 40}).code == "role"


def test_the_game_s_settings_wait_for_credits_where_a_law_wants_that_and_the_table_s_own_do_not() -> None:
    limits = {"limits": {"max": 250_000}}
    assert turn(an_evening(), **limits).code == "ok"
    evening = an_evening(seats=(1,), credits=700, rules_without_credits=True)
    assert turn(evening, **limits).code == "credits_on_seats"
    assert turn(evening, bet_time=40).code == "ok"
    assert turn(evening.cash_out(1), **limits).code == "credits_on_seats"  # locked, and still the player's
    evening.operator("hand_pay", seat=1, reference="0417")
    assert turn(evening, **limits).code == "ok"
