"""The engine of the cabinet and the second opinion play the same random tables and must not differ anywhere."""

import json

import pytest

from controller.books import load_book
from controller.games.craps.scripts.scenario import play
from controller.games.craps.scripts.script import read_script
from tests.second_opinion import engine
from tests.second_opinion.compare import differences
from tests.second_opinion.tables import random_script

TABLES, CHUNK = 150, 25


@pytest.mark.parametrize("first", range(0, TABLES, CHUNK))
def test_both_engines_agree_step_by_step(first: int) -> None:
    for seed in range(first, first + CHUNK):
        script = random_script(seed)
        played = play(read_script(json.dumps(script).encode()), load_book)
        assert differences(engine.play(script), played) == [], f"seed {seed}; see `make second-opinion`"
