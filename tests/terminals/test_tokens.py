"""The colours that screens are made of: whoever's they are, what is written on them can be read."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from config.screens import ScreenSettings
from config.text.languages import houses
from terminals.common.web import COMMON

AA, AA_LARGE = 4.5, 3.0
GROUNDS = ("room", "panel", "panel-top", "raised", "raised-top", "pressed")
READ = [
    *((text, ground, AA) for text in ("text", "soft", "gold", "red", "good", "calm") for ground in GROUNDS),
    *((text, ground, AA) for text in ("text", "print", "line") for ground in ("cloth", "cloth-far")),
    ("print-come", "cloth", AA_LARGE),
    ("on-gold", "gold", AA),
    ("text", "danger", AA),
    ("text", "go", AA),
    ("pip", "die", AA),
    ("pip-red", "die-red", AA),
]
"""What is written, on what, and the contrast it needs."""


def tokens(house: str) -> dict[str, str]:
    """Ours, and over them those of a house."""
    files = (COMMON / "tokens.css", COMMON / "house" / f"{house}.css")
    return {name: value for file in files for name, value in re.findall(r"--([\w-]+): ([^;]+);", said(file))}


def said(file: Path) -> str:
    """Without what is only for people."""
    return re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("house", houses())
def test_whatever_a_house_wears_can_be_read(house: str) -> None:
    found = tokens(house)
    faint = {
        (text, on): contrast(found[text], found[on])
        for text, on, least in READ
        if contrast(found[text], found[on]) < least
    }
    assert faint == {}


@pytest.mark.parametrize("house", houses())
def test_a_house_gives_no_colour_a_name_that_nobody_knows(house: str) -> None:
    ours = set(re.findall(r"--([\w-]+):", said(COMMON / "tokens.css")))
    assert set(re.findall(r"--([\w-]+):", said(COMMON / "house" / f"{house}.css"))) <= ours


def test_there_are_our_own_colours_and_those_of_another_house() -> None:
    assert houses() == ("emerald", "midnight")


def test_a_house_without_a_file_is_refused_and_told_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="there is emerald, midnight"):
        ScreenSettings(commands="ipc:///run/a", broadcasts="ipc:///run/b", house=str(tmp_path))
