"""Roulette through the table, by section 3 of its rules: what came out, voids, no spin, power."""

from typing import Any

import pytest

from controller.facts.kinds import Malfunction, NoRoll, ResultKnown, ResultVoided, RoundEnded
from controller.facts.staff_kinds import ActDone
from controller.games.interface import Returned
from controller.games.roulette.rules.outcomes import CONTRADICTORY, LOOKED_AT, MEANS, NO_SPINS
from controller.protocol.devices.authentic.spin import CONTRADICTIONS, OUTCOMES
from controller.table.events import RollUnderWay, RollUnknown, ShakeRefused
from controller.table.phases import Phase
from tests.games.roulette.evening import AnEvening, an_evening


def closed(**settings: Any) -> AnEvening:
    """Seat 1 has 500 on 17, seat 2 1000 on red; bets are closed and the ball turns."""
    return an_evening(**settings).bet(1, "straight:17", 500).bet(2, "red", 1000).asked().time_is_up()


def all_is_back(evening: AnEvening) -> bool:
    return [evening.credits(seat) for seat in (1, 2, 3)] == [100_000] * 3 and evening.phase is Phase.IDLE


@pytest.mark.parametrize("reason", NO_SPINS)
def test_a_void_gives_all_stakes_back_says_why_and_opens_a_new_window(reason: str) -> None:
    evening = closed().wheel_says(reason)
    assert all_is_back(evening)
    assert [row.why for row in evening.just_told(Returned)] == ["void", "void"]
    assert evening.just_told(RoundEnded) == [RoundEnded(1, "void", reason, {})]
    assert evening.just_told(NoRoll)[0].outcome == reason
    assert evening.holds == ({"dice"} if reason in LOOKED_AT else set())


def test_the_ten_reasons_of_the_rules_and_three_of_a_machine_void_and_nothing_is_spun_again() -> None:
    assert len(NO_SPINS) == 13
    assert set(MEANS.values()) == {"result", "void", "void and hold"}


@pytest.mark.parametrize("code", CONTRADICTORY)
def test_a_report_that_contradicts_itself_voids_and_holds_at_once(code: str) -> None:
    evening = closed().wheel_says(code, 17)
    assert all_is_back(evening)
    assert (evening.holds, evening.table.holds["dice"]) == ({"dice"}, {"outcome": code})
    assert evening.operator("resume").holds == set()


def test_they_are_those_that_the_wire_finds() -> None:
    assert tuple(CONTRADICTIONS) == CONTRADICTORY
    assert ("ok", *NO_SPINS) == OUTCOMES


def test_a_wrong_signature_is_counted_and_the_third_holds_and_only_no_spin_ends_that_round() -> None:
    evening = closed().spun(17, authentic=False).spun(17, authentic=False)
    assert (evening.phase, evening.holds, evening.wishes.throw is not None) == (Phase.ROLLING, set(), True)
    evening.spun(17, authentic=False)
    assert (len(evening.all_told(Malfunction)), evening.holds) == (3, {"malfunction"})
    assert evening.operator("resume").code == "nothing_to_resume"
    assert evening.operator("no_spin", reason="the line is not ours").code == "ok"
    assert (all_is_back(evening), evening.holds) == (True, set())


def test_a_wheel_that_never_says_a_broken_off_spin_believably_is_waited_for_until_a_person_has_looked() -> None:
    evening = closed()
    spin = evening.wanted
    for _ in range(3):
        evening.spun(17, authentic=False)
    evening.operator("no_spin", reason="the line is not ours").bet(1, "red", 100)
    for _ in range(3):
        evening.spun(17, spin, authentic=False)
    assert (evening.holds, evening.table.left) == ({"malfunction"}, None)
    evening.operator("resume", role="attendant")
    assert (evening.holds, evening.wishes.abort, evening.table.left) == (set(), None, 17_000)
    assert evening.spun(17, spin, authentic=False).holds == set()
    assert evening.asked().spun(3).confirmed().phase is Phase.SETTLING


def test_a_spin_that_nobody_asked_for_is_counted_too() -> None:
    evening = closed().spun(17, spin=99).spun(17, spin=99).spun(17, spin=99)
    assert (evening.phase, evening.holds) == (Phase.ROLLING, {"malfunction"})


def test_a_number_that_is_none_is_counted_and_no_result() -> None:
    evening = closed().spun(37)
    assert (evening.phase, evening.table.result, evening.table.malfunctions) == (Phase.ROLLING, None, 1)


def test_voids_in_a_row_hold_after_the_round_and_a_resume_begins_the_count_anew() -> None:
    evening = closed(max_voids=2).wheel_says("not_spun")
    assert (evening.table.voids, evening.holds) == (1, set())
    evening.bet(1, "red", 100).asked().wheel_says("not_spun")
    assert (evening.phase, evening.holds, evening.table.voids) == (Phase.IDLE, {"no_rolls"}, 2)
    assert evening.operator("resume", role="attendant").table.voids == 0


def test_any_resume_begins_the_count_anew() -> None:
    evening = closed(max_voids=2).wheel_says("ball_out")
    assert (evening.table.voids, evening.holds) == (1, {"dice"})
    assert evening.operator("resume", role="attendant").table.voids == 0
    evening.bet(1, "red", 100).asked().wheel_says("not_spun")
    assert (evening.table.voids, evening.holds) == (1, set())


@pytest.mark.parametrize("outcome", ["foreign_object", "ball_out", "ok_same_direction"])
def test_what_a_person_has_to_look_at_holds_though_its_round_was_broken_off(outcome: str) -> None:
    evening = closed()
    spin = evening.wanted
    evening.operator("no_spin", reason="a hand").wheel_says(outcome, spin=spin)
    assert (evening.holds, evening.wishes.abort) == ({"dice"}, None)
    assert evening.operator("resume").holds == set()


def test_no_spin_and_close_outs_neither_count_nor_clear() -> None:
    evening = closed().wheel_says("not_spun")
    evening.bet(1, "red", 100).asked().operator("no_spin", reason="a hand").ball_gone()
    assert evening.table.voids == 1
    evening.bet(1, "red", 100).asked().operator("hold", reason="look").operator(
        "close_out", reason="a hand"
    ).ball_gone()
    assert evening.table.voids == 1
    evening.operator("resume").bet(1, "red", 100).round_of(0)
    assert evening.table.voids == 0


@pytest.mark.parametrize("role", ["attendant", "supervisor"])
def test_no_spin_voids_from_the_launch_to_the_settlement_under_a_hold_too(role: str) -> None:
    for evening in (
        an_evening().bet(1, "straight:17", 500).asked(),
        closed(),
        closed().operator("hold", reason="look").operator("resume"),
    ):
        assert evening.operator("no_spin", role=role, reason="the wheel was touched").code == "ok"
        assert (evening.credits(1), evening.wishes.abort) == (100_000, 1)
    held = closed().spun(17).operator("hold", reason="look").operator("no_spin", role=role, reason="a touch")
    assert (held.code, held.credits(1), held.phase) == ("ok", 100_000, Phase.IDLE)


def test_no_spin_is_for_nobody_else_wants_a_reason_and_has_its_time() -> None:
    assert closed().operator("no_spin", role="technician", reason="x").code == "role"
    assert closed().operator("no_spin").code == "reason_missing"
    assert an_evening().bet(1, "red", 100).operator("no_spin", reason="x").code == "not_now"
    assert closed().spun(17).confirmed().operator("no_spin", reason="x").code == "not_now"
    assert closed().operator("void", reason="x").code == "not_now"


def test_the_number_that_no_spin_voided_stays_on_record_with_who_voided_it() -> None:
    evening = closed().spun(17).operator("no_spin", reason="the ball was touched")
    assert evening.all_told(ResultKnown) == [ResultKnown(1, {"number": 17})]
    assert evening.just_told(ResultVoided) == [ResultVoided(1, {"number": 17}, "ann")]
    assert evening.just_told(ActDone)[0].reason == "the ball was touched"
    assert all_is_back(evening)
    assert evening.wishes.abort is None


def test_a_close_out_before_a_result_gives_all_back_and_with_one_settles_at_once() -> None:
    before = closed().unit_lost().operator("close_out", reason="the wheel is broken")
    assert all_is_back(before)
    known = closed().spun(17).operator("hold", reason="look").operator("close_out", reason="the wheel is broken")
    assert (known.credits(1), known.credits(2), known.phase) == (117_500, 99_000, Phase.IDLE)


def test_a_hold_stops_the_time_in_which_a_number_is_looked_at_and_a_restart_begins_it_anew() -> None:
    evening = closed().spun(17).wait(1).operator("hold", reason="look").wait(60)
    assert (evening.phase, evening.operator("resume").wait(1).phase) == (Phase.ROLLING, Phase.SETTLING)
    again = closed().spun(17).wait(1).power_failure().unit_back()
    assert (again.phase, again.wishes.due_in, again.wait(2).credits(1)) == (Phase.ROLLING, 2_000, 117_500)


def test_without_that_time_a_number_is_settled_as_it_comes() -> None:
    assert closed(confirm_time=0).spun(17).phase is Phase.SETTLING


def test_a_result_that_the_wheel_knows_after_a_power_failure_is_settled() -> None:
    evening = closed().power_failure().spun(17)
    assert evening.holds == {"dice_link"}
    assert evening.unit_back().time_is_up().credits(1) == 117_500


def test_a_spin_that_the_controller_slept_through_goes_on_and_is_concluded() -> None:
    evening = closed().power_failure().happens(RollUnderWay(1)).unit_back()
    assert evening.phase is Phase.ROLLING
    assert evening.spun(17).confirmed().credits(1) == 117_500


def test_a_spin_unknown_to_the_wheel_is_asked_for_again_with_the_same_id_and_nonce_and_the_same_wagers() -> None:
    evening = closed()
    wanted = evening.wishes.throw
    assert wanted is not None
    evening.power_failure()
    asked = evening.wishes.throw
    assert asked is not None
    assert not asked.shake
    assert evening.unit_back().happens(RollUnknown(1)).wishes.throw == wanted
    assert evening.layout(1) == {"straight:17": 500}


def test_a_busy_wheel_is_still_wanted_for_the_same_spin() -> None:
    evening = closed()
    wanted = evening.wishes.throw
    assert evening.happens(ShakeRefused(1, "busy", 1)).wishes.throw == wanted


def test_power_lost_in_the_wheel_before_the_ball_fell_is_void_and_nobody_is_asked() -> None:
    evening = closed().power_failure().unit_back().wheel_says("power_lost")
    assert (all_is_back(evening), evening.wishes.asked) == (True, ())


@pytest.mark.parametrize("at", ["betting", "drawing", "closed", "rolling", "known", "settling"])
def test_no_power_failure_loses_a_cent_or_asks_anybody(at: str) -> None:
    evening = an_evening(spin_before=0 if at == "closed" else 8).bet(1, "straight:17", 500).bet(2, "red", 1000)
    if at != "betting":
        evening.time_is_up()
    if at not in ("betting", "closed"):
        evening.draw()
    if at in ("rolling", "known", "settling"):
        evening.time_is_up()
    if at in ("known", "settling"):
        evening.spun(17)
    if at == "settling":
        evening.confirmed()
    evening.power_failure().unit_back()
    if at == "betting":
        evening.time_is_up()
    if evening.wishes.draw is not None:
        evening.draw()
    if evening.table.throw is not None and evening.table.result is None:
        evening.spun(17)
    if evening.phase is not Phase.IDLE:
        evening.time_is_up()
    assert (evening.credits(1), evening.credits(2)) == (117_500, 99_000)
