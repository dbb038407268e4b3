"""Notes: asked, routed, stacked, credited; and every way in which that can come otherwise."""

from typing import Any

import pytest

from controller.facts.cash_kinds import (
    CashFound,
    CashHeld,
    CashSettled,
    CashUnknown,
    PaperBack,
    PaperKept,
    StackerRemoved,
)
from controller.facts.kinds import MoveChanged, Posting
from controller.table.cash import events as c
from tests.cash.till import VALUES, Till


def test_a_note_is_credit_when_it_is_stacked_and_not_before() -> None:
    till = Till().offer(500)
    assert (till.credits(1), till.wants().paper, till.wants().to_route) == (1000, "hold", True)
    till.route()
    assert (till.credits(1), till.wants().paper) == (1000, None)
    till.stacked(500)
    assert till.credits(1) == 1500
    assert till.just_told(Posting) == [Posting("cash", "bill", -500), Posting("credits", "1", 500)]
    assert till.just_told(PaperKept) == [PaperKept(1, "note", "bills-1/1", 500)]


def test_every_note_has_a_name_of_its_own() -> None:
    till = Till().note(500).restart().note(500).offer(100)
    till.happens(c.PaperReturned(1)).note(100)
    names = [told.move for told in till.all_told(MoveChanged) if told.state == "asked"]
    assert names == ["bills-1/1", "bills-1/2", "bills-1/3", "bills-1/4"]


def test_the_order_to_stack_is_said_after_it_is_on_the_disk_and_not_again_once_it_was_heard() -> None:
    till = Till().offer(500)
    assert till.wants().paper == "hold"
    till.happens(c.RouteMeant(1))
    assert (till.wants().paper, till.restart().wants().paper) == ("accept", "accept")
    assert till.happens(c.PaperRouted(1)).wants().paper is None
    assert till.happens(c.PaperNotRouted(1, "busy")).wants().paper == "accept"


@pytest.mark.parametrize(
    "event, credits",
    [
        (c.PaperReturned(1), 1000),
        (c.PaperRejected(1, "a copy"), 1000),
        (c.PathEmpty(1), 1000),
        (c.PaperStacked(1, 500, True, False), 1500),
        (c.PaperStacked(1, None, False, True), 1500),
        (c.AcceptorReset(1, "in_stacker"), 1500),
    ],
)
def test_what_the_acceptor_says_of_a_routed_note_ends_it(event: c.CashEvent, credits: int) -> None:
    till = Till().offer(500).route().happens(event)
    assert (till.credits(1), till.table.moves, till.seat().holds) == (credits, {}, ())
    assert till.offer(100).wants().to_route


@pytest.mark.parametrize(
    "events",
    [
        (c.AcceptorReset(1, "none"),),
        (c.AcceptorReset(1, "unknown"),),
        (c.AcceptorReset(1, "in_path"), c.PathEmpty(1)),
        (c.AcceptorFaults(1, ("jammed",)),),
        (c.AcceptorFaults(1, ("cheated",)),),
        (c.NoteOffered(1, 2000),),
        (c.EventsLost(1, 3),),
        (c.AcceptorFound(1, "another", "USD", VALUES),),
    ],
)
def test_what_nobody_knows_of_a_routed_note_is_never_guessed(events: tuple[c.CashEvent, ...]) -> None:
    till = Till().offer(500).route()
    for event in events:
        till.happens(event)
    assert [(told.move, told.amount) for told in till.all_told(CashUnknown)] == [("bills-1/1", 500)]
    assert (till.credits(1), list(till.table.moves)) == (1000, ["bills-1/1"])
    assert "unknown" in till.seat().holds
    assert not till.wishes.cash[1].acceptor or not till.wants().notes
    till.happens(c.PaperReturned(1)).happens(c.PathEmpty(1))
    assert list(till.table.moves) == ["bills-1/1"]


def test_a_note_at_power_up_in_the_path_is_waited_for() -> None:
    till = Till().offer(500).route().happens(c.AcceptorReset(1, "in_path"))
    assert (till.seat().holds, till.wants().notes) == ((), frozenset())
    assert till.stacked(500).credits(1) == 1500


def test_what_stood_at_escrow_at_a_power_up_is_routed_only_if_it_is_offered_again() -> None:
    till = Till().offer(500).happens(c.AcceptorReset(1, "in_path"))
    assert not till.wants().to_route
    assert till.offer(500).route().stacked(500).credits(1) == 1500


def test_an_unknown_note_that_is_stacked_after_all_is_counted_once_and_the_next_is_found() -> None:
    till = Till().offer(500).route().happens(c.AcceptorFaults(1, ("jammed",))).stacked(500)
    assert (till.seat().found, till.table.on_seats()) == ((), 2000)
    till.operator("settle_unknown", seat=1, amount=500, name="bob", reason="counted")
    assert till.credits(1) == 1500
    twice = Till().offer(500).route().happens(c.AcceptorFaults(1, ("jammed",))).stacked(500).stacked(500)
    assert [one.value for one in twice.seat().found] == [500]


def test_asked_and_never_routed_is_undone_once_the_path_is_empty() -> None:
    till = Till().offer(500).restart().happens(c.AcceptorReset(1, "in_path"))
    assert list(till.table.moves) == ["bills-1/1"]
    assert till.happens(c.PathEmpty(1)).table.moves == {}
    assert Till().offer(500).happens(c.AcceptorReset(1, "none")).table.moves == {}


def test_a_note_in_the_stacker_at_power_up_is_no_money_without_an_open_move() -> None:
    till = Till().note(500).happens(c.AcceptorReset(1, "in_stacker"))
    assert (till.credits(1), till.seat().found) == (1500, ())


def test_vend_valid_is_credited_once_however_often_it_is_said_and_across_a_restart() -> None:
    till = Till().offer(500).route().stacked(500, to_acknowledge=True)
    assert till.wants().booked
    till.stacked(500, to_acknowledge=True).restart().stacked(500, to_acknowledge=True)
    assert (till.credits(1), till.seat().found, till.wants().booked) == (1500, (), True)
    till.happens(c.Acknowledged(1))
    assert not till.wants().booked
    till.stacked(500, to_acknowledge=True)
    assert (till.credits(1), [one.value for one in till.seat().found]) == (1500, [500])


@pytest.mark.parametrize("event", [c.Acknowledged(1), c.PathEmpty(1), c.AcceptorReset(1, "none")])
def test_what_is_owed_to_be_acknowledged_ends(event: c.CashEvent) -> None:
    assert not Till().offer(500).route().stacked(500, to_acknowledge=True).happens(event).wants().booked


def test_the_mark_is_stored_with_what_the_event_does_and_says_it_again_does_nothing() -> None:
    till = Till().offer(500).route().happens(c.PaperStacked(1, 500, True, False, (1, 7)))
    assert (till.credits(1), till.wants().mark) == (1500, (1, 7))
    till.restart().happens(c.PaperStacked(1, 500, True, False, (1, 7)))
    assert (till.credits(1), till.seat().found, till.wants().mark) == (1500, (), (1, 7))


def test_cash_without_a_move_is_found_money_of_nobody_until_a_person_says_whose() -> None:
    till = Till().happens(c.PaperStacked(1, 500, False, False))
    assert till.just_told(CashFound) == [CashFound(1, "found-1/1", 500, "no_move")]
    assert till.just_told(Posting) == [Posting("cash", "bill", -500), Posting("found", "1", 500)]
    assert (till.credits(1), till.seat().holds, till.wants().notes) == (1000, ("found",), frozenset())
    assert till.wishes.cash[2].holds == ()
    till.operator("credit_found", seat=1, reference="found-1/1", reason="seen")
    assert (till.credits(1), till.seat().holds, till.seat().found) == (1500, (), ())


def test_found_cash_is_paid_by_hand_and_what_only_a_count_can_say_is_counted() -> None:
    till = Till().happens(c.PaperStacked(1, 500, False, False)).happens(c.EventsLost(1, 2))
    about: dict[str, Any] = {"seat": 1, "reason": "seen"}
    assert till.operator("pay_found", reference="found-1/1", amount=400, **about).code == "miscount"
    assert till.operator("pay_found", reference="found-1/1", **about).code == "ok"
    assert till.table.shifts["ann"].hand_pays_amount == 500
    assert till.operator("credit_found", reference="found-1/2", amount=2000, **about).credits(1) == 3000
    assert till.seat().box.cash == 2500
    assert till.operator("credit_found", reference="found-1/2", **about).code == "nothing_to_settle"


@pytest.mark.parametrize(
    "act, counted", [("credit_found", 0), ("credit_found", 300), ("pay_found", 0), ("pay_found", 700)]
)
def test_two_named_persons_settle_found_cash_with_a_count_that_may_be_nothing(act: str, counted: int) -> None:
    till = Till().happens(c.PaperStacked(1, 500, False, False))
    about: dict[str, Any] = {"seat": 1, "reference": "found-1/1", "amount": counted, "reason": "counted"}
    assert till.operator(act, **about, name="ann").code == "witness_missing"
    assert till.operator(act, **about | {"amount": -1}, name="bob").code == "miscount"
    assert till.operator(act, **about, name="bob").code == "ok"
    assert (till.seat().holds, till.seat().found, till.seat().box.cash) == ((), (), counted)
    assert till.credits(1) == 1000 + (counted if act == "credit_found" else 0)
    assert sum(one.amount for one in till.all_told(Posting) if one.account == "found") == 0
    settled = till.all_told(CashSettled)[-1]
    assert (settled.amount, settled.counted, settled.witness) == (counted, counted - 500, "bob")


@pytest.mark.parametrize(
    "fault", ["jammed", "stacker_jammed", "stacker_full", "stacker_removed", "cheated", "failed", "unknown"]
)
def test_a_fault_before_a_routed_note_is_stacked_leaves_it_to_a_count(fault: str) -> None:
    """Seed 3 of an evening: the unit said that its box was full, and then that it was idle; the note was in it."""
    till = Till().offer(500).route().happens(c.AcceptorFaults(1, (fault,)))
    till.happens(c.AcceptorFaults(1, ())).happens(c.PathEmpty(1))
    assert (till.seat().acceptor.unknown, list(till.table.moves)) == ("jam", ["bills-1/1"])
    assert till.operator("settle_unknown", seat=1, amount=500, name="bob", reason="counted").credits(1) == 1500


@pytest.mark.parametrize("fault", ["paused", "line"])
def test_a_unit_that_stacks_on_by_itself_leaves_nothing_open(fault: str) -> None:
    till = Till().offer(500).route().happens(c.AcceptorFaults(1, (fault,))).happens(c.PaperReturned(1))
    assert (till.seat().acceptor.unknown, list(till.table.moves)) == ("", [])


def test_found_cash_of_a_box_that_was_taken_out_is_short_there_and_in_no_other_box() -> None:
    till = Till().happens(c.PaperStacked(1, 500, False, False)).happens(c.AcceptorFaults(1, ("stacker_removed",)))
    till.operator("credit_found", seat=1, reference="found-1/1", amount=0, name="bob", reason="counted")
    assert till.seat().box.cash == 0
    assert till.operator("count_stacker", seat=1, reference="1", amount=0).answer.details["over"] == -500


@pytest.mark.parametrize("counted, credits", [(500, 1500), (0, 1000)])
def test_two_named_persons_settle_what_is_unknown_with_a_count(counted: int, credits: int) -> None:
    till = Till().offer(500).route().happens(c.AcceptorReset(1, "none"))
    about: dict[str, Any] = {"seat": 1, "amount": counted, "reason": "box opened"}
    assert till.operator("settle_unknown", **about).code == "witness_missing"
    assert till.operator("settle_unknown", name="ann", **about).code == "witness_missing"
    assert till.operator("settle_unknown", name="bob", **{**about, "amount": 700}).code == "miscount"
    assert till.operator("settle_unknown", name="bob", **about).code == "ok"
    assert (till.credits(1), till.seat().holds, till.table.moves) == (credits, (), {})
    assert till.operator("settle_unknown", name="bob", **about).code == "nothing_to_settle"


def _locked(till: Till) -> None:
    till.cash_out(1).digits().answers("reserve", "refused")


@pytest.mark.parametrize(
    "makes, why",
    [
        (lambda till: till.door("dome", True), "held"),
        (lambda till: till.door("main", True), "door"),
        (lambda till: till.operator("close_seat", seat=1, reason="x"), "seat_closed"),
        (_locked, "seat_locked"),
        (lambda till: till.operator("cash_off", seat=1, reason="x"), "cash_held"),
        (lambda till: till.happens(c.AcceptorFaults(1, ("stacker_full",))), "fault"),
    ],
)
def test_a_note_is_refused_at_escrow_and_the_bezel_is_dark(makes, why: str) -> None:  # type: ignore[no-untyped-def]
    till = Till()
    makes(till)
    assert till.wants().notes == frozenset()
    till.offer(500)
    assert till.all_told(PaperBack)[-1] == PaperBack(1, "note", 500, why)
    assert (till.wants().paper, till.table.moves.keys() & {"bills-1/1"}) == ("return", set())
    assert till.happens(c.PaperReturned(1)).wants().paper is None


def test_notes_that_the_settings_do_not_name_or_that_are_too_much_go_back() -> None:
    till = Till(highest_note=1000, credit_limit=2500)
    assert till.wants().notes == frozenset({100, 500, 1000})
    assert till.offer(2000).just_told(PaperBack)[0].why == "note"
    till.happens(c.PaperReturned(1)).note(1000)
    assert till.wants().notes == frozenset({100, 500})
    assert till.offer(1000).just_told(PaperBack)[0].why == "credit_limit"


def test_what_was_let_in_is_looked_at_once_more_before_it_is_routed_and_never_after() -> None:
    till = Till().offer(500).door("dome", True).happens(c.RouteMeant(1))
    assert (till.wants().paper, till.table.moves) == ("return", {})
    till = Till().offer(500).route().door("dome", True).operator("close_seat", seat=1, reason="x")
    assert till.stacked(500).credits(1) == 1500


def test_another_acceptor_holds_the_seat_s_cash_until_a_person_accepts_it() -> None:
    till = Till().happens(c.AcceptorFound(1, "another", "USD", VALUES, (9, 9)))
    assert (till.wishes.cash[1].acceptor, till.seat().holds) == (None, ("acceptor_changed",))
    assert till.acceptor().mark == (1, 0)
    assert till.happens(c.PaperStacked(1, 500, True, False)).credits(1) == 1000
    assert till.operator("accept_cash_device", seat=1, reason="new").code == "ok"
    assert (till.wants().mark, till.acceptor().identity) == (None, "another")
    back = Till().happens(c.AcceptorFound(1, "another", "USD", VALUES))
    assert back.happens(c.AcceptorFound(1, "ccTalk NV9 1", "USD", VALUES)).seat().holds == ()


def test_an_acceptor_whose_notes_are_not_those_of_the_settings_takes_none() -> None:
    till = Till()
    till.happens(c.CashSetUp({"1": {"notes": [100, 5000]}}, {}))
    till.happens(c.AcceptorFound(1, "ccTalk NV9 1", "USD", VALUES))
    assert (till.seat().holds, till.wants().notes) == (("note_values",), frozenset())


def test_a_seat_without_devices_knows_nothing_of_notes() -> None:
    till = Till()
    till.happens(c.CashSetUp({"2": {"notes": [100]}}, {}))
    assert till.offer(100).table.moves == {}
    table = till.table
    assert till.happens(c.NoteOffered(7, 100)).table.cash == table.cash


def test_a_line_that_is_away_is_an_acceptor_that_accepts() -> None:
    till = Till().offer(500).route().happens(c.AcceptorGone(1, "unplugged"))
    assert (till.wants().notes, list(till.table.moves)) == (frozenset(), ["bills-1/1"])
    till.happens(c.AcceptorFound(1, "ccTalk NV9 1", "USD", VALUES))
    assert till.wants().paper == "accept"
    assert till.stacked(500).credits(1) == 1500


def test_a_box_that_is_taken_out_is_reported_with_what_should_be_in_it_and_counted_later() -> None:
    till = Till().note(500).note(500).note(2000).happens(c.PaperStacked(1, 100, False, False))
    till.happens(c.AcceptorFaults(1, ("stacker_removed",)))
    report = till.just_told(StackerRemoved)[0]
    assert (report.drop, report.notes, report.found_amount, report.amount) == (1, {"500": 2, "2000": 1}, 100, 3100)
    till.happens(c.AcceptorFaults(1, ())).happens(c.AcceptorFaults(1, ("stacker_removed",)))
    assert till.just_told(StackerRemoved)[0].amount == 0
    assert till.operator("count_stacker", seat=1, reference="1", amount=3000).answer.details["over"] == -100
    assert till.operator("count_stacker", seat=1, reference="1", amount=3000).code == "nothing_to_settle"
    assert [drop.number for drop in till.seat().drops] == [2]


def test_cash_out_waits_for_what_is_on_its_way_in() -> None:
    till = Till().offer(500).route().cash_out(1)
    assert (till.answer.details["waits"], till.credits(1)) == (True, 1000)
    assert till.cash_out(1).code == "ticket_under_way"
    till.stacked(500)
    assert (till.credits(1), till.move("terminal-1/1").amount) == (0, 1500)


def test_a_held_seat_s_cash_is_no_hold_of_the_table() -> None:
    till = Till().happens(c.PaperStacked(1, 500, False, False))
    assert till.bet(1, "field", 100).code == "ok"
    assert till.bet(2, "field", 100).code == "ok"
    assert till.note(500, seat=2).credits(2) == 1400
    assert till.all_told(CashHeld) == [CashHeld(1, "found", True, "found-1/1", "")]


def test_where_the_house_wants_second_persons_the_one_who_is_named_gives_key_and_pin() -> None:
    till = Till(alone_up_to=10_000).offer(500).route().happens(c.AcceptorReset(1, "none"))
    about: dict[str, Any] = {"seat": 1, "amount": 500, "name": "bob", "reason": "box opened"}
    assert till.operator("settle_unknown", **about).code == "second_missing"
    assert till.answer.details == {"name": "bob"}
    assert till.operator("settle_unknown", **about, second="bob").code == "ok"
    assert till.answer.details["second"] == "bob"
