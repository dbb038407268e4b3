"""What a page of the service menu has asked and waits for, and the words in which it is answered."""

from dataclasses import dataclass
from typing import Any

from controller.protocol.message import Message
from controller.protocol.stations import cash, hardware, views
from controller.protocol.status import Status
from terminals.common.web import Page

Told = dict[str, Any]
LOOKED: dict[type[Message], str] = {
    views.TableSeen: "table",
    views.SeatsSeen: "seats",
    views.MoneySeen: "money",
    cash.CashSeen: "cash",
    views.ShiftSeen: "shift",
    views.PeopleSeen: "people",
    views.SettingsSeen: "settings",
    hardware.PanelsSeen: "panels",
    hardware.TerminalsSeen: "terminals",
    views.Preview: "preview",
    Status: "status",
}
"""The answer that a look gets, and which look it was. Answers to one kind of look come in the order of the asking."""


@dataclass(slots=True)
class PendingQuestion:
    """Something a page asked that has had no answer."""

    page: Page
    tag: int
    about: str
    asked: float
    act: int | None = None
    """Its number, if it is an act."""
    name: str = ""
    """Of whom, if somebody wants to come in."""


def plain(message: Message | None) -> Told | None:
    """A message as a page reads it."""
    return message.model_dump(mode="json", exclude={"kind", "v"}) if message else None


def good(message: Message) -> Told:
    """It was looked up, or done."""
    return {"ok": True, "code": "ok", "reason": "", "details": plain(message)}


def refusal(code: str, reason: str, details: Told | None = None) -> Told:
    """It was not, and why."""
    return {"ok": False, "code": code, "reason": reason, "details": details or {}}


def tagged(question: PendingQuestion, told: Told) -> Told:
    """The answer to this question."""
    return reply(question.tag, told)


def reply(tag: int, told: Told) -> Told:
    """The answer under this tag of the page."""
    return {"kind": "answer", "tag": tag, **told}
