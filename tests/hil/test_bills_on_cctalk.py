"""The ccTalk bill acceptor on the bench, real or emulated: what it must do before it may stand at a seat."""

import pytest

from drivers.cash.acceptor import (
    Accept,
    Enabled,
    EventsLost,
    Fault,
    FaultOver,
    Faulty,
    Foreign,
    Lost,
    NoteAtEscrow,
    Ready,
    Recount,
    Rejected,
    Reset,
    Return,
    Returned,
    Stacked,
    TicketAtEscrow,
    Told,
)
from tests.hil.seat import AcceptorRig, Seat

MOMENTS = ("accepting", "escrow", "offered", "routed", "stacking", "stacked", "reported")
TROUBLES = ("deaf 1", "lose 1", "lose 3", "double 5", "garble 2", "delay 250", "flip 0.002", "babble 1")
TICKET = "123456789012345678"


def next_enabled(seat: Seat) -> None:
    """Notes are let in, after whatever happened."""
    seat.hears(Enabled, lambda now: bool(now.notes))


def test_its_notes_are_those_of_the_settings_and_each_is_stacked_once(seat: Seat, cctalk_rig: AcceptorRig) -> None:
    assert {note.value for note in seat.hears(Ready).notes} == set(cctalk_rig.notes) - {0}
    seat.hears(Enabled, since=0)
    for value in cctalk_rig.notes[:3]:
        cctalk_rig.put_in(value)
        stacked = seat.hears(Stacked)
        assert (stacked.from_escrow, stacked.note and stacked.note.value) == (True, value)
    assert seat.credited == sum(cctalk_rig.notes[:3])
    assert seat.credited == cctalk_rig.in_box()


def test_a_note_is_given_back_and_a_driver_that_was_killed_finds_the_one_at_escrow(
    seat: Seat, cctalk_rig: AcceptorRig
) -> None:
    seat.accepts = False
    next_enabled(seat)
    cctalk_rig.put_in(500)
    seat.hears(NoteAtEscrow)
    seat.tell(Return())
    seat.hears(Returned)
    cctalk_rig.put_in(1000)
    seat.hears(NoteAtEscrow)
    seat.kill()
    seat.hears(Ready)
    seat.tell(Accept())
    assert seat.hears(Stacked).from_escrow
    seat.kill()
    next_enabled(seat)
    assert (seat.credited, len(seat.booked)) == (1000, 1)


@pytest.mark.parametrize("place", ["", " box", " hand"])
def test_without_power_at_any_moment_a_note_is_counted_once_or_known_to_be_unknown(
    seat: Seat, cctalk_rig: AcceptorRig, place: str
) -> None:
    next_enabled(seat)
    for moment in MOMENTS:
        resets, credited, there = len(seat.said), seat.credited, cctalk_rig.in_box()
        cctalk_rig.order(f"power-cut 0.4 {moment}{place}")
        cctalk_rig.put_in(2000)
        seat.hears(Told, lambda told: isinstance(told, Reset | Recount | EventsLost), since=resets)
        next_enabled(seat)
        gained = seat.credited - credited
        assert gained in (0, cctalk_rig.in_box() - there), "nothing is credited that is not in the box"
        if moment == "reported":
            assert gained == 2000


def test_on_a_bad_line_a_note_is_counted_once(seat: Seat, cctalk_rig: AcceptorRig) -> None:
    for trouble in TROUBLES:
        seat.lets_in()
        since, said = len(seat.booked), len(seat.said)
        cctalk_rig.put_in(2000)
        cctalk_rig.order(trouble)
        while len(seat.booked) == since:
            if isinstance(seat.hears(Told, lambda told: isinstance(told, Stacked | Rejected), since=said), Rejected):
                seat.lets_in()  # it was not polled for a moment and let nothing in: the note came back
                said = len(seat.said)
                cctalk_rig.put_in(2000)
        cctalk_rig.order("well")
    assert seat.credited == cctalk_rig.in_box() == 2000 * len(TROUBLES)


def test_a_port_that_vanished_is_opened_again_and_what_happened_meanwhile_is_told(
    seat: Seat, cctalk_rig: AcceptorRig
) -> None:
    seat.accepts = False
    next_enabled(seat)
    cctalk_rig.put_in(500)
    seat.hears(NoteAtEscrow)
    before = len(seat.said)
    cctalk_rig.order("unplug 2")
    cctalk_rig.order("event 5 0")
    seat.hears(Lost, since=before)
    seat.hears(Recount, since=before)
    assert seat.hears(Stacked, since=before).note is not None
    next_enabled(seat)


def test_a_ticket_is_read_at_escrow_and_proved_by_the_event_that_the_settings_name(
    seat: Seat, cctalk_rig: AcceptorRig
) -> None:
    next_enabled(seat)
    cctalk_rig.order("ticket-event 0 21")
    since = len(seat.said)
    cctalk_rig.order(f"ticket {TICKET}")
    assert seat.hears(TicketAtEscrow, since=since).number == TICKET
    stacked = seat.hears(Stacked, since=since)
    assert (stacked.note, stacked.from_escrow) == (None, True)


def test_events_are_counted_round_from_255_to_1_and_those_that_are_lost_are_named(
    seat: Seat, cctalk_rig: AcceptorRig
) -> None:
    seat.hears(Ready)
    cctalk_rig.order("counter 253")
    next_enabled(seat)
    seat.booked.clear()
    for _ in range(3):
        cctalk_rig.put_in(100)
        seat.hears(Stacked)
    assert (seat.credited, seat.mark and seat.mark.counter) == (300, 4)
    since = len(seat.said)
    cctalk_rig.order("counter 90")
    assert seat.hears(EventsLost, since=since).count == 81


def test_a_note_that_was_never_offered_is_told_as_found(seat: Seat, cctalk_rig: AcceptorRig) -> None:
    next_enabled(seat)
    cctalk_rig.order("direct")
    cctalk_rig.put_in(5000)
    stacked = seat.hears(Stacked, since=0)
    assert (stacked.from_escrow, stacked.note and stacked.note.value) == (False, 5000)


def test_a_jam_a_fraud_and_a_pulled_box_are_told_by_name(seat: Seat, cctalk_rig: AcceptorRig) -> None:
    next_enabled(seat)
    for words, fault, mended in (
        ("jam acceptor", Fault.JAMMED, "free hand"),
        ("stacker out", Fault.STACKER_REMOVED, "stacker in"),
        ("stacker full", Fault.STACKER_FULL, "stacker in"),
        ("cheat", Fault.CHEATED, "well"),
    ):
        since = len(seat.said)
        cctalk_rig.order(words)
        if fault is Fault.JAMMED:
            cctalk_rig.put_in(100)
        seat.hears(Faulty, lambda told, fault=fault: told.fault is fault, since=since)  # type: ignore[misc]
        cctalk_rig.order(mended)
        seat.hears(FaultOver, lambda told, fault=fault: told.fault is fault, since=since)  # type: ignore[misc]


@pytest.mark.parametrize("change", ["serial 4711", "notes US:1,2,5,10,20,50,200"])
def test_another_unit_or_data_set_takes_nothing(seat: Seat, cctalk_rig: AcceptorRig, change: str) -> None:
    next_enabled(seat)
    cctalk_rig.order(change)
    cctalk_rig.order("reboot")
    seat.hears(Foreign, since=0)
    before = cctalk_rig.show()["inserted"]
    cctalk_rig.order("insert 1")
    assert cctalk_rig.show()["inserted"] == before + 1
    assert cctalk_rig.in_box() == 0
