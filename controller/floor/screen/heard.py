"""How people put things, in each language of the floor's page: phrases under `floor.heard.…` of its catalogues.

Between phrases stands `|`; `{n}` is a number, `{m}` the minutes after an hour. In the numbers themselves a comma stands
between one and the next, a space between two words for the same.
"""

import json
import re
from functools import cache
from pathlib import Path

from config.text.languages import floor_languages

CATALOGUES = Path(__file__).parent / "page" / "floor-words"
KEY = "floor.heard."
LETTERS = "a-zà-öø-ÿœ"
"""Of writing that sets words apart; Chinese stands within others."""
APART = rf"(?![{LETTERS}0-9])"
SIGNS = {"{n}": r"(?:no\.?|nº|n\.º|#)?\s*(\d{1,3})", "{m}": r"(\d{2})", "'": "['’]"}


@cache
def phrases(name: str) -> tuple[str, ...]:
    """In all languages."""
    return tuple(sorted({phrase.strip() for text in _texts(name) for phrase in text.split("|")} - {""}))


@cache
def numbers() -> dict[str, int]:
    """Words for numbers."""
    rows = [text.split(",") for text in _texts("numbers")]
    return {word: number for row in rows for number, words in enumerate(row, 1) for word in words.split()}


@cache
def said(name: str) -> re.Pattern[str]:
    """Any phrase of this, the longest of those that fit; each number in it is a group."""
    return re.compile(any_of(name))


def any_of(name: str) -> str:
    """The same as a part of an expression."""
    return "(?:" + "|".join(_pattern(one) for one in sorted(phrases(name), key=len, reverse=True)) + ")"


def figures(match: re.Match[str]) -> list[str]:
    """The numbers of what was said."""
    return [one for one in match.groups() if one]


def _pattern(phrase: str) -> str:
    parts = re.findall(r"\{\w\}|'|\s+|[^{'\s]+", phrase)
    text = "".join(SIGNS.get(part) or (r"\s*" if part.isspace() else re.escape(part)) for part in parts)
    before = rf"(?<![{LETTERS}0-9])" if re.match(rf"[{LETTERS}{{]", phrase) else ""
    return before + text + (APART if re.search(rf"[{LETTERS}}}]$", phrase) else "")


def _texts(name: str) -> list[str]:
    return [words[KEY + name].lower() for words in _catalogues()]


@cache
def _catalogues() -> tuple[dict[str, str], ...]:
    files = (CATALOGUES / f"{code}.json" for code in floor_languages())
    return tuple(json.loads(file.read_text(encoding="utf-8")) for file in files)
