"""What the driver makes of what the printer says, and what it sends and does not send."""

import struct
from collections.abc import Callable

import pytest

from controller.protocol.devices.printer import (
    JobNotSent,
    JobOverdue,
    JobRefused,
    JobReport,
    JobStarted,
    JobUnknown,
    PaperReport,
    PrinterFaults,
    PrinterFaultsCleared,
    PrinterSelfTestDone,
    PrinterStatus,
    TextRefused,
    TicketTaken,
)
from controller.protocol.devices.unit import ClearFaults, LinkDown, LinkUp, NotDone, NothingWanted, RunSelfTest
from drivers.cash.printer.words import PrinterWords
from drivers.common.unit.identity import ExpectedUnit
from tests.drivers.printer.driver.scripted import (
    FAULT,
    HELLO,
    IN_PART,
    MEMORY_FAULT,
    PAPER,
    PRINT,
    PRINTED,
    PRINTING,
    RESULT,
    TAKEN,
    TEXT,
    UNKNOWN,
    WHOLE,
    ScriptedPrinter,
)
from tests.drivers.printer.driver.simulated import TEXTS, World, job, met
from tests.drivers.wheel.reader import frame

WHOLE_AT_THE_BEZEL = JobReport(job_id=1, serial=3001, outcome="whole", taken="at_the_bezel")


def test_the_six_texts_follow_every_hello_before_anything_is_printed() -> None:
    world = World()
    assert world.answer(job(1, fresh=True)) == WHOLE_AT_THE_BEZEL
    assert world.printer.requests() == [HELLO, RESULT, *[TEXT] * 6, PRINT]
    assert [world.printer.texts[slot].decode() for slot in range(6)] == list(TEXTS.model_dump().values())
    world.lose_the_line()
    world.printer.heard.clear()
    assert world.answer(job(2)).job_id == 2
    assert world.printer.requests() == [HELLO, RESULT, *[TEXT] * 6, PRINT]


def test_a_new_job_at_a_printer_that_has_its_texts_is_sent_without_asking() -> None:
    world = met()
    assert world.answer(job(1, fresh=True)) == WHOLE_AT_THE_BEZEL
    assert world.printer.requests() == [PRINT]
    assert world.of(JobStarted) == [JobStarted(job_id=1)]


def test_a_text_that_the_printer_does_not_take_keeps_it_from_printing_until_it_does() -> None:
    world = World(ScriptedPrinter(verdicts={TEXT: 5}))
    assert world.answer(job(1, fresh=True)) == JobNotSent(job_id=1, why="texts")
    slots = [said.slot for said in world.of(TextRefused)]
    assert slots[:6] == ["house", "place", "asset", "sign", "one", "many"]
    assert {said.verdict for said in world.of(TextRefused)} == {"bad_parameter"}
    world.printer.verdicts.clear()
    world.want(job(1))
    world.run_until(lambda: WHOLE_AT_THE_BEZEL in world.said)
    assert len(world.printer.texts) == 6
    assert len(world.printer.prints()) == 1


def test_nothing_is_printed_by_who_has_no_texts() -> None:
    world = met(words=PrinterWords(None))
    assert world.answer(job(1, fresh=True)) == JobNotSent(job_id=1, why="texts")
    assert not {TEXT, PRINT} & set(world.printer.requests())


def test_after_a_loss_the_result_is_asked_before_anything_else_and_nothing_is_printed_again() -> None:
    world = met()
    world.printer.prints_for = 3.0
    world.want(job(1, fresh=True))
    world.run_until(lambda: world.of(JobStarted) != [])
    world.lose_the_line()
    world.printer.heard.clear()
    world.run_until(lambda: world.answers(1) != [])
    assert world.printer.requests()[:2] == [HELLO, RESULT]
    assert PRINT not in world.printer.requests()
    assert (world.answers(1)[0], world.printer.sheets) == (WHOLE_AT_THE_BEZEL, [1])


def test_a_lost_printer_is_asked_again_and_again_until_it_answers() -> None:
    world = met()
    world.printer.prints_for = 1000.0
    world.want(job(1, fresh=True))
    world.run_until(lambda: len(world.of(JobOverdue)) >= 3)
    world.printer.silent_results = 30
    world.run_until(lambda: len([said for said in world.of(LinkDown) if said.why == "silence"]) >= 1)
    world.printer.told[1] = (WHOLE, 1)
    world.run_until(lambda: world.answers(1) != [])
    assert world.answers(1) == [JobReport(job_id=1, serial=3001, outcome="whole", taken="taken")]
    assert world.printer.sheets == [1]


def test_a_job_that_the_printer_does_not_know_is_sent_again_with_the_same_bytes() -> None:
    world = met()
    world.printer.verdicts[PRINT] = 7
    assert world.answer(job(1, fresh=True)) == JobRefused(job_id=1, verdict="ticket_at_bezel")
    world.printer.verdicts.clear()
    world.kill_driver()
    assert world.answer(job(1)) == WHOLE_AT_THE_BEZEL
    first, *rest = world.printer.prints()
    assert rest == [first]


@pytest.mark.parametrize(
    "state, value, why",
    [
        ("last_job", 1, "job_number"),
        ("last_job", 2**64 - 1, "job_number"),
        ("faults", MEMORY_FAULT, "memory_fault"),
        ("serial", 3002, "other_printer"),
    ],
)
@pytest.mark.parametrize("fresh", [True, False])
def test_a_job_that_must_not_be_printed_there_is_not_sent(state: str, value: int, why: str, fresh: bool) -> None:
    world = met(ScriptedPrinter(**{state: value}))  # type: ignore[arg-type]
    assert world.answer(job(1, fresh=fresh)) == JobNotSent(job_id=1, why=why)  # type: ignore[arg-type]
    assert world.printer.prints() == []


def test_another_printer_is_not_asked_about_a_job_and_what_it_says_of_its_own_carries_its_serial() -> None:
    printer = ScriptedPrinter(serial=3002, results={1: (b"", WHOLE, 0)}, last_job=1)
    world = met(printer)
    assert world.answer(job(1)) == JobNotSent(job_id=1, why="other_printer")
    assert printer.requests() == []
    printer.report(PRINTED, struct.pack(">QBB", 1, WHOLE, 0))
    world.run_until(lambda: world.of(JobReport) != [])
    assert world.of(JobReport) == [JobReport(job_id=1, serial=3002, outcome="whole", taken="at_the_bezel")]


def test_a_fault_of_the_memory_that_was_cleared_meanwhile_is_not_forgotten() -> None:
    world = met(ScriptedPrinter(verdicts={PRINT: 2}))
    world.answer(job(1, fresh=True))
    world.printer.report(FAULT, struct.pack(">H", MEMORY_FAULT))
    world.run_until(lambda: world.of(PrinterFaults) != [])
    world.printer.verdicts.clear()
    since = len(world.printer.prints())
    assert world.answer(job(1)) == JobNotSent(job_id=1, why="memory_fault")
    assert len(world.printer.prints()) == since


@pytest.mark.parametrize("said", [PRINTING, 6])
def test_a_printer_that_forgets_what_it_knew_does_not_get_the_job_again(said: int) -> None:
    world = met()
    if said == PRINTING:
        world.printer.told[1] = (PRINTING, 0)
    else:
        world.printer.verdicts[PRINT] = said
    world.want(job(1))
    world.run_for(2.0)
    world.lose_the_line()
    world.printer.told[1] = (UNKNOWN, 0)
    world.printer.verdicts.clear()
    world.run_until(lambda: world.answers(1) != [])
    assert world.answers(1)[0] == JobNotSent(job_id=1, why="known_before")
    assert world.printer.sheets == []


def test_a_job_that_may_not_be_printed_now_is_only_asked_about() -> None:
    world = met()
    world.want(job(1, may_print=False))
    world.run_until(lambda: world.of(JobUnknown) != [])
    assert world.printer.requests() == [RESULT]


@pytest.mark.parametrize(
    "number, verdict",
    [
        (1, "busy"),
        (2, "no_paper"),
        (3, "fault"),
        (4, "stale_job"),
        (5, "bad_parameter"),
        (7, "ticket_at_bezel"),
        (8, "unknown"),
        (255, "unknown"),
    ],
)
def test_every_refusal_is_told_by_its_name(number: int, verdict: str) -> None:
    world = met(ScriptedPrinter(verdicts={PRINT: number}))
    assert world.answer(job(1, fresh=True)) == JobRefused(job_id=1, verdict=verdict)  # type: ignore[arg-type]
    assert [what for what, _ in world.malfunctions()] == (["impossible_answer"] if verdict == "unknown" else [])


def test_a_job_done_already_is_told_again_and_not_printed() -> None:
    world = met()
    world.answer(job(1, fresh=True))
    world.kill_driver()
    world.run_until(lambda: len(world.of(LinkUp)) == 2)
    world.run_for(0.5)
    assert world.answer(job(1, fresh=True)) == JobNotSent(job_id=1, why="job_number")
    assert world.answer(job(1)) == WHOLE_AT_THE_BEZEL
    assert world.printer.sheets == [1]


@pytest.mark.parametrize("number, outcome", [(0, "whole"), (1, "in_part"), (2, "not_at_all"), (3, "power_lost")])
@pytest.mark.parametrize("taken, words", [(0, "at_the_bezel"), (1, "taken"), (2, "not_known")])
def test_every_outcome_is_told_by_its_name(number: int, outcome: str, taken: int, words: str) -> None:
    world = met(ScriptedPrinter(outcome=number, taken=taken))
    assert world.answer(job(1, fresh=True)).model_dump(exclude={"kind", "v"}) == {
        "job_id": 1,
        "serial": 3001,
        "outcome": outcome,
        "taken": words,
    }


@pytest.mark.parametrize("outcome, taken", [(4, 0), (PRINTING, 0), (UNKNOWN, 0), (WHOLE, 3), (WHOLE, 255)])
def test_an_outcome_that_does_not_exist_is_none_and_the_printer_is_asked(outcome: int, taken: int) -> None:
    world = met(ScriptedPrinter(outcome=outcome, taken=taken))
    world.want(job(1, fresh=True))
    world.run_until(lambda: world.malfunctions() != [])
    assert world.malfunctions()[0] == ("impossible_job", 1)
    assert world.answers(1) == []
    world.printer.told[1] = (IN_PART, 2)
    world.run_until(lambda: world.answers(1) != [])
    assert world.answers(1)[0] == JobReport(job_id=1, serial=3001, outcome="in_part", taken="not_known")


def test_a_job_that_nobody_asked_for_is_a_malfunction() -> None:
    world = met()
    world.host.session.told(NothingWanted(), world.now)
    world.printer.report(PRINTED, struct.pack(">QBB", 77, WHOLE, 0))
    world.run_until(lambda: world.malfunctions() != [])
    assert (world.malfunctions(), world.answers(77)) == ([("unasked_job", 77)], [])


def test_a_job_told_otherwise_than_before_is_a_malfunction() -> None:
    world = met()
    world.answer(job(1, fresh=True))
    world.printer.told[1] = (IN_PART, 0)
    world.want(job(1))
    world.run_until(lambda: world.malfunctions() != [])
    assert world.malfunctions() == [("contradicting_job", 1)]


def test_a_ticket_that_was_taken_since_is_no_contradiction() -> None:
    world = met()
    world.answer(job(1, fresh=True))
    world.printer.told[1] = (WHOLE, 1)
    assert world.answer(job(1)) == JobReport(job_id=1, serial=3001, outcome="whole", taken="taken")
    assert world.malfunctions() == []


def test_a_late_report_of_an_earlier_job_is_passed_on() -> None:
    world = met()
    world.answer(job(2, fresh=True))
    world.printer.report(PRINTED, struct.pack(">QBB", 1, IN_PART, 2))
    world.run_until(lambda: world.answers(1) != [])
    assert world.answers(1) == [JobReport(job_id=1, serial=3001, outcome="in_part", taken="not_known")]


@pytest.mark.parametrize(
    "kind, payload, said",
    [
        (TAKEN, struct.pack(">Q", 9), TicketTaken(job_id=9)),
        (PAPER, b"\x00", PaperReport(paper="enough")),
        (PAPER, b"\x01", PaperReport(paper="low")),
        (PAPER, b"\x02", PaperReport(paper="out")),
        (PAPER, b"\x03", PaperReport(paper="unknown")),
        (FAULT, b"\x00\x7f", PrinterFaults(
            faults=("head_open", "jam", "cutter", "head_too_hot", "memory", "supply_low", "chassis_open"))),
        (FAULT, b"\x00\x82", PrinterFaults(faults=("jam", "unknown"))),
    ],
)  # fmt: skip
def test_what_the_printer_reports_is_told_by_its_name(kind: int, payload: bytes, said: object) -> None:
    world = met()
    world.printer.report(kind, payload)
    world.run_until(lambda: said in world.said)


def test_paper_and_a_taken_ticket_told_before_the_printer_is_known_are_told_when_it_is() -> None:
    world = World(ScriptedPrinter(deaf=True))
    world.run_for(0.05)
    early = frame(TAKEN, 1, struct.pack(">Q", 9)) + frame(PAPER, 2, b"\x01")
    world.host.session.handle(world.host.link.feed(early, world.now), world.now)
    assert world.said == []
    world.printer.deaf = False
    world.run_until(lambda: world.of(PrinterStatus) != [])
    assert (world.of(TicketTaken), world.of(PaperReport)) == ([TicketTaken(job_id=9)], [PaperReport(paper="low")])


def test_the_status_is_told_field_by_field() -> None:
    world = met(ScriptedPrinter(faults=2, paper=1, ticket=True, last_job=41, sheets=[40, 41]))
    assert world.of(PrinterStatus)[-1] == PrinterStatus(
        state="fault", faults=("jam",), paper="low", ticket_at_bezel=True, last_job=41, printed=2, link_errors=0
    )


def test_faults_are_cleared_and_a_self_test_is_done_when_asked_for() -> None:
    world = met(ScriptedPrinter(faults=3))
    world.host.session.told(ClearFaults(mask=2), world.now)
    world.run_until(lambda: world.of(PrinterFaultsCleared) != [])
    assert world.of(PrinterFaultsCleared)[0].faults == ("head_open",)
    world.printer.faults = 0
    world.run_for(1.0)
    world.host.session.told(RunSelfTest(), world.now)
    world.run_until(lambda: world.of(PrinterSelfTestDone) != [])
    assert world.of(PrinterSelfTestDone)[0].failures == ()


def test_the_same_job_with_other_bytes_is_not_done() -> None:
    world = met(ScriptedPrinter(prints_for=2.0))
    world.want(job(1, fresh=True))
    world.host.session.told(job(1, amount=12_346), world.now)
    world.run_until(lambda: world.answers(1) != [])
    assert [said.command for said in world.of(NotDone)] == ["wanted_job"]
    assert len(set(world.printer.prints())) == 1


@pytest.mark.parametrize("serial, model", [(3002, b"TICKET-P"), (3001, b"WHEEL-37")])
def test_another_printer_than_the_one_of_the_settings_is_refused_and_told_nothing(serial: int, model: bytes) -> None:
    world = World(ScriptedPrinter(serial, model))
    world.host.session.expected = ExpectedUnit("TICKET-P", 3001)
    world.want(job(1, fresh=True))
    world.run_until(lambda: world.of(LinkDown) != [])
    assert world.of(LinkDown)[0].why == "wrong_unit"
    assert set(world.printer.requests()) == {HELLO}


DISTURBANCES: list[Callable[[World], None]] = [World.reboot_unit, World.kill_driver, World.lose_the_line]


@pytest.mark.parametrize("disturb", DISTURBANCES, ids=["reboot", "kill", "silence"])
def test_texts_are_sent_anew_after_every_kind_of_loss(disturb: Callable[[World], None]) -> None:
    world = met()
    disturb(world)
    world.run_until(lambda: TEXT in world.printer.requests())
    assert world.printer.requests().count(PRINT) == 0
    assert world.printer.requests()[0] == HELLO
