"""Roulette through the table, by section 3 of its rules: the close."""

from typing import Any

import pytest

from controller.facts.kinds import BetsClosedLate, ResultUnused, RoundEnded
from controller.games.interface import Returned
from controller.games.roulette.racetrack import SERIES
from controller.table.events import RollUnknown
from controller.table.phases import Phase
from tests.games.roulette.evening import AnEvening, an_evening


def with_a_bet(**settings: Any) -> AnEvening:
    return an_evening(**settings).bet(1, "straight:17", 500)


def turning(**settings: Any) -> AnEvening:
    """Seat 1 has 500 on 17, and the ball turns while bets are open."""
    return with_a_bet(**settings).asked()


def test_a_round_is_played_and_the_winner_is_paid_and_returned() -> None:
    evening = with_a_bet().bet(2, "red", 1000)
    assert (evening.phase, evening.wishes.due_in) == (Phase.BETTING, 17_000)
    evening.asked()
    assert (evening.phase, evening.wishes.due_in) == (Phase.DRAWING, 8_000)
    evening.time_is_up()
    assert (evening.phase, evening.wishes.due_in) == (Phase.ROLLING, None)
    evening.spun(17)
    assert (evening.phase, evening.table.result, evening.wishes.due_in) == (Phase.ROLLING, {"number": 17}, 2_000)
    evening.confirmed()
    assert (evening.phase, evening.credits(1), evening.credits(2)) == (Phase.SETTLING, 117_500, 99_000)
    assert evening.just_told(RoundEnded)[0].details == {"number": 17, "colour": "black", "won": {"1": 17_500}}
    assert evening.time_is_up().phase is Phase.IDLE


def test_wagers_take_downs_and_done_are_taken_while_the_ball_turns() -> None:
    evening = turning()
    assert evening.bet(2, "red", 100).code == "ok"
    assert evening.take_down(1, "straight:17", 200).code == "ok"
    assert evening.done(1, 2).phase is Phase.DRAWING
    assert evening.call(1, "straight:17", False).code == "no_calls"


def test_after_no_more_bets_nothing_is_placed_and_nothing_taken_back() -> None:
    evening = turning().time_is_up()
    assert evening.bet(2, "red", 100).code == "bets_closed"
    assert evening.take_down(1, "straight:17").code == "bets_closed"


def test_without_time_before_it_bets_close_and_then_the_wheel_is_asked() -> None:
    evening = with_a_bet(spin_before=0)
    assert evening.wishes.due_in == 25_000
    evening.time_is_up()
    assert (evening.phase, evening.bet(2, "red", 100).code) == (Phase.CLOSED, "bets_closed")
    assert evening.draw().phase is Phase.ROLLING


def test_with_everybody_done_what_is_left_becomes_the_time_before_the_spin() -> None:
    evening = with_a_bet().bet(2, "red", 100).done(1)
    assert evening.phase is Phase.BETTING
    assert (evening.done(2).phase, evening.wishes.due_in) == (Phase.DRAWING, 8_000)
    assert (evening.draw().bet(2, "red", 100).phase, evening.wishes.due_in) == (Phase.DRAWING, 8_000)


def test_a_house_that_does_not_close_early_waits() -> None:
    assert with_a_bet(close_early=False).done(1).phase is Phase.BETTING


def test_with_everybody_done_and_no_time_before_the_spin_bets_close() -> None:
    assert with_a_bet(spin_before=0).done(1).phase is Phase.CLOSED


def test_a_ball_that_leaves_the_track_closes_the_bets_and_it_is_noted() -> None:
    evening = turning().nears()
    assert (evening.phase, evening.just_told(BetsClosedLate)) == (Phase.ROLLING, [BetsClosedLate(1, 8_000)])
    assert evening.bet(2, "red", 100).code == "bets_closed"


def test_that_of_another_spin_closes_nothing() -> None:
    assert turning().nears(99).phase is Phase.DRAWING
    assert turning().spun(5, spin=99).phase is Phase.DRAWING


@pytest.mark.parametrize("outcome", ["ok", "no_such_outcome"])
def test_any_report_of_the_wanted_spin_closes_the_bets_whatever_it_says_and_whoever_signed_it(outcome: str) -> None:
    evening = turning().wheel_says(outcome, 5, authentic=False)
    assert (evening.phase, evening.table.result) == (Phase.ROLLING, None)
    assert len(evening.just_told(BetsClosedLate)) == 1


def test_any_hold_closes_the_bets_for_good_once_the_wheel_is_asked() -> None:
    for happens in ("hold", "door", "link", "restart"):
        evening = turning()
        if happens == "hold":
            evening.operator("hold", reason="look").operator("resume")
        elif happens == "door":
            evening.door("dome", True).door("dome", False)
        elif happens == "link":
            evening.unit_lost().unit_back()
        else:
            evening.power_failure().unit_back()
        assert (evening.phase, evening.holds) == (Phase.ROLLING, set()), happens
        assert evening.bet(1, "straight:17", 500).code == "bets_closed"
        assert evening.spun(17).confirmed().credits(1) == 117_500


def test_a_restart_before_the_launch_opens_the_window_again() -> None:
    evening = with_a_bet().wait(10).power_failure().unit_back()
    assert (evening.phase, evening.wishes.due_in) == (Phase.BETTING, 17_000)


def test_with_nothing_on_the_felt_the_wheel_is_not_asked() -> None:
    evening = with_a_bet().take_down(1, "straight:17").time_is_up()
    assert (evening.phase, evening.wishes.draw, evening.round) == (Phase.IDLE, None, 2)


def nothing_lies() -> AnEvening:
    """The last wager came down while the ball turned, and bets have closed."""
    return turning().take_down(1, "straight:17").time_is_up()


def test_with_nothing_on_the_felt_at_the_close_no_timer_starts_until_the_ball_is_known_of() -> None:
    evening = nothing_lies()
    assert (evening.phase, evening.wishes.abort) == (Phase.IDLE, 1)
    evening.bet(1, "red", 500).done(1)
    assert (evening.phase, evening.wishes.due_in, evening.wait(600).phase) == (Phase.BETTING, None, Phase.BETTING)


def test_its_number_is_kept_and_settles_nothing_and_then_the_timer_starts() -> None:
    evening = nothing_lies().bet(1, "red", 500).spun(5, spin=1)
    assert evening.just_told(ResultUnused) == [ResultUnused(1, {"number": 5})]
    assert (evening.phase, evening.wishes.due_in, evening.wishes.abort) == (Phase.BETTING, 17_000, None)
    assert evening.round_of(7).credits(1) == 100_500


def test_once_it_is_found_unknown_the_timer_starts_and_is_cut_short_where_all_were_done() -> None:
    evening = nothing_lies().bet(1, "red", 500)
    assert evening.happens(RollUnknown(1)).wishes.due_in == 17_000
    done = nothing_lies().bet(1, "red", 500).done(1).wheel_says("aborted", spin=1)
    assert (done.phase, done.wishes.due_in) == (Phase.DRAWING, 8_000)


def test_a_forged_report_of_that_ball_lets_no_timer_start() -> None:
    evening = nothing_lies().bet(1, "red", 500).spun(5, spin=1, authentic=False)
    assert (evening.wishes.due_in, evening.table.malfunctions) == (None, 1)


def test_that_timer_waits_through_a_restart() -> None:
    evening = nothing_lies().bet(1, "red", 500).power_failure().unit_back()
    assert (evening.phase, evening.wishes.due_in, evening.wishes.abort) == (Phase.BETTING, None, 1)


def test_a_seat_that_locks_before_the_close_gets_its_wagers_back_and_after_it_none() -> None:
    before = turning().cash_out(1)
    assert before.just_told(Returned) == [Returned(1, "straight:17", 500, "seat locked")]
    after = turning().time_is_up().cash_out(1)
    assert (after.just_told(Returned), after.layout(1)) == ([], {"straight:17": 500})


def test_settings_are_refused_from_the_launch_to_the_settlement() -> None:
    change = {"outside": {"max": 1000}}
    assert with_a_bet().operator("settings", change=change).code == "ok"
    assert turning().operator("settings", change=change).code == "not_now"
    assert turning().time_is_up().spun(3).operator("settings", change=change).code == "not_now"
    assert turning().spun(3).confirmed().operator("settings", change=change).code == "ok"


def test_a_series_of_the_racetrack_is_taken_whole_or_not_at_all() -> None:
    voisins = {bet: chips * 100 for bet, chips in SERIES["voisins"].items()}
    evening = an_evening().lay(1, voisins)
    assert (evening.code, evening.layout(1), evening.credits(1)) == ("ok", voisins, 99_100)
    poor = an_evening(credits=800).lay(1, voisins)
    assert (poor.code, poor.layout(1), poor.credits(1)) == ("short_balance", {}, 800)


def test_what_all_wagers_could_win_is_the_most_over_the_37_numbers() -> None:
    evening = an_evening(liability_limit=35_000).bet(1, "straight:17", 500).bet(2, "straight:18", 1000)
    assert evening.bet(3, "straight:18", 100).code == "liability_limit"
    assert evening.bet(3, "straight:19", 1000).code == "ok"
