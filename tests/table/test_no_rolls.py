"""Throws that do not count, reports that cannot be, and a unit that refuses to shake."""

import pytest

from controller.facts.kinds import Ignored, Malfunction, NoRoll, ResultKnown
from controller.table.events import RollUnknown, ShakeRefused
from controller.table.phases import Phase
from controller.table.state import REFUSALS_RECORDED
from tests.table.evening import Evening, an_evening


def a_throw(max_no_rolls: int = 3) -> Evening:
    """The dice are wanted for seat 1's pass line."""
    return an_evening(max_no_rolls=max_no_rolls).bet(1, "pass_line", 500).to_the_throw()


@pytest.mark.parametrize("outcome", ["leaning", "stacked", "unreadable", "never_at_rest", "aborted"])
def test_a_no_roll_changes_nothing_and_the_dice_are_shaken_again_under_a_new_id_and_nonce(outcome: str) -> None:
    evening = a_throw().unit_says(outcome)
    assert evening.just_told(NoRoll) == [NoRoll(1, outcome, 1)]
    assert (evening.phase, evening.holds, evening.layout(1)) == (Phase.ROLLING, set(), {"pass_line": 500})
    wanted = evening.wishes.draw
    assert wanted is not None
    assert (wanted.roll_id, wanted.spots, evening.wishes.throw) == (2, (), None)
    evening.draw().throw(3, 4)
    assert evening.credits(1) == 100_000


def test_a_no_roll_is_no_roll_of_the_hand() -> None:
    evening = a_throw().unit_says("stacked").draw().throw(1, 3)
    assert evening.table.game.common_data()["rolls"] == 1


def test_the_power_odds_that_were_shown_hold_for_the_throw_that_counts() -> None:
    evening = an_evening().bet(1, "any_seven", 500).close().draw(any_seven="high")
    evening.unit_says("stacked").draw().throw(3, 4)
    assert evening.credits(1) > 100_000 + 4 * 500


def test_after_too_many_no_rolls_the_table_is_held_for_the_operator() -> None:
    evening = a_throw(max_no_rolls=2)
    evening.unit_says("stacked").draw().unit_says("leaning").draw()
    assert not evening.holds
    evening.unit_says("stacked")
    assert (evening.holds, evening.wishes.draw) == ({"no_rolls"}, None)


def test_an_operator_resumes_after_too_many_no_rolls_and_they_are_counted_anew() -> None:
    evening = a_throw(max_no_rolls=0).unit_says("stacked").operator("resume", role="attendant")
    assert (evening.holds, evening.table.no_rolls) == (set(), 0)
    assert evening.draw().throw(1, 3).phase is Phase.SETTLING


@pytest.mark.parametrize("outcome", ["die_missing", "foreign_object", "extra_die", "lid_opened"])
def test_what_a_person_must_look_at_holds_at_once(outcome: str) -> None:
    evening = a_throw().unit_says(outcome)
    assert (evening.holds, evening.phase) == ({"dice"}, Phase.ROLLING)
    assert evening.operator("resume", role="attendant").draw().throw(1, 3).phase is Phase.SETTLING


@pytest.mark.parametrize("faces", [(0, 3), (7, 1), (3, -1)])
def test_faces_that_no_die_has_are_a_malfunction_and_never_a_result(faces: tuple[int, int]) -> None:
    evening = a_throw().unit_says("ok", faces)
    assert (evening.phase, len(evening.just_told(Malfunction))) == (Phase.ROLLING, 1)


def test_an_outcome_that_the_contract_does_not_know_is_a_malfunction() -> None:
    assert len(a_throw().unit_says("outcome_11").just_told(Malfunction)) == 1


def test_a_report_with_a_wrong_mac_is_not_a_result() -> None:
    evening = a_throw().throw(3, 4, authentic=False)
    assert (evening.phase, evening.table.result) == (Phase.ROLLING, None)
    assert len(evening.just_told(Malfunction)) == 1
    assert evening.throw(1, 3).phase is Phase.SETTLING


def test_the_third_malfunction_holds_the_table_and_resuming_throws_anew() -> None:
    evening = a_throw()
    for _ in range(3):
        evening.throw(3, 4, authentic=False)
    assert (evening.holds, evening.wishes.throw is not None) == ({"malfunction"}, True)
    evening.operator("resume", role="attendant")
    assert (evening.wishes.abort, evening.draw().throw(1, 3).phase) == (1, Phase.SETTLING)


def test_a_unit_that_chatters_is_recorded_up_to_a_bound() -> None:
    evening = a_throw()
    for _ in range(100):
        evening.throw(3, 4, authentic=False)
        evening.happens(ShakeRefused(1, "busy", 0))
        evening.happens(RollUnknown(77))
    assert len(evening.told) < 40 + 2 * REFUSALS_RECORDED


def test_a_report_for_a_throw_nobody_asked_for_is_a_malfunction() -> None:
    evening = a_throw().unit_says("ok", (3, 4), roll=99)
    assert (evening.phase, len(evening.just_told(Malfunction))) == (Phase.ROLLING, 1)


def test_a_report_before_the_shooter_pressed_is_a_malfunction() -> None:
    evening = an_evening().bet(1, "pass_line", 500).close().draw().throw(3, 4)
    assert (evening.phase, len(evening.just_told(Malfunction))) == (Phase.SHOOTING, 1)


def test_a_repeated_report_of_a_settled_throw_is_ignored() -> None:
    evening = a_throw().throw(1, 3).unit_says("ok", (1, 3), roll=1)
    assert len(evening.just_told(Ignored)) == 1
    assert evening.credits(1) == 99_500


def test_while_held_a_repeated_result_is_ignored_and_another_one_is_a_malfunction() -> None:
    evening = a_throw().door("dome", True).throw(1, 3)
    assert evening.just_told(ResultKnown) == [ResultKnown(1, {"faces": [1, 3]})]
    assert evening.throw(1, 3).just_told(Malfunction) == []
    assert len(evening.throw(3, 4).just_told(Malfunction)) == 1
    assert evening.door("dome", False).layout(1) == {"pass_line": 500}


def test_a_stale_id_leads_to_a_new_throw_past_the_units_last() -> None:
    evening = a_throw().happens(ShakeRefused(1, "stale", 40))
    wanted = evening.wishes.draw
    assert wanted is not None
    assert (wanted.roll_id, evening.phase) == (41, Phase.ROLLING)


def test_a_stale_id_that_jumps_too_far_needs_a_supervisor() -> None:
    evening = a_throw().happens(ShakeRefused(1, "stale", 2**40))
    assert evening.holds == {"roll_jump"}
    evening.operator("accept_unit")
    wanted = evening.wishes.draw
    assert wanted is not None
    assert wanted.roll_id == 2**40 + 1


def test_a_shake_whose_settings_the_unit_does_not_take_holds_for_a_person() -> None:
    assert a_throw().happens(ShakeRefused(1, "bad_parameter", 0)).holds == {"dice"}


@pytest.mark.parametrize("verdict", ["busy", "lid_open", "fault_latched", "already_done"])
def test_other_refusals_to_shake_are_noted_and_the_throw_stays_wanted(verdict: str) -> None:
    evening = a_throw().happens(ShakeRefused(1, verdict, 0))
    assert (evening.holds, evening.wishes.throw is not None) == (set(), True)
