"""Draws of a real controller: not repeated by a restart, not foretold by the journal, and never drawn a second time."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from controller.table.events import Drawn
from tests.drivers.machines import PATIENCE, end, eventually
from tests.server.cabinets import CabinetOfProcesses

LIFE_OF_A_GENERATOR = """
from controller.server.host.chance import SystemChance, chances_in
chance, settings = SystemChance(), {"power_odds_chance": "1/20", "power_odds_high": "1/4"}
print([chance.draw([f"spot {n}" for n in range(33)], settings) for _ in range(20)])
"""


STUCK_AFTER_A_DRAW = """
import os
from controller.commands import main
from controller.server.host import process
from controller.server.host.chance import SystemChance

def source(size, proved=[]):
    proved.append(size)
    return os.getrandom(size) if len(proved) <= 3 else bytes(size)

process.SystemChance = lambda: SystemChance(source)
raise SystemExit(main())
"""


def draws(cabinet: CabinetOfProcesses, rounds: int = 100, number: int | None = None) -> list[dict[str, Any]]:
    """All draws in the journal, or those of one round, as they were recorded."""
    which = ("--last", rounds) if number is None else ("--round", number)
    words = ("recall", "--journal", cabinet.place / "journal", *which, "--json")
    happened = [line for played in json.loads(cabinet.do(*words))["rounds"] for line in played["happened"]]
    return [line for line in happened if line["what"] == "draw"]


def first_draw(cabinet: CabinetOfProcesses) -> dict[str, Any]:
    """Play until a round is over; the first draw of the journal."""
    assert cabinet.terminal(1).place("any_craps", 500)["ok"]
    found = eventually(lambda: draws(cabinet), "a round is over")
    return min(found, key=lambda draw: int(draw["seq"]))


def test_the_same_journal_played_on_twice_is_drawn_for_otherwise(tmp_path: Path) -> None:
    """It is kept while nothing lies on the layout, so nothing has been drawn yet for the roll that comes next."""
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.playing("1 1") as playing:
        assert playing.station().credit(1, 10_000)["ok"]
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / "journal", kept)
    shutil.copy(tmp_path / "unit.memory", tmp_path / "unit.kept")
    lives = []
    for _ in range(2):
        shutil.rmtree(tmp_path / "journal")
        shutil.copytree(kept, tmp_path / "journal")
        shutil.copy(tmp_path / "unit.kept", tmp_path / "unit.memory")
        with cabinet.playing("1 1") as playing:
            lives.append(first_draw(playing))
    one, other = lives
    assert one["roll_id"] == other["roll_id"]
    assert one["nonce"] != other["nonce"]


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
        shown = listener.hear("table", phase="rolling")
        playing.kill()
    with cabinet.playing("1 1") as playing:
        eventually(lambda: (playing.status() or shown)["round"] > shown["round"], "the round is over")
    (drawn,) = draws(cabinet, number=shown["round"])
    assert drawn["levels"] == shown["levels"]


def test_a_source_that_sticks_in_play_ends_the_controller_and_the_next_one_plays_on(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.controller() as sound, cabinet.dice("1 1", "1 1"):
        eventually(cabinet.ready, "the machine is ready")
        assert cabinet.station().credit(1, 10_000)["ok"]
        end(sound)
        words = [sys.executable, "-c", STUCK_AFTER_A_DRAW, "controller", "--config", str(cabinet.config)]
        with cabinet.log.open("ab") as log, subprocess.Popen(words, stdout=log, stderr=log) as stuck:
            eventually(cabinet.ready, "the machine is ready again")
            assert cabinet.terminal(1).place("any_craps", 500)["ok"]  # it stays after a win, so another round follows
            assert stuck.wait(PATIENCE) == 1
        assert "chance_failed" in cabinet.log.read_text()
        assert len(draws(cabinet)) == 1
        cabinet.close_callers()
        with cabinet.controller():
            eventually(lambda: len(draws(cabinet)) > 1, "the round that could not be drawn for is over")
            cabinet.close_callers()
    cabinet.do("verify", tmp_path / "journal", "--unit-key", tmp_path / "dice.key")


def test_of_a_draw_only_its_results_are_journalled() -> None:
    """The nonce is drawn by itself too; it is no state from which anything follows."""
    assert Drawn._fields == ("roll_id", "nonce", "levels")
