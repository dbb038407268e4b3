"""The laws that are checked after every event of these tests are really checked."""

import pytest

from controller.facts.kinds import Answer
from controller.protocol.terminals.commands import CashOut
from controller.table.event_rows import EVENTS
from controller.table.events import FromSeat
from controller.table.machine import StepResult
from controller.table.work import Work
from tests.asked import cash_out
from tests.table.evening import Evening, an_evening
from tools.simulator.checks import Broken, check


def cashes_out(evening: Evening) -> None:
    evening.happens(cash_out(1, "terminal-1", evening.next_id("terminal-1")))


def test_money_that_comes_from_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_a_unit_away(work: Work, event: FromSeat[CashOut]) -> None:
        work.table.game.pay(event.seat, 1)
        work.post("gift", "nobody", -1)

    monkeypatch.setitem(EVENTS, CashOut, EVENTS[CashOut]._replace(handle=gives_a_unit_away))
    with pytest.raises(Broken, match="money is not conserved"):
        cashes_out(an_evening())


def test_a_refusal_that_changes_something_is_found() -> None:
    table = an_evening().table
    other, event = table.fork(), cash_out(1, "terminal-1", 1)
    other.no_rolls += 1
    refused = Answer("terminal-1", 1, False, "held", "it is held", {})
    with pytest.raises(Broken, match="and yet the table changed"):
        check(table, event, StepResult(other, [], refused))
