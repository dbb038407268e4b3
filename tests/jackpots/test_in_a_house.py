"""Pots of a house: fed and won at two cabinets, by journals, leases, claims and answers that are all real."""

import contextlib
import itertools
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.books import load_rules
from controller.floor.jackpots.leases import LOOK_MS
from controller.games.jackpots import PARTS
from controller.protocol.uplink import PotsTold
from controller.server.cash.pots import Pots
from controller.table.commands.clients import last_id
from controller.table.events import Event, TimePassed
from controller.table.jackpots.events import JackpotLeased
from controller.table.round.opening import open_game
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.uplink.believing import NoFloor
from tests.floor.conftest import database, postgres_server
from tests.floor.exchanges import FAULTS
from tests.jackpots.house import JackpotHouse
from tests.jackpots.playing import BOXCARS

__all__ = ["database", "postgres_server"]

FED = 100 * 5001
"""Millionths of a horn:12 of 100."""


@pytest.fixture
def house(tmp_path: Path, database: str) -> Iterator[JackpotHouse]:
    made = JackpotHouse(tmp_path, database=database)
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
    assert first.locks == {1: "pot"}
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
    while not house.leases_now(second):  # the floor looks at its pots a few times a second
        second.hears_pots()
    second.round(6, 6, s2_horn__12=100)
    second.settles()
    assert house.told("boxcars")["last"][0]["amount"] == 100


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("at", [1, 2])
def test_whatever_becomes_of_a_message_about_a_claim_it_is_paid_once(house: JackpotHouse, fault: str, at: int) -> None:
    first = house.tables[0]
    first.round(6, 6, s1_horn__12=100)
    before = first.credits(1)
    first.of.line.at = {first.of.line.count + at: fault}
    for _ in range(5):
        first.of.exchanges()
        first.of.reports()
    assert (first.credits(1) - before, first.locks) == (100, {})
    assert (house.pot("boxcars").hits, house.proved(), house.alarms()) == (1, [], set())


@pytest.mark.parametrize("stage", ["claimed", "kept", "asked", "paid"])
@pytest.mark.parametrize("who", ["cabinet", "floor", "store"])
def test_a_cut_at_any_stage_on_either_side_and_in_the_database_pays_a_pot_once(
    house: JackpotHouse, stage: str, who: str
) -> None:
    first = house.tables[0]

    def cut(here: str) -> None:
        if here != stage:
            return
        if who == "cabinet":
            first.of.cut()
        elif who == "floor":
            house.stop()
            house.start()
        else:
            house.fails = True

    before = first.credits(1)
    first.plays(6, 6, s1_horn__12=100)
    won = first.credits(1) - before
    cut("claimed")
    for _ in range(2):
        with contextlib.suppress(NoFloor):
            first.of.reports()
    cut("kept")
    if stage == "asked":
        first.of.line.at = {first.of.line.count + 1: "unkept" if who == "store" else "cut"}
    first.of.exchanges()
    cut("asked")
    house.fails = house.fails and stage == "paid"
    for _ in range(3):
        first.of.exchanges()
        with contextlib.suppress(NoFloor):
            first.of.reports()
        cut("paid")
    house.fails = False
    first.settles()
    assert (first.credits(1) - before - won, first.locks) == (100, {})
    assert (house.pot("boxcars").hits, house.pot("boxcars").fed, house.proved()) == (1, FED, [])


def test_what_is_said_of_pots_late_twice_out_of_order_or_to_another_question_is_no_lease(house: JackpotHouse) -> None:
    first, second = house.tables
    till: Any = first.table

    def asked() -> PotsTold:
        till.now += 500
        question = till.pots.question(till)
        return first.of.asking.pots(question)

    old = asked()
    new = asked()
    till.pots.heard(till, new)
    left = till.pots._left(till.now)
    till.now += 100
    for again in (old, new, new.model_copy(update={"nonce": "0" * 16})):
        till.pots.heard(till, again)
        assert till.pots._left(till.now) == left - 100
    till.now += 4900
    assert till.pots._left(till.now) == 0
    till.pots.heard(till, new)
    assert till.pots._left(till.now) == 0
    assert [pot.amount for pot in till.pots.shown(till)] == [None, None]  # nobody knows what they stand at now
    assert not any(pot.open for pot in till.pots.shown(till))
    assert second.hears_pots()


def test_a_lease_that_the_floor_never_signed_is_found_and_its_claim_is_not_paid(house: JackpotHouse) -> None:
    first = house.tables[0]
    till: Any = first.table
    till.bet(1, "horn:12", 100)
    till.now += till.table.left - 1000
    till.apply(JackpotLeased("f" * 16, 1_790_000_000_000, ("boxcars",), "ab" * 64, 5000))
    till.closes()
    till.rolls(6, 6)
    first.settles()
    assert house.alarms() == {"lease_bad", "claim_unfed"}
    assert (house.pot("boxcars").hits, house.pot("boxcars").fed) == (0, FED)  # what was taken is in the pot
    assert first.locks == {1: "pot"}
    before = first.credits(1)
    client = "operator-anna"
    id = last_id(till.table, client) + 1
    till.apply(act_said(client, id, "anna", "supervisor", "release_jackpot", seat=1, reason="forged"))
    assert (first.locks, first.credits(1)) == ({}, before)


def test_a_rule_book_that_says_another_thing_has_no_lease_until_both_say_the_same(house: JackpotHouse) -> None:
    first = house.tables[0]
    house.jackpots["boxcars"] = house.jackpots["boxcars"].model_copy(update={"rate": 1})
    house.stop()
    house.start()
    first.round(6, 6, s1_horn__12=100)
    assert (house.pot("boxcars").fed, first.locks, house.alarms()) == (0, {}, {"jackpot_differs"})
    house.jackpots["boxcars"] = house.jackpots["boxcars"].model_copy(update={"rate": 5001})
    house.stop()
    house.start()
    first.round(1, 2, s1_horn__12=100)
    assert (house.pot("boxcars").fed, house.alarms()) == (FED, set())


def test_over_the_ceiling_a_pot_pays_the_ceiling_and_the_rest_is_on_top_of_the_next_base(tmp_path: Path) -> None:
    house = JackpotHouse(tmp_path, {"boxcars": {**BOXCARS, "ceiling": 101}})
    try:
        first = house.tables[0]
        for _ in range(5):
            first.round(1, 2, s1_horn__12=100)
        told = house.told("boxcars")
        assert (told["current"], told["overflow"], told["overflow_parts"]) == (101, 1, 500_500)
        first.round(6, 6, s1_horn__12=100)
        assert house.told("boxcars")["last"][0]["amount"] == 101
        assert house.pot("boxcars").total == 102_000_600
        assert house.proved() == []
    finally:
        house.end()


def test_a_jackpot_that_the_settings_no_longer_name_is_played_for_no_more_and_late_claims_are_paid(
    house: JackpotHouse,
) -> None:
    first = house.tables[0]
    first.plays(6, 6, s1_horn__12=100)
    del house.jackpots["boxcars"]
    house.stop()
    house.start()
    first.settles()
    assert first.locks == {}
    assert house.told("boxcars")["last"][0]["amount"] == 100
    first.round(6, 6, s1_horn__12=100)
    assert house.pot("boxcars").hits == 1


def test_a_pot_that_was_won_elsewhere_is_news_on_every_table_and_what_was_won_before_it_began_is_not(
    house: JackpotHouse,
) -> None:
    first, second = house.tables
    second.hears_pots()
    first.round(6, 6, s1_horn__12=100)
    time.sleep(LOOK_MS / 1000)  # the floor looks at its pots so often
    till: Any = second.table
    assert second.hears_pots()
    won = till.pots.won(till)
    assert won is not None
    assert (won.jackpot, won.cabinet, won.amount) == ("boxcars", "pit-1", 100)
    till.now += 31_000
    assert till.pots.won(till) is None
    second.of.cut()
    assert second.hears_pots()
    begun: Any = second.table
    assert begun.pots.won(begun) is None


class ForNothing(NamedTuple):
    """A table that plays for no pot of its house."""

    table: Table
    now: int

    def apply(self, event: Event) -> None:
        raise AssertionError(f"{event} at a table that plays for nothing")


def test_a_pot_that_was_won_is_news_on_a_table_that_plays_for_none_and_its_screens_show_no_pot(
    house: JackpotHouse,
) -> None:
    first, second = house.tables
    roulette = open_game("roulette", load_rules("mbs_roulette_v3")[1], (1,), TableSettings())
    pots, nonces = Pots(lambda: f"{next(nonces):016x}"), itertools.count(1)
    for now, hits in ((1000, 0), (2000, 1)):
        hub = ForNothing(roulette, now)
        question = pots.question(hub)
        assert question is not None
        assert question.jackpots == {}
        told = second.of.asking.pots(question)
        assert (told.leased, {pot.jackpot: pot.hits for pot in told.pots}) == ((), {"boxcars": hits, "fire_six": 0})
        pots.heard(hub, told)
        pots.act(hub)
        won = pots.won(hub)
        assert (won is not None, pots.shown(hub)) == (hits == 1, ())
        first.round(6, 6, s1_horn__12=100)
        time.sleep(LOOK_MS / 1000)
    assert won is not None
    assert (won.jackpot, won.cabinet, won.amount) == ("boxcars", "pit-1", 100)


def test_a_quiet_table_keeps_its_lease_until_bets_close(house: JackpotHouse) -> None:
    first = house.tables[0]
    till: Any = first.table
    till.bet(1, "horn:12", 100)
    closes_at = till.now + till.table.left
    while till.now < closes_at - 1000:  # nothing happens at it but the answers about the pots
        first.hears_pots()
    till.now = closes_at
    till.apply(TimePassed())
    assert till.table.jackpots.closed is not None
    assert till.table.game.seat_view(1).stakes == {"horn:12": 100}
