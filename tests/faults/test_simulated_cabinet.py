"""The simulated cabinet: the same seed is the same run, every law holds, and what is broken is found and made short."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.books import all_names
from controller.commands import main
from tests.faults.chaos import EVER_FAILED, setup, what_breaks
from tests.faults.planted import BUGS, ROULETTE
from tests.faults.planted_cash import CASH_BUGS
from tests.faults.planted_pots import POT_BUGS
from tools.simulator.cabinet.cabinet import Cabinet
from tools.simulator.cabinet.disk import missing
from tools.simulator.cabinet.plan import FAULTS, OF_POTS, OF_SLOTS, Setup
from tools.simulator.cabinet.shrink import attempt

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

HOME = Path(__file__).parents[2]
PROGRAM = "import sys; from controller.commands import main; sys.exit(main(sys.argv[1:]))"
SAMPLE = range(2026, 2034)
"""As many seeds as a change has time for; fresh ones by the thousand are for `make chaos`."""
SEEDS_TRIED = 8
SHORT = 12


def in_a_process(hash_seed: str, *words: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", PROGRAM, "simulate", *words]
    return subprocess.run(command, env=environment, cwd=HOME, check=True, capture_output=True).stdout


def test_two_processes_print_the_same_bytes_for_the_same_seed() -> None:
    words = ("--seed", "12", "--rounds", "40")
    assert in_a_process("1", *words) == in_a_process("2", *words)


@pytest.mark.parametrize("book", ["mbs_v3", ROULETTE])
def test_a_run_has_every_kind_of_trouble_in_it_and_the_controller_comes_back_each_time(book: str) -> None:
    told = Cabinet(setup(2, rounds=200, book=book)).run()
    assert {f"trouble: {kind}" for kind in FAULTS.keys() - OF_SLOTS.keys() - OF_POTS.keys()} <= told["happened"].keys()
    assert {"controller killed", "controller lost its power", "controller ended by its disk"} <= told["happened"].keys()
    assert told["happened"]["starts"] > 10
    assert sum(told["rounds"].values()) >= 200
    assert told["rolls"] > 80


def test_an_evening_has_every_kind_of_trouble_of_notes_and_tickets_in_it() -> None:
    told = Cabinet(setup(3, tuple(OF_SLOTS), slots=3)).run()
    assert {f"trouble: {kind}" for kind in OF_SLOTS} <= told["happened"].keys()
    assert {"PaperKept", "TicketCame", "TicketRead", "CashUnknown", "CashSettled"} <= told["cash"].keys()


def test_without_trouble_every_note_and_ticket_is_money_and_nobody_has_to_count() -> None:
    told = Cabinet(setup(4, (), 25, slots=4)).run()["cash"]
    assert {"PaperKept", "TicketCame", "TicketRead"} <= told.keys()
    assert not {"CashFound", "CashUnknown", "TicketTurned"} & told.keys()


def test_an_evening_has_every_kind_of_trouble_of_jackpots_in_it_and_pots_are_won_shared_and_refused() -> None:
    told = Cabinet(setup(5, tuple(OF_POTS), book="mbs_v3", jackpots=True)).run()
    assert {f"trouble: {kind}" for kind in OF_POTS} <= told["happened"].keys()
    assert {"JackpotFed", "JackpotClaimed", "JackpotPaid", "JackpotRefused"} <= told["jackpots"].keys()


@pytest.mark.parametrize("book", all_names())
def test_without_trouble_every_book_is_played_on_one_controller(book: str) -> None:
    told = Cabinet(Setup(7, book, 4, 25, ())).run()
    assert told["happened"]["starts"] == 1
    assert told["rounds"] == {"settled": sum(told["rounds"].values())}


def written_seeds() -> list[str]:
    lines = [line.partition("#")[0].split() for line in EVER_FAILED.read_text().splitlines()]
    return [" ".join(words) for words in lines if words]


@pytest.mark.parametrize("line", written_seeds())
def test_every_seed_that_ever_failed_holds_now(line: str) -> None:
    seed, rounds, book, seats, faults, *more = line.split()
    kinds = tuple(FAULTS) if faults == "all" else tuple(faults.split(","))
    slots = int(more[0]) if more else 0
    failure = attempt(Setup(int(seed), book, int(seats), int(rounds), kinds, slots, "jackpots" in more))
    assert failure is None, failure.text


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_sample_of_seeds_breaks_no_law(seed: int) -> None:
    assert what_breaks(seed) is None


@pytest.mark.parametrize("name", [*BUGS, *CASH_BUGS, *POT_BUGS])
def test_a_planted_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bug = {**BUGS, **CASH_BUGS, **POT_BUGS}[name]
    bug.plant(monkeypatch)
    for seed in range(1, SEEDS_TRIED + 1):
        failure = attempt(setup(seed, bug.faults, rounds=30, book=bug.book, slots=bug.slots, jackpots=bug.jackpots))
        if failure is not None:
            assert failure.law in bug.laws, failure.text
            return
    pytest.fail(f"{SEEDS_TRIED} runs did not show it")


def test_a_failing_seed_prints_a_short_script_that_shows_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    BUGS["the last entry is forgotten"].plant(monkeypatch)
    assert main(["simulate", "--seed", "3", "--rounds", "30", "--shrink", "20"]) == 1
    printed = capsys.readouterr()
    assert "seed 3" in printed.err
    lines = printed.out.splitlines()
    assert json.loads(lines[0])["seed"] == 3
    assert 1 <= len(lines) - 1 <= SHORT
    script = tmp_path / "script.json"
    script.write_text(printed.out)
    assert main(["simulate", "--script", str(script), "--shrink", "0"]) == 1
    monkeypatch.undo()
    assert main(["simulate", "--script", str(script)]) == 0


def test_the_summary_is_for_people_and_with_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seed", "3", "--rounds", "3", "--faults", "none"]) == 0
    sheet = capsys.readouterr().out
    assert main(["simulate", "--seed", "3", "--rounds", "3", "--faults", "none", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["history"] in sheet
    assert f"{summary['rulebook']}, 4 seats, seed 3" in sheet


@pytest.mark.parametrize(
    "words",
    [
        ["--faults", "rain"],
        ["--seats", "0"],
        ["--seats", "513"],
        ["--slots", "5"],
        ["--rounds", "0"],
        ["--rulebook", "none"],
        ["--script", "/nowhere"],
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
