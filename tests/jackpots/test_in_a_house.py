"""Pots of a house: fed and won at two cabinets, by journals, leases, claims and answers that are all real."""

import shutil
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


def test_a_cabinet_that_was_put_back_to_an_older_copy_is_told_what_it_was_told_and_the_pot_is_paid_once(
    house: JackpotHouse, tmp_path: Path
) -> None:
    first, second = house.tables
    first.round(1, 2, s1_horn__12=100)
    first.of.end()
    shutil.copytree(first.of.journal, tmp_path / "older")
    first.of.begin()
    first.table.turn()
    first.plays(6, 6, s1_horn__12=100)
    first.settles()
    won = house.pot("boxcars").paid
    assert (won, house.pot("boxcars").hits) == (101 * PARTS, 1)
    first.of.end()
    shutil.rmtree(first.of.journal)
    shutil.copytree(tmp_path / "older", first.of.journal)
    first.of.begin()
    first.table.now += 7  # it is another past from here on
    before = first.credits(1)
    first.plays(6, 6, s1_horn__12=100)
    won_by_wager = first.credits(1) - before
    while first.table.kept.vault.seq <= house.seq_of(first):
        first.plays(1, 3)
    house.sends_its_other_past(first)
    assert "fork" in house.alarms()
    house.accepts("pit-1")
    first.settles()
    assert (house.pot("boxcars").paid, house.pot("boxcars").hits) == (won, 1)
    assert first.locks == {}
    assert first.credits(1) - before == 101 + won_by_wager  # its part once, in the history that is followed
    assert house.pot("boxcars").fed == 2 * FED
    second.round(6, 6, s1_horn__12=100)
    second.settles()
    assert [win["amount"] for win in house.told("boxcars")["last"]] == [100, 101]
    assert house.proved() == []


def test_a_floor_put_back_between_a_claim_and_its_payment_holds_until_it_is_rebuilt(house: JackpotHouse) -> None:
    first, second = house.tables
    first.round(1, 2, s1_horn__12=100)
    second.round(1, 2, s1_horn__12=100)
    copy = house.copied()
    second.round(1, 2, s1_horn__12=100)
    first.plays(6, 6, s1_horn__12=100)
    first.settles()
    paid = house.told("boxcars")["last"]
    house.older(copy)
    assert not first.hears_pots() or not house.leases_now(first)
    first.of.reports()  # now without what the other one had fed before
    second.plays(1, 2, s1_horn__12=100)
    assert second.table.table.jackpots.closed is None
    second.settles()
    assert house.alarms() == {"decisions_lost"}
    house.rebuilt()
    again = house.told("boxcars")["last"]
    assert [(win["amount"], win["decision"]) for win in again] == [(win["amount"], win["decision"]) for win in paid]
    pot = house.pot("boxcars")
    assert (pot.hits, pot.paid, pot.fed, pot.is_whole()) == (1, 102 * PARTS, 4 * FED, True)
    assert house.proved() == []
    second.round(6, 6, s2_horn__12=100)
    second.settles()
    assert house.told("boxcars")["last"][0]["amount"] == 100
