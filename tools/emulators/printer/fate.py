"""How a job can end: at which stage, with which outcome, and what is wrong with the printer then."""

from dataclasses import dataclass

from tools.emulators.printer.wire import IN_PART, NOT_AT_ALL, WHOLE

STARTING, RUNNING, HALFWAY, CUT, DONE = range(5)
"""Stages: the record is written; the motor runs; half of it is printed; it is cut off; its result is written."""


@dataclass(frozen=True)
class Fate:
    """One way to end."""

    ends: int
    """When this stage comes."""
    outcome: int
    at_bezel: bool = False
    """The paper lies in front of the sensor."""
    in_hand: bool = False
    """Somebody has it."""
    fault: str = ""
    paper_out: bool = False

    def now(self, stage: int) -> "Fate":
        """The same for a job that ends at this stage by force: before the motor runs, nothing has come out."""
        return Fate(stage, NOT_AT_ALL) if stage == STARTING else self


FATES = {
    "whole": Fate(DONE, WHOLE, at_bezel=True),
    "snatched": Fate(CUT, WHOLE, in_hand=True),
    "nothing": Fate(RUNNING, NOT_AT_ALL),
    "pulled": Fate(HALFWAY, IN_PART, in_hand=True),
    "jam": Fate(HALFWAY, IN_PART, fault="jam"),
    "head-hot": Fate(HALFWAY, IN_PART, fault="head-hot"),
    "paper-out": Fate(HALFWAY, IN_PART, at_bezel=True, paper_out=True),
    "not-cut": Fate(CUT, IN_PART, at_bezel=True, fault="cutter"),
    "unseen": Fate(CUT, IN_PART),
}
"""What a person can order, by name."""
STOPPED = Fate(HALFWAY, IN_PART)
"""By a fault that comes while it prints: the piece stays inside."""
STOPPING_FAULTS = ("head-open", "jam", "cutter", "head-hot", "chassis-open")
