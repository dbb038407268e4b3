"""Whatever a screen that is set says has its words, in every language."""

import argparse
import re
from pathlib import Path
from typing import get_args

import pytest

import terminals.touch
from config.text.languages import languages
from config.touch import NotSet
from controller.facts.english import BROKEN_OFF
from controller.service.arguments import add_arguments
from terminals.touch.taps import NAMES
from tests.terminals.test_words import words

ROOM = Path(terminals.touch.__file__).parent


def said(pattern: str) -> set[str]:
    return {code for path in ROOM.glob("*.py") for code in re.findall(pattern, path.read_text())}


@pytest.mark.parametrize("language", languages())
def test_every_cross_every_refusal_and_every_cause_has_its_words(language: str) -> None:
    refusals = said(r'NotRight\("(\w+)"')
    assert len(refusals) == 8
    wanted = {f"cross.at.{name}" for name in NAMES} | {f"cross.refused.{code}" for code in refusals}
    wanted |= {f"cross.cause.{cause}" for cause in get_args(NotSet)}
    assert wanted - words(language).keys() == set()


def test_what_to_do_about_every_cause_stands_in_the_book() -> None:
    book = (Path(__file__).parents[2] / "docs" / "operate.md").read_text()
    assert [cause for cause in get_args(NotSet) if f"`{cause}`" not in book] == []


def test_every_cause_that_is_given_is_one_that_the_record_knows() -> None:
    given = (
        said(r'(?:NoScreen|leave|give_up)\("(\w+)"') | said(r'code": "(\w+)"') | {"touch_busy", "no_kiosk", "nobody"}
    )
    assert {"overruled", "failed", "not_confirmed", "too_late"} <= given
    assert given <= set(get_args(NotSet)) <= BROKEN_OFF.keys()


def test_a_console_says_it_too_and_says_nothing_but_numbers() -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_arguments(parser)
    back = parser.parse_args(["calibrate-seat", "--seat", "3", "--as-delivered"])
    assert (back.act, back.seat, back.as_delivered) == ("calibrate_seat", 3, True)
    assert parser.parse_args(["calibrate-seat", "--seat", "3"]).as_delivered is None
    with pytest.raises(SystemExit):
        parser.parse_args(["calibrate-menu", "--before", "1 0 0 0 1 0"])
