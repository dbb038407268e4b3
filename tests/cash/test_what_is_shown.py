"""What a player's screen and a station are told of notes and tickets: true in each state, for whoever reads it."""

from typing import Any

import pytest

from controller.facts.cash_kinds import PaperBack, PaperKept, TicketCame
from controller.protocol.message import encode
from controller.protocol.terminals.cash import CashNow
from controller.server.connections.seats.cash_views import cash_moved, cash_seen
from controller.server.staff import cash_seen as staff
from controller.table.cash import events as c
from tests.cash.till import PRINTER, SEAT, VALUES, Till

LIMIT = SEAT["ticket_limit"]


def seen(till: Till, seat: int = 1) -> dict[str, Any]:
    """What the player is told now; it goes through the wire."""
    found = cash_seen(till.table, seat)
    assert found is not None
    encode(CashNow.model_validate(found))
    encode(staff.cash_seen(till.table, None))
    return found


def paper(till: Till) -> tuple[str, int, str]:
    now = seen(till)["paper"]
    return now["what"], now["amount"], now["stage"]


def test_a_seat_without_devices_is_told_nothing() -> None:
    assert cash_seen(Till(seats=(1,)).table, 2) is None


def test_a_note_is_in_the_slot_until_it_is_credited_and_is_told_once_as_credited() -> None:
    till = Till()
    assert (seen(till)["notes"], seen(till)["tickets"], seen(till)["why"], seen(till)["paper"]) == (
        VALUES,
        True,
        None,
        None,
    )
    till.offer(2000)
    assert paper(till) == ("note", 2000, "accepted")
    till.route().stacked(2000)
    assert seen(till)["paper"] is None
    moved = cash_moved(till.just_told(PaperKept)[0])
    assert moved is not None
    assert (moved.what, moved.how, moved.amount) == ("note", "credited", 2000)


def test_a_note_above_the_limit_is_not_let_in_and_is_told_why_it_comes_back() -> None:
    till = Till(credits=199_000)
    assert seen(till)["notes"] == (100, 500, 1000)
    till.offer(2000)
    moved = cash_moved(till.just_told(PaperBack)[0])
    assert moved is not None
    assert (moved.how, moved.amount, moved.why) == ("returned", 2000, "credit_limit")


def test_a_ticket_in_the_slot_is_being_checked_until_its_authority_has_answered() -> None:
    till = Till()
    number = Till().to_the_printer().job().number
    till.happens(c.TicketOffered(1, number))
    assert paper(till) == ("ticket", 0, "asking")
    till.answers("lock", "granted", 4000)
    assert paper(till) == ("ticket", 4000, "accepted")


def test_what_nobody_knows_is_unknown_to_player_and_staff_and_is_not_credited() -> None:
    till = Till().offer(2000).route()
    till.happens(c.AcceptorReset(1, "unknown")).happens(c.PathEmpty(1))
    assert paper(till) == ("note", 2000, "unknown")
    assert (seen(till)["notes"], seen(till)["why"], seen(till)["holds"]) == ((), "open_move", ("unknown",))
    (row, _) = staff.cash_seen(till.table, None).seats
    assert row.paper is not None
    assert (row.paper.amount, bool(row.paper.unknown)) == (2000, True)


def test_a_cash_out_is_said_to_be_printed_until_the_paper_is_out_and_then_to_be_taken() -> None:
    till = Till()
    assert seen(till)["ticket_limit"] == LIMIT
    till.cash_out(1)
    assert seen(till)["ticket"] == {"amount": 1000, "stage": "printing"}
    till.digits().answers("reserve", "reserved")
    assert seen(till)["ticket"] == {"amount": 1000, "stage": "printing"}
    till.job_comes("whole", "at_the_bezel")
    moved = cash_moved(till.just_told(TicketCame)[0])
    assert moved is not None
    assert (moved.what, moved.how, moved.amount) == ("ticket", "printed", 1000)
    assert seen(till)["ticket"] == {"amount": 0, "stage": "take"}
    till.happens(c.CashWaited(1, "take", "1"))
    assert seen(till)["ticket"] == {"amount": 0, "stage": "left"}
    till.happens(c.TicketGone(1, 1))
    assert seen(till)["ticket"] is None


def test_a_cash_out_during_a_note_is_said_to_wait_for_it() -> None:
    till = Till().offer(2000).route().cash_out(1)
    assert seen(till)["ticket"] == {"amount": 0, "stage": "coming"}
    till.stacked(2000)
    assert seen(till)["ticket"] == {"amount": 3000, "stage": "printing"}


def test_a_ticket_that_may_be_out_is_said_to_be_paid_by_hand_only_when_it_is_cancelled() -> None:
    till = Till().to_the_printer()
    till.job_comes("power_lost")
    assert seen(till)["ticket"] == {"amount": 1000, "stage": "voiding"}
    till.answers("void", "voided")
    assert seen(till)["ticket"] == {"amount": 1000, "stage": "payable"}


@pytest.mark.parametrize(
    "state",
    [
        c.PrinterGone(1),
        c.PrinterState(1, "no_paper", "out", ()),
        c.PrinterState(1, "fault", "enough", ("jam",)),
        c.PrinterFound(1, PRINTER + 40, 0),
    ],
)
def test_a_printer_that_prints_nothing_makes_a_cash_out_one_by_hand_before_it_is_asked_for(state: Any) -> None:
    till = Till().happens(state)
    assert seen(till)["ticket_limit"] == 0
    assert till.cash_out(1).answer.details.get("by") != "ticket"


def test_the_staff_sees_what_lies_in_the_box_and_what_waits_to_be_counted() -> None:
    till = Till().note(2000).note(2000).note(500)
    row = staff.cash_seen(till.table, 1).seats[0]
    assert (row.box.notes, row.box.cash) == ({"2000": 2, "500": 1}, 4500)
    till.happens(c.AcceptorFaults(1, ("stacker_removed",)))
    row = staff.cash_seen(till.table, 1).seats[0]
    assert [(drop.drop, drop.cash) for drop in row.drops] == [(1, 4500)]
    assert (row.box.notes, row.box.cash) == ({}, 0)
