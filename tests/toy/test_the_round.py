"""The toy behind the same door: betting stays open while its outcome is drawn, and an outcome can be void."""

from controller.facts.kinds import Asked, Ignored, NoRoll, ResultKnown, RoundEnded
from controller.games.interface import Returned
from controller.table.events import OutcomeNears
from controller.table.phases import Phase
from tests.table.evening import Evening, an_evening, an_evening_of_the_toy
from tests.toy.game import toy_rules


def a_turning_wheel() -> Evening:
    """Seat 1 has guessed 5; the wheel turns."""
    return an_evening_of_the_toy(bet_time=25).bet(1, "number:5", 100).draw()


def a_late_wheel(**rules: int) -> Evening:
    """Seat 1 has guessed 5; the wheel turns for the last 8 of 25 seconds in which bets are taken."""
    evening = an_evening_of_the_toy(rules=toy_rules(turn_before=8, **rules), bet_time=25)
    return evening.bet(1, "number:5", 100).wait(17)


def test_the_first_wager_starts_the_timer_and_the_wheel() -> None:
    evening = an_evening_of_the_toy(bet_time=25).bet(1, "number:5", 100)
    assert (evening.phase, evening.wishes.due_in, evening.wishes.draw is not None) == (Phase.DRAWING, 25_000, True)
    throw = evening.draw().wishes.throw
    assert throw is not None
    assert throw.shake


def test_wagers_are_taken_while_the_wheel_turns() -> None:
    assert a_turning_wheel().bet(2, "number:6", 100).code == "ok"


def test_the_bet_timer_closes_the_bets_and_the_outcome_comes_after_it() -> None:
    evening = a_turning_wheel().close()
    assert evening.phase is Phase.ROLLING
    assert evening.bet(2, "number:6", 100).code == "bets_closed"
    assert evening.throw(5, 0).credits(1) == 1400


def test_an_outcome_before_the_timer_ends_closes_the_bets() -> None:
    evening = a_turning_wheel().throw(4, 0)
    assert (evening.phase, evening.credits(1)) == (Phase.SETTLING, 900)
    assert evening.bet(2, "number:4", 100).code == "bets_closed"
    assert evening.time_is_up().phase is Phase.IDLE


def test_a_wager_read_after_the_timer_ended_is_late_though_the_wheel_still_turns() -> None:
    evening = a_turning_wheel().wait(25)
    assert evening.bet(2, "number:6", 100).code == "bets_closed"


def test_saying_done_does_not_close_bets_that_the_outcome_closes() -> None:
    assert a_turning_wheel().done(1).phase is Phase.DRAWING


def test_a_void_outcome_gives_the_stakes_back_and_says_why() -> None:
    for evening in (a_turning_wheel(), a_turning_wheel().close()):
        evening.unit_says("no_spin")
        assert [row.why for row in evening.just_told(Returned)] == ["void"]
        assert evening.just_told(RoundEnded) == [RoundEnded(1, "void", "no_spin", {})]
        assert (evening.credits(1), evening.phase, evening.wishes.abort) == (1000, Phase.IDLE, None)


def test_an_outcome_that_does_not_count_is_drawn_again_with_bets_still_open() -> None:
    evening = a_turning_wheel().unit_says("stuck")
    assert (evening.phase, len(evening.just_told(NoRoll))) == (Phase.DRAWING, 1)
    assert evening.draw().throw(5, 0).credits(1) == 1400


def test_power_lost_while_the_wheel_turned_is_drawn_again_and_nobody_is_asked() -> None:
    for evening in (a_turning_wheel(), a_turning_wheel().close()):
        before = evening.phase
        evening.unit_says("power_lost")
        assert (evening.phase, evening.all_told(Asked)) == (before, [])
        assert evening.draw().throw(5, 0).phase is Phase.SETTLING


def test_a_restart_with_the_wheel_unseen_closes_the_bets_and_asks_for_the_same_outcome() -> None:
    evening = a_turning_wheel().power_failure().unit_back()
    assert (evening.phase, evening.all_told(Asked)) == (Phase.ROLLING, [])
    assert evening.bet(2, "number:5", 100).code == "bets_closed"
    assert evening.throw(5, 0).credits(1) == 1400


def test_a_wheel_lost_sight_of_closes_the_bets_for_it_may_come_to_rest_unseen() -> None:
    evening = a_turning_wheel().unit_lost().unit_back()
    assert evening.phase is Phase.ROLLING
    assert evening.throw(5, 0).credits(1) == 1400


def test_a_restart_before_the_wheel_was_started_opens_the_window_again() -> None:
    evening = an_evening_of_the_toy(bet_time=25).bet(1, "number:5", 100).wait(20).power_failure().unit_back()
    assert (evening.phase, evening.wishes.due_in) == (Phase.DRAWING, 25_000)


def test_an_outcome_that_comes_while_held_is_settled_when_nothing_holds_and_no_bet_slips_in() -> None:
    evening = a_turning_wheel().door("dome", True).throw(5, 0)
    assert (evening.phase, evening.bet(2, "number:5", 100).code) == (Phase.DRAWING, "held")
    assert evening.door("dome", False).phase is Phase.SETTLING


def test_a_supervisor_voids_the_round_while_the_wheel_turns() -> None:
    evening = a_turning_wheel().operator("void", reference="a hand on the wheel")
    assert (evening.phase, evening.credits(1), evening.wishes.abort) == (Phase.IDLE, 1000, 1)
    assert len(evening.unit_says("ok", (5, 0), roll=1).just_told(Ignored)) == 1


def test_a_close_out_gives_all_back() -> None:
    evening = a_turning_wheel().unit_lost().operator("close_out", reference="the wheel is broken")
    assert (evening.phase, evening.credits(1)) == (Phase.IDLE, 1000)


def test_money_and_settings_go_the_same_way_as_in_craps() -> None:
    evening = an_evening_of_the_toy().cash_out(2).operator("settings", change={"bet_time": 40})
    assert (evening.table.settings.bet_time, evening.wishes.locks) == (40, {2: "hand_pay"})
    assert evening.operator("settings", change={"colour": "red"}).code == "bad_setting"


# ---- a wheel that is turned a while before bets close, and a number that is looked at before it is settled ----


def test_a_wheel_that_is_turned_late_is_turned_while_bets_are_still_taken() -> None:
    evening = a_late_wheel()
    assert (evening.phase, evening.wishes.due_in, evening.wishes.draw is not None) == (Phase.DRAWING, 8_000, True)
    evening.draw().bet(2, "number:6", 100)
    assert (evening.code, evening.wait(8).phase) == ("ok", Phase.ROLLING)


def test_with_everybody_done_the_wheel_is_turned_at_once_and_bets_stay_open_its_time() -> None:
    rules = toy_rules(turn_before=8)
    evening = an_evening_of_the_toy(rules=rules, bet_time=25).bet(1, "number:5", 100).done(1)
    assert (evening.phase, evening.wishes.due_in) == (Phase.DRAWING, 8_000)


def test_a_wheel_without_time_of_its_own_is_turned_once_bets_are_closed() -> None:
    evening = an_evening_of_the_toy(rules=toy_rules(turn_before=0), bet_time=25).bet(1, "number:5", 100).wait(25)
    assert (evening.phase, evening.draw().phase) == (Phase.CLOSED, Phase.ROLLING)


def test_a_number_that_is_about_to_come_out_closes_the_bets_and_that_of_another_turn_does_not() -> None:
    evening = a_late_wheel().draw()
    assert evening.happens(OutcomeNears(99)).phase is Phase.DRAWING
    assert evening.happens(OutcomeNears(1)).phase is Phase.ROLLING
    assert evening.bet(2, "number:6", 100).code == "bets_closed"


def test_any_hold_closes_the_bets_of_a_wheel_that_turns_unseen() -> None:
    evening = a_late_wheel().draw().operator("hold", reason="look")
    assert (evening.phase, evening.table.runs()) == (Phase.ROLLING, False)


def test_a_number_is_looked_at_for_its_time_before_it_is_settled() -> None:
    evening = a_late_wheel(confirm_time=2).draw().throw(5, 0)
    assert (evening.phase, evening.table.result, evening.wishes.due_in) == (Phase.ROLLING, {"number": 5}, 2_000)
    assert evening.wait(2).phase is Phase.SETTLING
    assert evening.credits(1) == 1400


def test_a_hold_stops_the_time_in_which_a_number_is_looked_at() -> None:
    evening = a_late_wheel(confirm_time=2).draw().throw(5, 0).operator("hold", reason="look").wait(60)
    assert evening.phase is Phase.ROLLING
    assert evening.operator("resume").phase is Phase.ROLLING
    assert evening.wait(2).phase is Phase.SETTLING


def test_a_restart_begins_that_time_anew() -> None:
    evening = a_late_wheel(confirm_time=2).draw().throw(5, 0).wait(1).power_failure().unit_back()
    assert (evening.phase, evening.table.left) == (Phase.ROLLING, 2_000)


def test_no_spin_voids_a_number_that_is_known_and_it_stays_on_record() -> None:
    evening = a_late_wheel(confirm_time=2).draw().throw(5, 0).operator("no_spin", reason="the ball was touched")
    assert (evening.code, evening.credits(1), evening.phase) == ("ok", 1000, Phase.IDLE)
    assert evening.just_told(RoundEnded) == [RoundEnded(1, "void", "the ball was touched", {})]
    assert evening.all_told(ResultKnown) == [ResultKnown(1, {"number": 5})]
    assert evening.wishes.abort is None


def test_no_spin_serves_once_the_wheel_turns_and_void_until_then() -> None:
    evening = a_late_wheel()
    assert evening.operator("no_spin", reason="x").code == "not_now"
    assert evening.draw().close().operator("void", reason="x").code == "not_now"
    assert evening.operator("no_spin", reason="x").code == "ok"


def test_no_spin_is_no_act_of_a_table_of_craps() -> None:
    assert an_evening().operator("no_spin", reason="x").code == "unknown_act"


def test_too_many_voids_in_a_row_hold_the_table_after_the_round_has_ended() -> None:
    evening = a_late_wheel(max_voids=2).draw().unit_says("no_spin")
    assert not evening.table.holds
    evening.bet(1, "number:5", 100).wait(17).draw().unit_says("no_spin")
    assert (evening.phase, set(evening.table.holds), evening.credits(1)) == (Phase.IDLE, {"no_rolls"}, 1000)
    assert evening.operator("resume").table.voids == 0


def test_a_valid_number_begins_the_count_of_voids_anew() -> None:
    evening = a_late_wheel(max_voids=2).draw().unit_says("no_spin")
    evening.bet(1, "number:5", 100).wait(17).draw().throw(4, 0)
    assert evening.table.voids == 0


def test_some_voids_want_a_person_to_look_at_once() -> None:
    evening = a_late_wheel().draw().unit_says("foreign_object")
    assert (evening.phase, set(evening.table.holds), evening.credits(1)) == (Phase.IDLE, {"dice"}, 1000)


def test_a_bet_time_shorter_than_the_turning_leaves_no_time_before_it() -> None:
    evening = an_evening_of_the_toy(rules=toy_rules(turn_before=8), bet_time=4).bet(1, "number:5", 100)
    assert (evening.phase, evening.table.time_for(Phase.BETTING), evening.wishes.due_in) == (Phase.DRAWING, 0, 8000)
