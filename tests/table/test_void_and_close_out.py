"""Rounds that are broken off: what goes back, what stays, and when it is too late."""

import pytest

from controller.facts.kinds import Ignored, RoundEnded
from controller.games.interface import Returned
from controller.table.events import RollUnknown
from controller.table.phases import Phase
from tests.table.evening import Evening
from tests.table.test_holds import in_phase


def void(evening: Evening) -> Evening:
    return evening.operator("void", reference="a coin fell into the dome")


@pytest.mark.parametrize("phase", ["closed", "shooting", "rolling", "recovery", "asking"])
def test_a_void_gives_back_what_went_up_in_this_window_and_says_why(phase: str) -> None:
    evening = void(in_phase(phase))
    assert evening.code == "ok"
    assert evening.just_told(RoundEnded) == [RoundEnded(1, "void", "a coin fell into the dome", {})]
    assert evening.just_told(Returned) == [Returned(1, "pass_line", 500, "void")]
    assert (evening.phase, evening.round, evening.credits(1)) == (Phase.IDLE, 2, 100_000)


@pytest.mark.parametrize("phase", ["idle", "betting", "settling"])
def test_before_the_close_and_after_the_result_there_is_nothing_to_void(phase: str) -> None:
    assert void(in_phase(phase)).code == "not_now"


def test_carried_wagers_stay_through_a_void() -> None:
    evening = in_phase("settling").time_is_up().bet(1, "field", 300).to_the_throw()
    void(evening)
    assert (evening.phase, evening.layout(1)) == (Phase.BETTING, {"pass_line": 500})


def test_take_downs_of_the_window_stand_after_a_void() -> None:
    evening = in_phase("betting").bet(1, "place:6", 600).roll(1, 3).take_down(1, "place:6").to_the_throw()
    assert void(evening).layout(1) == {"pass_line": 500}


def test_a_void_is_refused_once_an_authentic_result_is_known() -> None:
    evening = in_phase("rolling").door("dome", True).throw(1, 3)
    assert void(evening).code == "result_known"
    assert evening.door("dome", False).phase is Phase.SETTLING


def test_a_void_needs_a_supervisor_and_a_reason() -> None:
    evening = in_phase("rolling")
    assert evening.operator("void", role="attendant", reference="x").code == "role"
    assert evening.operator("void").code == "reason_missing"


def test_the_throw_of_a_voided_round_is_not_wanted_any_more_and_its_report_is_ignored() -> None:
    evening = void(in_phase("rolling"))
    assert (evening.wishes.throw, evening.wishes.abort) == (None, 1)
    evening.unit_says("ok", (3, 4), roll=1)
    assert (evening.wishes.abort, len(evening.just_told(Ignored))) == (None, 1)
    assert (evening.phase, evening.credits(1)) == (Phase.IDLE, 100_000)


def test_a_voided_throw_that_the_unit_never_accepted_is_forgotten() -> None:
    assert void(in_phase("rolling")).happens(RollUnknown(1)).wishes.abort is None


def test_a_throw_that_was_never_asked_for_need_not_be_aborted() -> None:
    assert void(in_phase("shooting")).wishes.abort is None


def test_a_void_after_a_reported_no_roll_leaves_no_throw_behind() -> None:
    assert void(in_phase("rolling").unit_says("stacked")).wishes.abort is None


def test_the_next_throw_after_a_void_has_a_new_id() -> None:
    evening = void(in_phase("rolling")).bet(1, "pass_line", 500).to_the_throw()
    assert evening.table.throw is not None
    assert evening.table.throw.id == 2


def test_a_late_report_of_a_voided_throw_does_not_settle_the_next_round() -> None:
    evening = void(in_phase("rolling")).bet(1, "pass_line", 500).to_the_throw().unit_says("ok", (3, 4), roll=1)
    assert (evening.phase, evening.table.result) == (Phase.ROLLING, None)


@pytest.mark.parametrize("outcome", ["die_missing", "stacked"])
def test_a_void_ends_the_holds_that_belonged_to_its_round(outcome: str) -> None:
    evening = in_phase("rolling")
    for _ in range(3 if outcome == "stacked" else 0):
        evening.unit_says("stacked").draw()
    assert evening.unit_says(outcome).holds
    assert void(evening).holds == set()


def test_a_void_does_not_end_what_hardware_says() -> None:
    assert void(in_phase("rolling").door("dome", True)).holds == {"door_dome"}


# ---- close-out --------------------------------------------------------------------------------------------------


def close_out(evening: Evening) -> Evening:
    return evening.operator("close_out", reference="the dice unit is dead")


@pytest.mark.parametrize("phase", ["betting", "closed", "shooting", "rolling", "recovery", "asking"])
def test_with_a_dead_unit_every_wager_goes_back_and_the_record_says_what_it_was(phase: str) -> None:
    evening = close_out(in_phase(phase).unit_lost())
    assert evening.just_told(RoundEnded) == [RoundEnded(1, "closed out", "the dice unit is dead", {})]
    assert (evening.phase, evening.credits(1), evening.holds) == (Phase.IDLE, 100_000, {"dice_link"})


def test_contract_and_hand_long_wagers_go_back_too() -> None:
    evening = in_phase("settling").time_is_up().bet(1, "pass_odds", 500).unit_lost()
    assert close_out(evening).credits(1) == 100_000


def test_a_result_that_is_known_is_settled_before_the_rest_goes_back_as_a_round_of_its_own() -> None:
    evening = close_out(in_phase("rolling").door("dome", True).throw(1, 3).unit_lost())
    ended = [(told.round, told.how) for told in evening.just_told(RoundEnded)]
    assert ended == [(1, "settled"), (2, "closed out")]
    assert (evening.phase, evening.round, evening.credits(1)) == (Phase.IDLE, 3, 100_000)


def test_while_a_result_is_shown_the_close_out_belongs_to_the_next_round() -> None:
    evening = close_out(in_phase("settling").unit_lost())
    assert [(told.round, told.how) for told in evening.just_told(RoundEnded)] == [(2, "closed out")]


def test_a_table_that_can_play_is_not_closed_out() -> None:
    assert close_out(in_phase("betting")).code == "not_held"


def test_a_close_out_needs_a_supervisor_and_a_reason() -> None:
    evening = in_phase("betting").unit_lost()
    assert evening.operator("close_out", role="attendant", reference="x").code == "role"
    assert evening.operator("close_out").code == "reason_missing"


def test_after_a_close_out_a_new_unit_plays_on() -> None:
    evening = close_out(in_phase("rolling").unit_lost()).unit_back(serial=99, last_roll=5000).operator("accept_unit")
    evening.bet(1, "pass_line", 500).to_the_throw().throw(3, 4)
    assert (evening.credits(1), evening.table.last_roll) == (100_000, 5001)
