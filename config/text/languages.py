"""The languages that screens speak: those with a catalogue of the screens' words and one of the service menu's.

A language is added by its two files alone; what it is called, its locale, its fonts and its voice are keys in them. A
floor's page speaks it by a third. The colours of a house are added by one.
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
    both = _codes(_screens() / "common/page/words") & _codes(_screens() / "menu/page/menu-words")
    return tuple(sorted(both, key=lambda code: (code != REFERENCE, code)))


@cache
def language_names() -> dict[str, str]:
    """What each is called in itself, by its code."""
    return {code: _catalogue(code)["language.name"] for code in languages()}


@cache
def floor_languages() -> dict[str, str]:
    """Those that a floor's page and its letters speak, too, and what they are called."""
    spoken = _codes(_folder("controller") / "floor/screen/page/floor-words")
    return {code: name for code, name in language_names().items() if code in spoken}


@cache
def houses() -> tuple[str, ...]:
    """Whose colours the screens can wear: each is a file of tokens."""
    return tuple(sorted(path.stem for path in (_screens() / "common/page/house").glob("*.css")))


def _catalogue(code: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((_screens() / "common/page/words" / f"{code}.json").read_text(encoding="utf-8"))
    return found


def _codes(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.json")}


def _screens() -> Path:
    return _folder("terminals")


def _folder(package: str) -> Path:
    """Where a package is installed; only its files are read, none of its code runs."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])
