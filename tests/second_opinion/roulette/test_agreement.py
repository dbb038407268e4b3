"""The engine of the cabinet and the one drawn on paper play the same random tables and must not differ anywhere."""

import pytest

from controller.games.roulette.rules.spots import INSIDE, SPOTS
from tests.second_opinion.roulette import engine, felt
from tests.second_opinion.roulette.compare import NO_SCRIPT, partings, theirs
from tests.second_opinion.roulette.tables import random_script, spoiled_script

TABLES, CHUNK = 300, 50
CODES = (
    "unknown_bet no_calls bad_amount nothing_there more_than_there below_minimum above_maximum off_step short_balance"
)


def test_both_felts_have_the_same_spots_with_the_same_numbers() -> None:
    assert {name: spot.numbers for name, spot in SPOTS.items()} == felt.FELT
    assert {name for name, spot in SPOTS.items() if spot.kind in INSIDE} == felt.INSIDE.keys()


@pytest.mark.parametrize("first", range(0, TABLES, CHUNK))
def test_both_engines_agree_step_by_step_and_on_what_is_no_script(first: int) -> None:
    assert partings(range(first, first + CHUNK)) == []


def test_the_random_tables_meet_every_code_and_both_results() -> None:
    steps = [step for seed in range(0, TABLES, 3) for step in engine.play(random_script(seed))["steps"]]
    assert {row["code"] for step in steps for row in step["refused"]} == set(CODES.split(" "))
    assert {row["result"] for step in steps for row in step.get("settled", [])} == {"win", "lose"}
    assert any(wagers for step in steps for wagers in step["layout"].values())


def test_most_of_the_spoiled_scripts_are_no_scripts_and_some_still_are() -> None:
    good = sum(theirs(spoiled_script(seed)) != NO_SCRIPT for seed in range(100))
    assert 0 < good < 50
