"""The cashier in the loop: digits and the local authority's answers, without any desk having to ask for them."""

from controller.table.cash import events as c
from controller.table.sas.events import HostOrdered, HostSetUp
from tests.cash.till import HOUSE, SEAT, VALUES
from tests.server.simulated import SimulatedCabinet


def who_cashes_out(cabinet: SimulatedCabinet | None = None) -> SimulatedCabinet:
    cabinet = cabinet or SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=700)
    for event in (
        c.CashSetUp({"1": SEAT}, HOUSE),
        c.AcceptorFound(1, "ccTalk NV9", "USD", VALUES, (1, 0)),
        c.PrinterFound(1, 78, 0),
        c.PrinterState(1, "ready", "enough", ()),
    ):
        cabinet.loop.apply(event)
    cabinet.turn()
    terminal.command("cash_out")
    return cabinet


def test_a_ticket_gets_its_number_is_reserved_and_goes_to_the_printer_within_a_few_turns() -> None:
    cabinet = who_cashes_out()
    for _ in range(4):
        cabinet.turn()
    job = cabinet.loop.wishes.cash[1].job
    assert job is not None
    assert (job.amount, job.number[:2], job.may_print) == (700, "00", True)
    cabinet.loop.apply(c.JobTold(1, job.job, job.serial, "whole", "taken"))
    for _ in range(3):
        cabinet.turn()
    known = cabinet.store.tickets.known(job.number)
    assert known is not None
    assert (known.state, known.amount, cabinet.loop.wishes.cash[1].asks) == ("issued", 700, ())


def test_the_time_on_a_ticket_is_what_the_casinos_host_says_it_is() -> None:
    told = []
    for ahead in (0, 90):
        cabinet = SimulatedCabinet()
        cabinet.loop.apply(HostSetUp({"1": {"seat": 1, "controls": ["clock"], "unit": 100}}))
        cabinet.loop.apply(HostOrdered(1, "clock", clock=ahead))
        cabinet = who_cashes_out(cabinet)
        cabinet.turn()
        out = cabinet.table.cash[1].out
        assert out is not None
        told.append(out.time)
    assert told[1] - told[0] == 90


def test_nothing_is_asked_before_it_is_on_the_disk() -> None:
    cabinet = who_cashes_out()
    commits = cabinet.store.commits
    cabinet.turn()
    out = cabinet.table.cash[1].out
    assert out is not None
    assert (out.stage, cabinet.store.commits) == ("reserving", commits + 1)
    assert cabinet.store.tickets.known(out.number) is None
