"""When a job may be sent to a ticket printer, and what is known of one that was. Pure; for the driver and the journal.

Paper is printed once or not at all. A printer that says it does not know a job is believed only while nothing speaks
against its memory: else a ticket could come out twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

PRINTING, UNKNOWN_JOB = 0xFE, 0xFF
"""RESULT's answers that are no outcome."""

WhyNot = Literal["other_printer", "memory_fault", "known_before", "job_number"]
Fate = Literal["whole", "unknown", "not_printed", "printing", "waiting", "to_be_sent"]
FATES: Mapping[int, Fate] = {0: "whole", 1: "unknown", 2: "not_printed", 3: "unknown", PRINTING: "printing"}
"""Of a job with this outcome, at the printer that it belongs to."""


@dataclass(frozen=True, slots=True)
class Job:
    """As its journal has it, or who wants it printed."""

    number: int
    serial: int
    """Of the printer it was sent to, or shall be: no other may print it."""
    known: bool = False
    """The printer has said that it prints this job, or what became of it."""
    memory_fault: bool = False
    """The printer has told of a fault of its memory since the job was made."""


@dataclass(frozen=True, slots=True)
class PrinterHere:
    """The one that is there now, as it says."""

    serial: int
    last_job: int
    memory_fault: bool = False


def why_not_sent(job: Job, printer: PrinterHere) -> WhyNot | None:
    """What forbids that a job which this printer does not know is sent to it; None where nothing does."""
    if printer.serial != job.serial:
        return "other_printer"
    if job.memory_fault or printer.memory_fault:
        return "memory_fault"
    if job.known:
        return "known_before"
    return "job_number" if printer.last_job >= job.number else None


def fate(job: Job, printer: PrinterHere, outcome: int) -> Fate:
    """What is to be made of RESULT's answer, or of a PRINTED, about this job.

    `unknown` is never printed again by itself. `waiting` ends by a better answer, by time or by an attendant.
    """
    if printer.serial != job.serial:
        return "waiting"
    if outcome == UNKNOWN_JOB and why_not_sent(job, printer) is None:
        return "to_be_sent"
    return FATES.get(outcome, "waiting")
