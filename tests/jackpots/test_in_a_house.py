"""Pots of a house: fed and won at two cabinets, by journals, leases, claims and answers that are all real."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.games.jackpots import PARTS
from tests.jackpots.house import JackpotHouse

FED = 100 * 5001
"""Millionths of a horn:12 of 100."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[JackpotHouse]:
    made = JackpotHouse(tmp_path)
    yield made
    made.end()


def test_a_pot_is_fed_hit_claimed_paid_and_shown(house: JackpotHouse) -> None:
    first, second = house.tables
    for _ in range(3):
        first.round(1, 2, s1_horn__12=100)
        second.round(1, 2, s2_horn__12=100)
    assert (house.pot("boxcars").fed, house.pot("boxcars").prize) == (6 * FED, 103)
    before = first.credits(1)
    first.plays(6, 6, s1_horn__12=100)
    assert first.locks == {1: "jackpot"}
    won = first.credits(1) - before
    first.settles()
    assert (first.locks, first.credits(1) - before - won) == ({}, 103)
    told = house.told("boxcars")
    assert (told["hits"], told["wins"], told["current"], told["paid"]) == (1, 1, 100, 103)
    (last,) = told["last"]
    assert (last["cabinet"], last["amount"], last["seats"]) == ("pit-1", 103, {"1": 103})
    assert house.pot("boxcars").total == 100 * PARTS + 7 * FED - 3 * PARTS
    assert house.pot("boxcars").is_whole()
    assert (house.alarms(), house.proved()) == (set(), [])


def test_of_two_cabinets_the_one_whose_claim_was_kept_first_has_the_pot_and_the_other_the_next(
    house: JackpotHouse,
) -> None:
    first, second = house.tables
    first.plays(6, 6, s1_horn__12=100)
    second.plays(6, 6, s1_horn__12=100, s2_horn__12=300)
    second.settles()
    first.settles()
    assert [win["cabinet"] for win in house.told("boxcars")["last"]] == ["pit-1", "pit-2"]
    assert [win["amount"] for win in house.told("boxcars")["last"]] == [100, 102]
    assert house.told("boxcars")["last"][1]["seats"] == {"1": 26, "2": 76}
    assert house.pot("boxcars").is_whole()
    assert house.alarms() == set()
