"""The floor's page says everything in every language."""

import json
import re
from typing import get_args

import pytest

from config.text.languages import floor_languages, languages
from controller.floor.screen.heard import KEY
from controller.floor.screen.pages import FOLDER, FOLDERS
from controller.floor.screen.people import ROLES
from controller.floor.store.alarms import ABOUT
from controller.floor.store.read.reports import WHO
from controller.floor.tickets.cage import AGES, OLDER, OVERDUE, REASONS
from controller.floor.witness.books import SEAT_WAITS
from controller.floor.witness.codes import FOUND
from controller.games.registry import GAMES
from controller.protocol.hints import Urgent
from controller.table.holds.reasons import REMEDY
from controller.table.phases import Phase
from controller.vault.books.tickets import OVER

LANGUAGES = tuple(floor_languages())
SAID = re.compile(r'\bt\("([\w.]+)"')
CATALOGUE = {code: json.loads((FOLDER / "floor-words" / f"{code}.json").read_text()) for code in LANGUAGES}
CABINETS = {
    code: {
        **json.loads((FOLDERS[0] / "words" / f"{code}.json").read_text()),
        **json.loads((FOLDERS[1] / "menu-words" / f"{code}.json").read_text()),
    }
    for code in LANGUAGES
}
SHIPPED = [name for name, row in GAMES.items() if row.book.__module__.startswith("controller.")]
PARTS = re.compile(r"\{(\w+)")
WAITS = {one for what, _ in SEAT_WAITS.values() for one in what}


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_a_word_for_whatever_the_floor_names(code: str) -> None:
    wanted = {f"floor.hold.{wait}" for wait in WAITS}
    wanted |= {f"floor.found.{found}" for found in FOUND} | {f"floor.role.{role}" for role in ROLES}
    wanted |= {f"floor.ticket.{state}" for state in ("reserved", "issued", "locked", *OVER)}
    wanted |= {f"floor.game.{name}" for name in ("none", *SHIPPED)}
    wanted |= {f"floor.ahead.{what}" for what in get_args(Urgent)}
    wanted |= {f"floor.about.{field}" for field in ("entry", *ABOUT)}
    wanted |= {f"floor.cage.no.{why}" for why in REASONS}
    wanted |= {f"floor.age.{age}" for age in (*(name for _, name in AGES), OLDER, OVERDUE)}
    assert wanted - CATALOGUE[code].keys() == set()
    of_cabinets = {f"op.role.{who}" for who in WHO.values()} | {f"op.phase.{phase}" for phase in Phase}
    of_cabinets |= {f"hold.{hold}" for hold in REMEDY}
    assert of_cabinets - CABINETS[code].keys() == set()


def test_for_every_hold_and_wait_it_is_known_who_sees_to_it() -> None:
    assert WHO.keys() == {*REMEDY, *WAITS}


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_says_what_the_page_asks_for_with_the_same_parts(code: str) -> None:
    scripts = "".join(file.read_text() for file in (FOLDER / "floor").glob("*.js"))
    assert set(SAID.findall(scripts)) - CATALOGUE[code].keys() - CABINETS[code].keys() == set()
    assert CATALOGUE[code].keys() == CATALOGUE["en"].keys()
    for key, words in CATALOGUE["en"].items():
        if key.startswith(KEY):
            continue  # phrases by which a language says a number or does not
        assert set(PARTS.findall(CATALOGUE[code][key])) == set(PARTS.findall(words)), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_knows_twelve_numbers_and_a_seat_and_puts_hours_and_hardways_in_phrases(code: str) -> None:
    heard = {key.removeprefix(KEY): words for key, words in CATALOGUE[code].items() if key.startswith(KEY)}
    assert len(heard["numbers"].split(",")) == 12
    for name in ("seat", "half", "quarter", "number", "hard"):
        assert all("{n}" in phrase for phrase in heard[name].split("|")), name
    assert all(heard[name] for name in ("today", "yesterday", "morning", "afternoon", "night", "filling"))


def test_every_language_of_the_screens_is_one_of_the_floors_page() -> None:
    assert languages() == LANGUAGES


def test_no_file_of_the_page_stands_in_the_place_of_one_of_the_cabinets_by_chance() -> None:
    names = [{path.relative_to(folder).as_posix() for path in folder.rglob("*.*")} for folder in FOLDERS]
    assert names[2] & (names[0] | names[1]) == {"index.html"}
