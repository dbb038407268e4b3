"""The controller cut off after every event of a note in, a ticket in, a ticket out; and devices that start anew there.

Enumerated, not drawn: each course is broken off after each of its events, and goes on.
"""

import pytest

from controller.facts.cash_kinds import PaperKept
from controller.facts.kinds import Posting
from controller.table.cash import events as c
from controller.table.events import Event
from controller.table.paper.tickets.numbers import ticket_number
from tests.asked import cash_out
from tests.cash.till import Till

NUMBER = ticket_number(0, 17, 5, "678")
NOTE: list[Event] = [
    c.NoteOffered(1, 500),
    c.RouteMeant(1),
    c.PaperRouted(1),
    c.PaperStacked(1, 500, True, True),
    c.Acknowledged(1),
]
IN: list[Event] = [
    c.TicketOffered(1, NUMBER),
    c.AuthorityAnswered("lock", "ticket-1/1", "granted", 700),
    c.RouteMeant(1),
    c.PaperRouted(1),
    c.PaperStacked(1, None, True, True),
    c.Acknowledged(1),
    c.AuthorityAnswered("redeem", "ticket-1/1", "redeemed"),
]
OUT: list[Event] = [
    cash_out(1, "terminal-1", 1),
    c.TicketDigits(1, "123", 1_700_000_000),
    c.AuthorityAnswered("reserve", "terminal-1/1", "reserved"),
    c.JobTold(1, 1, 78, "printing"),
    c.JobTold(1, 1, 78, "whole", "at_the_bezel"),
    c.AuthorityAnswered("issue", "terminal-1/1", "issued"),
    c.TicketGone(1, 1),
]
COURSES = {"note": (NOTE, 1500), "ticket in": (IN, 1700), "ticket out": (OUT, 0)}
POWER_UPS: list[tuple[Event, ...]] = [
    (c.AcceptorReset(1, "none"),),
    (c.AcceptorReset(1, "unknown"),),
    (c.AcceptorReset(1, "in_stacker"),),
    (c.AcceptorReset(1, "in_path"), c.PathEmpty(1)),
    (c.AcceptorReset(1, "in_path"), c.PaperReturned(1)),
    (c.AcceptorReset(1, "in_path"), c.PaperStacked(1, None, False, False)),
]


@pytest.mark.parametrize("name", COURSES)
def test_cut_off_after_any_event_and_told_it_again_it_comes_out_the_same(name: str) -> None:
    course, credits = COURSES[name]
    for cut in range(1, len(course) + 1):
        till = Till()
        for event in course[:cut]:
            till.happens(event)
        till.restart()
        if not isinstance(course[cut - 1], c.RouteMeant):  # that is the controller's own, and said once
            till.happens(course[cut - 1])
        for event in course[cut:]:
            till.happens(event)
        seat = till.seat()
        assert (till.credits(1), till.table.moves, seat.asks, seat.found, seat.out) == (credits, {}, (), (), None), cut
        assert seat.holds == ()


@pytest.mark.parametrize("course", [NOTE, IN], ids=["note", "ticket"])
@pytest.mark.parametrize("power_up", POWER_UPS, ids=str)
def test_an_acceptor_that_starts_anew_at_any_event_loses_nothing_and_pays_nothing_twice(
    course: list[Event], power_up: tuple[Event, ...]
) -> None:
    amount = 500 if course is NOTE else 700
    for cut in range(1, len(course) + 1):
        till = Till()
        for event in (*course[:cut], *power_up):
            till.happens(event)
        kept, open_moves = len(till.all_told(PaperKept)), list(till.table.moves)
        assert till.credits(1) == 1000 + amount * kept
        assert kept + len(open_moves) <= 1
        assert bool(open_moves) == ("unknown" in till.seat().holds)
        stacked = any(isinstance(event, c.PaperStacked) for event in course[:cut])
        assert not stacked or kept == 1
        routed = c.RouteMeant(1) in course[:cut]
        if power_up[0] == c.AcceptorReset(1, "in_stacker") and routed:
            assert kept == 1
        if len(power_up) == 1 and routed and not stacked and power_up[0] != c.AcceptorReset(1, "in_stacker"):
            assert open_moves


def test_a_printer_that_is_away_at_any_event_of_a_ticket_pays_it_out_once() -> None:
    ways = set()
    for cut in range(1, len(OUT) + 1):
        for returns in ("whole", "unknown_job", "power_lost", "never"):
            till = Till()
            for event in (*OUT[:cut], c.PrinterGone(1)):
                till.happens(event)
            if returns != "never":
                till.happens(c.PrinterFound(1, 78, 1 if cut > 2 else 0))
                till.happens(c.JobTold(1, 1, 78, returns, "taken"))
            for event in (c.TicketDigits(1, "123", 1), c.AuthorityAnswered("reserve", "terminal-1/1", "reserved")):
                till.happens(event)
            till.happens(c.CashWaited(1, "printer", "terminal-1/1"))
            till.happens(c.AuthorityAnswered("void", "terminal-1/1", "voided"))
            till.operator("hand_pay", seat=1, reference="17")
            gone = [fact for fact in till.all_told(Posting) if fact.account == "cash"]
            assert [fact.amount for fact in gone] == [1000], (cut, returns)
            assert (till.credits(1), till.table.moves, till.wishes.locks) == (0, {}, {}), (cut, returns)
            ways.add(gone[0].of)
    assert ways == {"ticket", "hand_pay"}
