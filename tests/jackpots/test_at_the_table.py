"""Progressive jackpots at a table: fed, hit, claimed, paid once; and what has no lease goes back."""

import pytest

from controller.facts.cash_kinds import AuthorityTold, FloorAsked
from controller.facts.jackpot_kinds import JackpotClaimed, JackpotFed, JackpotPaid, JackpotRefused
from controller.facts.kinds import MoveChanged, SeatChanged
from controller.games.interface import Returned
from controller.server.connections.seats.jackpot_views import jackpot_part
from controller.table.cash.moves import JACKPOT
from controller.table.jackpots.playing import NO_LEASE
from controller.table.snapshot import plain
from tests.jackpots.playing import BOXCARS, JackpotEvening, an_evening_with_jackpots
from tests.table.evening import an_evening

SIX_POINTS = [(2, 2), (2, 2), (1, 4), (1, 4), (2, 4), (2, 4), (4, 4), (4, 4), (4, 5), (4, 5), (4, 6)]
"""Five points made, and the sixth stands."""


def back(evening: JackpotEvening) -> list[tuple[int, str, int]]:
    """What went back in the last step because no lease was good."""
    return [(row.seat, row.bet, row.amount) for row in evening.just_told(Returned) if row.why == NO_LEASE]


def test_what_is_put_up_for_a_pot_goes_back_at_the_close_without_a_lease_and_nothing_else_does() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 500).bet(1, "field", 500).bet(2, "fire", 300).close()
    assert back(evening) == [(1, "horn:12", 500), (2, "fire", 300)]
    assert (evening.layout(1), evening.credits(2)) == ({"field": 500}, 100_000)
    evening.draw().press(1).throw(6, 6)
    assert [*evening.all_told(JackpotFed), *evening.all_told(JackpotClaimed)] == []


@pytest.mark.parametrize("left, stays", [(1001, True), (1000, False), (999, False)])
def test_a_lease_is_good_to_the_millisecond(left: int, stays: bool) -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 500)
    assert evening.table.left is not None
    evening.wait(evening.table.left / 1000 - 1).leased(left=left).close()
    assert (evening.layout(1) == {"horn:12": 500}) is stays


def test_a_lease_ends_while_the_table_is_held_and_with_a_restart_too() -> None:
    for held in (True, False):
        evening = an_evening_with_jackpots().bet(1, "horn:12", 500).bet(1, "field", 500).leased()
        if held:
            evening.operator("hold").wait(6).operator("resume")
        else:
            evening.power_failure().unit_back()
        assert evening.table.lease_left == 0
        evening.close()
        assert back(evening) == [(1, "horn:12", 500)]


def test_a_lease_is_for_the_jackpots_that_it_names_and_never_for_longer_than_five_seconds() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 500).bet(1, "fire", 500).leased(left=10**9)
    assert evening.table.lease_left == 5000
    assert evening.table.left is not None
    evening.wait(evening.table.left / 1000 - 1).leased("fire_six").close()
    assert back(evening) == [(1, "horn:12", 500)]


def test_a_roll_feeds_each_pot_in_whole_millionths_by_what_was_put_up_for_it_in_this_round() -> None:
    evening = an_evening_with_jackpots().bet(1, "fire", 300).bet(2, "fire", 700).bet(3, "horn:12", 100).round_on(1, 2)
    fed = {told.jackpot: (told.stake, told.parts, told.roll) for told in evening.all_told(JackpotFed)}
    assert fed == {"fire_six": (1000, 20_000_000, 1), "boxcars": (100, 500_100, 1)}
    evening.told.clear()
    evening.bet(1, "field", 500).roll(1, 3)
    assert evening.all_told(JackpotFed) == []  # a wager for the hand feeds it once
    assert evening.layout(1) == {"fire": 300}  # and needs no second lease


def test_a_round_that_does_not_count_feeds_nothing() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 500).leased()
    evening.wait(4).leased().wait(4).leased().operator("void", reason="spilt drink")
    assert evening.all_told(JackpotFed) == []


def test_the_chosen_roll_is_claimed_once_the_seat_waits_and_is_paid_once() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).round_on(6, 6)
    (claimed,) = evening.all_told(JackpotClaimed)
    assert (claimed.roll, claimed.hits) == (1, {"boxcars": {"1": 100}})
    asked = [(told.do, told.request) for told in evening.all_told(FloorAsked)]
    assert asked == [("claim", "1/boxcars")]
    assert evening.asks() == ["1/boxcars"]
    assert evening.wishes.locks == {1: "pot"}
    before = evening.credits(1)
    assert evening.bet(1, "field", 100).code == "seat_locked"
    assert evening.cash_out(1).code == "seat_locked"
    evening.answered("1/boxcars", 1234)
    assert (evening.paid(), evening.credits(1) - before, evening.wishes.locks) == ({1: 1234}, 1234, {})
    for again in range(3):
        evening.answered("1/boxcars", 1234 + again, decision=7 + again)
        assert (evening.paid(), evening.credits(1) - before) == ({}, 1234)
        assert not evening.just_told(AuthorityTold)[0].heeded


def test_each_seat_is_told_its_own_part_and_of_how_much_and_whether_the_last_roll_won_it() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).bet(2, "horn:12", 300).round_on(6, 6)
    evening.answered("1/boxcars", 1001)
    told = [jackpot_part(fact, evening.table) for fact in evening.just_told(JackpotPaid)]
    assert [(one.jackpot, one.amount, one.prize, one.by_last_roll) for one in told] == [
        ("boxcars", 251, 1001, True),
        ("boxcars", 750, 1001, True),
    ]
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).round_on(6, 6)
    evening.bet(2, "field", 500).roll(1, 3).answered("1/boxcars", 1001)
    (late,) = evening.just_told(JackpotPaid)
    assert not jackpot_part(late, evening.table).by_last_roll


def test_its_claim_stays_good_however_late_and_the_table_plays_on_meanwhile() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).round_on(6, 6)
    evening.wait(100_000)
    for _ in range(3):
        evening.bet(2, "field", 500).roll(1, 3)
    evening.power_failure().unit_back()
    assert evening.asks() == ["1/boxcars"]
    assert evening.answered("1/boxcars", 999).paid() == {1: 999}


def test_seats_that_hit_together_divide_by_stake_and_the_lowest_has_what_is_left() -> None:
    evening = an_evening_with_jackpots()
    for seat, stake in ((1, 100), (2, 100), (3, 100)):
        evening.bet(seat, "horn:12", stake)
    evening.round_on(6, 6).answered("1/boxcars", 1000)
    assert evening.paid() == {1: 334, 2: 333, 3: 333}
    assert evening.wishes.locks == {}


def test_the_sixth_point_wins_and_the_claim_of_one_roll_is_one_for_all_its_hits() -> None:
    evening = an_evening_with_jackpots().bet(1, "fire", 100).bet(2, "fire", 300).round_on(*SIX_POINTS[0])
    for faces in SIX_POINTS[1:]:
        evening.bet(3, "field", 100).roll(*faces)
    assert evening.all_told(JackpotClaimed) == []
    evening.bet(3, "field", 100).roll(4, 6)
    (claimed,) = evening.all_told(JackpotClaimed)
    assert claimed.hits == {"fire_six": {"1": 100, "2": 300}}
    evening.bet(3, "field", 100).roll(4, 3)
    assert len(evening.all_told(JackpotClaimed)) == 1


def test_a_hand_of_so_many_rolls_wins_at_that_roll_and_one_claim_has_all_hits_of_it() -> None:
    jackpots = {
        "boxcars": BOXCARS,
        "long_hand": {**BOXCARS, "bets": ["fire"], "base": 1, "trigger": {"hand": 2}},
    }
    evening = an_evening_with_jackpots(jackpots).bet(1, "fire", 100)
    assert evening.table.left is not None
    evening.wait(evening.table.left / 1000 - 1).leased("boxcars", "long_hand").roll(1, 2).bet(2, "horn:12", 100)
    evening.wait((evening.table.left or 0) / 1000 - 1).leased("boxcars", "long_hand").roll(6, 6)
    (claimed,) = evening.all_told(JackpotClaimed)
    assert claimed.hits == {"boxcars": {"2": 100}, "long_hand": {"1": 100}}
    assert evening.asks() == ["2/boxcars", "2/long_hand"]
    evening.answered("2/long_hand", 500)
    assert (evening.paid(), evening.wishes.locks, evening.asks()) == ({1: 500}, {2: "pot"}, ["2/boxcars"])


@pytest.mark.parametrize(
    "request_, amount, verdict, decision",
    [
        ("1/fire_six", 100, "won", 7),
        ("2/boxcars", 100, "won", 7),
        ("1/boxcars", -1, "won", 7),
        ("1/boxcars", 100, "granted", 7),
        ("1/boxcars", 100, "unknown", 7),
        ("1/boxcars", 100, "won", 0),
        ("", 100, "won", 7),
    ],
)
def test_nothing_is_paid_on_a_guess(request_: str, amount: int, verdict: str, decision: int) -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).round_on(6, 6)
    evening.answered(request_, amount, verdict, decision)
    assert (evening.paid(), evening.asks()) == ({}, ["1/boxcars"])
    assert evening.wishes.locks == {1: "pot"}


def test_what_the_floor_refuses_pays_nothing_and_a_supervisor_lets_the_seat_go() -> None:
    evening = an_evening_with_jackpots().bet(1, "horn:12", 100).round_on(6, 6)
    before = evening.credits(1)
    assert evening.operator("release_jackpot", seat=1, reason="too soon").code == "not_locked"
    evening.answered("1/boxcars", 0, "refused")
    assert evening.just_told(JackpotRefused)
    assert evening.wishes.locks == {1: "pot"}
    assert evening.asks() == []
    assert evening.operator("release_jackpot", role="attendant", seat=1, reason="no").code == "role"
    evening.operator("release_jackpot", seat=1, reason="the floor has the other claim")
    assert [told.lock for told in evening.just_told(SeatChanged)] == ["pot"]
    assert (evening.wishes.locks, evening.credits(1)) == ({}, before)
    assert evening.answered("1/boxcars", 100).paid() == {}


def test_a_large_prize_locks_the_seat_for_an_attendant_once_it_is_paid() -> None:
    evening = an_evening_with_jackpots(large_win=9000).bet(1, "horn:12", 100).round_on(6, 6).answered("1/boxcars", 9001)
    assert (evening.wishes.locks, evening.table.seats[1].large_win) == ({1: "large_win"}, 9001)


def test_a_large_win_of_the_roll_and_the_prizes_of_two_pots_are_paid_by_hand_each_by_its_own_name() -> None:
    pots = {"boxcars": BOXCARS, "twelve": BOXCARS}
    evening = an_evening_with_jackpots(pots, large_win=2000, wins_by_hand=True).bet(1, "horn:12", 100)
    assert evening.table.left is not None
    evening.wait(evening.table.left / 1000 - 1).leased(*pots).roll(6, 6)
    before = evening.credits(1)
    evening.answered("1/boxcars", 5000).answered("1/twelve", 6000)
    assert evening.credits(1) == before  # neither prize can be played with
    names = [told.move for told in evening.all_told(MoveChanged) if told.instrument == JACKPOT]
    assert names == ["win-1-1", "win-1/boxcars-1", "win-1/twelve-1"]
    paid = []
    for receipt in ("0417", "0418", "0419"):
        evening.operator("hand_pay", seat=1, reference=receipt)
        paid.append(evening.answer.details["amount"])
    assert paid == [3000, 5000, 6000]
    assert evening.wishes.locks == {}


def test_a_table_without_jackpots_says_nothing_new_of_itself() -> None:
    evening = an_evening().bet(1, "pass_line", 500).roll(2, 2)
    told = plain(evening.table)
    assert told["steady"]["jackpots"] == []
    assert told["table"]["lease_left"] == 0
    assert evening.table.seats[1].claims == 0
