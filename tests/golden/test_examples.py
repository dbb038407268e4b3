"""The worked examples play as they did, and each shows what it is there to show (docs/examples/README.md)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.golden import EXAMPLES, FORMS, HERE, as_json, as_text


@pytest.mark.parametrize("form", FORMS.items(), ids=FORMS)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_plays_as_it_did(example: Path, form: tuple[str, Callable[[Path], str]]) -> None:
    suffix, make = form
    golden = HERE / f"{example.stem}{suffix}"
    assert make(example) == golden.read_text(), "if the change is meant, `make golden` and read the difference"


def test_there_is_one_example_for_each_book() -> None:
    assert [example.stem for example in EXAMPLES] == [
        "american",
        "crapless",
        "electronic",
        "maryland",
        "mbs_roulette_v3",
        "mbs_v3",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_sheet_in_a_file_has_no_colour_and_at_most_a_hundred_columns(example: Path) -> None:
    lines = as_text(example).splitlines()
    assert all(line.isprintable() and len(line) <= 100 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_sheet_leaves_nothing_out(example: Path) -> None:
    """Every refusal, settled row, returned stake and wager of the document is on the sheet, unbroken."""
    sheet = " ".join(as_text(example).split())
    for step in json.loads(as_json(example))["steps"]:
        for seat, wagers in step["layout"].items():
            assert f"{step['balances'][seat]:,}" in sheet
            for bet, wager in wagers.items():
                off = "" if wager["working"] else " OFF"
                held = step["held_vigorish"][seat].get(bet)
                assert f"{bet} {wager['stake']:,}{off}{f' (vigorish {held})' if held else ''}" in sheet
        for row in step.get("settled", []):
            assert f"seat {row['seat']} {row['bet']} {row['stake']:,} {row['result']}" in sheet
        for row in step["refused"]:
            assert f"{row['reason']} ({row['code']})" in sheet
        for row in step["returned"]:
            assert f"seat {row['seat']}: {row['bet']} {row['amount']:,}" in sheet


def steps_of(stem: str) -> list[dict[str, Any]]:
    (example,) = [path for path in EXAMPLES if path.stem == stem]
    steps: list[dict[str, Any]] = json.loads(as_json(example))["steps"]
    return steps


def results(stem: str) -> set[tuple[str, str]]:
    return {(row["bet"], row["result"]) for step in steps_of(stem) for row in step.get("settled", [])}


def test_the_examples_show_what_each_book_is_known_for() -> None:
    assert {("hot_shooter", "win"), ("come_odds:6", "off"), ("hard:8", "win"), ("horn", "win")} <= results("electronic")
    assert {("horn_high:12", "win"), ("buy:4", "win"), ("come_odds:10", "win")} <= results("mbs_v3")
    assert {("fire", "win"), ("all_small", "win"), ("whirl", "win"), ("six_seven_eight", "win")} <= results("maryland")
    assert {("repeater:2", "win"), ("different_doubles", "win"), ("replay", "win")} <= results("american")
    assert {("pass_odds", "win"), ("come_odds:11", "win"), ("repeater:12", "win")} <= results("crapless")
    for stem in ("american", "crapless", "mbs_v3", "maryland"):
        assert any(step.get("void") for step in steps_of(stem))
    assert any("refused_settings" in step for step in steps_of("maryland"))
    assert {("straight:17", "win"), ("corner:0-1-2-3", "win"), ("even", "lose")} <= results("mbs_roulette_v3")
    assert any(step.get("void") for step in steps_of("mbs_roulette_v3"))
