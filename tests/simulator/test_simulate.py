"""`boxcars simulate`: the same seed plays the same evening, to the byte."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.books import load_book, shipped_names
from controller.commands import main
from controller.table import machine
from controller.table.events import CashOut
from controller.table.work import Work
from tools.simulator.checks import Broken
from tools.simulator.simulation import Simulation

PROGRAM = "import sys; from controller.commands import main; sys.exit(main(sys.argv[1:]))"
HOME = Path(__file__).parents[2]


def in_a_process(hash_seed: str, *words: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", PROGRAM, "simulate", "--table", *words]
    return subprocess.run(command, env=environment, cwd=HOME, check=True, capture_output=True).stdout


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_two_processes_print_the_same_bytes_for_the_same_seed(form: tuple[str, ...]) -> None:
    words = ("--seed", "7", "--rounds", "40", *form)
    assert in_a_process("1", *words) == in_a_process("2", *words)


@pytest.mark.parametrize("book", shipped_names())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_book_plays_whole_evenings_by_the_laws(book: str, seed: int) -> None:
    told = Simulation(load_book(book), 6, seed).run(80)
    assert sum(told["rounds"].values()) >= 80
    assert told["wagers"] > 0
    assert told["rolls"] > 0
    assert told["restarts"] > 0 or told["no_rolls"] > 0


def test_another_seed_plays_another_evening() -> None:
    book = load_book("electronic")
    assert Simulation(book, 4, 1).run(5)["digest"] != Simulation(book, 4, 2).run(5)["digest"]


def test_the_summary_is_for_people_and_with_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--table", "--seed", "3", "--rounds", "5", "--seats", "4"]) == 0
    sheet = capsys.readouterr().out
    assert main(["simulate", "--table", "--seed", "3", "--rounds", "5", "--seats", "4", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["digest"] in sheet
    assert "electronic, 4 seats, seed 3" in sheet


@pytest.mark.parametrize("words", [["--seats", "0"], ["--seats", "513"], ["--rounds", "0"], ["--rulebook", "none"]])
def test_what_cannot_be_played_is_said_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--table", "--table", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_broken_law_is_said_with_the_seed_that_shows_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(_before: object, event: object, _step: object) -> None:
        if isinstance(event, CashOut):
            raise Broken("a law that is made up")

    monkeypatch.setattr("tools.simulator.simulation.check", breaks)
    assert main(["simulate", "--table", "--seed", "3", "--rounds", "100"]) == 1
    assert "seed 3, electronic, 8 seats: a law that is made up" in capsys.readouterr().err


def test_the_laws_are_really_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_a_unit_away(work: Work, event: CashOut) -> None:
        work.table.game.pay(event.seat, 1)
        work.post("gift", "nobody", -1)

    monkeypatch.setitem(machine.HANDLERS, CashOut, gives_a_unit_away)
    with pytest.raises(Broken, match="money is not conserved"):
        Simulation(load_book("electronic"), 4, 1).run(100)
