"""What the menu asks of the records process: which questions there are, and for whom.

The records process answers whoever holds the operators' socket or key; that a person sees no more than his role is
seen to here. A page of the menu that shows something of the past adds its question to `QUESTIONS`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import structlog
from pydantic import TypeAdapter, ValidationError

from controller.protocol.message import Message
from controller.protocol.records import figures, history, machine
from controller.protocol.stations.session import OperatorRole, SessionNow
from controller.protocol.terminals.answers import NotTaken
from terminals.common.past import NoRecords, PastQuestions

log = structlog.get_logger()
Told = dict[str, Any]

SUPERVISOR: frozenset[OperatorRole] = frozenset({"supervisor"})
WORKSHOP: frozenset[OperatorRole] = frozenset({"technician", "supervisor"})
EVERYBODY: frozenset[OperatorRole] = frozenset({"attendant", "technician", "supervisor"})
PATIENCE = 20.0
"""Seconds: a long span of dice, or a book not asked about before, takes some of them."""


class Question(NamedTuple):
    """Who may ask it, and the message of the wire that it becomes."""

    roles: frozenset[OperatorRole]
    read: Callable[[Told], Message]
    own: bool = False
    """Only of themselves, where they are no supervisor."""


def _reading(model: type[Message], **fixed: Any) -> Callable[[Told], Message]:
    adapter: TypeAdapter[Message] = TypeAdapter(model)
    return lambda said: adapter.validate_python({**said, **fixed})


QUESTIONS: dict[str, Question] = {
    "changes": Question(SUPERVISOR, _reading(history.LogWanted, of="settings")),
    "shifts": Question(SUPERVISOR, _reading(history.LogWanted, of="shift")),
    "drops": Question(EVERYBODY, _reading(history.LogWanted, of="drop")),
    "papers": Question(EVERYBODY, _reading(history.LastPapersWanted)),
    "cash_of_day": Question(SUPERVISOR, _reading(figures.CashReportWanted)),
    "cash_of_shift": Question(EVERYBODY, _reading(figures.CashReportWanted), own=True),
    "days": Question(SUPERVISOR, _reading(figures.DaysWanted)),
    "rounds": Question(EVERYBODY, _reading(history.RoundsWanted)),
    "seen": Question(EVERYBODY, _reading(history.SeenWanted)),
    "script": Question(EVERYBODY, _reading(history.ScriptWanted)),
    "returns": Question(EVERYBODY, _reading(figures.ReturnsWanted)),
    "profile": Question(EVERYBODY, _reading(figures.ProfileWanted)),
    "meters": Question(WORKSHOP, _reading(figures.MeterSheetWanted)),
    "log": Question(WORKSHOP, _reading(history.LogWanted)),
    "trend": Question(WORKSHOP, _reading(machine.TrendWanted)),
    "dice": Question(WORKSHOP, _reading(figures.DiceRecordWanted)),
    "journal": Question(WORKSHOP, _reading(machine.JournalWanted)),
    "media": Question(WORKSHOP, _reading(machine.MediaWanted)),
    "files": Question(WORKSHOP, _reading(machine.FilesWanted)),
    "job": Question(WORKSHOP, _reading(machine.JobWanted)),
    "tests": Question(WORKSHOP, _reading(history.LogWanted, of="test")),
}


async def ask_past(asker: PastQuestions, who: SessionNow, about: str, said: Told) -> Told:
    """The answer as a page hears it; a refusal is an answer too."""
    question = QUESTIONS.get(about)
    if question is None or who.role not in question.roles:
        return _refusal("role", f"{about[:40]} is not for {who.role}")
    if question.own and who.role != "supervisor":
        said = {**said, "operator": who.operator}
    try:
        found = await asker.ask(question.read(said))
    except ValidationError:
        return _refusal("bad_message", f"{about} cannot be asked like that")
    except NoRecords as error:
        return _refusal("no_records", str(error))
    if isinstance(found, NotTaken):
        return _refusal(found.code, found.reason)
    return {"ok": True, "code": "ok", "reason": "", "details": found.model_dump(mode="json", exclude={"kind", "v"})}


def _refusal(code: str, reason: str) -> Told:
    return {"ok": False, "code": code, "reason": reason, "details": {}}


NO_SESSION = _refusal("no_session", "nobody is signed in at this page")
