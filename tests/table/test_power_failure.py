"""A restart in every phase, with all that the dice unit may know by then."""

import pytest

from controller.facts.kinds import Asked, Ignored, RoundEnded
from controller.table.events import RollUnderWay, RollUnknown, SeatJoined
from controller.table.phases import Phase
from controller.table.wishes import WantedThrow
from tests.table.evening import NONCE, SERIAL, Evening, an_evening


def two_players(**settings: int) -> Evening:
    """Seats 1 and 2 on the pass line, seat 1 with the dice."""
    evening = an_evening(withdraw_time=settings.get("withdraw_time", 60))
    return evening.bet(1, "pass_line", 500).bet(2, "pass_line", 500)


def test_idle_stays_idle() -> None:
    evening = an_evening().power_failure().unit_back()
    assert (evening.phase, evening.holds) == (Phase.IDLE, set())


def test_before_bets_closed_the_window_simply_opens_again_with_the_wagers_that_were_accepted() -> None:
    evening = two_players().wait(20).power_failure()
    assert evening.bet(1, "field", 500).code == "held"
    evening.unit_back()
    assert (evening.phase, evening.round, evening.wishes.due_in) == (Phase.BETTING, 1, 25_000)
    assert evening.layout(2) == {"pass_line": 500}


def test_no_time_passes_while_the_unit_has_not_answered() -> None:
    evening = two_players().power_failure().wait(3600)
    assert (evening.phase, evening.wishes.due_in) == (Phase.BETTING, None)


def test_terminals_have_to_join_again() -> None:
    evening = an_evening().happens(SeatJoined(1)).power_failure()
    assert not evening.table.seats[1].linked


@pytest.mark.parametrize("before", ["closed", "shooting", "rolling"])
def test_nobody_is_asked_before_the_unit_has_answered(before: str) -> None:
    evening = two_players().close()
    if before != "closed":
        evening.draw()
    if before == "rolling":
        evening.press()
    evening.power_failure().wait(3600)
    assert (evening.phase, evening.wishes.asked, evening.holds) == (Phase.RECOVERY, (), {"dice_link"})
    assert evening.withdraw(1).code == "nothing_asked"


def test_with_no_throw_to_ask_about_the_players_are_asked_as_soon_as_the_unit_is_there() -> None:
    evening = two_players().close().power_failure().unit_back()
    assert evening.just_told(Asked) == [Asked((1, 2))]
    assert (evening.phase, evening.wishes.asked, evening.wishes.due_in) == (Phase.ASKING, (1, 2), 60_000)


def test_in_recovery_the_unit_is_asked_for_the_result_and_not_told_to_shake() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back()
    assert evening.wishes.throw == WantedThrow(1, NONCE, shake=False)


def test_a_result_that_the_unit_knows_is_settled() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back(last_roll=1).throw(3, 4)
    assert (evening.phase, evening.credits(1)) == (Phase.SETTLING, 100_000)
    assert evening.all_told(Asked) == []


def test_a_result_that_was_journalled_while_held_is_settled_when_the_unit_is_back() -> None:
    evening = two_players().to_the_throw().door("dome", True).throw(3, 4).power_failure().unit_back()
    assert evening.phase is Phase.ROLLING
    assert evening.door("dome", False).phase is Phase.SETTLING


def test_a_roll_under_way_is_waited_for() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().is_rolling()
    assert (evening.phase, evening.wishes.asked) == (Phase.ROLLING, ())
    assert evening.throw(3, 4).phase is Phase.SETTLING


def test_a_roll_that_the_unit_does_not_know_opens_the_question() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing()
    assert (evening.phase, evening.wishes.asked, evening.wishes.throw) == (Phase.ASKING, (1, 2), None)


def test_a_roll_that_power_loss_cut_off_opens_the_question_with_or_without_a_restart() -> None:
    assert two_players().to_the_throw().unit_says("power_lost").phase is Phase.ASKING
    restarted = two_players().to_the_throw().power_failure().unit_back(last_roll=1).unit_says("power_lost")
    assert restarted.phase is Phase.ASKING


def test_a_no_roll_known_to_the_unit_opens_no_question_and_is_thrown_again() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back(last_roll=1).unit_says("stacked")
    assert (evening.phase, evening.all_told(Asked)) == (Phase.ROLLING, [])
    assert evening.draw().throw(1, 3).phase is Phase.SETTLING


def test_when_all_keep_the_round_goes_on_with_the_same_throw() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing().keep(1).keep(2)
    assert (evening.phase, evening.wishes.throw) == (Phase.ROLLING, WantedThrow(1, NONCE, shake=True))
    assert evening.throw(3, 4).credits(2) == 100_000


def test_after_a_throw_that_was_cut_off_a_new_one_is_made() -> None:
    evening = two_players().to_the_throw().unit_says("power_lost").keep(1).keep(2)
    wanted = evening.wishes.draw
    assert wanted is not None
    assert wanted.roll_id == 2


def test_silence_keeps_the_wagers() -> None:
    evening = two_players(withdraw_time=30).to_the_throw().power_failure().unit_back().knows_nothing()
    assert evening.wait(29.9).phase is Phase.ASKING
    assert evening.wait(0.1).phase is Phase.ROLLING
    assert evening.layout(1) == {"pass_line": 500}


def test_who_withdraws_gets_all_back_contract_and_hand_long_wagers_and_held_vigorish_too() -> None:
    evening = an_evening("mbs_v3").bet(1, "pass_line", 500).bet(2, "pass_line", 500).roll(1, 3)
    evening.bet(1, "buy:6", 2000).bet(1, "pass_odds", 500)
    assert evening.table.game.money(1).vigorish == 100
    evening.to_the_throw().power_failure().unit_back(last_roll=2).knows_nothing().withdraw(1)
    assert evening.wishes.asked == (2,)
    evening.keep(2)
    assert (evening.credits(1), evening.layout(1), evening.table.game.money(1).vigorish) == (100_000, {}, 0)
    assert evening.throw(2, 2).credits(2) == 100_500


def test_hand_long_side_bets_are_withdrawn_with_the_rest() -> None:
    evening = an_evening("maryland").bet(1, "pass_line", 500).bet(1, "fire", 500).to_the_throw()
    evening.power_failure().unit_back().knows_nothing().withdraw(1)
    assert (evening.credits(1), evening.phase) == (100_000, Phase.IDLE)


def test_when_all_withdraw_the_round_is_a_record_of_its_own() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing().withdraw(1).withdraw(2)
    assert [(told.round, told.how) for told in evening.just_told(RoundEnded)] == [(1, "withdrawn")]
    assert (evening.phase, evening.wishes.abort) == (Phase.IDLE, 1)


def test_a_choice_may_be_changed_until_the_last_has_chosen() -> None:
    evening = two_players().close().power_failure().unit_back().withdraw(1).keep(1).keep(2)
    assert (evening.phase, evening.layout(1)) == (Phase.CLOSED, {"pass_line": 500})


@pytest.mark.parametrize("before", ["closed", "shooting"])
def test_a_shooter_who_withdraws_hands_the_dice_on(before: str) -> None:
    evening = two_players().close()
    if before == "shooting":
        evening.draw()
    evening.power_failure().unit_back()
    if before == "shooting":
        evening.knows_nothing()
    evening.withdraw(1).keep(2)
    if before == "closed":
        evening.draw()
    assert (evening.phase, evening.wishes.shoot_lamp) == (Phase.SHOOTING, 2)


def test_a_seat_without_wagers_is_not_asked() -> None:
    assert two_players().close().power_failure().unit_back().keep(3).code == "nothing_asked"


def test_a_unit_that_answers_late_with_a_result_ends_the_question() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing().withdraw(1).throw(3, 4)
    assert (evening.phase, evening.credits(1)) == (Phase.SETTLING, 100_000)
    assert evening.time_is_up().table.seats[1].choice is None


def test_a_unit_that_turns_out_to_be_rolling_ends_the_question_and_old_choices_are_forgotten() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing().withdraw(1).is_rolling()
    assert evening.phase is Phase.ROLLING
    evening.unit_says("power_lost").keep(2)
    assert (evening.phase, evening.wishes.asked) == (Phase.ASKING, (1,))


def test_a_second_power_failure_in_the_middle_of_the_question_asks_the_unit_again() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back().knows_nothing().withdraw(1).power_failure()
    assert (evening.phase, evening.wishes.asked) == (Phase.RECOVERY, ())
    evening.unit_back().knows_nothing()
    assert evening.wishes.asked == (2,)
    assert (evening.keep(2).phase, evening.layout(1)) == (Phase.ROLLING, {})


def test_power_failures_in_recovery_change_nothing() -> None:
    evening = two_players().to_the_throw().power_failure().power_failure().unit_back().power_failure().unit_back()
    assert evening.phase is Phase.RECOVERY
    assert evening.throw(3, 4).phase is Phase.SETTLING


def test_a_wrong_units_word_opens_no_question() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back(serial=SERIAL + 1).happens(RollUnknown(1))
    assert (evening.phase, len(evening.just_told(Ignored))) == (Phase.RECOVERY, 1)
    evening.happens(RollUnderWay(1))
    assert evening.phase is Phase.RECOVERY
    assert evening.operator("accept_unit").knows_nothing().wishes.asked == (1, 2)


def test_a_wrong_unit_with_no_throw_to_ask_about_opens_no_question_either() -> None:
    evening = two_players().close().power_failure().unit_back(serial=SERIAL + 1)
    assert evening.phase is Phase.RECOVERY
    assert evening.operator("accept_unit").phase is Phase.ASKING


def test_malfunctions_in_recovery_can_be_resumed_and_then_the_players_are_asked() -> None:
    evening = two_players().to_the_throw().power_failure().unit_back()
    for _ in range(3):
        evening.throw(3, 4, authentic=False)
    assert evening.operator("resume").phase is Phase.ASKING


def test_while_the_result_is_shown_a_restart_only_waits_for_the_unit() -> None:
    evening = two_players().to_the_throw().throw(1, 3).power_failure().unit_back()
    assert (evening.phase, evening.wishes.asked) == (Phase.SETTLING, ())
    assert evening.time_is_up().phase is Phase.BETTING


def test_the_draw_of_power_odds_survives() -> None:
    evening = an_evening().bet(1, "any_seven", 500).close().draw(any_seven="high").power_failure().unit_back()
    evening.knows_nothing().keep(1).throw(3, 4)
    assert evening.credits(1) > 100_000 + 4 * 500


def test_a_hold_of_before_still_holds() -> None:
    evening = two_players().operator("hold").power_failure().unit_back()
    assert evening.holds == {"operator"}
