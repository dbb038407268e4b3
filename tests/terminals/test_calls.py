"""The stickman's calls: for all 36 faces in all stages of a hand, with craps and without, beside what the engine
decides of the line."""

import json
from typing import Any

import pytest

from config.text.languages import languages
from controller.games.craps.rules.dice import CRAPLESS_POINTS, POINTS, SEVEN
from controller.games.craps.rules.kinds import Result, line_right, line_right_crapless
from tests.terminals.pure_pages import PAGES, run_in_node

PAGE = PAGES / "common" / "page"
RULES = json.loads((PAGE / "voice" / "calls.json").read_text())
NAMES = sorted({row["say"] for rows in RULES.values() for row in rows} | {"no_more_bets", "no_roll"})
NUMBER = {"aces": 2, "ace_deuce": 3, "boxcars": 12, "yo": 11, "seven_winner": 7, "seven_out": 7, "five": 5, "nine": 9}
NUMBER |= {"two": 2, "three": 3, "twelve": 12}
BOOKS = {"craps": (POINTS, line_right), "crapless": (CRAPLESS_POINTS, line_right_crapless)}
"""What sets a point, and what decides the line."""
ROLLS = [
    (book, point, (a, b))
    for book, (points, _) in BOOKS.items()
    for point in (None, *points)
    for a in range(1, 7)
    for b in range(1, 7)
]


def as_told(book: str, point: int | None, faces: tuple[int, int]) -> dict[str, Any]:
    """What everybody is told after this roll."""
    total = sum(faces)
    did, after = "", point
    if point is None and total in BOOKS[book][0]:
        did, after = "point", total
    elif point is not None and total in (point, SEVEN):
        did, after = ("made" if total == point else "out"), None
    return {"roll": {"faces": faces, "did": did}, "hand": {"point": after}, "crapless": book == "crapless"}


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """For each of the rolls, what is called."""
    script = """import { callsFor } from "./common/page/voice/calls.js";
      const answer = data.rolls.map(({ roll, hand, crapless }) => callsFor(roll, hand, data.rules, crapless));"""
    data = {"rules": RULES, "rolls": [as_told(book, point, faces) for book, point, faces in ROLLS]}
    found: list[list[str]] = run_in_node(tmp_path_factory.mktemp("calls"), ["common/page/voice/calls.js"], script, data)
    return found


def test_every_roll_has_a_call_that_names_what_it_made(called: list[list[str]]) -> None:
    assert len(called) == 36 * (7 + 11)
    for (_, _, (a, b)), calls in zip(ROLLS, called, strict=True):
        first = calls[0]
        kind, _, number = first.partition("_")
        assert NUMBER.get(first) or int(number) == a + b, (calls, a, b)
        assert NUMBER.get(first, a + b) == a + b
        if kind in ("hard", "easy"):
            assert (kind == "hard") == (a == b), (calls, a, b)


def test_a_call_says_of_the_line_what_the_engine_decides_and_nothing_else(called: list[list[str]]) -> None:
    wins, loses = {"seven_winner", "line_winner", "point_made"}, {"seven_out", "line_away"}
    for (book, point, faces), calls in zip(ROLLS, called, strict=True):
        fall = BOOKS[book][1](None, point, faces)  # type: ignore[arg-type]  # the line needs no number of its own
        decided = None if fall is None else fall.result
        assert bool(wins & set(calls)) == (decided is Result.WIN), (point, faces, calls)
        assert bool(loses & set(calls)) == (decided is Result.LOSE), (point, faces, calls)


def test_a_point_is_called_when_it_is_set_and_seven_out_only_when_it_ends_a_hand(called: list[list[str]]) -> None:
    for (book, point, faces), calls in zip(ROLLS, called, strict=True):
        total = sum(faces)
        sets = [f"point_is_{total}"] if point is None and total in BOOKS[book][0] else []
        assert [call for call in calls if call.startswith("point_is")] == sets
        assert ("seven_out" in calls) == (point is not None and total == SEVEN)


@pytest.mark.parametrize("language", languages())
def test_where_every_number_is_a_point_none_is_called_craps(called: list[list[str]], language: str) -> None:
    words = json.loads((PAGE / "words" / f"{language}.json").read_text())
    craps = {"craps", "垃圾点"}
    for (book, _, faces), calls in zip(ROLLS, called, strict=True):
        said = " ".join(words[f"call.{call}"] for call in calls).lower()
        is_craps = book == "craps" and sum(faces) in (2, 3, 12)
        assert any(word in said for word in craps) == is_craps, (book, faces, said)


@pytest.mark.parametrize("language", languages())
def test_every_call_has_its_words_and_its_voice_in_every_language(language: str) -> None:
    words = json.loads((PAGE / "words" / f"{language}.json").read_text())
    assert sorted(key.removeprefix("call.") for key in words if key.startswith("call.")) == NAMES
    assert sorted(file.stem for file in (PAGE / "voice" / language).iterdir()) == NAMES
