"""Draws of a real controller: not repeated by a restart, not foretold by the journal, and never drawn a second time."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from controller.table.events import Drawn
from tests.drivers.machines import eventually
from tests.server.cabinets import CabinetOfProcesses

LIFE_OF_A_GENERATOR = """
from controller.server.chance import SystemChance, chances_in
chance, settings = SystemChance(), {"power_odds_chance": "1/20", "power_odds_high": "1/4"}
print([chance.draw([f"spot {n}" for n in range(33)], settings) for _ in range(20)])
"""


def draws(cabinet: CabinetOfProcesses, rounds: int = 100) -> list[dict[str, Any]]:
    """All draws in the journal, as they were recorded."""
    words = ("recall", "--journal", cabinet.place / "journal", "--last", rounds, "--json")
    happened = [line for played in json.loads(cabinet.do(*words))["rounds"] for line in played["happened"]]
    return [line for line in happened if line["what"] == "draw"]


def play_until(cabinet: CabinetOfProcesses, rounds: int) -> list[dict[str, Any]]:
    """Play until so many rounds are over; the first draws of the journal, oldest first."""
    assert cabinet.terminal(1).place("any_craps", 500)["ok"]
    found = eventually(lambda: len(drawn := draws(cabinet)) >= rounds and drawn, f"{rounds} rounds are over")
    return sorted(found or [], key=lambda draw: int(draw["seq"]))[:rounds]


def test_the_same_journal_played_on_twice_is_drawn_for_otherwise(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.playing("1 1") as playing:
        assert playing.station().credit(1, 10_000)["ok"]
        play_until(playing, 1)
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / "journal", kept)
    shutil.copy(tmp_path / "unit.memory", tmp_path / "unit.kept")
    lives = []
    for _ in range(2):
        shutil.rmtree(tmp_path / "journal")
        shutil.copytree(kept, tmp_path / "journal")
        shutil.copy(tmp_path / "unit.kept", tmp_path / "unit.memory")
        with cabinet.playing("1 1", "1 1") as playing:
            lives.append(play_until(playing, 2))
    first, second = lives
    assert first[0] == second[0], "both lives remember the round that was kept"
    assert first[1]["roll_id"] == second[1]["roll_id"]
    assert first[1]["nonce"] != second[1]["nonce"]


def test_two_lives_of_the_generator_have_nothing_in_common() -> None:
    lives = {
        subprocess.run([sys.executable, "-c", LIFE_OF_A_GENERATOR], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(lives) == 2


def test_a_restart_keeps_the_draw_that_was_shown_and_draws_no_other(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.playing("1 1") as playing:
        assert playing.station().credit(1, 10_000)["ok"]
        listener = playing.listener()
        assert playing.terminal(1).place("any_craps", 500)["ok"]
        shown = listener.hear("table", phase="rolling")["levels"]
        playing.kill()
    with cabinet.playing("1 1") as playing:
        playing.listener().hear("table", phase="betting")
    (drawn,) = draws(cabinet)
    assert drawn["levels"] == shown


def test_of_a_draw_only_its_results_are_journalled() -> None:
    """The nonce is drawn by itself too; it is no state from which anything follows."""
    assert Drawn._fields == ("roll_id", "nonce", "levels")
