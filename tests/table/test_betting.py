"""The betting window: what opens it, what closes it, what it takes."""

from controller.games.interface import Returned
from controller.table.phases import Phase
from tests.asked import wager
from tests.table.evening import an_evening


def test_with_no_wager_the_table_stays_idle_and_no_timer_runs() -> None:
    evening = an_evening().wait(3600)
    assert (evening.phase, evening.wishes.due_in) == (Phase.IDLE, None)


def test_the_first_wager_starts_the_bet_timer() -> None:
    evening = an_evening(bet_time=25).wait(3600).bet(1, "pass_line", 500)
    assert (evening.phase, evening.wishes.due_in) == (Phase.BETTING, 25_000)


def test_a_refused_wager_starts_nothing() -> None:
    evening = an_evening().bet(1, "pass_line", 1)
    assert (evening.code, evening.phase) == ("below_minimum", Phase.IDLE)


def test_further_wagers_do_not_give_the_timer_new_time() -> None:
    evening = an_evening(bet_time=25).bet(1, "pass_line", 500).wait(10).bet(2, "field", 500)
    assert evening.wishes.due_in == 15_000


def test_bets_close_when_the_timer_ends() -> None:
    evening = an_evening(bet_time=25).bet(1, "pass_line", 500).wait(24.999)
    assert evening.phase is Phase.BETTING
    assert evening.wait(0.001).phase is Phase.CLOSED


def test_a_close_that_is_due_comes_before_the_wager_that_was_read_after_it() -> None:
    evening = an_evening(bet_time=25).bet(1, "pass_line", 500)
    late = wager(2, "terminal-2", 1, 1, "place", "field", 500)
    evening.happens(late, after=25_000)
    assert (evening.code, evening.layout(2), evening.phase) == ("bets_closed", {}, Phase.CLOSED)


def test_a_wager_that_comes_in_the_next_window_is_not_moved_into_it() -> None:
    evening = an_evening().bet(1, "pass_line", 500).roll(1, 3)
    evening.happens(wager(2, "terminal-2", 1, 1, "place", "field", 500))
    assert (evening.phase, evening.code, evening.layout(2)) == (Phase.BETTING, "wrong_round", {})


def test_contract_and_continuing_wagers_keep_the_table_running() -> None:
    evening = an_evening().bet(1, "pass_line", 500).roll(1, 3).roll(2, 2)
    assert (evening.phase, evening.round, evening.layout(1)) == (Phase.BETTING, 3, {"pass_line": 500})


def test_the_table_goes_idle_when_the_last_wager_is_lost() -> None:
    evening = an_evening().bet(1, "pass_line", 500).roll(1, 1)
    assert (evening.phase, evening.round) == (Phase.IDLE, 2)


def test_taken_down_to_nothing_the_window_ends_without_a_throw() -> None:
    evening = an_evening().bet(1, "field", 500).take_down(1, "field").close()
    assert (evening.phase, evening.round, evening.wishes.draw) == (Phase.IDLE, 2, None)


def test_a_side_bet_whose_company_was_taken_down_goes_back_and_the_dice_rest() -> None:
    evening = an_evening().bet(1, "pass_line", 500).bet(1, "hot_shooter", 500).take_down(1, "pass_line").close()
    assert [row.bet for row in evening.just_told(Returned)] == ["hot_shooter"]
    assert (evening.phase, evening.credits(1)) == (Phase.IDLE, 100_000)


def test_when_everybody_with_wagers_is_done_bets_close_early() -> None:
    evening = an_evening().bet(1, "pass_line", 500).bet(2, "field", 500).done(1)
    assert evening.phase is Phase.BETTING
    assert evening.done(2).phase is Phase.CLOSED


def test_who_has_no_wagers_is_not_waited_for_and_closes_nothing() -> None:
    evening = an_evening().bet(1, "pass_line", 500).done(3)
    assert evening.phase is Phase.BETTING
    assert evening.done(1).phase is Phase.CLOSED


def test_who_could_not_bet_anyway_is_not_waited_for() -> None:
    evening = an_evening().bet(1, "pass_line", 500).bet(2, "field", 500).cash_out(2).done(1)
    assert evening.phase is Phase.CLOSED


def test_who_bets_again_is_not_done_any_more() -> None:
    evening = an_evening().bet(1, "pass_line", 500).bet(2, "field", 500).done(1).bet(1, "field", 500).done(2)
    assert evening.phase is Phase.BETTING


def test_being_done_does_not_last_into_the_next_window() -> None:
    evening = an_evening().bet(1, "pass_line", 500).done(1).draw().press().throw(1, 3).time_is_up()
    assert (evening.phase, evening.table.seats[1].done) == (Phase.BETTING, False)


def test_closing_early_is_a_setting() -> None:
    evening = an_evening(close_early=False).bet(1, "pass_line", 500).done(1)
    assert (evening.code, evening.phase) == ("ok", Phase.BETTING)


def test_a_machine_that_was_frozen_for_a_minute_closes_the_bets_and_gives_the_shooter_his_full_time() -> None:
    evening = an_evening(bet_time=5, shoot_time=10).bet(1, "pass_line", 500).wait(60)
    assert evening.phase is Phase.CLOSED
    assert evening.draw().wishes.due_in == 10_000


def test_the_result_is_shown_for_its_time() -> None:
    evening = an_evening(result_time=5).bet(1, "pass_line", 500).to_the_throw().throw(1, 3)
    assert (evening.phase, evening.wishes.due_in) == (Phase.SETTLING, 5000)
    assert evening.bet(1, "field", 500).code == "bets_closed"
    assert evening.wait(5).phase is Phase.BETTING


def test_a_wager_may_be_taken_back_and_called_in_the_window() -> None:
    evening = an_evening("mbs_v3").bet(1, "hard:8", 500).call(1, "hard:8", True)
    assert evening.code == "ok"
    assert evening.take_down(1, "hard:8", 100).layout(1) == {"hard:8": 400}


def test_a_call_that_says_neither_on_nor_off_is_refused() -> None:
    evening = an_evening("mbs_v3").bet(1, "hard:8", 500)
    evening.happens(wager(1, "terminal-1", evening.next_id("terminal-1"), 1, "turn", "hard:8"))
    assert evening.code == "unknown_act"


def test_a_wager_of_a_seat_that_is_not_there_is_refused() -> None:
    assert an_evening().bet(9, "field", 500).code == "no_such_seat"


def test_a_wager_that_could_win_more_than_the_table_bears_is_refused_whoever_makes_it() -> None:
    evening = an_evening(liability_limit=50_000).bet(1, "horn:12", 500)
    assert evening.bet(2, "field", 2000).code == "ok"
    assert evening.bet(2, "horn:2", 500).code == "liability_limit"
    assert evening.layout(2) == {"field": 2000}


def test_a_take_down_makes_room_under_the_liability_limit() -> None:
    evening = an_evening(liability_limit=50_000).bet(1, "horn:12", 500).take_down(1, "horn:12")
    assert evening.bet(2, "horn:12", 500).code == "ok"
