"""The catalogues: no screen says a text that is missing in a language."""

import json
import re
from pathlib import Path

import pytest

import terminals
from controller.craps.offer import OFFERED_KINDS
from controller.craps.refusal import CODES as GAME_CODES
from controller.table.holds import REMEDY
from controller.table.phases import Phase

ROOT = Path(terminals.__file__).parent
LANGUAGES = ("en", "zh", "es")
SPOKEN = re.compile(r"""\bt\(\s*["']([a-z_.]+)["']""")
WRITTEN = re.compile(r'data-t(?:-label)?="([a-z_.]+)"')


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / "page" / "words" / f"{language}.json").read_text())
    return found


def keys_said() -> set[str]:
    said: set[str] = set()
    for path in (path for path in ROOT.rglob("*") if path.suffix in (".js", ".html")):
        said |= set((WRITTEN if path.suffix == ".html" else SPOKEN).findall(path.read_text()))
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_page_says_is_in_the_catalogue(language: str) -> None:
    assert keys_said() - words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bet_phase_hold_and_refusal_of_the_game_has_its_words(language: str) -> None:
    wanted = {f"bet.{kind}" for kind in OFFERED_KINDS} | {f"help.{kind}" for kind in OFFERED_KINDS}
    wanted |= {f"phase.{phase.value}" for phase in Phase} | {f"hold.{reason}" for reason in REMEDY}
    wanted |= {f"refused.{code}" for code in GAME_CODES}
    wanted |= {f"ended.{how}" for how in ("settled", "void", "closed_out", "withdrawn")}
    wanted |= {"notice.void", "notice.closed_out"}
    assert wanted - words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_gaps(language: str) -> None:
    here, english = words(language), words("en")
    gaps = re.compile(r"\{\w+\}")
    assert here.keys() == english.keys()
    assert [key for key in here if set(gaps.findall(here[key])) != set(gaps.findall(english[key]))] == []
