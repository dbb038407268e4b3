"""What an act may bring, beside what the wire itself types: looked at before anything of it reaches the table.

Which fields an act takes stands in its class. Two acts take a `change`; what may be in it is said here,
so that nothing of a form of its own ever comes to the journal. People's words are words.
"""

from collections.abc import Callable, Mapping
from typing import Any

from config.files.complaints import path_text, shown, wrong_value
from config.text.words import why_not_said
from controller.protocol.message import LONGEST_TEXT
from controller.protocol.stations import version_2 as second
from controller.protocol.stations.version_1 import ActWanted
from controller.table.service.trials import MOST_DAYS
from controller.table.staff.act import Act as Row
from controller.table.staff.said import in_version_1

OWN = ("name", "new_role", "pin", "old_pin", "change")
"""Fields that only some acts take. All others are whole numbers and words, and no act is refused for bringing one."""

ENVELOPE = frozenset({"kind", "v", "series", "id", "session", "operator", "role", "act", "second", "second_pin"})
FOR_THE_DESK = ("pin", "old_pin", "confirm")

TO_THE_TABLE = tuple(
    name for name in second.ActWanted.model_fields if name not in ENVELOPE and name not in FOR_THE_DESK
)
"""Fields that come to the table as they are, once they have been looked at."""

MAY_BE_SAID = (*TO_THE_TABLE, *FOR_THE_DESK)
"""All of them: who speaks version 2 of the wire is refused any that the act does not take."""

LARGEST_NUMBER = 10**18
MOST_IN_A_CHANGE = 64
DEEPEST = 2
"""`{"limits": {"max": 1}}`."""

Why = tuple[str, str]
"""A code of the wire, and where, what was found and what is allowed."""


def why_not_taken(act: ActWanted, row: type[Row]) -> Why | None:
    """What is wrong with what this act brings, whose row this is; None if nothing is."""
    is_second = isinstance(act, second.ActWanted)
    takes = sum((row.needs, row.takes) if is_second else in_version_1(row), ())
    for field in MAY_BE_SAID if is_second else OWN:
        if getattr(act, field) not in (None, {}, "") and field not in takes:
            return "bad_field", f"{field}: {act.act} takes none; it takes {', '.join(takes) or 'nothing'}"
    for field, said in (("reference", act.reference), ("reason", act.reason)):
        words = why_not_said(said)
        if words is not None:
            return "bad_words", f"{field}: {words}"
    look = CHANGES.get(act.act)
    return look(act.change) if look is not None and act.change is not None else None


def why_not_settings(change: Mapping[str, Any]) -> Why | None:
    """Names with whole numbers, words, switches and lists of words; limits one level deeper. What each setting may be
    is the table's and the game's to say."""
    return _why_bad(change, ("change",), DEEPEST)


def _archive(change: Mapping[str, Any]) -> Why | None:
    known = f"archive takes keep_days, a whole number from 0 to {MOST_DAYS}"
    for name, value in change.items():
        if name != "keep_days" or type(value) is not int or not 0 <= value <= MOST_DAYS:
            where = path_text(("change", name))
            return "bad_setting", wrong_value(
                where, f"{where}: {known}, found {shown(value)}", "at_most", most=MOST_DAYS
            )
    return None


CHANGES: dict[str, Callable[[Mapping[str, Any]], Why | None]] = {"settings": why_not_settings, "archive": _archive}


def _why_bad(value: Any, where: tuple[str | int, ...], depth: int) -> Why | None:
    if value is None or type(value) is bool:
        return None
    if type(value) is int:
        fine = abs(value) <= LARGEST_NUMBER
        return None if fine else _bad(where, f"must be a whole number of at most {LARGEST_NUMBER}", value)
    if type(value) is str:
        why = why_not_said(value) if len(value) <= LONGEST_TEXT else f"must have at most {LONGEST_TEXT} characters"
        return None if why is None else _bad(where, why, value)
    if isinstance(value, (dict, list)) and len(value) <= MOST_IN_A_CHANGE and depth:
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        bad = (_why_bad(one, (*where, name), depth - 1) for name, one in inner)
        return next((why for why in bad if why is not None), None)
    return _bad(where, "must be a whole number, a text, true or false, or a short list or table of these", value)


def _bad(where: tuple[str | int, ...], wanted: str, value: Any) -> Why:
    return "bad_setting", wrong_value(path_text(where), f"{path_text(where)}: {wanted}, found {shown(value)}", "form")
