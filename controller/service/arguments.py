"""The words of `boxcars service`: what each act and look is told on the command line."""

import argparse
import json
from pathlib import Path
from typing import Any

from config.touch import read_matrix
from controller.commands.journal.common import words
from controller.table.staff.operating import ACTS
from controller.table.staff.said import in_version_1

REFERENCE = "the reason, the number of the receipt, the movement that is taken back, or the medium"


def six_numbers(text: str) -> str:
    """As they stand in the rule that sets a touch screen."""
    read_matrix(text)
    return text


WORDS: dict[str, dict[str, Any]] = {
    "seat": {"type": int, "metavar": "N", "help": "the seat"},
    "amount": {"type": int, "metavar": "N", "help": "in the smallest unit of money"},
    "counted": {"type": int, "metavar": "N", "help": "what lies in the drawer, in the smallest unit of money"},
    "reference": {"metavar": "TEXT", "type": words, "help": REFERENCE},
    "name": {"metavar": "PERSON", "dest": "person", "help": "the person it is about"},
    "reason": {"metavar": "TEXT", "type": words, "help": "why it was a mistake"},
    "change": {"nargs": "+", "metavar": "KEY=VALUE", "help": "such as keep_days=90: days that stay in the journal"},
    "before": {"type": six_numbers, "metavar": "NUMBERS", "help": "six, with six decimals each, that were in force"},
    "after": {"type": six_numbers, "metavar": "NUMBERS", "help": "those that are now; left out: as delivered"},
    "as_delivered": {"action": "store_const", "const": True, "help": "take back what staff set before"},
    "new_role": {"metavar": "ROLE", "choices": ["attendant", "technician", "supervisor"], "help": "the role"},
}
ANY_WORDS = {"metavar": "TEXT", "type": words, "help": "in words"}
PINS = {"pin": "new PIN", "old_pin": "PIN that you have now"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line: an act each, and what can be looked at."""
    parser.add_argument("--config", type=Path, default=Path("/etc/boxcars/cabinet.toml"), metavar="FILE")
    parser.add_argument("--name", metavar="NAME", help="who you are; asked for where it is left out")
    parser.add_argument("--json", action="store_true", help="the answer as one JSON object")
    parser.add_argument("--yes", action="store_true", help="do not ask again before what cannot be taken back")
    parts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    for name, act in ACTS.items():
        part = parts.add_parser(name.replace("_", "-"), help=act.says, description=act.says.capitalize())
        part.set_defaults(act=name)
        if name == "settings":
            _add_second(part)
            part.add_argument(
                "changes", nargs="*", metavar="KEY=VALUE", help="such as limits.max=200000; none: show all"
            )
            continue
        _add_second(part)
        needs, takes = in_version_1(act)
        for word in (*needs, *takes):
            if word not in PINS:
                said = WORDS.get(word, ANY_WORDS)
                part.add_argument(f"--{word.replace('_', '-')}", required=word in needs, **said)
    _add_looks(parts)


def _add_second(part: argparse.ArgumentParser) -> None:
    part.add_argument("--second", metavar="PERSON", help="who stands by, where the house wants two; their PIN is asked")


def _add_looks(parts: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parts.add_parser("acts", help="what you may do now")
    parts.add_parser("table", help="the table, its holds and who ends them, the shooter, demo or live")
    seats = parts.add_parser("seats", help="what every seat holds and why it waits")
    seats.add_argument("--seat", **WORDS["seat"])
    parts.add_parser("money", help="cash on its way, and what can be taken back")
    shift = parts.add_parser("shift", help="a shift report: credits on, hand-pays, reversals, what is owed")
    shift.add_argument("--name", **{**WORDS["name"], "help": "somebody else's (supervisor)"})
    parts.add_parser("people", help="who may come in")
    parts.add_parser("panels", help="every board now: buttons with how often, keys, doors, latches, lamps")
    terminals = parts.add_parser("terminals", help="the terminal of every seat: link, version, round trip of its line")
    terminals.add_argument("--seat", **{**WORDS["seat"], "help": "from this seat on"})
    days = parts.add_parser("days", help="closed gaming days with their totals")
    days.add_argument("--last", type=int, default=7, metavar="N")
    history = parts.add_parser("history", help="changes of settings, old and new, and by whom")
    history.add_argument("--last", type=int, default=50, metavar="N")
    log = parts.add_parser("log", help="the event log")
    log.add_argument("--kind", metavar="KIND", help="such as entry, operator, cash, shift, door")
    log.add_argument("--last", type=int, default=50, metavar="N")


def change_of(words: list[str]) -> dict[str, Any] | None:
    """`limits.max=200000` as the wire has it; None where a word is none."""
    change: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            return None
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        outer, _, inner = key.partition(".")
        if inner:
            change.setdefault(outer, {})[inner] = value
        else:
            change[key] = value
    return change
