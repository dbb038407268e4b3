"""The console command and its sub-commands, as a person at a shell meets them."""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from controller.books import SHIPPED
from controller.commands import known_commands, main
from controller.games.craps.row import CRAPS
from controller.games.registry import GAMES
from controller.games.scripts import BooksDoNotBalance

TABLE: dict[str, Any] = {
    "rulebook": "mbs_v3",
    "seats": {"1": 1000},
    "steps": [{"actions": [{"seat": 1, "do": "place", "bet": "field", "amount": 500}], "dice": [1, 1]}],
}


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A good script in a file."""
    file = tmp_path / "table.json"
    file.write_text(json.dumps(TABLE))
    return str(file)


# ---- boxcars itself ----


@pytest.mark.parametrize("words", [[], ["shake"], ["--loud"], ["scenario"], ["rulebook"], ["rulebook", "burn"]])
def test_wrong_arguments_end_with_2_and_say_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"boxcars: .*; see boxcars.* --help\n", said)


def test_a_word_that_is_no_number_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--seed", "x"])
    said = capsys.readouterr().err
    assert said == "boxcars: --seed: must be a whole number, found 'x'; see boxcars simulate --help\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(name in said for name in known_commands())


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("boxcars ")


def test_a_reader_that_stops_reading_is_no_reason_for_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps(TABLE | {"steps": TABLE["steps"] * 2000}))
    command = f"{sys.executable} -m controller.commands scenario --json {file} | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ('{"rulebook', "")


@pytest.mark.parametrize(
    "output, code, says",
    [(">/dev/full", 1, "boxcars: the answer: cannot be written: No space left on device\n"), (">&-", 0, "")],
)
def test_an_answer_that_nobody_can_take_is_no_reason_for_a_traceback(
    table: str, output: str, code: int, says: str
) -> None:
    command = f"{sys.executable} -m controller.commands scenario {table} {output}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, says)


# ---- boxcars scenario ----


def test_a_name_from_a_script_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "steering.json"
    action = {"seat": 1, "do": "place", "bet": "a\nb\x1b[31m", "amount": 100}
    file.write_text(json.dumps(TABLE | {"steps": [{"actions": [action], "dice": [1, 1]}]}))
    assert main(["scenario", str(file)]) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "a\\nb\\x1b[31m 100" in said


def test_scenario_prints_one_document(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--json", table]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["steps"][0]["settled"] == [
        {"seat": 1, "bet": "field", "stake": 500, "result": "win", "paid": 1000, "stays": False}
    ]


def test_several_files_are_several_tables_one_a_line(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", table, table, table, "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert len({json.dumps(json.loads(line)) for line in lines}) == 1


def test_a_dash_is_standard_input(
    table: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(TABLE).encode())))
    assert main(["scenario", "--json", "-", table]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


def test_a_bad_script_among_good_ones_is_told_before_anything_is_shown(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", table, str(tmp_path / "none.json")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"boxcars: {tmp_path}/none.json: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("name", ["", "/tmp", "a\0b", "x" * 5000])
def test_a_file_that_is_none_is_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_rule_book_by_its_path_plays_like_the_one_it_is_a_copy_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "house.toml"
    book.write_text((SHIPPED / "mbs_v3.toml").read_text())
    file = tmp_path / "table.json"
    file.write_text(json.dumps(TABLE | {"rulebook": str(book)}))
    assert main(["scenario", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["balances"] == {"1": 2000}


# ---- boxcars rulebook ----


def test_list_names_the_books_that_come_with_us(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "list"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["american", "craps"],
        ["crapless", "craps"],
        ["electronic", "craps"],
        ["maryland", "craps"],
        ["mbs_roulette_v3", "roulette"],
        ["mbs_v3", "craps"],
    ]


def test_check_says_that_a_copied_and_changed_book_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "house.toml"
    text = (SHIPPED / "electronic.toml").read_text()
    book.write_text(text.replace('name = "electronic"', 'name = "house"').replace('pays = "4:1"', 'pays = "9:2"'))
    assert main(["rulebook", "check", str(book)]) == 0
    assert ": good: house, “Electronic Craps”, 93 spots, digest " in capsys.readouterr().out


def test_check_says_what_is_wrong_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "house.toml"
    book.write_text((SHIPPED / "electronic.toml").read_text().replace('pays = "4:1"', 'pays = "4 to 1"'))
    assert main(["rulebook", "check", str(book)]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"boxcars: {book}: bets.any_seven.pays: "
        'must be odds such as "7:6" or a table of keys and values, found "4 to 1"\n'
    )


def test_show_prints_the_canonical_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "show", "maryland"]) == 0
    assert json.loads(capsys.readouterr().out)["bets"]["whirl"]["steps"] == 5


def test_show_of_an_unknown_book_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "show", "poker"]) == 2
    assert capsys.readouterr().err == (
        'boxcars: no rule book is called "poker"; '
        "there is american, crapless, electronic, maryland, mbs_roulette_v3, mbs_v3, or a path to a file\n"
    )


def test_an_engine_that_breaks_its_books_shows_nothing_and_ends_with_1(
    table: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> NoReturn:
        raise BooksDoNotBalance("steps[0]: 999 units where there were 1000")

    monkeypatch.setitem(GAMES, "craps", replace(CRAPS, scripted=replace(CRAPS.scripts(), play=broken)))
    assert main(["scenario", table]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "the engine broke its own books, nothing is shown" in said.err


LOADED = """
import atexit, sys
from controller.commands import main
atexit.register(lambda: print(sorted(sys.modules.keys() & {"rich", "pygments"})))
main(sys.argv[1:])
"""


@pytest.mark.parametrize("words", ["controller", "terminal", "records", "edge", "dice drive", "panel drive"])
def test_no_process_of_a_cabinet_loads_what_draws_tables_for_people(words: str) -> None:
    asked = [sys.executable, "-c", LOADED, *words.split(), "--help"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert said.stdout.endswith("[]\n")
