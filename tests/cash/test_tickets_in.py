"""Tickets that come in: asked about under a name of their own, and each request ends with redeemed or cancelled."""

import pytest

from controller.facts.cash_kinds import PaperBack, PaperKept, TicketRead
from controller.facts.kinds import Posting
from controller.table.cash import events as c
from controller.table.paper.tickets.numbers import ticket_number
from tests.cash.scripted import Office, Scripted
from tests.cash.till import Till

NUMBER = ticket_number(0, 17, 5, "678")


def test_a_ticket_is_asked_about_held_routed_stacked_credited_and_told_to_be_redeemed() -> None:
    till = Till().offer_ticket(NUMBER)
    assert till.just_told(TicketRead) == [TicketRead(1, "ticket-1/1", NUMBER)]
    assert (till.asks(), till.wants().paper, till.wants().asks_authority) == (["lock"], "hold", True)
    till.answers("lock", "granted", 700)
    assert (till.credits(1), till.wants().to_route) == (1000, True)
    till.route().stacked(None)
    assert till.just_told(Posting) == [Posting("cash", "ticket", -700), Posting("credits", "1", 700)]
    assert till.just_told(PaperKept) == [PaperKept(1, "ticket", "ticket-1/1", 700)]
    assert (till.asks(), till.restart().asks()) == (["redeem"], ["redeem"])
    assert till.answers("redeem", "redeemed").asks() == []


def test_a_ticket_is_read_reversed_as_well_and_what_is_no_number_goes_back() -> None:
    assert Till().offer_ticket(NUMBER[::-1]).asks() == ["lock"]
    till = Till().offer_ticket("123456789012345678")
    assert (till.just_told(PaperBack)[0].why, till.wants().paper, till.asks()) == ("number", "return", [])


@pytest.mark.parametrize("verdict", ["unknown", "redeemed", "locked", "voided", "expired", "not_issued"])
def test_a_number_that_the_authority_refuses_goes_back_and_its_request_is_cancelled(verdict: str) -> None:
    till = Till().offer_ticket(NUMBER).answers("lock", verdict)
    assert (till.just_told(PaperBack)[0].why, till.wants().paper, till.asks()) == (verdict, "return", ["cancel"])
    assert till.happens(c.PaperReturned(1)).answers("cancel", "cancelled").asks() == []


@pytest.mark.parametrize(
    "event",
    [
        c.CashWaited(1, "redeem", "ticket-1/1"),
        c.PaperReturned(1),
        c.PaperRejected(1, "pulled"),
        c.PathEmpty(1),
        c.AcceptorReset(1, "none"),
        c.NoteOffered(1, 500),
        c.AcceptorFound(1, "another", "USD", ()),
    ],
)
def test_whatever_ends_it_before_it_is_routed_cancels_it_and_a_late_grant_moves_nothing(event: c.CashEvent) -> None:
    till = Till().offer_ticket(NUMBER).happens(event)
    assert till.asks() == ["cancel"]
    till.happens(c.AuthorityAnswered("lock", "ticket-1/1", "granted", 700))
    assert (till.credits(1), "ticket-1/1" in till.table.moves, till.asks()) == (1000, False, ["cancel"])


def test_a_ticket_that_brings_too_much_is_given_back_and_cancelled() -> None:
    till = Till(credit_limit=1500).offer_ticket(NUMBER).answers("lock", "granted", 700)
    assert (till.just_told(PaperBack)[0].why, till.asks()) == ("credit_limit", ["cancel"])


def test_a_request_s_name_is_never_used_again() -> None:
    till = Till().offer_ticket(NUMBER).happens(c.PaperReturned(1)).restart().offer_ticket(NUMBER)
    assert [told.request for told in till.all_told(TicketRead)] == ["ticket-1/1", "ticket-1/2"]
    assert till.asks() == ["cancel", "lock"]


def test_an_unknown_ticket_is_settled_by_two_persons_and_its_request_ends() -> None:
    for counted, credits, ask in ((700, 1700, "redeem"), (0, 1000, "cancel")):
        till = Till().offer_ticket(NUMBER).answers("lock", "granted", 700).route().happens(c.AcceptorReset(1, "none"))
        assert till.seat().holds == ("unknown",)
        till.operator("settle_unknown", seat=1, amount=counted, name="bob", reason="looked")
        assert (till.credits(1), till.asks()) == (credits, [ask])


def test_five_refused_numbers_in_a_row_turn_tickets_off_and_notes_go_on() -> None:
    till = Till()
    for _ in range(5):
        assert till.wants().tickets
        till.offer_ticket(NUMBER).answers("lock", "unknown").happens(c.PaperReturned(1)).answers("cancel", "cancelled")
    assert (till.seat().holds, till.wants().tickets, 500 in till.wants().notes) == (("tickets_off",), False, True)
    assert till.note(500).credits(1) == 1500
    assert till.offer_ticket(NUMBER).just_told(PaperBack)[0].why == "tickets_off"
    till.happens(c.PaperReturned(1)).operator("tickets_on", seat=1)
    assert till.wants().tickets


def test_a_granted_number_in_between_lets_the_row_begin_anew() -> None:
    till = Till()
    for verdict in ("unknown", "unknown", "unknown", "unknown", "granted", "unknown"):
        till.offer_ticket(NUMBER).answers("lock", verdict, 10).happens(c.PaperReturned(1))
    assert till.seat().holds == ()


def test_a_ticket_offered_again_is_the_same_request() -> None:
    till = Till().offer_ticket(NUMBER).offer_ticket(NUMBER)
    assert len(till.all_told(TicketRead)) == 1


def test_a_cancelled_request_is_never_granted_even_if_the_cancel_came_first() -> None:
    office = Office(Till())
    number = office.ticket()
    office.till.offer_ticket(number).happens(c.PaperReturned(1))
    office.turn()
    assert office.book.answer("lock", "ticket-1/1", number, office.seconds) == ("cancelled", 0)
    assert office.book.answer("lock", "ticket-1/2", number, office.seconds) == ("granted", 1000)


def test_an_authority_is_told_redeemed_until_it_answers_across_a_restart_and_slow_as_it_may_be() -> None:
    script = Scripted()
    office = Office(Till(), script)
    office.till.offer_ticket(NUMBER)
    office.turn(3)
    script.say("lock", "granted", 700)
    till = office.turn(1)
    script.say("lock", "granted", 900)
    office.turn(1)
    till.route().stacked(None).restart()
    office.turn(3)
    assert [ask.do for ask in script.heard[-2:]] == ["redeem", "redeem"]
    script.say("lock", "voided")
    script.say("redeem", "nonsense")
    office.turn(1)
    assert (till.credits(1), till.asks()) == (1700, ["redeem"])
    script.say("redeem", "redeemed")
    assert office.turn(1).asks() == []


def test_a_lock_never_ends_by_time_and_cannot_be_voided() -> None:
    office = Office(Till())
    number = office.ticket()
    office.till.offer_ticket(number)
    office.turn()
    office.seconds += 400 * 86_400
    office.turn()
    assert office.book.known(number).state == "locked"  # type: ignore[union-attr]
    assert office.book.answer("void", "terminal-1/1", number, office.seconds) == ("locked", 1000)
    assert office.till.route().stacked(None).credits(1) == 1000
