"""Cash in and out, locks for an attendant, large wins: always in two phases, always conserved."""

from controller.facts.kinds import MoveChanged, Posting, SeatChanged
from controller.table.cash.moves import CREDITS_REMEMBERED, RECEIPTS_REMEMBERED
from controller.table.events import MoveAsked, MoveEnded
from controller.table.machine import step
from controller.table.phases import Phase
from controller.table.staff.said import act_said
from tests.table.evening import an_evening


def test_an_attendant_puts_credits_on_and_both_phases_are_on_record() -> None:
    evening = an_evening(credits=1000).operator("credit", role="attendant", seat=1, amount=500)
    assert [told.state for told in evening.just_told(MoveChanged)] == ["asked", "done"]
    assert evening.just_told(Posting) == [Posting("cash", "attendant", -500), Posting("credits", "1", 500)]
    assert evening.answer.details["credits"] == 1500


def test_an_amount_of_nothing_or_less_is_no_credit() -> None:
    assert an_evening().operator("credit", seat=1, amount=0).code == "bad_amount"
    assert an_evening().operator("credit", seat=1, amount=-5).code == "bad_amount"


def test_credits_are_put_on_up_to_the_limit_of_a_seat_with_what_is_on_its_way() -> None:
    evening = an_evening(credits=1000, credit_limit=2000)
    assert evening.operator("credit", seat=1, amount=1001).code == "credit_limit"
    evening.happens(MoveAsked("bill-1", 1, "bill", 600, True))
    assert evening.operator("credit", seat=1, amount=401).code == "credit_limit"
    assert evening.operator("credit", seat=1, amount=400).code == "ok"


def test_a_bill_is_no_credit_before_it_has_arrived() -> None:
    evening = an_evening(credits=1000).happens(MoveAsked("bill-1", 1, "bill", 500, True))
    assert (evening.credits(1), evening.wishes.moves) == (1000, ("bill-1",))
    evening.happens(MoveEnded("bill-1", True))
    assert (evening.credits(1), evening.wishes.moves) == (1500, ())
    assert evening.just_told(Posting) == [Posting("cash", "bill", -500), Posting("credits", "1", 500)]


def test_a_bill_that_was_given_back_leaves_nothing() -> None:
    evening = an_evening(credits=1000).happens(MoveAsked("bill-1", 1, "bill", 500, True))
    assert evening.happens(MoveEnded("bill-1", False)).credits(1) == 1000


def test_a_ticket_locks_what_it_takes_until_it_is_printed_or_not() -> None:
    evening = an_evening(credits=1000).happens(MoveAsked("ticket-1", 1, "ticket", 700, False))
    assert (evening.credits(1), evening.just_told(Posting)[0]) == (300, Posting("locked", "1", 700))
    assert evening.happens(MoveEnded("ticket-1", False)).credits(1) == 1000
    evening.happens(MoveAsked("ticket-2", 1, "ticket", 700, False)).happens(MoveEnded("ticket-2", True))
    assert evening.credits(1) == 300


def test_a_ticket_for_more_than_is_there_is_refused() -> None:
    evening = an_evening(credits=1000).happens(MoveAsked("ticket-1", 1, "ticket", 1001, False))
    assert (evening.credits(1), evening.table.moves.get("ticket-1")) == (1000, None)


def test_an_instrument_that_says_things_twice_moves_money_once() -> None:
    evening = an_evening(credits=1000)
    for _ in range(2):
        evening.happens(MoveAsked("bill-1", 1, "bill", 500, True))
    for _ in range(2):
        evening.happens(MoveEnded("bill-1", True))
    assert evening.credits(1) == 1500


def test_movements_under_way_are_bounded_and_survive_a_power_failure() -> None:
    evening = an_evening(credits=1000)
    for number in range(6):
        evening.happens(MoveAsked(f"ticket-{number}", 1, "ticket", 10, False))
    assert len(evening.wishes.moves) == 4
    evening.power_failure().happens(MoveEnded("ticket-0", False))
    assert (len(evening.wishes.moves), evening.credits(1)) == (3, 970)


def test_cashing_out_locks_the_credits_and_the_seat_until_an_attendant_has_paid_by_hand() -> None:
    evening = an_evening(credits=1000).cash_out(1)
    assert evening.just_told(SeatChanged) == [SeatChanged(1, "hand_pay", amount=1000)]
    assert (evening.credits(1), evening.wishes.locks, evening.wishes.tower) == (0, {1: "hand_pay"}, ("green", "amber"))
    assert evening.bet(1, "field", 100).code == "seat_locked"
    assert evening.cash_out(1).code == "seat_locked"
    assert evening.operator("hand_pay", role="attendant", seat=1).code == "receipt_missing"
    evening.operator("hand_pay", role="attendant", seat=1, reference="receipt 17")
    assert (evening.wishes.locks, evening.table.outside) == ({}, -2000)
    assert evening.just_told(MoveChanged)[0].reference == "receipt 17"


def test_a_hand_pay_that_is_cancelled_gives_the_credits_back() -> None:
    evening = an_evening(credits=1000).cash_out(1)
    assert evening.operator("cancel_hand_pay", seat=1).code == "reason_missing"
    evening.operator("cancel_hand_pay", role="attendant", seat=1, reference="plays on")
    assert (evening.credits(1), evening.wishes.locks) == (1000, {})


def test_cashing_out_while_wagers_stand_pays_what_is_free_and_says_what_is_not() -> None:
    evening = an_evening("mbs_v3", credits=10_000).bet(1, "pass_line", 500).roll(2, 2).bet(1, "buy:6", 2000).cash_out(1)
    details = evening.answer.details
    assert (details["paid"], details["standing"], details["vigorish"]) == (7400, 500, 0)
    assert (details["returned"], evening.credits(1)) == (2100, 2100)
    assert evening.to_the_throw().throw(1, 3).credits(1) == 3100


def test_with_nothing_free_there_is_nothing_to_pay() -> None:
    evening = an_evening(credits=500).bet(1, "pass_line", 500).cash_out(1)
    assert evening.code == "nothing_to_pay"
    assert "500" in evening.answer.reason


def test_cashing_out_works_in_every_phase_and_while_held() -> None:
    evening = an_evening().bet(1, "pass_line", 500).to_the_throw().door("dome", True).cash_out(1)
    assert (evening.code, evening.phase) == ("ok", Phase.ROLLING)


def test_there_is_no_hand_pay_where_none_waits() -> None:
    assert an_evening().operator("hand_pay", seat=1, reference="17").code == "no_such_move"


def test_a_large_win_locks_the_seat_for_an_attendant() -> None:
    evening = an_evening(large_win=499).bet(1, "pass_line", 500).to_the_throw().throw(3, 4)
    assert evening.just_told(SeatChanged) == [SeatChanged(1, "large_win", amount=500)]
    evening = evening.time_is_up()
    assert evening.wishes.locks == {1: "large_win"}
    assert evening.bet(1, "field", 500).code == "seat_locked"
    assert evening.cash_out(1).code == "seat_locked"
    assert evening.happens(MoveAsked("ticket-1", 1, "ticket", 10, False)).table.moves.get("ticket-1") is None
    assert evening.operator("reset_large_win", role="attendant", seat=1).wishes.locks == {}
    assert evening.operator("reset_large_win", seat=1).code == "not_locked"


def test_a_win_of_just_the_limit_locks_nothing_and_none_never_does() -> None:
    assert an_evening(large_win=500).bet(1, "pass_line", 500).roll(3, 4).wishes.locks == {}
    assert an_evening(large_win=None).bet(1, "pass_line", 500_00).roll(3, 4).wishes.locks == {}


def test_a_large_win_during_a_hand_pay_waits_its_turn_and_is_not_lost() -> None:
    evening = an_evening(large_win=499).bet(1, "pass_line", 500).to_the_throw().cash_out(1).throw(3, 4)
    assert evening.wishes.locks == {1: "hand_pay"}
    evening.operator("hand_pay", seat=1, reference="17")
    assert (evening.wishes.locks, evening.table.seats[1].large_win) == ({1: "large_win"}, 500)


def test_a_seat_that_waits_plays_its_standing_wagers_out() -> None:
    evening = an_evening(large_win=499).bet(1, "pass_line", 500).roll(1, 3).bet(1, "field", 500).roll(1, 1)
    assert (evening.wishes.locks, evening.layout(1)) == ({1: "large_win"}, {"pass_line": 500})
    assert evening.roll(2, 2).credits(1) == 102_000 - 500


def test_a_supervisor_takes_a_mistaken_credit_back_once() -> None:
    evening = an_evening(credits=1000).operator("credit", seat=1, amount=500)
    move = evening.answer.details["move"]
    about = {"reference": move, "reason": "wrong seat"}
    assert evening.operator("reverse", role="attendant", **about).code == "role"
    assert evening.operator("reverse", reference=move).code == "reason_missing"
    assert evening.operator("reverse", **about).credits(1) == 1000
    assert evening.answer.details == {
        "move": move,
        "seat": 1,
        "amount": 500,
        "credits": 1000,
        "what": "credit",
        "paper": 5,
    }
    assert evening.just_told(MoveChanged)[-1].reference == "wrong seat"
    assert evening.operator("reverse", **about).code == "no_such_move"
    assert evening.operator("reverse", reference="nonsense", reason="wrong seat").code == "no_such_move"


def test_a_credit_that_has_been_played_cannot_be_reversed() -> None:
    evening = an_evening(credits=100).operator("credit", seat=1, amount=900)
    move = evening.answer.details["move"]
    assert evening.bet(1, "field", 200).operator("reverse", reference=move, reason="x").code == "short_balance"
    assert evening.credits(1) == 800


def test_a_hand_pay_that_was_marked_as_paid_by_mistake_is_taken_back_and_its_receipt_stands_for_no_other() -> None:
    evening = an_evening(credits=1000).cash_out(2).operator("hand_pay", seat=2, reference="0417")
    move = evening.answer.details["move"]
    evening.operator("reverse", reference=move, reason="it was seat 3")
    assert (evening.credits(2), evening.table.seats[2].lock) == (1000, None)
    assert evening.just_told(Posting) == [Posting("cash", "hand_pay", -1000), Posting("credits", "2", 1000)]
    assert evening.operator("reverse", reference=move, reason="it was seat 3").code == "no_such_move"
    assert evening.cash_out(3).operator("hand_pay", seat=3, reference="0417").code == "receipt_known"


def test_what_a_device_has_paid_out_is_not_taken_back() -> None:
    evening = an_evening(credits=1000).happens(MoveAsked("ticket-1", 1, "ticket", 400, False))
    evening.happens(MoveEnded("ticket-1", True))
    assert evening.operator("reverse", reference="ticket-1", reason="a mistake").code == "no_such_move"


def test_the_number_of_a_receipt_stands_for_one_hand_pay() -> None:
    evening = an_evening(credits=1000).cash_out(2).operator("hand_pay", seat=2, reference="0417")
    evening.cash_out(3)
    for number in ("0417", " 0417 "):
        assert evening.operator("hand_pay", seat=3, reference=number).code == "receipt_known"
    assert evening.answer.reason == "receipt 0417 was given for terminal-2/1"
    assert evening.power_failure().operator("hand_pay", seat=3, reference="0417").code == "receipt_known"
    assert evening.operator("hand_pay", seat=3, reference="  ").code == "receipt_missing"
    assert evening.operator("hand_pay", seat=3, reference="0418").code == "ok"


def test_the_oldest_receipts_are_forgotten_first() -> None:
    table = an_evening(credits=1000).cash_out(2).table
    table.receipts = {str(number): "old" for number in range(RECEIPTS_REMEMBERED)}
    paid = step(table, act_said("menu", 1, "ann", "supervisor", "hand_pay", seat=2, reference="new"), 0).table
    assert len(paid.receipts) == RECEIPTS_REMEMBERED
    assert ("0" in paid.receipts, "1" in paid.receipts, paid.receipts["new"]) == (False, True, "terminal-2/1")


def test_old_movements_are_forgotten_and_those_under_way_are_not() -> None:
    evening = an_evening(credits=1000).cash_out(2)
    for _ in range(CREDITS_REMEMBERED + 20):
        evening.operator("credit", seat=1, amount=1)
    assert (len(evening.table.finished), len(evening.table.moves)) == (CREDITS_REMEMBERED, 1)
    assert evening.operator("hand_pay", seat=2, reference="17").code == "ok"


def test_money_to_or_from_a_seat_that_is_not_there_is_refused() -> None:
    evening = an_evening().happens(MoveAsked("bill-1", 9, "bill", 5, True))
    assert evening.cash_out(9).code == "no_such_seat"
    assert evening.operator("credit", seat=9, amount=5).code == "no_such_seat"
    assert evening.wishes.moves == ()


def test_what_the_house_takes_is_posted_by_kind_of_bet() -> None:
    evening = an_evening().bet(1, "place:6", 600).bet(1, "field", 500).to_the_throw()
    evening.throw(3, 4)
    posted = {told.of: told.amount for told in evening.just_told(Posting) if told.account == "house"}
    assert posted == {"field": 500, "place": 600}
