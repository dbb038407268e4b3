"""A player's session, the limits they set themselves, breaks and reality checks: held by the table, across restarts."""

from typing import Any, Self

import pytest
from pydantic import ValidationError

from controller.facts.care_kinds import BreakTaken, LimitsSet, RealityChecked, SessionTurned
from controller.games.interface import Returned
from controller.table.care.limits import RESTS
from controller.table.events import TimePassed
from controller.table.phases import Phase
from controller.table.snapshot import from_plain, plain
from tests.asked import go_on, set_limits, take_break
from tests.table.evening import Evening, an_evening

HOUR = 3600


class AtSeatOne:
    """An evening of one player who looks after themselves."""

    def __init__(self, **settings: Any) -> None:
        self.evening = an_evening(seats=(1, 2), credits=10_000, bet_time=600, **settings)

    def limits(self, minutes: int = 0, loss: int = 0, stake: int = 0) -> Self:
        client = "terminal-1"
        self.evening.happens(set_limits(1, client, self.evening.next_id(client), minutes, loss, stake))
        return self

    def rests(self) -> Self:
        self.evening.happens(take_break(1, "terminal-1", self.evening.next_id("terminal-1")))
        return self

    def goes_on(self) -> Self:
        self.evening.happens(go_on(1, "terminal-1", self.evening.next_id("terminal-1")))
        return self

    def waits(self, seconds: int) -> Self:
        """Nothing happens for so long, in steps no longer than a phase."""
        while seconds:
            step = min(seconds, 300)
            self.evening.happens(TimePassed(), step * 1000)
            seconds -= step
        return self

    def bets(self, bet: str = "field", amount: int = 500) -> str:
        return self.evening.bet(1, bet, amount).code


def paid_by_hand(evening: Evening, seat: int) -> None:
    evening.cash_out(seat).operator("hand_pay", seat=seat, reference="receipt 17")
    assert evening.credits(seat) == 0


def test_a_session_begins_with_the_first_credits_and_is_over_when_the_last_are_paid_out() -> None:
    evening = AtSeatOne().waits(90).evening
    session = evening.table.care[1]
    assert (session.began, session.brought, evening.table.clock) == (0, 10_000, 90_000)
    evening.cash_out(1)
    assert evening.just_told(SessionTurned) == [SessionTurned(1, "over", 90_000, 0)]
    assert evening.table.care[1].over


def test_a_cash_out_that_comes_back_is_the_same_session_with_its_limits() -> None:
    at = AtSeatOne().limits(loss=2000)
    at.evening.cash_out(1)
    at.evening.operator("cancel_hand_pay", seat=1, reference="plays on")
    assert at.evening.just_told(SessionTurned) == [SessionTurned(1, "resumed", 0, 0)]
    assert at.bets(amount=2500) == "loss_limit"


def test_who_lost_everything_and_puts_more_in_is_still_bound_and_the_next_player_is_not() -> None:
    at = AtSeatOne(session_ends=60).limits(loss=10_000)
    at.evening.bet(1, "field", 10_000).roll(3, 4)
    assert at.evening.table.care[1].empty_at is not None
    at.evening.operator("credit", seat=1, amount=5000)
    assert at.bets() == "loss_limit", "the same player, within a minute"
    at = AtSeatOne(session_ends=60).limits(loss=10_000)
    at.evening.bet(1, "field", 10_000).roll(3, 4)
    at.waits(60).evening.operator("credit", seat=1, amount=5000)
    assert [fact.became for fact in at.evening.just_told(SessionTurned)] == ["over", "begun"]
    assert at.bets() == "ok"


def test_no_wager_is_taken_with_which_the_session_could_cost_more_than_its_player_allows() -> None:
    at = AtSeatOne().limits(loss=2000)
    assert (at.bets("field", 1500), at.bets("any_seven", 600), at.bets("any_seven", 500)) == ("ok", "loss_limit", "ok")
    at.evening.take_down(1, "field")
    assert at.evening.code == "ok", "taking down is always allowed"
    assert at.bets("hard:8", 1500) == "ok"


def test_what_has_been_won_may_be_played_before_the_loss_counts() -> None:
    at = AtSeatOne().limits(loss=1000)
    at.evening.bet(1, "field", 1000).roll(1, 3)
    assert at.evening.credits(1) == 10_000, "the winnings are there, the stake still lies on the field"
    assert (at.bets("field", 1000), at.bets("field", 100)) == ("ok", "loss_limit")


def test_no_spot_holds_more_than_the_players_own_stake() -> None:
    at = AtSeatOne().limits(stake=500)
    assert (at.bets("field", 500), at.bets("field", 100), at.bets("any_seven", 600)) == ("ok", *["stake_limit"] * 2)


def test_when_the_players_time_is_over_nothing_is_put_up_and_what_may_come_down_comes_back() -> None:
    at = AtSeatOne().limits(minutes=5)
    at.evening.bet(1, "place:6", 600)
    at.waits(300)
    assert at.bets() == "time_limit"
    at.evening.roll(1, 3)
    assert at.evening.just_told(Returned) == [Returned(1, "place:6", 600, RESTS)]
    assert at.evening.layout(1) == {}


def test_what_is_tighter_holds_at_once_and_what_is_looser_after_the_wait() -> None:
    at = AtSeatOne(limit_wait=HOUR).limits(stake=1000)
    at.limits(stake=500)
    assert at.bets("field", 1000) == "stake_limit"
    at.limits(stake=2000, loss=3000)
    assert at.evening.just_told(LimitsSet) == [LimitsSet(1, 0, 3000, 2000, HOUR * 1000)]
    assert at.bets("field", 1000) == "stake_limit"
    assert at.evening.table.care[1].limits == (0, 3000, 500), "the limit of loss is new, and so tighter"
    at.waits(HOUR // 2).limits(stake=2000, loss=3000)
    assert at.evening.just_told(LimitsSet)[0].wait == HOUR * 500, "asking again makes it no longer"
    at.waits(HOUR // 2)
    assert at.bets("field", 2000) == "ok"


def test_none_is_the_loosest_limit_of_all() -> None:
    at = AtSeatOne(limit_wait=60).limits(stake=500).limits()
    assert at.bets("field", 600) == "stake_limit"
    at.waits(60)
    assert at.bets("field", 600) == "ok"


@pytest.mark.parametrize("limits", [{"minutes": 1441}, {"loss": -1}])
def test_a_limit_of_no_kind_cannot_even_be_asked_for(limits: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        AtSeatOne().limits(**limits)


@pytest.mark.parametrize("limits", [{"loss": 10**15 + 1}, {"stake": 10**15 + 1}])
def test_a_limit_that_cannot_be_is_refused_and_changes_nothing(limits: dict[str, int]) -> None:
    at = AtSeatOne()
    before = at.evening.table.care
    assert (at.limits(**limits).evening.code, at.evening.table.care) == ("bad_limit", before)


def test_a_break_gives_back_what_may_come_down_and_lets_nothing_be_put_up_until_it_is_over() -> None:
    at = AtSeatOne(break_time=2)
    at.evening.bet(1, "field", 500)
    at.rests()
    assert at.evening.just_told(BreakTaken) == [BreakTaken(1, 2)]
    assert at.evening.just_told(Returned) == [Returned(1, "field", 500, RESTS)]
    assert at.bets() == "on_break"
    at.waits(119)
    assert at.bets() == "on_break"
    assert at.waits(1).bets() == "ok"


def test_a_break_while_the_dice_roll_gives_back_with_the_next_window() -> None:
    at = AtSeatOne()
    at.evening.bet(1, "place:6", 600).to_the_throw()
    at.rests().evening.throw(1, 3).time_is_up()
    assert (at.evening.layout(1), at.evening.phase) == ({}, Phase.IDLE)


def test_every_so_many_minutes_nothing_is_put_up_before_the_player_has_read_time_and_net() -> None:
    at = AtSeatOne(reality_check=5)
    assert at.waits(299).bets() == "ok"
    at.waits(1)
    assert at.bets() == "reality_check"
    at.evening.take_down(1, "field")
    assert at.evening.code == "ok"
    at.goes_on()
    assert at.evening.just_told(RealityChecked) == [RealityChecked(1, 300_000, 0)]
    assert (at.bets(), at.waits(299).bets(), at.waits(1).bets()) == ("ok", "ok", "reality_check")


def test_nobody_goes_on_where_nobody_plays() -> None:
    evening = an_evening(seats=(1, 2), credits=100)
    paid_by_hand(evening, 1)
    assert evening.happens(go_on(1, "terminal-1", evening.next_id("terminal-1"))).code == "nobody_plays"


def test_limits_breaks_and_the_clock_survive_a_restart() -> None:
    at = AtSeatOne(reality_check=10, limit_wait=HOUR).limits(minutes=30, stake=500).limits(stake=900).waits(60)
    at.rests()
    before = at.evening.table
    at.evening.power_failure()
    at.evening.unit_back()
    assert (at.evening.table.care, at.evening.table.clock) == (before.care, before.clock)
    assert at.bets() == "on_break"


def test_a_snapshot_of_before_there_were_sessions_is_still_read() -> None:
    data = plain(an_evening().table)
    del data["table"]["clock"]
    for seat in data["seats"].values():
        del seat["care"]
    table = from_plain(data)
    assert (table.care, table.clock) == ({}, 0)
    evening = Evening(table, 1)
    evening.happens(set_limits(1, "terminal-1", evening.next_id("terminal-1"), 0, 500, 0))
    assert evening.table.care[1].brought == 100_001, "what lies there was brought by whoever plays"
    assert evening.bet(1, "field", 600).code == "loss_limit"
