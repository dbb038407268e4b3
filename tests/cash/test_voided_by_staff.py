"""Two persons have a ticket voided that is out; and who the second person may be."""

from typing import Any

import pytest

from controller.facts.cash_kinds import CashSettled, TicketVoided
from controller.facts.kinds import Posting
from controller.table.cash import events as c
from tests.cash.scripted import Office, Scripted
from tests.cash.till import Till

ABOUT: dict[str, Any] = {"seat": 2, "name": "bob", "reason": "torn"}


def test_a_voided_ticket_is_worth_nothing_and_what_was_owed_on_it_is_the_houses() -> None:
    office = Office(Till())
    number = office.ticket()
    till = office.till.operator("void_ticket", reference=number, **ABOUT)
    assert (till.code, till.asks(2)) == ("ok", ["void"])
    office.turn()
    (said,) = till.all_told(TicketVoided)
    assert (said.ends, said.amount, said.verdict, till.asks(2)) == (number[-4:], 1000, "voided", [])
    assert {Posting("cash", "ticket", -1000), Posting("house", "voided", 1000)} <= set(till.all_told(Posting))
    assert till.all_told(CashSettled)[-1][-3:-1] == ("ann", "bob")
    assert office.book.outstanding() == 0
    till.offer_ticket(number)
    office.turn()
    assert (till.acceptor().back, till.credits(1)) == ("voided", 0)


def test_what_was_voided_is_not_voided_twice() -> None:
    office = Office(Till())
    number = office.ticket()
    for _ in range(2):
        office.till.operator("void_ticket", reference=number, **ABOUT)
        office.turn()
    assert [said.amount for said in office.till.all_told(TicketVoided)] == [1000, 0]
    assert office.till.all_told(Posting).count(Posting("house", "voided", 1000)) == 1


def test_a_ticket_that_an_acceptor_has_or_a_printer_prints_is_not_voided() -> None:
    office = Office(Till())
    number = office.ticket()
    till = office.till.offer_ticket(number)
    office.turn()
    assert till.acceptor().granted == 1000
    assert till.operator("void_ticket", reference=number, **ABOUT).code == "ticket_locked"
    printing = Till().to_the_printer()
    assert printing.operator("void_ticket", reference=printing.job().number, **ABOUT).code == "ticket_locked"


def test_one_that_is_locked_elsewhere_stays_as_it_is() -> None:
    authority = Scripted()
    office = Office(Till(), authority)
    till = office.till.to_the_printer()
    number = till.job().number
    till.job_comes("whole", "taken").answers("issue", "issued")
    till.operator("void_ticket", reference=number, **ABOUT)
    office.turn()
    authority.say("void", "locked", 1000)
    office.turn()
    (said,) = till.all_told(TicketVoided)
    assert (said.verdict, said.amount, till.asks(2)) == ("locked", 0, [])
    assert not [leg for leg in till.all_told(Posting) if leg.account == "house" and leg.of == "voided"]
    authority.say("void", "voided", 1000)  # late, and after it said otherwise
    office.turn()
    assert len(till.all_told(TicketVoided)) == 1


def test_what_is_no_number_of_a_ticket_is_refused() -> None:
    till = Till()
    for number in ("", "12", "1" * 18, "x" * 18):
        assert till.operator("void_ticket", reference=number, **ABOUT).code == "nothing_to_settle"


@pytest.mark.parametrize("name", ["", "ann", "eve", "tim", "Bob", "bob "])
@pytest.mark.parametrize("act", ["settle_unknown", "ticket_was_out", "ticket_was_not_out", "void_ticket"])
def test_the_second_person_is_somebody_else_of_the_floor_who_is_on_the_list(act: str, name: str) -> None:
    office = Office(Till())
    number = office.ticket()
    till = office.till
    if act == "settle_unknown":
        till.offer(500).route().happens(c.AcceptorReset(1, "none"))
    elif act != "void_ticket":
        till.note(500).to_the_printer().job_comes("power_lost")
    said: dict[str, dict[str, Any]] = {"settle_unknown": {"amount": 500}, "void_ticket": {"reference": number}}
    about = said.get(act, {})
    refused = till.operator(act, seat=1, name=name, reason="looked", **about)
    assert refused.code == "witness_missing"
    assert refused.operator(act, seat=1, name="bob", reason="looked", **about).code == "ok"


def test_where_nobody_is_on_the_list_nobody_is_a_second_person() -> None:
    till = Till(people={}).offer(500).route().happens(c.AcceptorReset(1, "none"))
    act = till.operator("settle_unknown", seat=1, amount=500, name="bob", reason="looked")
    assert act.code == "witness_missing"
