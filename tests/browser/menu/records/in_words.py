"""What was recorded, in the words in which a person who reads English would tell it."""

import json
from pathlib import Path
from typing import Any

import terminals
from controller.server.staff.settings.shown import SETTING_KINDS

PAGES = Path(terminals.__file__).parent
WORDS: dict[str, str] = json.loads((PAGES / "common/page/words/en.json").read_text()) | json.loads(
    (PAGES / "menu/page/menu-words/en.json").read_text()
)
MONEY = {"amount", "stake", "paid", "vigorish", "credits", "standing"}
MONEY |= {"credits_amount", "hand_pays_amount", "reversals_amount", "owes"}
CODED = {
    "do": "op.do",
    "act": "op.act",
    "role": "op.role",
    "phase": "op.phase",
    "result": "op.result",
    "outcome": "op.outcome",
    "state": "op.move",
    "instrument": "op.instrument",
    "how": "op.how",
    "what": "op.happened",
    "door": "op.door",
    "became": "op.door",
    "key": "op.key_switch",
    "change": "op.person",
    "did": "op.entry",
    "lock": "op.lock",
    "verdict": "op.verdict",
    "came": "op.came",
    "cause": "op.cause",
    "link": "op.link",
    "test": "op.act",
    "order": "op.host_order",
    "because": "op.because",
    "panel": "op.panel",
}
LISTED = {"faults": "op.dice_fault", "failures": "op.dice_test", "doors": "op.door", "holds": "hold"}
LISTED |= {"keys": "op.key_switch"}
NONE = {"keys": "op.part.keys.none"}
IN_FIELDS = {"refused": {"reason"}, "entry": {"why"}, "ignored": {"event", "why"}}
"""Sentences that say nothing which the fields beside them do not; records of before these have the sentences alone."""
AMOUNTS = {name for name, kind in SETTING_KINDS.items() if kind == "money"}
RECORDS_OWN = {"details", "reference", "receipt", "event", "malfunction", "words"}
SENTENCES = {"details", "told"}
"""Made of the other parts."""
SAID_ELSEWHERE = {"seq", "at", "what", "seat"}
"""The time, the seat and what it was stand in columns of their own."""


def what_happened(row: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The word for a line, and each of its parts by its path."""
    parts: dict[str, str] = {}
    for name, value in row.items():
        sentence = name in SENTENCES and isinstance(value, str) and row["what"] != "malfunction"
        in_fields = "about" in row and name in IN_FIELDS.get(row["what"], ())
        if name not in SAID_ELSEWHERE and not sentence and not in_fields:
            _tell(parts, (name,), value, row)
    return WORDS["op.happened." + row["what"].replace(" ", "_")], parts


def _tell(parts: dict[str, str], path: tuple[str, ...], value: Any, row: dict[str, Any]) -> None:
    if value is None or (value == "" and path[-1] != "wrong") or (path[-1] == "paper" and value == 0):
        return
    if isinstance(value, dict) and path[-1] not in ("levels", "won", "refusals"):
        for name, inner in value.items():
            _tell(parts, (*path, name), inner, row)
    elif type(value) is int and _setting(path) in AMOUNTS:
        parts[".".join(path)] = amount(value)
    else:
        parts[".".join(path)] = _value(path[-1], value, row)


def _setting(path: tuple[str, ...]) -> str:
    """`limits.max`, where this is the value of a setting."""
    of = max((at for at, name in enumerate(path) if name in ("old", "new", "change")), default=len(path))
    return ".".join(path[of + 1 :])


def _value(name: str, value: Any, row: dict[str, Any]) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if name in MONEY and not (name == "credits" and "credits_amount" in row):  # in a shift: how many
        return amount(value)
    if name == "faces":
        return f"{value[0]} + {value[1]} = {sum(value)}" if all(value) else "–"
    if name == "levels":
        return ", ".join(f"{bet(spot)} {WORDS['op.recall.' + level]}" for spot, level in value.items()) or "nothing"
    if name == "won":
        return ", ".join(f"Seat {seat}: {amount(won)}" for seat, won in value.items()) or "nothing"
    if name == "way":
        return WORDS.get(f"op.way.{value:02x}", f"{value:02x}")
    if name == "seats":
        return " ".join(map(str, value))
    if name == "bet":
        return bet(value)
    if name == "code":
        return next(WORDS[key + value] for key in ("op.code.", "refused.", "op.refused.") if key + value in WORDS)
    if name == "wrong":
        return value or WORDS["op.part.wrong.none"]
    if name == "was":
        return WORDS.get(f"op.role.{value}") or WORDS.get(f"op.door.{value}") or str(value)
    if name in LISTED:
        said = ", ".join(WORDS.get(f"{LISTED[name]}.{one}", one) for one in value)
        return said or WORDS[NONE.get(name, f"{LISTED[name]}.none")]
    if name == "ended":
        return WORDS.get(f"op.over.{value}", WORDS["op.over.other"])
    if name in CODED:
        return WORDS[f"{CODED[name]}.{value.replace(' ', '_')}"]
    if name == "reason" and row["what"] == "hold":
        return WORDS["hold." + value]
    if name in ("reason", "why"):
        return WORDS.get("op.fixed." + value.replace(" ", "_"), f"“{value}”")
    return f"“{value}”" if name in RECORDS_OWN else str(value)


def bet(name: str) -> str:
    kind, _, of = name.partition(":")
    words = (WORDS.get(f"bet.{kind}:N") if of else None) or WORDS.get(f"bet.{kind}", f"“{name}”")
    return words.replace("{n}", of.replace("-", "·"))


def amount(cents: int) -> str:
    whole, part = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}.{part:02}"
