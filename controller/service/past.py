"""What is past is asked of the records process: closed gaming days, the history of settings, the event log."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from controller.protocol.message import Message
from controller.protocol.records.figures import CashReport, CashReportWanted, Days, DaysWanted
from controller.protocol.records.history import Log, LogWanted
from controller.protocol.records.machine import JobSeen, JobWanted, Trend, TrendWanted
from controller.protocol.records.questions import FROM_RECORDS
from controller.protocol.terminals.answers import NotTaken
from controller.records.process import answers_folder
from controller.server.zmq.query import Asker, NoAnswer
from controller.service.station import CannotServe

PATIENCE_MS = 5000
LOOK_EVERY = 0.5
"""Seconds between two questions of how far a long job is."""

Kind = TypeVar("Kind", bound=Message)


def days(run: Path, last: int) -> Days:
    """Gaming days that have been closed, the latest first."""
    return _ask(run, DaysWanted(last=last), Days)


def log(run: Path, kind: str | None, last: int) -> Log:
    """Lines of the event log, the latest first."""
    return _ask(run, LogWanted(of=kind, last=last), Log)


def cash(run: Path, **asked: str | int | None) -> dict[str, Any] | None:
    """The report of cash of a `day`, or of a shift by `operator` and `number`; None where the records have none."""
    try:
        return _ask(run, CashReportWanted.model_validate(asked), CashReport).document
    except CannotServe:
        return None


def trend(run: Path) -> Trend:
    """How the unit's link has been of late."""
    return _ask(run, TrendWanted(), Trend)


def export(run: Path, job: Literal["export", "support"], medium: str, meanwhile: Callable[[], None]) -> JobSeen:
    """A copy of the journal or a bundle on this medium, to its end; `meanwhile` is called while it is waited for."""
    seen = _ask(run, JobWanted(job=job, medium=medium, start=True), JobSeen)
    while seen.state == "running":
        meanwhile()
        time.sleep(LOOK_EVERY)
        seen = _ask(run, JobWanted(job=job), JobSeen)
    return seen


def _ask(run: Path, question: Message, kind: type[Kind]) -> Kind:
    asker = Asker(answers_folder(run), "console", "records process")
    try:
        found = asker.ask(question, FROM_RECORDS, PATIENCE_MS)
    except NoAnswer as error:
        raise CannotServe(error.code, str(error)) from None
    finally:
        asker.close()
    if isinstance(found, NotTaken):
        raise CannotServe(found.code, found.reason)
    assert isinstance(found, kind)
    return found
