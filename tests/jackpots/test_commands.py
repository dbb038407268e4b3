"""The pots at the console of the floor's machine, and what the papers show of a rule book."""

from fractions import Fraction
from pathlib import Path

import pytest

from controller.books import load_book
from controller.games.craps.returns import over_the_cap as over_in_sheet
from controller.games.craps.returns import par_sheet
from controller.games.craps.rules.rulebook import RuleBook
from tests.floor.floors import printed
from tests.jackpots.house import JackpotHouse
from tests.jackpots.playing import FIRE, book


def over_the_cap(rules: RuleBook) -> list[tuple[str, Fraction]]:
    """Of the exact sheet."""
    return over_in_sheet(par_sheet(rules))


def test_the_console_shows_every_meter_of_every_pot_and_who_won_it(tmp_path: Path) -> None:
    house = JackpotHouse(tmp_path)
    try:
        first = house.tables[0]
        first.round(6, 6, s1_horn__12=100, s2_horn__12=300)
        first.settles()
        said = printed("floor", "--config", str(tmp_path / "floor.toml"), "jackpots")
    finally:
        house.end()
    assert "boxcars: 100 (played for; roll 6-6; 5001 millionths of each stake)" in said
    assert "base 100, ceiling 100000, overflow 0, fed 2, paid 102, hits 1, wins 2, unanswered 0" in said
    assert "hit 1: 102 at pit-1, round 1, roll 1: seat 1 26, seat 2 76" in said


def test_the_jackpot_of_the_papers_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text().split("## `jackpots`")[1]
    lines = [line.strip() for line in page.splitlines() if line.startswith("    ")]
    shipped = (Path(__file__).parents[2] / "config" / "rulebooks" / "maryland.toml").read_text()
    file = tmp_path / "house.toml"
    file.write_text(shipped + "\n" + "\n".join(lines) + "\n")
    assert over_the_cap(load_book(str(file))) == []


def test_the_base_counts_in_the_return_at_the_least_stake() -> None:
    assert over_the_cap(book({"fire_six": FIRE})) == []
    ((bet, returned),) = over_the_cap(book({"fire_six": {**FIRE, "base": 150_000}}))
    assert bet == "fire"
    assert 1.05 < returned < 1.06
    assert over_the_cap(book({"fire_six": {**FIRE, "base": 150_000}}, limits={"min": 500, "step": 100})) == []


@pytest.mark.parametrize(
    "change, word",
    [
        ({"trigger": {"fire": 7}}, "fire"),
        ({"trigger": {"moon": 1}}, "trigger"),
        ({"trigger": {"roll": "6-5"}}, "roll"),
        ({"trigger": {"roll": "5-6"}}, "fire"),
        ({"bets": ["field"]}, "field"),
        ({"bets": ["no_such"]}, "no_such"),
        ({"base": 2_000_000}, "ceiling"),
        ({"rate": 0}, "rate"),
        ({"rate": 200_001}, "rate"),
        ({"base": 0}, "base"),
    ],
)
def test_a_jackpot_that_makes_no_sense_is_refused_with_its_key(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        book({"fire_six": {**FIRE, **change}})
