"""Who throws the dice, and when they roll by themselves."""

from controller.facts.kinds import DrawTaken, Ignored, SeatChanged, ShooterChosen
from controller.table.events import Drawn, ScreenSeen
from controller.table.phases import Phase
from controller.table.state import REFUSALS_RECORDED
from tests.asked import pass_dice
from tests.table.evening import NONCE, Evening, an_evening


def a_shooter() -> Evening:
    """Seats 1 and 2 have line bets; seat 1 has the dice."""
    return an_evening(shoot_time=10).bet(1, "pass_line", 500).bet(2, "dont_pass", 500).close().draw()


def test_chance_is_drawn_before_anybody_may_press() -> None:
    evening = an_evening().bet(1, "pass_line", 500).close()
    assert (evening.phase, evening.wishes.shoot_lamp) == (Phase.CLOSED, None)
    wanted = evening.wishes.draw
    assert wanted is not None
    assert "any_seven" in wanted.spots
    evening.draw(any_seven="high")
    assert evening.just_told(DrawTaken) == [DrawTaken(1, NONCE, {"any_seven": "high"})]


def test_power_odds_are_paid_as_they_were_drawn() -> None:
    plain = an_evening().bet(1, "any_seven", 500).to_the_throw().throw(3, 4)
    powered = an_evening().bet(1, "any_seven", 500).close().draw(any_seven="high").throw(3, 4)
    assert powered.credits(1) > plain.credits(1)


def test_chance_for_another_throw_or_for_spots_that_have_none_is_refused() -> None:
    evening = an_evening().bet(1, "pass_line", 500).close()
    for event in (Drawn(2, NONCE, {}), Drawn(1, "short", {}), Drawn(1, NONCE, {"field": "low"})):
        evening.happens(event)
        assert evening.phase is Phase.CLOSED
    assert evening.draw().phase is Phase.SHOOTING


def test_the_lamp_of_the_shooter_alone_is_lit() -> None:
    evening = a_shooter()
    assert (evening.wishes.shoot_lamp, evening.wishes.due_in) == (1, 10_000)
    assert evening.wishes.throw is None


def test_the_shooter_presses_and_the_dice_are_wanted() -> None:
    evening = a_shooter().press(1)
    throw = evening.wishes.throw
    assert throw is not None
    assert (evening.phase, throw.roll_id, throw.nonce, throw.shake) == (Phase.ROLLING, 1, NONCE, True)


def test_the_shooter_may_press_on_his_screen() -> None:
    assert a_shooter().touch_shoot(1).phase is Phase.ROLLING


def test_the_screen_of_anybody_else_starts_nothing() -> None:
    evening = a_shooter().touch_shoot(2)
    assert (evening.code, evening.phase) == ("not_the_shooter", Phase.SHOOTING)


def test_a_press_by_somebody_else_is_ignored_and_recorded() -> None:
    evening = a_shooter().press(2)
    assert evening.phase is Phase.SHOOTING
    assert [told.why for told in evening.just_told(Ignored)] == ["seat 1 is the shooter"]


def test_a_press_that_began_before_the_button_opened_is_ignored_and_recorded() -> None:
    evening = a_shooter().press(1, fresh=False)
    assert evening.phase is Phase.SHOOTING
    assert len(evening.just_told(Ignored)) == 1


def test_a_press_in_any_other_phase_is_ignored_and_recorded() -> None:
    evening = an_evening().bet(1, "pass_line", 500).press(1)
    assert evening.phase is Phase.BETTING
    assert len(evening.just_told(Ignored)) == 1


def test_who_hammers_on_the_button_is_recorded_up_to_a_bound_and_then_counted() -> None:
    evening = an_evening()
    for _ in range(100):
        evening.press(2)
    assert len(evening.all_told(Ignored)) == REFUSALS_RECORDED
    assert evening.table.seats[2].refusals == 100


def test_at_the_end_of_his_time_the_dice_roll_by_themselves() -> None:
    evening = a_shooter().wait(9.999)
    assert evening.phase is Phase.SHOOTING
    assert evening.wait(0.001).phase is Phase.ROLLING


def test_a_press_that_is_read_after_the_end_of_his_time_is_ignored() -> None:
    evening = a_shooter().wait(10).press(1)
    assert (evening.phase, len(evening.just_told(Ignored))) == (Phase.ROLLING, 1)


def test_with_nobody_to_shoot_the_house_rolls() -> None:
    evening = an_evening().bet(1, "field", 500).close().draw()
    assert (evening.phase, evening.wishes.shoot_lamp) == (Phase.ROLLING, None)


def test_the_shooter_passes_the_dice_and_the_next_has_his_full_time() -> None:
    evening = a_shooter().wait(9).pass_dice(1)
    assert (evening.wishes.shoot_lamp, evening.wishes.due_in) == (2, 10_000)
    assert evening.just_told(ShooterChosen) == [ShooterChosen(2)]
    assert evening.press(1).phase is Phase.SHOOTING
    assert evening.press(2).phase is Phase.ROLLING


def test_when_everybody_has_declined_the_house_rolls() -> None:
    evening = a_shooter().pass_dice(1).pass_dice(2)
    assert (evening.phase, evening.table.game.shooter) == (Phase.ROLLING, None)


def test_nobody_passes_dice_that_he_does_not_hold_or_has_thrown() -> None:
    assert a_shooter().pass_dice(2).code == "not_the_shooter"
    assert a_shooter().press().pass_dice(1).code == "no_button_now"


def test_a_shooter_whose_seat_waits_for_an_attendant_may_still_pass_the_dice() -> None:
    evening = a_shooter().cash_out(1).pass_dice(1)
    assert (evening.code, evening.wishes.shoot_lamp) == ("ok", 2)


def test_passing_in_an_earlier_round_is_not_passing_in_this_one() -> None:
    evening = a_shooter()
    stale = pass_dice(1, "terminal-1 before it was replaced", 1, evening.round)
    evening.press().throw(1, 1).time_is_up()
    evening.bet(1, "pass_line", 500).close().draw().happens(stale)
    assert (evening.code, evening.phase) == ("wrong_round", Phase.SHOOTING)


def test_the_chosen_seat_keeps_the_dice_after_a_void() -> None:
    evening = a_shooter().pass_dice(1).operator("void", reference="a coin fell in").bet(1, "pass_line", 500)
    evening.bet(2, "dont_pass", 500).close().draw()
    assert evening.wishes.shoot_lamp == 2


# ---- a seat whose screen is dark --------------------------------------------------------------------------------


def with_a_dark_screen(evening: Evening, seat: int) -> Evening:
    return evening.happens(ScreenSeen(seat, True)).happens(ScreenSeen(seat, False))


def test_a_seat_whose_screen_is_dark_is_not_offered_the_dice() -> None:
    evening = with_a_dark_screen(an_evening(), 1).bet(1, "pass_line", 500).bet(2, "dont_pass", 500).close()
    assert evening.just_told(ShooterChosen) == [ShooterChosen(2)]
    alone = with_a_dark_screen(an_evening(), 1).bet(1, "pass_line", 500).close()
    assert alone.just_told(ShooterChosen) == [ShooterChosen(None)]
    assert alone.draw().phase is Phase.ROLLING


def test_a_shooter_whose_screen_goes_dark_hands_the_dice_on_and_gets_them_again_when_it_is_back() -> None:
    evening = with_a_dark_screen(a_shooter(), 1)
    assert (evening.phase, evening.table.game.shooter) == (Phase.SHOOTING, 2)
    back = with_a_dark_screen(an_evening(), 1).happens(ScreenSeen(1, True)).bet(1, "pass_line", 500).close()
    assert back.just_told(ShooterChosen) == [ShooterChosen(1)]


def test_a_screen_that_was_never_seen_cannot_go_dark_and_nothing_is_told_twice() -> None:
    evening = an_evening().happens(ScreenSeen(1, False))
    assert evening.last.decisions == []
    evening.happens(ScreenSeen(1, True))
    assert evening.just_told(SeatChanged) == [SeatChanged(1, "screen_there")]
    assert evening.happens(ScreenSeen(1, True)).last.decisions == []
    assert evening.happens(ScreenSeen(1, False)).just_told(SeatChanged) == [SeatChanged(1, "screen_dark")]
    assert evening.power_failure().table.seats[1].screen is False
