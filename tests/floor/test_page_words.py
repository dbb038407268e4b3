"""The floor's page says everything in every language."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from controller.floor.pages import FOLDER
from controller.floor.witness.codes import FOUND
from controller.protocol.hints import Urgent
from controller.table.holds.reasons import REMEDY
from controller.table.phases import Phase

LANGUAGES = ("en", "zh", "es")
SAID = re.compile(r't\("(\w+)"')
CATALOGUE = {code: json.loads((FOLDER / "words" / f"{code}.json").read_text()) for code in LANGUAGES}
PARTS = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_a_word_for_every_hold_phase_and_finding(code: str) -> None:
    wanted = {f"hold.{hold}" for hold in REMEDY} | {f"phase.{phase}" for phase in Phase}
    wanted |= {f"ahead.{what}" for what in get_args(Urgent)}
    wanted |= {f"found.{found}" for found in FOUND}
    assert wanted - CATALOGUE[code].keys() == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_says_what_the_page_asks_for_with_the_same_parts(code: str) -> None:
    script = Path(FOLDER / "floor.js").read_text()
    assert set(SAID.findall(script)) - CATALOGUE[code].keys() == set()
    assert CATALOGUE[code].keys() == CATALOGUE["en"].keys()
    for key, words in CATALOGUE["en"].items():
        assert set(PARTS.findall(CATALOGUE[code][key])) == set(PARTS.findall(words)), key
