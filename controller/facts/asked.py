"""What a command asked for, as recall tells it beside what became of it."""

from collections.abc import Mapping
from typing import Any

from controller.facts.english import without_type

Data = Mapping[str, Any]


def accepted(fact: Data, event: Data) -> dict[str, Any]:
    """The command in its own words, and what it was answered."""
    return {"what": fact["what"], **_asked(event), **({"told": fact["details"]} if fact["details"] else {})}


def refused(fact: Data, event: Data) -> dict[str, Any]:
    """Why not, and what had been asked."""
    asked = {"what": event["type"], **_asked(event)}
    about = {"about": fact["about"]} if "about" in fact else {}
    return {"what": "refused", "code": fact["code"], "reason": fact["reason"], **about, "asked": asked}


def _asked(event: Data) -> dict[str, Any]:
    """The words of a command; what a PIN was turned into stays in the journal."""
    asked = {name: value for name, value in without_type(event).items() if value is not None and name != "client"}
    if "pin" in (asked.get("change") or {}):
        asked["change"] = {**asked["change"], "pin": "…"}
    return asked
