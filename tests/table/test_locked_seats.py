"""A locked seat cannot act: nothing of it is gambled against its will, and what is locked plays on until decided."""

import pytest

from controller.facts.kinds import Posting, RoundEnded, SeatChanged
from controller.games.interface import Returned, Settled
from controller.table.phases import Phase
from tests.table.evening import Evening, an_evening, an_evening_of_the_toy

LOCKED = "seat locked"


def back(evening: Evening) -> dict[str, int]:
    """What went back in the last step because its seat was locked."""
    return {told.bet: told.amount for told in evening.just_told(Returned) if told.why == LOCKED}


def test_after_a_large_win_what_could_be_taken_down_comes_back_with_the_round_that_won_it() -> None:
    evening = an_evening(large_win=499).bet(1, "field", 500).bet(1, "place:6", 600).bet(2, "place:8", 600)
    evening.to_the_throw().throw(1, 1)
    assert evening.wishes.locks == {1: "large_win"}
    assert back(evening) == {"field": 500, "place:6": 600}
    assert (evening.layout(1), evening.layout(2)) == ({}, {"place:8": 600})
    kinds = [type(told) for told in evening.last.decisions]
    assert kinds.index(Settled) < kinds.index(SeatChanged) < kinds.index(Returned) < kinds.index(RoundEnded)


def test_a_contract_with_its_odds_and_a_wager_for_the_hand_play_on() -> None:
    evening = an_evening(large_win=999).bet(1, "pass_line", 500).bet(1, "hot_shooter", 300)
    evening.roll(2, 2).bet(1, "pass_odds", 1000).bet(1, "come", 500).roll(3, 3).bet(1, "come_odds:6", 1000)
    evening.bet(1, "hop:1-2", 100).to_the_throw().throw(1, 2)
    assert evening.wishes.locks == {1: "large_win"}
    assert sorted(evening.layout(1)) == ["come:6", "come_odds:6", "hot_shooter", "pass_line", "pass_odds"]
    assert back(evening) == {"hop:1-2": 100}


def test_what_wins_and_stays_while_its_seat_waits_is_no_stake_of_the_next_roll() -> None:
    evening = an_evening(large_win=999).bet(1, "pass_line", 500).roll(2, 2).bet(1, "field", 600).roll(1, 1)
    assert evening.layout(1) == {"pass_line": 500}
    evening.to_the_throw().throw(2, 2)
    assert evening.just_told(Settled)[0].stays
    assert (back(evening), evening.layout(1)) == ({"pass_line": 500}, {})


def test_a_hand_pay_brings_back_what_the_window_added_and_what_is_free() -> None:
    evening = an_evening("mbs_v3", credits=10_000).bet(1, "pass_line", 500).bet(1, "place:6", 600).roll(2, 2)
    evening.bet(1, "pass_line", 300).bet(1, "place:6", 600).cash_out(1)
    assert back(evening) == {"pass_line": 300, "place:6": 1200}
    assert (evening.layout(1), evening.credits(1)) == ({"pass_line": 500}, 1500)


def test_vigorish_comes_back_with_it_whatever_the_house_keeps_of_a_take_down() -> None:
    evening = an_evening("mbs_v3", credits=10_000).bet(1, "pass_line", 500).bet(1, "lay:4", 2000).roll(2, 4)
    held = evening.table.game.money(1).vigorish
    evening.cash_out(1)
    assert held > 0
    assert (evening.credits(1), evening.table.game.money(1).vigorish) == (2000 + held, 0)
    assert [told for told in evening.just_told(Posting) if told.account == "house"] == []


@pytest.mark.parametrize("ends", ["settled", "void"])
def test_cashed_out_after_the_close_its_wagers_are_rolled_once_and_then_come_back(ends: str) -> None:
    evening = an_evening().bet(1, "place:6", 600).bet(2, "place:8", 600).roll(1, 2).to_the_throw().cash_out(1)
    assert (evening.code, evening.layout(1)) == ("ok", {"place:6": 600})
    if ends == "settled":
        evening.throw(2, 1)
    else:
        evening.operator("void", reference="a fly in the dome")
    assert (back(evening), evening.layout(1)) == ({"place:6": 600}, {})


def test_a_result_that_is_shown_is_no_roll_under_way() -> None:
    evening = an_evening().bet(1, "place:6", 600).to_the_throw().throw(1, 2)
    assert evening.phase is Phase.SETTLING
    assert back(evening.cash_out(1)) == {"place:6": 600}


def test_the_last_wager_of_the_table_may_come_back_and_the_dice_rest() -> None:
    evening = an_evening().bet(1, "field", 500).cash_out(1)
    assert (evening.layout(1), evening.phase) == ({}, Phase.BETTING)
    assert evening.close().phase is Phase.IDLE


def test_unlocked_the_seat_plays_on_with_what_came_back() -> None:
    evening = an_evening().bet(1, "field", 500).cash_out(1).operator("hand_pay", seat=1, reference="17")
    assert evening.credits(1) == 500
    assert evening.bet(1, "field", 500).code == "ok"


def locked_shooter() -> Evening:
    evening = an_evening(large_win=999).bet(1, "pass_line", 500).roll(2, 2).bet(1, "field", 600).roll(1, 1)
    evening.close().draw()
    assert (evening.wishes.locks, evening.wishes.shoot_lamp) == ({1: "large_win"}, 1)
    return evening


def test_a_locked_shooter_may_press_or_pass() -> None:
    assert locked_shooter().touch_shoot(1).phase is Phase.ROLLING
    assert locked_shooter().press(1).phase is Phase.ROLLING
    passed = locked_shooter().pass_dice(1)
    assert (passed.code, passed.phase, passed.table.game.shooter) == ("ok", Phase.ROLLING, None)


def test_another_game_gives_back_too() -> None:
    evening = an_evening_of_the_toy().bet(1, "number:1", 100).bet(2, "number:2", 100).cash_out(1)
    assert (back(evening), evening.layout(2)) == ({"number:1": 100}, {"number:2": 100})
