"""Every line of every sheet against figures that were worked out without the machine."""

from fractions import Fraction
from typing import Any

import pytest

from controller.books import load_book
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.returns import par_sheet
from controller.games.craps.rules.kinds import Opens
from tests.craps.par.closed_forms import House, edge

HOUSES: list[tuple[str, dict[str, Any], House]] = [
    ("electronic", {}, House(Fraction(1, 20), Fraction(1, 4), "electronic")),
    (
        "electronic",
        {"power_odds_chance": "3/100", "power_odds_high": "2/5"},
        House(Fraction(3, 100), Fraction(2, 5), "electronic"),
    ),
    ("electronic", {"power_odds_chance": "0/1"}, House(vigorish="electronic")),
    (
        "electronic",
        {"denomination": 500, "limits": {"min": 500, "step": 500}},
        House(Fraction(1, 20), Fraction(1, 4), "electronic"),
    ),
    ("american", {}, House(vigorish="electronic", field_twelve=3)),
    ("crapless", {}, House(vigorish="at_placement", field_twelve=3, crapless=True)),
    ("mbs_v3", {}, House(vigorish="mbs")),
    ("maryland", {}, House(vigorish="at_placement")),
    ("maryland", {"vigorish_rate": "3/100"}, House(vigorish="at_placement", rate=Fraction(3, 100))),
    ("maryland", {"vigorish": "on_win", "fire_table": "B"}, House(vigorish="on_win", fire_table="B")),
    ("maryland", {"free_odds": True}, House(vigorish="at_placement")),
]


@pytest.mark.parametrize("name, settings, house", HOUSES)
def test_every_bet_of_the_book_returns_what_was_worked_out_by_hand(
    name: str, settings: dict[str, Any], house: House
) -> None:
    book = load_book(name).with_settings(settings)
    assert {bet: returns.house_edge for bet, returns in par_sheet(book).bets.items()} == {
        spot.name: edge(spot.name, house)
        for spot in lay_felt(book).spots.values()
        if spot.bet.kind.opens is not Opens.NEVER
    }
