"""A note, a ticket, and whatever may become of them: what is told, and what the unit is told at which moment."""

import pytest

from drivers.cash.acceptor import (
    Accept,
    Booked,
    Enable,
    Enabled,
    Fault,
    FaultOver,
    Faulty,
    Idle,
    KeepAtEscrow,
    Lost,
    Note,
    NoteAtEscrow,
    NotRouted,
    PaperPlace,
    Ready,
    Rejected,
    Reset,
    Return,
    Returned,
    Routed,
    Stacked,
    TicketAtEscrow,
)
from drivers.cash.id003.codec import Id003Frame, encode
from drivers.cash.id003.messages import DONE, FAILED, REJECTED, AcceptorStatus, RequestCode
from tests.drivers.cash.id003.played import ALL, Played

FIVE = Note(3, 500)
ONE = b"\x61"
A_FIVE = b"\x63"
NUMBER = "012345678901234567"
A_TICKET = b"\x6f" + NUMBER.encode()


@pytest.fixture
def unit() -> Played:
    return Played().ready()


@pytest.fixture
def offered(unit: Played) -> Played:
    """With a note at escrow."""
    assert unit.says(AcceptorStatus.ESCROW, A_FIVE) == [NoteAtEscrow(FIVE)]
    unit.heard.clear()
    return unit


@pytest.fixture
def vending(offered: Played) -> Played:
    """With a note in the box that waits for its acknowledgement."""
    offered.after[RequestCode.STACK_1] = AcceptorStatus.VEND_VALID
    assert offered.order(Accept()) == [Routed(), Stacked(FIVE, to_acknowledge=True)]
    return offered


# ---- into the box ----------------------------------------------------------------------------------


def test_a_note_waits_at_escrow_until_it_is_ordered_into_the_box(offered: Played) -> None:
    assert offered.wait(5.0) == []
    assert not offered.frames(RequestCode.STACK_1, RequestCode.RETURN, RequestCode.HOLD)


def test_the_unit_is_told_to_stack_only_behind_a_look_at_its_escrow(offered: Played) -> None:
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKING
    assert offered.order(Accept()) == [Routed()]
    codes = [frame.code for _, frame in offered.heard]
    assert codes[: codes.index(RequestCode.STACK_1)].count(RequestCode.STATUS) == 1
    assert codes.count(RequestCode.STACK_1) == 1
    assert offered.says(AcceptorStatus.VEND_VALID) == [Stacked(FIVE, to_acknowledge=True)]


def test_the_acknowledgement_waits_for_the_disk_however_long_that_takes(vending: Played) -> None:
    vending.wait(60.0)
    assert not vending.frames(RequestCode.ACK)
    vending.order(Booked())
    assert vending.frames(RequestCode.ACK)


def test_it_follows_at_once_when_the_credit_is_on_the_disk(vending: Played) -> None:
    vending.heard.clear()
    before = vending.now
    vending.order(Booked(), seconds=0.0)
    assert [frame.code for _, frame in vending.heard] == [RequestCode.STATUS, RequestCode.ACK]
    assert vending.now == before


def test_it_is_said_again_until_the_unit_has_heard_it_and_the_note_is_told_no_second_time(vending: Played) -> None:
    vending.heard.clear()
    assert vending.order(Booked(), 3.0) == []
    assert len(vending.frames(RequestCode.ACK)) == len(vending.frames(RequestCode.STATUS)) > 10
    vending.heard.clear()
    assert vending.says(AcceptorStatus.STACKED) == []
    assert vending.says(AcceptorStatus.IDLING) == [Idle()]
    assert not vending.frames(RequestCode.ACK)


def test_what_nobody_has_booked_is_told_each_second(vending: Played) -> None:
    told = vending.wait(4.05)
    assert told == [Stacked(FIVE, to_acknowledge=True)] * 4


@pytest.mark.parametrize(
    "between", [AcceptorStatus.STACKED, AcceptorStatus.IDLING, AcceptorStatus.INHIBITED, AcceptorStatus.POWER_UP]
)
def test_booked_for_one_note_acknowledges_no_other(vending: Played, between: AcceptorStatus) -> None:
    vending.order(Booked())
    vending.says(between, seconds=1.0)
    vending.heard.clear()
    told = vending.says(AcceptorStatus.VEND_VALID, seconds=0.5)
    assert [one for one in told if isinstance(one, Stacked)] == [Stacked(None, from_escrow=False, to_acknowledge=True)]
    assert not vending.frames(RequestCode.ACK)


def test_booked_with_nothing_to_acknowledge_says_nothing(offered: Played) -> None:
    assert offered.order(Booked()) == []
    assert offered.says(AcceptorStatus.IDLING) == [Idle()]
    assert offered.says(AcceptorStatus.VEND_VALID, seconds=0.5) == [
        Stacked(None, from_escrow=False, to_acknowledge=True)
    ]
    assert not offered.frames(RequestCode.ACK)


def test_stacking_that_is_under_way_passes_to_the_acknowledgement_without_a_break(offered: Played) -> None:
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKING
    offered.order(Accept())
    offered.says(AcceptorStatus.VEND_VALID)
    offered.order(Booked())
    offered.heard.clear()
    assert offered.says(AcceptorStatus.STACKING) == []
    assert offered.says(AcceptorStatus.VEND_VALID) == []
    assert offered.frames(RequestCode.ACK), "it has not heard the first"


def test_a_unit_that_tells_stacked_alone_is_believed(offered: Played) -> None:
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKED
    assert offered.order(Accept(), 1.0) == [Routed(), Stacked(FIVE)]
    assert offered.says(AcceptorStatus.IDLING) == [Idle()]


def test_a_note_stacked_without_an_order_is_told_as_never_offered(unit: Played) -> None:
    unit.says(AcceptorStatus.ACCEPTING)
    assert unit.says(AcceptorStatus.VEND_VALID) == [Stacked(None, from_escrow=False, to_acknowledge=True)]


def test_the_next_note_may_come_before_anybody_saw_the_path_empty(vending: Played) -> None:
    vending.order(Booked())
    assert vending.says(AcceptorStatus.ESCROW, A_FIVE) == [Idle(), NoteAtEscrow(FIVE)]


# ---- an order that got lost ------------------------------------------------------------------------


def test_an_order_without_an_answer_is_repeated_while_the_same_paper_stands_there(offered: Played) -> None:
    offered.mute = {RequestCode.STACK_1}
    assert offered.order(Accept(), 2.0) == []
    stacks = len(offered.frames(RequestCode.STACK_1))
    assert stacks > 1
    codes = [frame.code for _, frame in offered.heard]
    assert all(codes[at - 1] == RequestCode.STATUS for at, code in enumerate(codes) if code == RequestCode.STACK_1)
    offered.mute = set()
    offered.after[RequestCode.STACK_1] = AcceptorStatus.VEND_VALID
    assert offered.wait(1.0) == [Routed(), Stacked(FIVE, to_acknowledge=True)]


def test_an_order_that_was_heard_and_not_answered_is_not_repeated(offered: Played) -> None:
    offered.mute = {RequestCode.STACK_1}
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKING
    assert offered.order(Accept(), 3.0) == [Routed()]
    assert len(offered.frames(RequestCode.STACK_1)) == 1


@pytest.mark.parametrize(
    "gone_by", [AcceptorStatus.IDLING, AcceptorStatus.ACCEPTING, AcceptorStatus.POWER_UP_IN_ACCEPTOR]
)
def test_an_order_is_for_one_paper_and_not_for_the_next(offered: Played, gone_by: AcceptorStatus) -> None:
    offered.mute = {RequestCode.STACK_1}
    offered.order(Accept(), 0.3)
    offered.says(gone_by, seconds=0.2)
    offered.heard.clear()
    offered.mute = set()
    offered.says(AcceptorStatus.ESCROW, A_FIVE, seconds=3.0)
    assert not offered.frames(RequestCode.STACK_1)


def test_a_paper_seen_again_after_a_silence_is_another(offered: Played) -> None:
    offered.mute = {RequestCode.STATUS, RequestCode.STACK_1}
    offered.order(Accept(), 2.2)
    offered.mute = set()
    told = offered.wait(2.0)
    assert told == [NotRouted("the paper is no longer at escrow"), Idle(), NoteAtEscrow(FIVE)]
    assert not offered.frames(RequestCode.STACK_1)


def test_another_note_in_its_place_is_not_stacked_by_the_old_order(offered: Played) -> None:
    offered.session.told(Accept(), offered.now)  # its look at escrow is under way
    told = offered.says(AcceptorStatus.ESCROW, ONE, seconds=3.0)
    assert NoteAtEscrow(Note(1, 100)) in told
    assert len(offered.frames(RequestCode.STACK_1)) <= 1


def test_a_unit_that_never_does_it_is_told_so_often_and_no_more(offered: Played) -> None:
    offered.refuses = {RequestCode.STACK_1}
    told = offered.order(Accept(), 30.0)
    assert [type(one) for one in told] == [NotRouted]
    assert len(offered.frames(RequestCode.STACK_1)) == 8


def test_of_an_order_that_may_have_been_heard_nobody_says_that_it_was_not(offered: Played) -> None:
    offered.mute = {RequestCode.STACK_1}
    offered.order(Accept(), 0.3)
    told = offered.says(AcceptorStatus.POWER_UP_IN_STACKER, seconds=0.3)
    assert told == [Reset(PaperPlace.IN_STACKER)]


@pytest.mark.parametrize("order", [Accept(), Return()])
def test_with_nothing_at_escrow_there_is_nothing_to_order(unit: Played, order: Accept | Return) -> None:
    assert [type(told) for told in unit.order(order)] == [NotRouted]
    assert not unit.frames(RequestCode.STACK_1, RequestCode.RETURN)


def test_a_note_in_the_box_cannot_be_had_back(vending: Played) -> None:
    assert [type(told) for told in vending.order(Return())] == [NotRouted]
    assert not vending.frames(RequestCode.RETURN)


def test_an_order_may_be_changed_until_the_unit_was_told(offered: Played) -> None:
    offered.mute = {RequestCode.STATUS}
    offered.order(Accept(), 0.0)
    offered.session.told(Return(), offered.now)
    offered.mute = set()
    offered.wait(0.5)
    assert not offered.frames(RequestCode.STACK_1)
    offered.wait(0.5)
    assert offered.frames(RequestCode.RETURN)


# ---- back ------------------------------------------------------------------------------------------


def test_a_note_is_given_back_when_it_is_out_and_not_before(offered: Played) -> None:
    offered.after[RequestCode.RETURN] = AcceptorStatus.RETURNING
    assert offered.order(Return(), 2.0) == []
    assert offered.says(AcceptorStatus.IDLING) == [Returned(), Idle()]


def test_a_note_that_slips_back_out_of_the_stacker_is_told_as_returned(offered: Played) -> None:
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKING
    offered.order(Accept())
    assert offered.says(AcceptorStatus.REJECTING, b"\x75") == []
    assert offered.says(AcceptorStatus.IDLING) == [Returned(), Idle()]


def test_a_note_that_is_gone_without_a_word_leaves_an_empty_path(offered: Played) -> None:
    assert offered.says(AcceptorStatus.IDLING) == [Idle()]


@pytest.mark.parametrize("code, why", [*REJECTED.items(), (0x80, "the acceptor gives code 80")])
def test_a_paper_that_is_not_taken_is_told_with_its_reason(unit: Played, code: int, why: str) -> None:
    unit.says(AcceptorStatus.ACCEPTING)
    assert unit.says(AcceptorStatus.REJECTING, bytes((code,)), 2.0) == [Rejected(why)]
    assert unit.says(AcceptorStatus.RETURNING) == []
    assert unit.says(AcceptorStatus.IDLING) == [Idle()]


def test_what_was_in_the_acceptor_at_a_start_goes_its_way_before_the_eyes_of_all(unit: Played) -> None:
    unit.after[RequestCode.RESET] = AcceptorStatus.RETURNING
    assert unit.says(AcceptorStatus.POWER_UP_IN_ACCEPTOR, seconds=2.0) == [Reset(PaperPlace.IN_PATH)]
    told = unit.says(AcceptorStatus.INHIBITED, seconds=2.0)
    assert [type(one) for one in told] == [Returned, Idle, Ready]


def test_of_a_note_that_was_in_the_stacker_at_a_start_its_stacking_is_told_by_the_start_alone(unit: Played) -> None:
    assert Reset(PaperPlace.IN_STACKER) in unit.says(AcceptorStatus.POWER_UP_IN_STACKER, seconds=1.0)
    assert not [told for told in unit.says(AcceptorStatus.STACKED, seconds=1.0) if isinstance(told, Stacked)]


@pytest.mark.parametrize(
    "status", [AcceptorStatus.POWER_UP, AcceptorStatus.POWER_UP_IN_ACCEPTOR, AcceptorStatus.POWER_UP_IN_STACKER]
)
def test_a_unit_keeps_what_it_says_of_a_start_until_that_is_on_the_disk(unit: Played, status: AcceptorStatus) -> None:
    """Seed 1048768380: nobody heard where the note lay, and RESET had taken it from the unit."""
    unit.books_starts = False
    assert any(isinstance(told, Reset) for told in unit.says(status, seconds=5.0))
    assert unit.frames(RequestCode.RESET) == []
    unit.order(Booked())
    assert len(unit.frames(RequestCode.RESET)) == 1


def test_yet_a_unit_that_waits_for_its_acknowledgement_then_is_heard(unit: Played) -> None:
    unit.says(AcceptorStatus.POWER_UP_IN_STACKER, seconds=1.0)
    assert Stacked(None, from_escrow=False, to_acknowledge=True) in unit.says(AcceptorStatus.VEND_VALID)
    unit.order(Booked())
    assert unit.frames(RequestCode.ACK)


# ---- tickets, and what is no paper of ours ---------------------------------------------------------


def test_a_ticket_is_told_by_its_number_and_stacked_as_a_note_is(unit: Played) -> None:
    assert unit.says(AcceptorStatus.ESCROW, A_TICKET) == [TicketAtEscrow(NUMBER)]
    unit.after[RequestCode.STACK_1] = AcceptorStatus.VEND_VALID
    assert unit.order(Accept()) == [Routed(), Stacked(None, to_acknowledge=True)]


def test_a_ticket_is_held_each_five_seconds_until_the_authority_has_spoken(unit: Played) -> None:
    unit.says(AcceptorStatus.ESCROW, A_TICKET)
    unit.after[RequestCode.HOLD] = AcceptorStatus.HOLDING
    assert unit.order(KeepAtEscrow(), 16.0) == []
    assert len(unit.frames(RequestCode.HOLD)) == 4
    assert all(5.0 <= seconds < 5.2 for seconds in unit.between(RequestCode.HOLD))
    unit.after[RequestCode.STACK_1] = AcceptorStatus.VEND_VALID
    unit.heard.clear()
    assert unit.order(Accept(), 6.0)[0] == Routed()
    assert not unit.frames(RequestCode.HOLD)


def test_a_ticket_that_was_given_back_meanwhile_is_no_longer_held(unit: Played) -> None:
    unit.says(AcceptorStatus.ESCROW, A_TICKET)
    unit.order(KeepAtEscrow())
    assert unit.says(AcceptorStatus.RETURNING) == []
    assert unit.says(AcceptorStatus.IDLING) == [Returned(), Idle()]
    unit.heard.clear()
    unit.says(AcceptorStatus.ESCROW, A_TICKET, seconds=8.0)
    assert not unit.frames(RequestCode.HOLD)


@pytest.mark.parametrize("data", [b"", b"\x62", b"\x6e", b"\x70", b"\x6f", b"\x6f\xff\xff", b"\x63\x63"])
def test_what_is_no_paper_we_know_is_given_back_by_itself(unit: Played, data: bytes) -> None:
    unit.after[RequestCode.RETURN] = AcceptorStatus.RETURNING
    told = unit.says(AcceptorStatus.ESCROW, data, 1.0)
    assert [type(one) for one in told] == [Rejected]
    assert unit.frames(RequestCode.RETURN)
    assert unit.says(AcceptorStatus.IDLING) == [Idle()]


def test_it_cannot_be_ordered_into_the_box(unit: Played) -> None:
    unit.mute = {RequestCode.RETURN}
    unit.says(AcceptorStatus.ESCROW, b"\x70")
    assert [type(told) for told in unit.order(Accept(), 1.0)] == [NotRouted]
    assert not unit.frames(RequestCode.STACK_1)


# ---- troubles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "status, fault",
    [
        (AcceptorStatus.STACKER_FULL, Fault.STACKER_FULL),
        (AcceptorStatus.STACKER_OPEN, Fault.STACKER_REMOVED),
        (AcceptorStatus.JAM_IN_ACCEPTOR, Fault.JAMMED),
        (AcceptorStatus.JAM_IN_STACKER, Fault.STACKER_JAMMED),
        (AcceptorStatus.PAUSED, Fault.PAUSED),
        (AcceptorStatus.CHEATED, Fault.CHEATED),
        (AcceptorStatus.COMMUNICATION_ERROR, Fault.LINE),
        (0x99, Fault.UNKNOWN),
    ],
)
def test_a_trouble_is_told_once_by_its_name_and_when_it_is_over(unit: Played, status: int, fault: Fault) -> None:
    told = unit.says(status, seconds=3.0)
    assert [type(one) for one in told] == [Faulty]
    assert isinstance(told[0], Faulty)
    assert told[0].fault is fault
    assert unit.says(AcceptorStatus.IDLING) == [FaultOver(fault), Idle()]
    assert not unit.frames(RequestCode.RESET)


@pytest.mark.parametrize("code, text", [*FAILED.items(), (0x01, "the acceptor gives code 01")])
def test_a_failure_is_told_with_what_has_failed(unit: Played, code: int, text: str) -> None:
    assert unit.says(AcceptorStatus.FAILED, bytes((code,))) == [Faulty(Fault.FAILED, text)]


def test_one_trouble_may_follow_another(unit: Played) -> None:
    unit.says(AcceptorStatus.JAM_IN_ACCEPTOR)
    told = unit.says(AcceptorStatus.CHEATED)
    assert told[0] == FaultOver(Fault.JAMMED)
    assert [type(one) for one in told] == [FaultOver, Faulty]


@pytest.mark.parametrize("status", [AcceptorStatus.JAM_IN_STACKER, AcceptorStatus.CHEATED, AcceptorStatus.FAILED])
def test_reset_ends_a_trouble_only_when_something_is_to_be_let_in_again(unit: Played, status: AcceptorStatus) -> None:
    unit.says(status, seconds=5.0)
    unit.order(Enable(), 5.0)
    assert not unit.frames(RequestCode.RESET)
    told = unit.order(ALL, 2.0)
    assert [type(one) for one in told] == [Reset, FaultOver, Ready]
    assert told[0] == Reset(PaperPlace.UNKNOWN)
    assert len(unit.frames(RequestCode.RESET)) == 1


def test_what_is_let_in_after_a_trouble_that_ended_of_itself_needs_no_reset(unit: Played) -> None:
    unit.says(AcceptorStatus.JAM_IN_STACKER)
    unit.mute = {RequestCode.STATUS}
    unit.order(ALL, 0.0)
    unit.mute = set()
    unit.heard.clear()
    told = unit.says(AcceptorStatus.VEND_VALID, seconds=1.5)
    assert Stacked(None, from_escrow=False, to_acknowledge=True) in told
    assert not unit.frames(RequestCode.RESET), "it would end VEND VALID, and with it the note"
    told = unit.says(AcceptorStatus.IDLING, seconds=1.0)
    assert [type(one) for one in told] == [Idle, Enabled]


# ---- the line --------------------------------------------------------------------------------------


def test_a_unit_that_falls_silent_is_lost_once_and_nothing_is_sent_until_the_port_is_open_again(unit: Played) -> None:
    unit.mute = set(range(256))
    told = unit.wait(20.0)
    assert [type(one) for one in told] == [Lost]
    unit.heard.clear()
    unit.order(ALL, 5.0)
    assert unit.heard == []
    unit.session.opened(unit.now)
    assert unit.wait(20.0) == []
    unit.mute = set()
    unit.session.opened(unit.now)
    assert any(isinstance(one, Ready) for one in unit.wait(2.0))


def test_the_reason_of_a_loss_is_told_when_it_is_another() -> None:
    unit = Played()
    for text in ("unplugged", "unplugged", "no such device", "no such device"):
        unit.session.lost(text)
    assert unit.session.take_said() == [Lost("unplugged"), Lost("no such device")]


def test_a_lost_answer_costs_nothing_but_time(unit: Played) -> None:
    unit.mute = {RequestCode.STATUS}
    unit.wait(1.0)
    unit.mute = set()
    assert unit.says(AcceptorStatus.ESCROW, A_FIVE, 1.0) == [NoteAtEscrow(FIVE)]


def test_the_status_is_polled_ten_times_a_second_and_faster_while_a_note_goes_into_the_box(offered: Played) -> None:
    offered.wait(2.0)
    assert max(offered.between(RequestCode.STATUS)) <= 0.1001
    offered.after[RequestCode.STACK_1] = AcceptorStatus.STACKING
    offered.order(Accept())
    offered.heard.clear()
    offered.wait(1.0)
    assert max(offered.between(RequestCode.STATUS)) <= 0.0501


def test_a_late_answer_is_not_taken_for_that_to_what_was_ordered_since(unit: Played) -> None:
    unit.says(AcceptorStatus.ESCROW, A_TICKET)
    unit.mute = {RequestCode.HOLD, RequestCode.STATUS}
    unit.order(KeepAtEscrow(), 0.6)
    unit.mute.clear()
    unit.order(KeepAtEscrow(), 1.0)
    unit.mute = {RequestCode.STATUS}
    unit.order(Accept(), 0.1)
    unit.session.feed(encode(Id003Frame(DONE)), unit.now)
    assert unit.wait(0.1) == []
    assert not unit.frames(RequestCode.STACK_1)
