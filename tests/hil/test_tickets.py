"""The ticket printer on the bench, real or emulated: what it must do before it may stand in a cabinet."""

import pytest

from controller.protocol.devices.printer import (
    JobNotSent,
    JobRefused,
    JobReport,
    JobStarted,
    PrinterMalfunction,
    PrinterSelfTestDone,
    PrinterStatus,
    TicketTaken,
)
from controller.protocol.devices.unit import LinkDown, LinkUp, RunSelfTest
from tests.hil.rig import PrinterRig
from tests.hil.till import Till

TICKETS = 5


def test_the_printer_says_who_it_is_and_prints_one_paper_for_a_job(till: Till, printer_rig: PrinterRig) -> None:
    unit = till.hears(LinkUp).unit
    assert (unit.model, unit.serial) == printer_rig.identity
    till.status(lambda now: now.state == "ready")
    till.tell(RunSelfTest())
    assert till.hears(PrinterSelfTestDone).failures == ()
    before = till.status().printed
    jobs = [till.prints().job_id for _ in range(TICKETS)]
    assert jobs == list(range(jobs[0], jobs[0] + TICKETS))
    assert till.status().printed == before + TICKETS
    assert [till.hears(TicketTaken, lambda said, job=job: said.job_id == job).job_id for job in jobs] == jobs  # type: ignore[misc]
    assert not [said for said in till.said if isinstance(said, PrinterMalfunction)]


def test_a_job_has_one_answer_and_one_paper_across_a_driver_killed_while_it_is_printed(till: Till) -> None:
    wanted = till.next_job()
    before = till.status().printed
    till.hears(JobStarted, telling=wanted)
    till.kill()
    first = till.answer(wanted)
    assert isinstance(first, JobReport)
    till.kill()
    again = till.answer(wanted)
    assert isinstance(again, JobReport)
    assert (first.outcome, again.outcome) == ("whole", "whole")
    assert till.status().printed == before + 1


def test_nothing_is_printed_while_a_ticket_waits_or_paper_lacks_and_the_same_job_is_printed_after(till: Till) -> None:
    till.answer(till.next_job())
    wanted = till.next_job()
    assert till.answer(wanted) == JobRefused(job_id=wanted.job_id, verdict="ticket_at_bezel")
    till.take()
    till.rig.by_hand("take the paper out", "paper out")
    till.status(lambda now: now.paper == "out")
    assert till.answer(wanted) == JobRefused(job_id=wanted.job_id, verdict="no_paper")
    till.rig.by_hand("put the paper in", "paper enough")
    till.status(lambda now: now.paper == "enough")
    answer = till.answer(wanted)
    assert isinstance(answer, JobReport)
    assert answer.outcome == "whole"


def test_a_printer_without_power_for_a_while_has_one_answer_for_its_job(till: Till) -> None:
    wanted = till.next_job()
    before = till.status().printed
    till.hears(JobStarted, telling=wanted)
    till.rig.cut_power(1.0, "power-cut 0.5")
    answer = till.answer(wanted)
    assert isinstance(answer, JobReport)
    assert till.answer(wanted).model_copy(update={"taken": answer.taken}) == answer
    assert till.status().printed <= before + 1


STAGES = {
    "before-record": "whole",
    "recorded": "power_lost",
    "starting": "power_lost",
    "printing": "power_lost",
    "cut": "power_lost",
    "kept": "whole",
    "told": "whole",
}
"""Where the power is cut, and what the printer then has to say: it knows no job of which it has no record yet."""


def test_the_power_cut_at_each_stage_costs_no_second_paper(till: Till) -> None:
    for stage, outcome in STAGES.items():
        wanted = till.next_job()
        before = till.status().printed
        till.rig.order(f"power-cut 0.3 {stage}")
        answer = till.answer(wanted)
        assert isinstance(answer, JobReport), stage
        assert answer.outcome == outcome, stage
        again = till.answer(wanted)
        assert isinstance(again, JobReport), stage
        assert again.outcome == outcome, stage
        assert till.status().printed <= before + 1, stage
        till.take()


@pytest.mark.parametrize(
    "orders, outcome",
    [
        (["next whole"], "whole"),
        (["next pulled"], "in_part"),
        (["next nothing"], "not_at_all"),
        (["next snatched", "lose reply 4", "lose printed 3"], "whole"),
        (["double printed 2", "garble reply 3"], "whole"),
        (["delay printed 1500"], "whole"),
        (["freeze 3"], "whole"),
        (["unplug 1"], "whole"),
        (["flip 0.001"], "whole"),
    ],
)
def test_every_end_of_a_job_is_told_over_a_good_and_a_bad_line(till: Till, orders: list[str], outcome: str) -> None:
    wanted = till.next_job()
    before = till.status().printed
    for order in orders:
        till.rig.order(order)
    answer = till.answer(wanted)
    assert isinstance(answer, JobReport)
    assert answer.outcome == outcome
    till.rig.order("well")
    assert till.status().printed <= before + 1


def test_a_printer_that_lost_its_memory_gets_no_job_that_it_may_have_had(till: Till) -> None:
    wanted = till.next_job()
    assert till.answer(wanted) is not None
    till.take()
    before = till.status().printed
    till.rig.order("corrupt")
    till.status(lambda now: "memory" in now.faults)
    assert till.answer(wanted) == JobNotSent(job_id=wanted.job_id, why="memory_fault")
    till.kill()
    assert till.answer(wanted) == JobNotSent(job_id=wanted.job_id, why="memory_fault")
    assert till.status().printed <= before


def test_a_job_that_nobody_asked_for_and_an_outcome_that_does_not_exist_are_malfunctions(till: Till) -> None:
    till.prints()
    till.rig.order("unasked")
    assert till.hears(PrinterMalfunction).what == "unasked_job"
    till.rig.order("say outcome=9")
    wanted = till.next_job()
    till.hears(PrinterMalfunction, lambda said: said.what == "impossible_job", telling=wanted)
    assert not [said for said in till.said if isinstance(said, JobReport) and said.job_id == wanted.job_id]


def test_a_printer_that_was_exchanged_is_refused_and_gets_no_job(till: Till) -> None:
    wanted = till.next_job()
    before = till.said[-1]
    assert isinstance(before, PrinterStatus)
    till.rig.order(f"serial {till.rig.identity[1] + 1}")
    till.rig.order("reboot")
    assert till.hears(LinkDown, lambda said: said.why == "wrong_unit", telling=wanted)
    till.rig.order(f"serial {till.rig.identity[1]}")
    assert isinstance(till.answer(wanted), JobReport)
    assert till.status().printed == before.printed + 1
