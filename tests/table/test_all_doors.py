"""Where a law wants it every door stops play, and credits in and out; else the main and the drop door stop nothing."""

import pytest

from controller.table.events import DoorLatched
from tests.table.evening import Evening, an_evening

DOORS = ("main", "drop", "logic", "dome")


def cashes_out(evening: Evening) -> str:
    evening.cash_out(1)
    return evening.code


@pytest.mark.parametrize("door", DOORS)
def test_any_open_door_stops_play_and_cash_where_the_house_says_so_and_else_the_main_door_stops_neither(
    door: str,
) -> None:
    strict, usual = an_evening(all_doors=True), an_evening()
    for evening in (strict, usual):
        evening.bet(1, "pass_line", 500).door(door, True)
    assert strict.holds == {f"door_{door}"}
    assert cashes_out(strict) == "door_open"
    assert strict.operator("credit", seat=2, amount=700).code == "door_open"
    strict.door(door, False)
    assert strict.holds == set()
    assert cashes_out(strict) == "ok"
    assert strict.operator("credit", seat=2, amount=700).code == "ok"
    assert usual.holds == ({f"door_{door}"} if door in ("logic", "dome") else set())
    assert cashes_out(usual) == "ok"


def test_a_change_of_the_setting_holds_for_a_door_that_is_open_already_and_releases_what_it_held() -> None:
    evening = an_evening().door("drop", True)
    assert evening.holds == set()
    evening.operator("settings", change={"all_doors": True})
    assert (evening.code, evening.holds) == ("ok", {"door_drop"})
    evening.operator("settings", change={"all_doors": False})
    assert evening.holds == set()
    evening.door("drop", False)
    assert evening.holds == set()


def test_a_latch_of_the_main_door_wants_a_look_as_well() -> None:
    assert an_evening().happens(DoorLatched("main")).holds == set()
    assert an_evening(all_doors=True).happens(DoorLatched("main")).holds == {"door_latch"}
