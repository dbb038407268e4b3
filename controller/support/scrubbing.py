"""What of a log or a status may leave the house: fields that are named here, and words without figures.

A figure in a sentence may be an amount or a PIN, and a long run with digits in it a key or a ticket's number, so
neither is told. What is a figure and no money stands in a field of its own and is named here.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

LONG_RUN = re.compile(r"(?=\S*\d)[^\s\"'(),;]{16,}")
FIGURES = re.compile(r"\d+(?:[.,'\u202f\u00a0]\d+)*")
LONGEST = 300
"""Characters of a text."""
PLAIN_FIELDS = frozenset({"timestamp", "level", "process", "at", "last", "kind", "seat", "times", "type"})
"""Fields of a line of ours that are told as they are: when, which process, which seat."""
WORDS = frozenset(
    {"event", "exception", "why", "text", "source", "code", "reason", "door", "became", "key", "on", "what", "link"}
    | {"faults", "outcome", "wrong", "act", "state", "role", "cause"}
)
"""Fields that are told in words alone. Any other is not told at all."""


def words(text: str) -> str:
    """Without figures, and without what could be a key."""
    return FIGURES.sub("#", LONG_RUN.sub("[…]", text))[:LONGEST]


def fields(told: Mapping[str, Any]) -> dict[str, Any]:
    """What may be told of an object."""
    plain = {name: told[name] for name in PLAIN_FIELDS & told.keys() if isinstance(told[name], str | int)}
    said = {name: _said(told[name]) for name in WORDS & told.keys() if name not in plain}
    return {name: value if isinstance(value, int) else value[:LONGEST] for name, value in plain.items()} | said


def _said(value: object) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [words(str(one)) for one in value[:20]]
    return words(str(value))


def log_lines(lines: Iterable[str]) -> Iterable[str]:
    """Of the system log: a line of ours by its fields, any other in words."""
    for line in lines:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            told = line
        if isinstance(told, dict):
            yield json.dumps(fields(told), ensure_ascii=False)
        elif line.strip():
            yield words(line.strip())
