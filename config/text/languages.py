"""The languages that screens speak: those with a catalogue of the screens' words and one of the service menu's.

A language is added by its two files alone; what it is called, its locale and its fonts are keys in them. The colours
of a house are added by one.
"""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

REFERENCE = "en"
"""The language that every other has the same keys as; where nobody has set another, a screen begins with it."""


@cache
def languages() -> tuple[str, ...]:
    """Their codes, the reference first. A language with only one of its two files is not offered."""
    both = _codes("common/page/words") & _codes("menu/page/menu-words")
    return tuple(sorted(both, key=lambda code: (code != REFERENCE, code)))


@cache
def language_names() -> dict[str, str]:
    """What each is called in itself, by its code."""
    return {code: _catalogue(code)["language.name"] for code in languages()}


@cache
def houses() -> tuple[str, ...]:
    """Whose colours the screens can wear: each is a file of tokens."""
    return tuple(sorted(path.stem for path in (_screens() / "common/page/house").glob("*.css")))


def _catalogue(code: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((_screens() / "common/page/words" / f"{code}.json").read_text(encoding="utf-8"))
    return found


def _codes(folder: str) -> set[str]:
    return {path.stem for path in (_screens() / folder).glob("*.json")}


def _screens() -> Path:
    """Where the screens are installed; only their files are read, none of their code runs."""
    spec = find_spec("terminals")
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])
