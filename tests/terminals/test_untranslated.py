"""Sentences that nobody has translated: a text of another language that is the English one, or has English in it, and
text that a page would say by itself, of no catalogue.

What may be alike stands in `ALIKE` with its reason; an exception that nothing needs any more is told, too.
"""

import json
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest

from config.text.languages import languages

ROOT = Path(__file__).parents[2]
ROOMS = ("terminals", "controller/floor", "tools/demo")
CATALOGUES = sorted({path.parent for room in ROOMS for path in (ROOT / room).rglob("en.json")})
OTHERS = tuple(language for language in languages() if language != "en")

FELT = "what stands on the felt, and is called at the table, in English wherever craps is played in this language"
SAME_WORD = "this language writes the word as English does"
SIGN = "a sign or an abbreviation that is read alike everywhere"
NAMES = "names for a program, not for a person"

ALIKE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "es": {
        FELT: (
            "puck.*",
            "chip.*",
            "tray.call",
            "felt.odds",
            "felt.bar",
            "row.*",
            "bet.*",
            "op.kind.odds",
            "op.kind.field",
            "op.recall.works",
            "op.setting.hot_shooter",
            "op.setting.odds",
            "op.setting.field",
            "op.part.levels",
            "floor.game.craps",
        ),
        SAME_WORD: (
            "op.no",
            "*.role.supervisor",
            "floor.role.auditor",
            "op.instrument.ticket",
            "op.part.tickets",
            "floor.about.ticket",
            "paper.ticket",
            "picture",
            "op.link.panel",
            "op.page.software",
            "op.log.software",
            "op.happened.software",
            "op.unit.firmware",
            "op.part.nonce",
            "op.dice_fault.rotor",
            "op.dice_test.motor",
            "op.dice_test.sensor",
            "op.dice_test.rotor",
            "op.diag.local",
            "floor.jackpots.base",
            "bet.column:N",
        ),
        SIGN: (
            "demo",
            "op.life.demo",
            "floor.notice.demo",
            "care.hours",
            "care.minutes",
            "care.seconds",
            "op.pin.title",
            "op.part.pin",
            "op.keys.letters",
        ),
        NAMES: ("language.fonts",),
    },
    "fr": {
        FELT: (
            "puck.on",
            "puck.off",
            "chip.*",
            "tray.call",
            "bet.c",
            "bet.e",
            "bet.horn",
            "bet.horn:N",
            "bet.whirl",
            "bet.hop",
            "bet.hop:N",
            "bet.hot_shooter",
            "bet.fire",
            "op.recall.works",
            "op.setting.hot_shooter",
            "op.part.levels",
            "floor.game.craps",
        ),
        SAME_WORD: (
            "op.proof.signatures",
            "puck.point",
            "felt.points",
            "past.net",
            "result.commission",
            "machine.name",
            "machine.version",
            "series.voisins",
            "series.orphelins",
            "series.tiers",
            "bet.column:N",
            "floor.about.ticket",
            "paper.ticket",
            "picture",
            "floor.game.roulette",
            "floor.machine",
            "floor.of.machines",
            "floor.page.machines",
            "floor.jackpots.base",
            "op.page.table",
            "op.settings.group.table",
            "op.table.life",
            "op.table.machine",
            "op.part.percent",
            "op.part.tell",
            "op.log.journal",
            "op.diag.journal",
            "op.diag.bytes",
            "op.instrument.ticket",
            "op.*.vigorish",
            "op.service.code",
            "op.link.operator",
            "op.link.console",
            "op.host.trace",
            "op.recall.point",
            "op.part.phase",
            "op.happened.phase",
            "op.part.nonce",
            "op.part.net",
            "op.part.minutes",
            "op.part.mac",
            "op.part.signature",
            "op.part.station",
            "op.part.tickets",
            "op.part.ask",
            "op.part.conditions",
            "op.act.archive",
            "op.dice_fault.rotor",
            "op.dice_test.rotor",
            "op.software.version",
        ),
        SIGN: ("op.pin.title", "op.part.pin"),
        NAMES: ("language.fonts",),
    },
    "zh": {
        FELT: ("puck.*", "chip.*", "bet.c", "bet.e"),
        SIGN: ("op.pin.title", "op.keys.letters"),
        NAMES: ("language.fonts", "language.locale", "language.voice"),
    },
}
"""Language → reason → the texts (as patterns of their keys)."""

GAP = re.compile(r"\{\w+\}|\{\w+(?=\|)")
"""What is filled in; of forms, which stand behind its name, each is a text."""
LETTER = re.compile(r"[^\W\d_]")
ENGLISH = re.compile(r"\b(the|of|is|and|not|with|are|was|were|has|have|for|this|that|from|your|by|at|to)\b", re.I)
"""Words without which English says hardly a sentence, and that none of the others has."""
HAN = re.compile(r"[\u4e00-\u9fff]")
SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]+")
TEXT = re.compile(r"""\"((?:[^"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`""")
REMARK = re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*", re.S)


def read(catalogue: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((catalogue / f"{language}.json").read_text())
    return found


def untranslated(english: Mapping[str, str], here: Mapping[str, str], language: str) -> dict[str, str]:
    """The texts that are missing, or alike, or have English in them; what has no letters has nothing to translate."""
    return {key: here.get(key, "") for key in english if _is_english(english[key], here.get(key), language)}


def _is_english(english: str, here: str | None, language: str) -> bool:
    if here is None:
        return True
    words = GAP.sub("", here)
    if not LETTER.search(words):
        return False
    return here == english or bool(ENGLISH.search(words)) or (language == "zh" and not HAN.search(words))


def allowed(language: str) -> Iterator[str]:
    for patterns in ALIKE[language].values():
        yield from patterns


def test_every_catalogue_of_the_house_is_looked_at_and_speaks_every_language() -> None:
    assert {path.relative_to(ROOT).as_posix() for path in CATALOGUES} >= {
        "terminals/common/page/words",
        "terminals/menu/page/menu-words",
        "controller/floor/screen/page/floor-words",
        "tools/demo/page/words",
    }
    assert set(OTHERS) == set(ALIKE)
    assert [path for path in CATALOGUES for language in OTHERS if not (path / f"{language}.json").exists()] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.name)
def test_no_text_is_english_in_another_language_but_for_those_that_say_why(catalogue: Path, language: str) -> None:
    found = untranslated(read(catalogue, "en"), read(catalogue, language), language)
    assert {key: text for key, text in found.items() if not any(fnmatch(key, one) for one in allowed(language))} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_an_exception_that_nothing_needs_any_more_is_told(language: str) -> None:
    found = [key for path in CATALOGUES for key in untranslated(read(path, "en"), read(path, language), language)]
    assert [one for one in allowed(language) if not any(fnmatch(key, one) for key in found)] == []


@pytest.mark.parametrize(
    "language, text, found",
    [
        ("es", "The table is held.", True),
        ("es", "La mesa is parada.", True),
        ("es", "La mesa está parada.", False),
        ("fr", "La table is suspendue.", True),
        ("fr", "La table est suspendue.", False),
        ("zh", "Table held", True),
        ("zh", "赌台暂停 by {name}", True),
        ("zh", "赌台由 {name} 暂停", False),
        ("zh", "{n} %", False),
        ("es", None, True),
    ],
)
def test_what_is_english_in_part_or_missing_is_found_as_well(language: str, text: str | None, found: bool) -> None:
    here = {} if text is None else {"key": text}
    assert bool(untranslated({"key": "The table is held."}, here, language)) is found


def test_no_page_says_a_sentence_that_stands_in_no_catalogue() -> None:
    said = [
        f"{path.relative_to(ROOT)}: {text[:60]}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("page/**/*.js"))
        for text in _texts(path.read_text())
        if SENTENCE.search(text)
    ]
    assert said == []
    assert [text for text in _texts('say("Table held"); // No sentence') if SENTENCE.search(text)] == ["Table held"]


def _texts(source: str) -> list[str]:
    return ["".join(groups) for groups in TEXT.findall(REMARK.sub("", source))]


def test_no_markup_has_words_that_no_catalogue_puts_there() -> None:
    element = re.compile(r"<([a-z0-9]+)([^>]*)>([^<]+)")
    found = [
        f"{path.relative_to(ROOT)}: {text.strip()[:60]}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.html"))
        for tag, attributes, text in element.findall(re.sub(r"<!--.*?-->", "", path.read_text(), flags=re.S))
        if tag not in ("title", "style") and LETTER.search(text) and "data-t" not in attributes
        if text.strip() != "Boxcars"
    ]
    assert found == []
