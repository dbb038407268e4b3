"""How many times their base odds may be: what a house may choose, what the table then takes, and what it returns.

The figures of a bet with all its odds are worked out from the sheet; here they are played by the engine.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.offer import offer
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.seat import Seat
from controller.games.craps.returns import exposure, par_sheet
from controller.games.craps.rules.dice import ALL_ROLLS
from controller.games.craps.rules.odds_times import ODDS_TIMES, choices
from controller.games.craps.rules.rulebook import RuleBook
from tests.craps.felt_language import At

BASE = 6000
"""Whole for every multiple and every payout."""
RICH = 10**9
KNOWN = [
    ("electronic", None, "pass_line", "1/165"),
    ("electronic", "1x", "pass_line", "7/825"),
    ("mbs_v3", "1x", "dont_pass", "3/440"),
    ("mbs_v3", "3-4-5x", "pass_line", "7/1870"),
    ("mbs_v3", "3-4-5x", "dont_pass", "3/1100"),
    ("mbs_v3", "10x", "come", "7/3795"),
]
"""Of the pass line with double odds 0.606 %, with 3-4-5 times 0.374 %: as every table of odds has them."""
PLAYED = [("electronic", None), ("electronic", "1x"), ("mbs_v3", "3-4-5x"), ("mbs_v3", "5x"), ("maryland", "2x")]


def book_with(name: str, times: str | None, **more: Any) -> RuleBook:
    book = load_book(name)
    odds = {"free_odds": True} if name == "maryland" else {}
    return book.with_settings({**odds, **more, **({} if times is None else {"odds_times": times})})


@pytest.mark.parametrize("name, times, base, edge", KNOWN)
def test_a_line_bet_with_all_its_odds_returns_what_the_field_knows(
    name: str, times: str | None, base: str, edge: str
) -> None:
    (line,) = (line for line in par_sheet(book_with(name, times)).together if line.base == base)
    assert line.house_edge == Fraction(edge)


@pytest.mark.parametrize("name, times", PLAYED)
@pytest.mark.parametrize("base, odds", [("pass_line", "pass_odds"), ("dont_pass", "dont_odds")])
def test_it_is_what_the_engine_pays_and_takes(name: str, times: str | None, base: str, odds: str) -> None:
    book = book_with(name, times, limits={"max": 1_000_000})
    (line,) = (line for line in par_sheet(book).together if line.base == base)
    taken, staked = Fraction(0), Fraction(BASE)
    for game in _rolled(_with(book, base)):
        if base not in game.seats[1].stakes or game.point is None:
            taken += Fraction(game.house, len(ALL_ROLLS))
            continue
        most = lay_odds(game, odds)
        assert Fraction(most, BASE) == line.times[str(game.point)]
        staked += Fraction(most, len(ALL_ROLLS))
        ended = [after for after in _rolled(game) if base not in after.seats[1].stakes]
        taken += Fraction(sum(after.house for after in ended), len(ended) * len(ALL_ROLLS))
    assert (taken / staked, staked / BASE) == (line.house_edge, line.staked)


def _with(book: RuleBook, base: str) -> Game:
    game = Game(lay_felt(book), {1: Seat(RICH)})
    game.place(1, base, BASE)
    return game


def _rolled(game: Game) -> Iterator[Game]:
    """A table for each of the 36 rolls, in which a winner that stays has been taken down."""
    for dice in ALL_ROLLS:
        after = replace(game, seats={1: game.seats[1].copy()})
        rolled = after.roll(dice)
        for row in rolled.settled:
            if row.result in ("win", "push") and row.bet in after.seats[1].stakes:
                after.take_down(1, row.bet)
        yield after


def lay_odds(game: Game, odds: str) -> int:
    """As much as the table takes: what it says, and not a unit more."""
    spot = game.open_spots()[odds]
    assert spot.times_base is not None
    most = BASE * spot.times_base[0] // spot.times_base[1]
    game.place(1, odds, most)
    return most


def test_more_than_the_multiple_is_refused_at_the_table_and_said_on_the_seat() -> None:
    table = At("mbs_v3", odds_times="3-4-5x").plays("pass_line 100; roll 2-2")
    assert table.refuses("pass_odds 400") == "odds_limit"
    table.plays("pass_odds 300; roll 2-2; pass_line 100; roll 3-3; pass_odds 500; come 100; roll 4-5; come_odds:9 400")
    told = offer(lay_felt(book_with("mbs_v3", "3-4-5x")))["spots"]
    by_point = {"4": "3/1", "5": "4/1", "6": "5/1", "8": "5/1", "9": "4/1", "10": "3/1"}
    assert told["pass_odds"]["most_times_base"] == by_point
    assert (told["come_odds:6"]["most_times_base"], told["dont_odds"]["most_times_base"]) == ({"": "5/1"}, {"": "6/1"})
    assert "most_times_base" not in offer(lay_felt(load_book("mbs_v3")))["spots"]["pass_odds"]


def test_the_book_is_the_ceiling_and_what_it_does_not_say_a_house_may() -> None:
    electronic = load_book("electronic")
    assert choices(electronic.model_dump(mode="json", exclude_none=True)) == ["1x", "2x"]
    refused = electronic.turned_or_refused({"odds_times": "3-4-5x"})
    assert refused == (
        "bad_setting",
        "settings.odds_times: must allow at most 2/1, the most of pass_odds by the book; found 3-4-5x",
    )
    unknown = electronic.turned_or_refused({"odds_times": "4x"})
    assert isinstance(unknown, tuple)
    assert unknown[1].startswith("settings.odds_times: must be one of 1x, 2x, 3x, 3-4-5x")
    twice = lay_felt(electronic.with_settings({"odds_times": "2x"}))
    plain = lay_felt(electronic)
    assert {name: spot.times_base for name, spot in twice.open[4].items() if name != "dont_odds"} == {
        name: spot.times_base for name, spot in plain.open[4].items() if name != "dont_odds"
    }
    for name in ("mbs_v3", "maryland"):
        assert choices(load_book(name).model_dump(mode="json", exclude_none=True)) == list(ODDS_TIMES)


def test_a_multiple_is_a_limit_that_waits_for_nothing_and_leaves_standing_odds_alone() -> None:
    table = At("mbs_v3").plays("pass_line 100; roll 2-2; pass_odds 1000; roll 5-6").sets(odds_times="1x")
    assert table.felt == {"pass_line": 100, "pass_odds": 1000}
    assert table.refuses("pass_odds 100") == "odds_limit"


def test_other_multiples_turn_returns_and_none_leaves_the_digest_as_it_was() -> None:
    book = load_book("electronic")
    assert not book.returns_as(book.with_settings({"odds_times": "1x"}))
    assert book.with_settings({"odds_times": "1x"}).with_settings({"odds_times": None}).digest() == book.digest()
    assert par_sheet(load_book("mbs_v3")).together == ()
    assert exposure(book_with("mbs_v3", "1x", line={"max": 1000})) < exposure(load_book("mbs_v3"))
