"""The toy behind the same door: betting stays open while its outcome is drawn, and an outcome can be void."""

from controller.table.decisions import Asked, Ignored, NoRoll, Returned, RoundEnded
from controller.table.phases import Phase
from tests.table.evening import Evening, an_evening_of_the_toy


def a_turning_wheel() -> Evening:
    """Seat 1 has guessed 5; the wheel turns."""
    return an_evening_of_the_toy(bet_time=25).bet(1, "number:5", 100).draw()


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
