"""What the printer reports by itself: every report of the document, every outcome, fault and state of the paper."""

from itertools import pairwise

import pytest

from tests.drivers.printer.emulator.bench import Bench
from tests.drivers.printer.emulator.client import BOOT, FAULT, HELLO, PAPER, PRINTED, STATUS, TAKEN, Wish

FAULTS = ["head-open", "jam", "cutter", "head-hot", "memory", "supply-low", "chassis-open"]
ENDS = {
    "whole": ((0, 0), 0, 1),
    "snatched": ((0, 1), 0, 1),
    "nothing": ((2, 2), 0, 0),
    "pulled": ((1, 1), 0, 1),
    "jam": ((1, 2), 1 << 1, 1),
    "head-hot": ((1, 2), 1 << 3, 1),
    "paper-out": ((1, 0), 0, 1),
    "not-cut": ((1, 0), 1 << 2, 1),
    "unseen": ((1, 2), 0, 1),
}
"""End → outcome and taken, faults, papers."""


@pytest.mark.parametrize("end", ENDS)
def test_every_end_of_a_job_is_told_with_its_outcome_and_where_the_paper_is(bench: Bench, end: str) -> None:
    result, faults, papers = ENDS[end]
    bench.order(f"next {end}")
    assert bench.print(Wish(1)) == result
    assert bench.result(1) == result
    status = bench.answer(STATUS).fields
    assert (status["faults"], status["bezel"]) == (faults, result[1] == 0)
    assert status["printed"] == (result[0] == 0)
    assert len(bench.pictures()) == papers
    assert {line["part"] for line in bench.lines()} == (
        set() if not papers else {"50%"} if end in ("pulled", "jam", "head-hot", "paper-out") else {"whole"}
    )


def test_a_ticket_is_printed_within_5_seconds(bench: Bench) -> None:
    began = bench.now
    bench.print(Wish(1))
    assert 1.0 < bench.now - began < 5.0


def test_printed_is_told_by_content_until_it_is_acknowledged(bench: Bench) -> None:
    bench.acknowledges = False
    bench.print(Wish(1))
    bench.wait(1.0)
    reports = bench.reports(PRINTED)
    assert len(reports) >= 5
    assert len({(report.seq, report.payload) for report in reports}) == 1
    assert all(0.19 < later.at - earlier.at < 0.26 for earlier, later in pairwise(reports))
    bench.acknowledges = True
    bench.wait(0.3)
    count = len(bench.reports(PRINTED))
    bench.wait(2.0)
    assert len(bench.reports(PRINTED)) == count


def test_a_newer_report_takes_the_place_of_an_older_of_its_type_and_of_no_other(bench: Bench) -> None:
    bench.acknowledges = False
    bench.order("paper low")
    bench.order("fault supply-low")
    bench.order("paper out")
    bench.wait(0.5)
    assert {report["state"] for report in bench.reports(PAPER)} == {2}
    assert {report["faults"] for report in bench.reports(FAULT)} == {1 << 5}


@pytest.mark.parametrize("bit", range(7))
def test_every_fault_is_latched_told_and_refuses_to_print(bench: Bench, bit: int) -> None:
    bench.order(f"fault {FAULTS[bit]}")
    bench.listen()
    assert [report["faults"] for report in bench.reports(FAULT)] == [1 << bit]
    assert (bench.status("state"), bench.status("faults")) == (4, 1 << bit)
    assert bench.verdict(Wish(1)) == 3


def test_fault_tells_the_whole_latch_after_each_change(bench: Bench) -> None:
    for name in FAULTS:
        bench.order(f"fault {name}")
        bench.order(f"fault {name}")
        bench.listen()
    assert [report["faults"] for report in bench.reports(FAULT)] == [(2 << bit) - 1 for bit in range(7)]


@pytest.mark.parametrize("bit", range(7))
def test_a_fault_while_it_prints_ends_the_job_in_part_if_nothing_can_be_printed_with_it(bench: Bench, bit: int) -> None:
    goes_on = FAULTS[bit] in ("memory", "supply-low")
    bench.verdict(Wish(1))
    bench.wait(1.0)
    bench.order(f"fault {FAULTS[bit]}")
    assert bench.end(1) == ((0, 0) if goes_on else (1, 2))


@pytest.mark.parametrize("words", ["fault jam", "head open", "chassis open", "paper out"])
def test_what_stops_it_before_the_motor_runs_leaves_no_paper(bench: Bench, words: str) -> None:
    bench.verdict(Wish(1))
    bench.wait(0.1)
    bench.order(words)
    assert bench.end(1) == (2, 2)
    assert bench.pictures() == []
    assert bench.verdict(Wish(1)) == 6


def test_what_goes_wrong_after_the_cut_does_not_change_what_came_out(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.wait(2.3)
    assert (bench.status("state"), bench.status("bezel")) == (2, 1)
    bench.order("fault jam")
    bench.order("paper out")
    assert bench.end(1) == (0, 0)


def test_every_state_of_the_paper_is_told_and_only_no_paper_refuses(bench: Bench) -> None:
    for words, state in (("low", 1), ("out", 2), ("out", 2), ("enough", 0)):
        bench.order(f"paper {words}")
        bench.listen()
        assert bench.status("paper") == state
    assert [report["state"] for report in bench.reports(PAPER)] == [1, 2, 0]
    bench.order("paper low")
    assert bench.print(Wish(1)) == (0, 0)
    bench.take()
    bench.order("paper out")
    assert bench.verdict(Wish(2)) == 2


def test_taken_is_told_when_the_ticket_leaves_the_bezel_and_once(bench: Bench) -> None:
    bench.print(Wish(41))
    bench.wait(60.0)
    assert bench.reports(TAKEN) == []
    assert bench.verdict(Wish(42)) == 7
    bench.take()
    bench.wait(1.0)
    assert [report["job"] for report in bench.reports(TAKEN)] == [41]
    assert bench.verdict(Wish(42)) == 0


def test_a_piece_that_lies_at_the_bezel_is_taken_like_a_ticket(bench: Bench) -> None:
    bench.order("next paper-out")
    bench.print(Wish(1))
    bench.order("paper enough")
    assert bench.verdict(Wish(2)) == 7
    bench.take()
    assert [report["job"] for report in bench.reports(TAKEN)] == [1]
    assert bench.result(1) == (1, 1)


def test_a_ticket_that_is_taken_before_printed_is_told_is_told_there_and_not_twice(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.wait(2.3)
    bench.order("take")
    assert bench.end(1) == (0, 1)
    bench.wait(1.0)
    assert bench.reports(TAKEN) == []


def test_boot_is_told_with_another_boot_id_once_the_host_has_spoken(bench: Bench) -> None:
    before = bench.answer(HELLO)["boot_id"]
    bench.order("reboot")
    bench.wait(3.0)
    assert bench.reports(BOOT) == []
    boot = bench.answer(HELLO)["boot_id"]
    assert boot != before
    bench.wait(0.1)
    assert [report["boot_id"] for report in bench.reports(BOOT)] == [boot]
