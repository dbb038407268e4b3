"""When a job may be sent again, and what its outcome means: all that can be, one by one."""

from itertools import product

import pytest

from controller.protocol.devices.reprint import Fate, Job, PrinterHere, WhyNot, fate, why_not_sent

OURS, ANOTHER = 3001, 3002
JOB = 42
UNKNOWN_JOB = 0xFF
ALL = list(product([OURS, ANOTHER], [0, JOB - 1, JOB, JOB + 1, 2**64 - 1], [False, True], [False, True], [False, True]))


def pair(serial: int, last: int, known: bool, faulted: bool, faulty: bool) -> tuple[Job, PrinterHere]:
    return Job(JOB, OURS, known=known, memory_fault=faulted), PrinterHere(serial, last, memory_fault=faulty)


def test_an_unknown_job_is_sent_again_only_to_its_own_printer_with_a_lower_last_job_and_a_sound_memory() -> None:
    allowed = [case for case in ALL if why_not_sent(*pair(*case)) is None]
    assert allowed == [(OURS, 0, False, False, False), (OURS, JOB - 1, False, False, False)]
    assert [case for case in ALL if fate(*pair(*case), UNKNOWN_JOB) == "to_be_sent"] == allowed


@pytest.mark.parametrize(
    "case, why",
    [
        ((ANOTHER, 0, False, False, False), "other_printer"),
        ((ANOTHER, JOB, True, True, True), "other_printer"),
        ((OURS, 0, False, True, False), "memory_fault"),
        ((OURS, 0, False, False, True), "memory_fault"),
        ((OURS, 0, True, False, False), "known_before"),
        ((OURS, JOB, False, False, False), "job_number"),
        ((OURS, JOB + 1, False, False, False), "job_number"),
    ],
)
def test_what_forbids_it_is_named(case: tuple[int, int, bool, bool, bool], why: WhyNot) -> None:
    assert why_not_sent(*pair(*case)) == why


def test_a_job_of_which_anything_else_is_known_is_never_sent_again() -> None:
    for case, outcome in product(ALL, range(UNKNOWN_JOB)):
        assert fate(*pair(*case), outcome) != "to_be_sent"


@pytest.mark.parametrize(
    "outcome, found",
    [(0, "whole"), (1, "unknown"), (2, "not_printed"), (3, "unknown"), (0xFE, "printing"), (4, "waiting")],
)
def test_an_outcome_is_believed_of_its_own_printer_whatever_its_memory_and_of_no_other(
    outcome: int, found: Fate
) -> None:
    for case in ALL:
        assert fate(*pair(*case), outcome) == (found if case[0] == OURS else "waiting")


def test_an_unknown_job_that_must_not_be_sent_again_waits() -> None:
    assert {fate(*pair(*case), UNKNOWN_JOB) for case in ALL} == {"to_be_sent", "waiting"}
