"""No bet but the free odds may return more than the cap."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from controller.books import SHIPPED, load_book, shipped_names
from controller.commands import main
from controller.games.craps.returns import CAP, par_sheet, why_refused
from controller.games.craps.returns import over_the_cap as over_in_sheet
from controller.games.craps.rules.rulebook import RuleBook


def over_the_cap(book: RuleBook, cap: Fraction = CAP) -> list[tuple[str, Fraction]]:
    """Of its exact sheet."""
    return over_in_sheet(par_sheet(book), cap)


def turned(name: str, bets: dict[str, Any] | None = None, **settings: Any) -> RuleBook:
    """A shipped book with other settings or other terms."""
    book = load_book(name).with_settings(settings)
    data = json.loads(book.model_dump_json(exclude_none=True, exclude_defaults=True))
    for pattern, terms in (bets or {}).items():
        data["bets"][pattern].update(terms)
    return RuleBook.model_validate(data)


@pytest.mark.parametrize("name", shipped_names())
def test_the_books_that_come_with_us_stay_under_the_cap(name: str) -> None:
    assert over_the_cap(load_book(name)) == []


def test_free_odds_may_return_all_of_it() -> None:
    assert over_the_cap(turned("maryland", free_odds=True)) == []


def test_a_bet_that_would_return_more_is_named_with_its_figure() -> None:
    over = dict(over_the_cap(turned("electronic", power_odds_chance="48/100")))
    assert over["any_seven"] == Fraction(31, 30)
    assert "any_seven would return 103.3 %" in why_refused(list(over.items()))


def test_the_refusal_says_what_is_allowed() -> None:
    book = turned("electronic", {"e": {"pays": "17:1"}}, power_odds_chance="0/1")
    assert why_refused(over_the_cap(book)) == (
        "e would return 100.0 %; no bet but the free odds may return more than 99 %"
    )


def test_several_bets_are_named_in_the_order_of_the_felt() -> None:
    book = turned("electronic", {"e": {"pays": "18:1"}, "any_seven": {"pays": "5:1"}}, power_odds_chance="0/1")
    assert why_refused(over_the_cap(book)).startswith("any_seven would return 100.0 %; e would return 105.6 %; no bet")


def test_exactly_the_cap_is_allowed_and_a_hair_more_is_not() -> None:
    at_98 = turned("electronic", {"any_seven": {"pays": "488:100"}}, power_odds_chance="0/1")
    assert "any_seven" not in dict(over_the_cap(at_98, Fraction(98, 100)))
    assert dict(over_the_cap(at_98, Fraction(98, 100) - Fraction(1, 10**9)))["any_seven"] == Fraction(98, 100)


def test_a_figure_just_above_the_cap_has_as_many_digits_as_show_it() -> None:
    assert why_refused([("e", Fraction(99_003, 100_000))]).startswith("e would return 99.003 %;")
    assert why_refused([("e", Fraction(2, 3))], Fraction(6666, 10_000)).startswith("e would return 66.7 %;")


def test_the_cap_is_shown_as_it_was_given() -> None:
    assert why_refused([("e", Fraction(1))], Fraction(9848, 10_000)).endswith("may return more than 98.48 %")
    assert why_refused([("e", Fraction(1))], Fraction(1, 3)).endswith("may return more than 33.333333333333 %")


def test_a_bet_is_measured_by_what_power_odds_add_to_it() -> None:
    assert over_the_cap(turned("electronic", power_odds_chance="15/100")) == []
    over = over_the_cap(turned("electronic", power_odds_chance="1/5"))
    assert over == [("hard:6", Fraction(221, 220)), ("hard:8", Fraction(221, 220))]
    assert over_the_cap(turned("electronic", power_odds_chance="1/5", power_odds_high="0/1")) == []


def test_odds_that_return_more_than_their_stake_are_not_free() -> None:
    pays = {"4": "2:1", "5": "3:2", "6": "5:4", "8": "6:5", "9": "3:2", "10": "2:1"}
    over = over_the_cap(turned("mbs_v3", {"pass_odds": {"pays": pays}, "come_odds:N": {"pays": pays}}))
    assert [bet for bet, _ in over] == ["pass_odds", "come_odds:6"]


def test_vigorish_that_is_too_low_lets_fair_bets_through_to_the_player() -> None:
    over = over_the_cap(turned("maryland", vigorish_rate="1/100"))
    assert {bet.partition(":")[0] for bet, _ in over} == {"buy", "lay"}
    assert {returned for _, returned in over} == {Fraction(100, 101)}


def test_a_bet_that_nobody_can_lay_returns_nothing() -> None:
    assert over_the_cap(turned("electronic", {"pass_odds": {"most_times_base": "0/1"}})) == []


# ---- on the command line ----------------------------------------------------------------------------------------


def variant(tmp_path: Path, old: str, new: str) -> str:
    """A file with the electronic book, one line of it changed."""
    text = (SHIPPED / "electronic.toml").read_text()
    assert old in text
    path = tmp_path / "variant.toml"
    path.write_text(text.replace(old, new))
    return str(path)


def test_the_check_of_a_rule_book_refuses_what_is_over_the_cap(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = variant(tmp_path, 'power_odds_chance = "1/20"', 'power_odds_chance = "48/100"')
    assert main(["rulebook", "check", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"boxcars: {path}: hard:4 would return 110.2 %; ")
    assert "; any_seven would return 103.3 %; " in err
    assert err.count("\n") == 1


def test_the_check_takes_another_cap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = variant(tmp_path, 'title = "Electronic Craps"', 'title = "Electronic craps"')
    assert main(["rulebook", "check", path]) == 0
    assert main(["rulebook", "check", path, "--cap", "695/704"]) == 0
    assert main(["rulebook", "check", path, "--cap", "9848/10000"]) == 2
    err = capsys.readouterr().err
    assert err.endswith("place:8 would return 98.5 %; no bet but the free odds may return more than 98.48 %\n")


@pytest.mark.parametrize("cap", ["99", "3/2", "1/0", "x", "-1/2", ""])
def test_a_cap_that_is_no_share_is_told_in_one_line(cap: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "check", str(SHIPPED / "mbs_v3.toml"), f"--cap={cap}"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("boxcars: --cap: must be a share")
    assert err.count("\n") == 1
