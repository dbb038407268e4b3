"""The laws of money over random evenings of notes and tickets, and mistakes that they must find."""

import pytest

from controller.facts.cash_kinds import PaperKept, TicketCame
from controller.table.cash import events as c
from controller.table.digest import digest_of
from controller.table.event_rows import EVENTS
from controller.table.paper import papers
from controller.table.paper.keeping import put
from controller.table.paper.tickets import tickets_out
from controller.table.work import Work
from tests.cash.street import Street

SEEDS = range(6)
EVENTS_EACH = 250


@pytest.mark.parametrize("seed", SEEDS)
def test_paper_boxes_credits_and_what_was_paid_are_what_came_in_whatever_happens(seed: int) -> None:
    street = Street(seed)
    street.go(EVENTS_EACH)
    assert street.till.all_told(PaperKept)


def test_those_evenings_have_seen_everything_that_can_become_of_a_paper() -> None:
    kinds = set[str]()
    for seed in SEEDS:
        street = Street(seed)
        street.go(EVENTS_EACH)
        kinds |= {type(fact).__name__ for fact in street.till.told}
        kinds |= {fact.what for fact in street.till.told if isinstance(fact, PaperKept)}
        kinds |= {fact.outcome for fact in street.till.told if isinstance(fact, TicketCame)}
    assert kinds >= {"note", "ticket", "whole", "in_part", "CashUnknown", "CashSettled", "TicketTurned", "TicketTaken"}


def _found() -> bool:
    """Whether some evening breaks a law."""
    for seed in range(12):
        try:
            Street(seed).go(EVENTS_EACH)
        except AssertionError:
            return True
    return False


def test_credit_before_it_is_stacked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_early(work: Work, event: c.RouteMeant) -> None:
        papers.route_meant(work, event)
        if work.table.cash[event.seat].acceptor.routed:
            papers.done(work, event.seat)

    monkeypatch.setitem(EVENTS, c.RouteMeant, EVENTS[c.RouteMeant]._replace(handle=too_early))
    assert _found()


def test_a_ticket_that_is_unknown_and_printed_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_if_never_sent(work: Work, number: int, _why: str, **_: bool) -> None:
        out = work.table.cash[number].out
        assert out is not None
        put(work, number, out=out._replace(stage="queued", job=0, known=False))
        tickets_out.print_next(work, number)

    monkeypatch.setattr("controller.table.paper.printers.turn", as_if_never_sent)
    monkeypatch.setattr("controller.table.paper.authorities.tickets_out.turn", as_if_never_sent)
    assert _found()


def test_a_hand_pay_before_the_number_is_voided_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.table.cash.acts.tickets_out.check_payable", lambda *_: None)
    assert _found()


@pytest.mark.parametrize("forgotten", ["notes", "tickets", "ack_owed", "mark"])
def test_a_counter_that_a_restart_forgets_is_found(monkeypatch: pytest.MonkeyPatch, forgotten: str) -> None:
    nothing = {"notes": 0, "tickets": 0, "ack_owed": False, "mark": None}[forgotten]

    def without(self: Street, seat: int) -> None:
        last = self._last
        before(self, seat)
        cash = dict(self.till.table.cash)
        for number, of in cash.items():
            cash[number] = of._replace(acceptor=of.acceptor._replace(**{forgotten: nothing}))  # type: ignore[arg-type]
        self.till.table = self.till.table.fork()
        self.till.table.cash = cash
        self.till._digester = type(self.till._digester)(self.till.table)
        self.till._digest = digest_of(self.till.table)
        if isinstance(last, c.PaperStacked):  # what it waits for, it says again
            self.say(last)
            self.laws()
            assert not self.till.table.cash[last.seat].found, "told again, it was taken for another"

    before = Street.restart
    monkeypatch.setattr(Street, "restart", without)
    assert _found()
