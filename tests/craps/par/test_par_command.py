"""`boxcars par` on the command line."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from controller.books import SHIPPED, load_book, shipped_names
from controller.commands import main

FRACTION = re.compile(r"-?\d+/[1-9]\d*")
FRACTIONS = ("house_edge", "house_edge_resolved", "house_edge_per_roll", "win", "push", "lose", "expected_rolls")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["par", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def document(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(printed(capsys, *words, "--json"))


@pytest.mark.parametrize("name", shipped_names())
def test_the_document_names_its_book_its_settings_and_every_figure(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = document(capsys, "--rulebook", name)
    book = load_book(name)
    together = ["together"] if name in ("american", "crapless", "electronic") else []
    assert list(sheet) == ["rulebook", "digest", "settings", "bets", *together]
    assert (sheet["rulebook"], sheet["digest"]) == (name, book.digest())
    assert sheet["settings"] == book.settings.model_dump(mode="json", exclude_none=True)
    for line in sheet["bets"].values():
        assert set(line) == {*FRACTIONS, "house_edge_percent", "standard_deviation", "pays"}
        assert all(FRACTION.fullmatch(line[key]) for key in FRACTIONS)
        assert line["house_edge_percent"] == float(Fraction(line["house_edge"]) * 100)
        assert line["standard_deviation"] > 0
        assert all(re.fullmatch(r"\d+:\d+", pay["odds"]) and Fraction(pay["probability"]) > 0 for pay in line["pays"])


def test_limits_and_multiples_of_a_house_stand_over_the_sheet_and_a_line_bet_with_all_its_odds_under_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (SHIPPED / "mbs_v3.toml").read_text()
    own = 'denomination = 100\nhardways = { max = 5000 }\nodds_times = "3-4-5x"'
    house = tmp_path / "house.toml"
    house.write_text(text.replace("denomination = 100", own, 1))
    out = printed(capsys, "--rulebook", str(house))
    assert "hardways max 5000, odds_times 3-4-5x" in out
    line = "pass_line with all of pass_odds (3x on 4 10, 4x on 5 9, 5x on 6 8): 0.374 % edge of 3.778 staked for one"
    assert line in " ".join(out.split())


def test_the_electronic_book_is_meant_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys) == document(capsys, "--rulebook", "electronic")


def test_a_line_of_the_document_reads_as_it_is_written_down(capsys: pytest.CaptureFixture[str]) -> None:
    line = document(capsys)["bets"]["dont_pass"]
    assert line == {
        "house_edge": "3/220",
        "house_edge_percent": 1.3636363636363635,
        "house_edge_resolved": "27/1925",
        "house_edge_per_roll": "9/2228",
        "win": "949/1980",
        "push": "1/36",
        "lose": "244/495",
        "expected_rolls": "557/165",
        "standard_deviation": pytest.approx((1 - 1 / 36 - (3 / 220) ** 2) ** 0.5),
        "pays": [{"odds": "1:1", "probability": "949/1980"}],
    }


def test_nothing_at_all_is_a_fraction_too(capsys: pytest.CaptureFixture[str]) -> None:
    line = document(capsys)["bets"]["pass_odds"]
    assert (line["house_edge"], line["push"]) == ("0/1", "0/1")


def test_a_book_of_ones_own_goes_by_its_name_and_digest(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    from controller.books import SHIPPED

    path = tmp_path / "house.toml"
    path.write_text((SHIPPED / "mbs_v3.toml").read_text().replace('name = "mbs_v3"', 'name = "house"'))
    assert document(capsys, "--rulebook", str(path))["rulebook"] == "house"


# ---- for people -------------------------------------------------------------------------------------------------


def table_of(text: str) -> list[list[str]]:
    """The words of every line between the rule and what is said beneath the table."""
    lines = text.splitlines()
    rule = next(place for place, line in enumerate(lines) if line.startswith("───"))
    rows = [line.split() for line in lines[rule + 1 :] if re.match(r"[a-z_]+[:\d-]* +\d+\.\d{3}\*? +\d+\.\d{3}", line)]
    assert rows
    return rows


@pytest.mark.parametrize("name", shipped_names())
def test_the_table_ends_with_the_bet_that_returns_least(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table_of(printed(capsys, "--rulebook", name))
    returned = [float(row[1].rstrip("*")) for row in rows]
    assert returned == sorted(returned, reverse=True)
    assert len(rows) == len(document(capsys, "--rulebook", name)["bets"])


@pytest.mark.parametrize("words", [[], ["--rulebook", "maryland"], ["--stake", "2000"]])
def test_the_table_fits_into_a_hundred_columns(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *words)
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text


def test_what_returns_less_than_80_percent_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--rulebook", "maryland")
    assert [row[0] for row in table_of(text) if row[1].endswith("*")] == ["fire"]
    assert text.splitlines()[-1] == "* returns less than 80 %, a floor that some regulators set"
    assert "*" not in printed(capsys, "--rulebook", "mbs_v3")


def test_the_head_names_book_digest_and_settings(capsys: pytest.CaptureFixture[str]) -> None:
    head = printed(capsys).splitlines()[:3]
    assert head == [
        "Electronic Craps (electronic)",
        f"digest {load_book('electronic').digest()}",
        "limits 100 to 500000 in steps of 100, denomination 100, hot_shooter yes, power_odds_chance 1/20, ",
    ]


def test_a_table_at_a_stake_shows_units_and_who_does_not_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--rulebook", "mbs_v3", "--stake", "500")
    place = next(row for row in table_of(text) if row[0] == "place:6")
    assert place[1:5] == ["98.455", "1.545", "0.030", "0.472"]
    assert place[-1] == "583"
    assert text.splitlines()[-1] == "not taken: horn takes 100 to 500000 in steps of 400; it would hold 500"


def test_the_length_of_a_hand_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--hand-length", "154").splitlines()
    sheet = document(capsys, "--hand-length", "154")
    assert text[0] == "P(hand ≥ 154) = 1.7888243e-10, one hand in 5590264072"
    assert text[1] == f"exactly {sheet['probability']}"
    assert text[2] == "expected length 1671/196 = 8.525510 rolls"
    assert float(Fraction(sheet["probability"])) == sheet["probability_decimal"]
    assert sheet["expected_length"] == "1671/196"
    assert sheet["hand_length"] == 154


# ---- what cannot be asked ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, said",
    [
        (["--stake", "0"], "--stake: must be a whole number from 1 to 1000000000000, found '0'"),
        (["--stake", "x"], "--stake: must be a whole number from 1 to 1000000000000, found 'x'"),
        (["--stake", "1.5"], "--stake: must be a whole number from 1 to 1000000000000, found '1.5'"),
        (["--stake", "٣"], "--stake: must be a whole number from 1 to 1000000000000, found '٣'"),
        (["--stake", "9" * 5000], f"--stake: must be a whole number from 1 to 1000000000000, found '{'9' * 40}'"),
        (
            ["--stake", "105"],
            "--stake: no bet of electronic takes 105: pass_line takes 100 to 500000 in steps of 100; it would hold 105",
        ),
        (["--hand-length", "-1"], "--hand-length: must be a whole number from 0 to 1000, found '-1'"),
        (["--hand-length", "1001"], "--hand-length: must be a whole number from 0 to 1000, found '1001'"),
        (["--hand-length", "many"], "--hand-length: must be a whole number from 0 to 1000, found 'many'"),
        (["--hand-length", "9" * 30], f"--hand-length: must be a whole number from 0 to 1000, found '{'9' * 30}'"),
    ],
)
def test_a_number_that_cannot_be_used_is_told_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["par", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"boxcars: {said}\n")


def test_a_book_that_is_not_there_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--rulebook", "atlantis"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_stake_and_a_hand_length_are_two_questions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["par", "--stake", "100", "--hand-length", "8"])
    assert stopped.value.code == 2
    assert "not allowed with argument --stake" in capsys.readouterr().err
